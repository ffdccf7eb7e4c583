import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { dayHeading, dayKey } from '@saleyard/domain/presentation/dates.ts';
import { type Category, inCategory } from '@/lib/labels.ts';
import type { Day } from '@/ui/sales/sale-list.tsx';

/**
 * Sales of a category under the Sydney day they go live, soonest first. A sale that began on an earlier day
 * and still runs is under Today: that is when it can be entered.
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
