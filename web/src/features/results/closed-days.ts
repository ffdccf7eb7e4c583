import type { AuctionSummary } from '@saleyard/contract/rest.ts';
import { dayHeading, dayKey } from '../../lib/dates.ts';

export type Category = 'all' | 'cattle' | 'sheep' | 'goat';

/** Category filter in the order it is shown. */
export const CATEGORIES: readonly { value: Category; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'cattle', label: 'Cattle' },
  { value: 'sheep', label: 'Sheep' },
  { value: 'goat', label: 'Goat' },
];

/** The category an address names; anything unknown is all. */
export const categoryOf = (text: string | null): Category =>
  CATEGORIES.find(({ value }) => value === text)?.value ?? 'all';

/** AbbLamb sales are sheep sales. */
const inCategory = ({ kindData: { type } }: AuctionSummary, category: Category): boolean =>
  category === 'all' || type === category || (category === 'sheep' && type === 'sheep-abblamb');

export type ClosedDay = { key: string; heading: string; auctions: readonly AuctionSummary[] };

/** Closed sales of a category under the Sydney day they went live, in the order they come in; each sale once. */
export function closedDays(
  auctions: readonly AuctionSummary[],
  category: Category,
  nowMs: number,
): ClosedDay[] {
  const days = new Map<string, { heading: string; auctions: Map<string, AuctionSummary> }>();
  for (const auction of auctions) {
    if (!inCategory(auction, category)) continue;
    const key = dayKey(auction.liveAt);
    const day = days.get(key) ?? { heading: dayHeading(auction.liveAt, nowMs), auctions: new Map() };
    // A sale that closes between two reads shifts the pages: the one that moved comes twice.
    day.auctions.set(auction._id, auction);
    days.set(key, day);
  }
  return [...days].map(([key, day]) => ({ key, heading: day.heading, auctions: [...day.auctions.values()] }));
}
