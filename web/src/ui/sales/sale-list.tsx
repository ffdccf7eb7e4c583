import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { formatCount } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTime, formatTime } from '@saleyard/domain/presentation/dates.ts';
import type { ReactNode } from 'react';
import { useNow } from '@/lib/clock.ts';
import { PlainTag } from '@/ui/tag.tsx';
import classes from './sale-list.module.css';

/** Sales by the day they are listed under. */
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

/** The current date and time in Sydney, by the server's clock. */
export function SaleClock() {
  const now = useNow();
  return (
    <time className="sy-number sy-dim" dateTime={String(now)}>
      {formatDateTime(now)} Sydney
    </time>
  );
}

/** One sale of a list: when, what, some facts of it, and the way to it. */
export function SaleRow({
  auction,
  over = false,
  state,
  type,
  facts,
  notes,
  way,
}: {
  auction: AuctionSummary;
  /** The list is of sales that are over. */
  over?: boolean;
  /** The tags of its state. */
  state: ReactNode;
  /** How it is run, in the list's words. */
  type: string;
  facts: readonly { name: string; value: string }[];
  /** What else is said of it, under its tags. */
  notes?: ReactNode;
  /** The link to it, which `titleId` describes; false or null without one. */
  way: (titleId: string) => ReactNode;
}) {
  const titleId = `sale-${auction.searchNumber}`;
  return (
    <li
      className={classes.row}
      data-state={auction.cancelled ? 'cancelled' : auction.state}
      data-over={over || undefined}
    >
      <div className={classes.when}>
        <time className="sy-number" title={formatDateTime(auction.liveAt)}>
          {formatTime(auction.liveAt)}
        </time>
        <span className="sy-dim">Sydney</span>
      </div>
      <div className={classes.what}>
        <h3 id={titleId}>{auction.title}</h3>
        <div className={classes.tags}>
          {state}
          <PlainTag>{auction.kindData.title}</PlainTag>
          <PlainTag title={AUCTION_TYPES[auction.auctionType].explained}>{type}</PlainTag>
          <span className="sy-dim">No. {auction.number}</span>
          {notes}
        </div>
      </div>
      <dl className={classes.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.way}>{way(titleId)}</div>
    </li>
  );
}

/** The numbers that every list shows of a sale. */
export const saleFacts = (auction: AuctionSummary) => [
  { name: 'State', value: auction.location.state.join(', ') || '–' },
  { name: 'Head', value: formatCount(auction.headCount) },
  { name: 'Lots', value: formatCount(auction.lotCount) },
];
