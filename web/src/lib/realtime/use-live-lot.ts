import type { PublicLot } from '@saleyard/contract/lots.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type LiveAuction, liveAuctionKey, lotOf } from './live-auction.ts';

/**
 * A lot that was read, with its price, time and state as the live connection has them. The same lot where its sale is
 * not followed.
 */
export function useLiveLot<L extends Pick<PublicLot, '_id' | 'auction'>>(lot: L): L {
  const { data } = useQuery<LiveAuction, Error, PublicLot | null>({
    queryKey: liveAuctionKey(lot.auction),
    queryFn: skipToken,
    structuralSharing: false,
    select: (live) => lotOf(live, lot._id) ?? null,
  });
  return data ? { ...lot, ...data } : lot;
}
