import type { PublicLot } from '@saleyard/contract/lots.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type LiveAuction, liveAuctionKey, lotOf } from './live-auction.ts';

/** A part of a sale as the live connection has it; null where the sale is not followed. Renders when that part changes. */
export function useLiveSale<T>(auction: string, part: (live: LiveAuction) => T | null): T | null {
  const { data } = useQuery<LiveAuction, Error, T | null>({
    queryKey: liveAuctionKey(auction),
    queryFn: skipToken,
    structuralSharing: false,
    select: part,
  });
  return data ?? null;
}

/**
 * A lot that was read, with its price, time and state as the live connection has them. The same lot where its sale is
 * not followed.
 */
export function useLiveLot<L extends Pick<PublicLot, '_id' | 'auction'>>(lot: L): L {
  const live = useLiveSale<PublicLot>(lot.auction, (sale) => lotOf(sale, lot._id) ?? null);
  return live ? { ...lot, ...live } : lot;
}
