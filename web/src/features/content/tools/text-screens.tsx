import type { FaqCategory } from '@saleyard/contract/content.ts';
import { contentOperations } from '@saleyard/contract/operations/content.ts';
import {
  type FeeCategory,
  FREE_REOFFER_DAYS,
  INVOICE_DAYS,
  LISTING_FEES,
  STUD_SALE_FEES,
} from '@saleyard/domain/listing/fees.ts';
import { formatCount, formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '@/lib/api-client.ts';
import { CurrentTerms } from '@/ui/agreements/agreements.tsx';
import { PrivacyPolicy } from '@/ui/agreements/privacy-policy.tsx';
import { Prose } from '@/ui/prose.tsx';
import { DataTable } from '@/ui/table/data-table.tsx';
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
                <h2>{name}</h2>
                <ul className={classes.cards}>
                  {videos.map(({ title, description, subDescription, url, captionsUrl }) => (
                    <li key={url} className={classes.card}>
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

type FeeRow = { name: string; price: string };

function FeeTable({
  caption,
  value = 'Fee',
  rows,
}: {
  caption: string;
  /** What the second column holds. */
  value?: string;
  rows: readonly FeeRow[];
}) {
  return (
    <DataTable
      caption={caption}
      title={<strong>{caption}</strong>}
      phone="table"
      columns={[
        { id: 'name', header: 'For', rowHeader: true, cell: ({ name }) => name },
        { id: 'price', header: value, align: 'end', cell: ({ price }) => price },
      ]}
      rows={rows}
      rowKey={({ name }) => name}
    />
  );
}

const perHead = (cents: number): string => `${formatDollars(cents)} per head`;

function categoryRows(category: FeeCategory): FeeRow[] {
  const { tiers, sires, settlementPercent } = LISTING_FEES[category];
  return [
    ...tiers.map(({ fromHead, toHead, centsPerHead }) => ({
      name:
        toHead === null
          ? `${formatCount(fromHead)} head and more`
          : `${formatCount(fromHead)}–${formatCount(toHead)} head`,
      price: perHead(centsPerHead),
    })),
    { name: sires.name, price: perHead(sires.centsPerHead) },
    { name: 'Settling through Saleyard', price: `${settlementPercent}% of the sale` },
  ];
}

const daysOf = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

/** What listing and settling cost. */
export function ListingFeesScreen() {
  return (
    <ToolsPage title="Listing Fees">
      <p className={classes.intro}>All prices are exclusive of GST.</p>
      <div className={classes.tables}>
        <FeeTable caption="Cattle" rows={categoryRows('cattle')} />
        <FeeTable caption="Sheep and goats" rows={categoryRows('sheep and goats')} />
        <FeeTable
          caption="Stud and private sales"
          rows={[
            ...STUD_SALE_FEES.map(({ name, centsPerHead }) => ({ name, price: perHead(centsPerHead) })),
            { name: 'Set-up fee', price: 'On application' },
          ]}
        />
        <FeeTable
          caption="Invoices and reoffers"
          value="Time"
          rows={[
            { name: 'Invoices sent after the auction', price: daysOf(INVOICE_DAYS.sentAfter) },
            { name: 'Payment terms', price: daysOf(INVOICE_DAYS.dueWithin) },
            { name: 'Free reoffer, cattle', price: daysOf(FREE_REOFFER_DAYS.cattle) },
            { name: 'Free reoffer, lambs', price: daysOf(FREE_REOFFER_DAYS.lambs) },
            { name: 'Free reoffer, sheep', price: daysOf(FREE_REOFFER_DAYS.sheep) },
            { name: 'Free reoffer, goats', price: daysOf(FREE_REOFFER_DAYS.goats) },
          ]}
        />
      </div>
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
