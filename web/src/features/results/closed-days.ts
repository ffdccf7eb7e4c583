import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { Day } from '@/components/sale-list.tsx';
import { dayHeading, dayKey } from '@/lib/dates.ts';
import { type Category, inCategory } from '@/lib/labels.ts';

/** Closed sales of a category under the Sydney day they went live, in the order they come in; each sale once. */
export function closedDays(auctions: readonly AuctionSummary[], category: Category, nowMs: number): Day[] {
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
