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
const inCategory = (auction: AuctionSummary, category: Category): boolean => {
  const { type } = auction.kindData;
  return category === 'all' || type === category || (category === 'sheep' && type === 'sheep-abblamb');
};

export type Day = { key: string; heading: string; auctions: readonly AuctionSummary[] };

/**
 * Sales of a category under the Sydney day they go live, soonest first. A sale that began on an earlier day
 * and still runs stands under Today: that is when it can be entered.
 */
export function groupByDay(auctions: readonly AuctionSummary[], category: Category, nowMs: number): Day[] {
  const days = new Map<string, { at: number; auctions: AuctionSummary[] }>();
  const sorted = auctions
    .filter((auction) => inCategory(auction, category))
    .sort((a, b) => a.liveAt - b.liveAt);
  for (const auction of sorted) {
    const at = Math.max(auction.liveAt, nowMs);
    const shownAt = dayKey(auction.liveAt) === dayKey(at) ? auction.liveAt : at;
    const day = days.get(dayKey(shownAt)) ?? { at: shownAt, auctions: [] };
    day.auctions.push(auction);
    days.set(dayKey(shownAt), day);
  }
  return [...days.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, day]) => ({ key, heading: dayHeading(day.at, nowMs), auctions: day.auctions }));
}
