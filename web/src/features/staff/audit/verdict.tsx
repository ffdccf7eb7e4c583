import type { SaleAudit } from '@saleyard/contract/audit.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { outageText, provenText, stepTime, verdictTitle } from '@saleyard/domain/presentation/audit.ts';
import type { ReactNode } from 'react';
import { Text } from '@/ui/layout.tsx';
import classes from './audit.module.css';

/** Differences shown; the others are in the JSON. */
const SHOWN = 20;

/** The verdict, what it rests on, and what it can't show. */
export function Verdict({ audit, children }: { audit: SaleAudit; children?: ReactNode }) {
  const { verdict, notDecidedAgain, auction, lots, headHash, outages, at } = audit;
  const { differences, differenceCount } = audit;
  const more = differenceCount - SHOWN;
  const refused = lots.reduce((sum, lot) => sum + lot.refused, 0);
  return (
    <section className={`sy-panel ${classes.verdict}`} data-verdict={verdict} aria-label="Verdict">
      <strong className={classes.word}>{verdictTitle(audit)}</strong>
      <div>
        <p>
          <strong>{provenText(audit)}.</strong>
          {verdict === 'unreadable' && ' Nothing after the unreadable event could be decided again.'}
          {verdict === 'different' && ' Prices and results below are as the rules decide them.'}
        </p>
        {differenceCount > 0 && (
          <ul className={classes.differences} aria-label="Differences">
            {differences.slice(0, SHOWN).map(({ revision, what }) => (
              <li key={`${revision}-${what}`}>
                Event {revision}: {what}.
              </li>
            ))}
            {more > 0 && <li>{countOf(more, 'more difference')}, in the JSON.</li>}
          </ul>
        )}
        <Text size="sm" tone="dim">
          {[
            ...(auction.rules === null ? [] : [`Rules of version ${auction.rules}`]),
            `Audited ${stepTime(at)}`,
            countOf(lots.length, 'lot'),
            `${countOf(refused, 'bid')} refused`,
            ...(notDecidedAgain === 0
              ? []
              : [
                  `${countOf(notDecidedAgain, 'refused command')} not decided again: the log does not hold them`,
                ]),
          ].join(' · ')}
        </Text>
        {outages.map((outage) => (
          <Text key={outage.from} size="sm" tone="dim">
            {outageText(outage)}.
          </Text>
        ))}
        <Text size="sm" tone="dim">
          Head hash{' '}
          <Text as="code" anywhere>
            {headHash}
          </Text>
          . A copy of it that was kept elsewhere shows whether the whole log was replaced; this audit alone
          can’t.
        </Text>
      </div>
      {children}
    </section>
  );
}
