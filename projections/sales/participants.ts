import type { BidderId } from '@saleyard/domain/auction/ids.ts';

/**
 * Whether the same bidders are on a lot, in the order of their first bids. Their number alone does not say: between two
 * commits one may have left, whose floor bid was taken back [C1], and another have joined.
 */
export function isSameList(a: ReadonlySet<BidderId>, b: ReadonlySet<BidderId>): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  const others = b.values();
  for (const bidder of a) if (others.next().value !== bidder) return false;
  return true;
}
