import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';

/** What of a sale its lots' clocks depend on. */
export type SaleClock = Pick<
  PublicAuction,
  'auctionType' | 'state' | 'finishAt' | 'frozenTime' | 'pausedTime' | 'stoppedTime' | 'auctionpaused'
>;

/**
 * The deadline of a lot's clock, and the time at which that clock stands still: null while it runs. Lots that close
 * together end with their sale, whose clock runs on while one of them is frozen. All in ms.
 */
function deadline(lot: PublicLot, auction: SaleClock): { finishAt: number | null; stoppedAt: number | null } {
  const { finishAt, stoppedTime } = AUCTION_TYPES[auction.auctionType].closesTogether ? auction : lot;
  // Not in a read model that is still being rebuilt.
  const stoppedAt =
    stoppedTime === undefined
      ? (lot.frozenTime ?? auction.frozenTime ?? lot.pausedTime ?? auction.pausedTime)
      : stoppedTime;
  return { finishAt, stoppedAt };
}

/** Whether a lot's clock stands still. */
export const isClockStopped = (lot: PublicLot, auction: SaleClock): boolean =>
  deadline(lot, auction).stoppedAt !== null;

/**
 * ms until a lot closes at server time `now`, or null when no clock runs for it. A frozen or paused lot keeps the
 * time it had.
 */
export function lotTimeLeft(lot: PublicLot, auction: SaleClock, now: number): number | null {
  if (lot.state !== 'live' || lot.withdrawn || auction.state !== 'live') return null;
  const { finishAt, stoppedAt } = deadline(lot, auction);
  return finishAt === null ? null : finishAt - (stoppedAt ?? now);
}

/** Whether a lot is about to close, by the time that its type of sale says. */
export function isEnding(lot: PublicLot, auction: SaleClock, now: number): boolean {
  const left = lotTimeLeft(lot, auction, now);
  return left !== null && left < AUCTION_TYPES[auction.auctionType].closingMs;
}

/** A word on a lot's tile. `tone` picks its colour and icon; the word alone carries the meaning. */
export type Badge = {
  label: string;
  tone: 'upcoming' | 'closing' | 'quiet' | 'near' | 'market' | 'frozen';
};

/** How the price compares with the reserve, as everyone may know it. */
export function reserveBadge(lot: PublicLot, type: PublicAuction['auctionType']): Badge {
  switch (lot.reserveStatus) {
    case 'awaitingBids':
      return { label: 'Awaiting Bids', tone: 'quiet' };
    case 'nearReserve':
      return { label: 'Nearing Reserve', tone: 'near' };
    case 'onMarket':
      return { label: 'On Market', tone: 'market' };
    case 'notNear':
      return { label: AUCTION_TYPES[type].notNearLabel, tone: 'quiet' };
  }
}
