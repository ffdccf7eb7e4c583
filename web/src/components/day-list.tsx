import type { AuctionSummary } from '@saleyard/contract/rest.ts';
import type { ReactNode } from 'react';
import classes from './day-list.module.css';

/** Sales under the day they stand under. */
export type Day = { key: string; heading: string; auctions: readonly AuctionSummary[] };

/** Sales by day, each day under its heading; `row` makes a sale's list item. */
export function DayList({
  days,
  row,
}: {
  days: readonly Day[];
  row: (auction: AuctionSummary) => ReactNode;
}) {
  return days.map((day) => (
    <section key={day.key} aria-labelledby={`day-${day.key}`} className={classes.day}>
      <h2 id={`day-${day.key}`}>{day.heading}</h2>
      <ul className={classes.list}>{day.auctions.map(row)}</ul>
    </section>
  ));
}
