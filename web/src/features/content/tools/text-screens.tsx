import type { FaqCategory } from '@saleyard/contract/content.ts';
import { contentOperations } from '@saleyard/contract/operations/content.ts';
import { feeOperations } from '@saleyard/contract/operations/fees.ts';
import { INVOICE_DAYS } from '@saleyard/domain/fees/fees.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '@/lib/api-client.ts';
import { CurrentTerms } from '@/ui/agreements/agreements.tsx';
import { PrivacyPolicy } from '@/ui/agreements/privacy-policy.tsx';
import { FeeTables } from '@/ui/fees/fee-tables.tsx';
import { longDayText } from '@/ui/form/calendar-days.ts';
import { Text } from '@/ui/layout.tsx';
import { Prose } from '@/ui/prose.tsx';
import { PlainTag } from '@/ui/tag.tsx';
import classes from './tools.module.css';
import { Shown, ToolSections, ToolsPage } from './tools-page.tsx';

const faqsQuery = queryOptions({
  queryKey: ['faqs'],
  queryFn: async ({ signal }) => (await call(contentOperations.faqs, { signal })).faqs,
  staleTime: 600_000,
});

const videosQuery = queryOptions({
  queryKey: ['how-to-videos'],
  queryFn: async ({ signal }) => (await call(contentOperations.howToVideos, { signal })).videos,
  staleTime: 600_000,
});

/** Whom a category is of use to, where that is not everybody. */
function audienceOf({ forSeller, forBuyer }: FaqCategory): string | null {
  if (forSeller === forBuyer) return null;
  return forSeller ? 'For sellers' : 'For buyers';
}

/** Questions that are often asked, by category. */
export function FaqsScreen() {
  const read = useQuery(faqsQuery);
  return (
    <ToolsPage title="FAQs">
      <Shown read={read} what="questions">
        {(categories) => (
          <div className={classes.sections}>
            {categories.map((category) => {
              const audience = audienceOf(category);
              return (
                <section key={category.categoryName} aria-label={category.categoryName}>
                  <h2>
                    {category.categoryName} {audience && <PlainTag>{audience}</PlainTag>}
                  </h2>
                  {category.questions.map(({ question, answer, html }) => (
                    <details key={question} className={classes.question}>
                      <summary>{question}</summary>
                      <Prose html={html} text={answer} />
                    </details>
                  ))}
                </section>
              );
            })}
          </div>
        )}
      </Shown>
    </ToolsPage>
  );
}

/** Short films, and tips. */
export function VideosScreen() {
  const read = useQuery(videosQuery);
  return (
    <ToolsPage title="Videos & Tips">
      <Shown read={read} what="videos">
        {(groups) => (
          <>
            {groups.map(({ name, videos }) => (
              <section key={name} className={classes.group} aria-label={name}>
                <Text as="h2" size="lg" mb="sm">
                  {name}
                </Text>
                <ul className={classes.cards}>
                  {videos.map(({ title, description, subDescription, url, captionsUrl }) => (
                    <li key={url} className={`${classes.card} sy-panel`}>
                      <video
                        className={classes.film}
                        src={url}
                        controls
                        muted
                        playsInline
                        preload="metadata"
                        aria-label={title}
                      >
                        <track kind="captions" srcLang="en" label="English" src={captionsUrl} default />
                      </video>
                      <h3>{title}</h3>
                      <p>{description}</p>
                      <p className="sy-dim">{subDescription}</p>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </Shown>
      <ToolSections page="videos-tips" />
    </ToolsPage>
  );
}

const publishedFeesQuery = queryOptions({
  queryKey: ['listing-fees'],
  queryFn: ({ signal }) => call(feeOperations.publishedFees, { signal }),
  staleTime: 600_000,
});

const INVOICES = [
  { name: 'Invoices sent after the auction', price: countOf(INVOICE_DAYS.sentAfter, 'day') },
  { name: 'Payment terms', price: countOf(INVOICE_DAYS.dueWithin, 'day') },
] as const;

/** What listing and settling cost today, and from days to come. */
export function ListingFeesScreen() {
  const read = useQuery(publishedFeesQuery);
  return (
    <ToolsPage title="Listing Fees">
      <p className={classes.intro}>All prices are exclusive of GST.</p>
      <Shown read={read} what="listing fees">
        {({ inForce, upcoming }) => (
          <>
            <FeeTables table={inForce.table} periods={INVOICES} />
            {upcoming.map(({ from, table }) => (
              <section key={from} aria-label={`From ${longDayText(from)}`}>
                <h2>From {longDayText(from)}</h2>
                <p>Sales that open from this day on are charged these fees.</p>
                <FeeTables table={table} />
              </section>
            ))}
          </>
        )}
      </Shown>
      <ToolSections page="listing-fees" />
    </ToolsPage>
  );
}

/** From registration to the first sale. */
export function GettingStartedScreen() {
  return (
    <ToolsPage title="Getting Started">
      <ToolSections page="getting-started" />
    </ToolsPage>
  );
}

const Sheet = ({ children }: { children: ReactNode }) => <div className={classes.sheet}>{children}</div>;

/** The terms in force. */
export function TermsScreen() {
  return (
    <ToolsPage title="Terms & Conditions">
      <Sheet>
        <CurrentTerms heading="h2" />
      </Sheet>
    </ToolsPage>
  );
}

/** The privacy policy. */
export function PrivacyScreen() {
  return (
    <ToolsPage title="Privacy Policy">
      <Sheet>
        <PrivacyPolicy heading="h2" />
      </Sheet>
    </ToolsPage>
  );
}
