import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { formatCount } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTime, formatTime } from '@saleyard/domain/presentation/dates.ts';
import type { ReactNode } from 'react';
import { useNow } from '@/lib/clock.ts';
import { Card, Figures, Meta, Row, Stack } from '@/ui/layout.tsx';
import { inSizes } from '@/ui/picture.tsx';
import { Popover } from '@/ui/popover.tsx';
import { PlainTag } from '@/ui/tag.tsx';
import classes from './sale-list.module.css';

/** Sales by the day they are listed under. */
export type Day = { key: string; heading: string; auctions: readonly AuctionSummary[] };

/** Sales by day, each day under its heading; `row` makes a sale's list item, `note` what is said beside the heading. */
export function DayList({
  days,
  row,
  note,
}: {
  days: readonly Day[];
  row: (auction: AuctionSummary) => ReactNode;
  note?: (day: Day) => string;
}) {
  return days.map((day) => (
    <section key={day.key} aria-labelledby={`day-${day.key}`} className={classes.day}>
      <Row gap="sm" align="baseline">
        <h2 id={`day-${day.key}`}>{day.heading}</h2>
        {note && <span className="sy-dim">{note(day)}</span>}
      </Row>
      <Stack as="ul" gap="sm">
        {day.auctions.map(row)}
      </Stack>
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

/** How wide one of four pictures is shown, and the place it takes, 4 to 3. */
const PICTURE_WIDTH = '(max-width: 48em) 25vw, 8rem';
const PLACE = { width: 128, height: 96 } as const;

/** The sale's own picture, or those of its first lots. It is decoration: the sale's name says what it is. */
function Pictures({ auction: { image, pictures = [] } }: { auction: AuctionSummary }) {
  const shown = image.url === '' ? pictures : [image.url];
  if (shown.length === 0) return null;
  return (
    <div className={`${classes.pictures} sy-no-print`} data-count={shown.length}>
      {shown.map((url) => (
        <img key={url} {...inSizes(url, PICTURE_WIDTH)} {...PLACE} alt="" loading="lazy" decoding="async" />
      ))}
    </div>
  );
}

/** The type of a sale as a tag; a press explains it. */
export function SaleType({
  auction,
  label,
}: {
  auction: Pick<AuctionSummary, 'auctionType'>;
  label: string;
}) {
  return (
    <Popover
      className={classes.type}
      summary={
        <>
          <span>{label}</span>
          <span aria-hidden="true" className="sy-no-print">
            ?
          </span>
          <span className="sy-hidden">, what is this?</span>
        </>
      }
    >
      {AUCTION_TYPES[auction.auctionType].explained}.
    </Popover>
  );
}

/** One sale of a list: its pictures, what it is, when, some facts of it, and the way to it. */
export function SaleRow({
  auction,
  state,
  when,
  type,
  facts,
  notes,
  way,
}: {
  auction: AuctionSummary;
  /** The tags of its state. */
  state: ReactNode;
  /** What is said after its time. */
  when?: ReactNode;
  /** How it is run, in the list's words. */
  type: string;
  facts: readonly { name: string; value: string }[];
  /** What else is said of it, under its facts. */
  notes?: ReactNode;
  /** The links to it, which `titleId` describes. */
  way: (titleId: string) => ReactNode;
}) {
  const titleId = `sale-${auction.searchNumber}`;
  return (
    <Card as="li" className={classes.row} data-state={auction.cancelled ? 'cancelled' : auction.state}>
      <Pictures auction={auction} />
      <Stack gap="xs" className={classes.what}>
        <Meta>
          {state}
          <span>
            <time className="sy-number" title={formatDateTime(auction.liveAt)}>
              {formatTime(auction.liveAt)}
            </time>{' '}
            <span>Sydney</span>
          </span>
          {when}
        </Meta>
        <h3 id={titleId}>{auction.title}</h3>
        <Meta gap="md">
          <PlainTag>{auction.kindData.title}</PlainTag>
          <SaleType auction={auction} label={type} />
          <span>No. {auction.number}</span>
          {notes}
        </Meta>
        <Figures figures={facts.map(({ name, value }) => ({ label: name, value }))} />
      </Stack>
      <div className={`${classes.way} sy-no-print`}>{way(titleId)}</div>
    </Card>
  );
}

/** The numbers that every list shows of a sale. */
export const saleFacts = (auction: AuctionSummary) => [
  { name: 'State', value: auction.location.state.join(', ') || '–' },
  { name: 'Head', value: formatCount(auction.headCount) },
  { name: 'Lots', value: formatCount(auction.lotCount) },
];
