import type { PublicAuction, PublicLot } from '@saleyard/contract/realtime.ts';
import type { LotDetails } from '@saleyard/contract/rest.ts';
import type { LiveLot } from '@/lib/realtime/live-auction.ts';

/**
 * A lot as the live room shows it: its live state with the catalogue's details. `details` is null until the
 * catalogue has been read; bidding never waits for it.
 */
export type RoomLot = LiveLot & { details: LotDetails | null; mine: boolean };

/** Who looks at the room, as far as a lot's standing depends on it. */
export type Viewer = {
  /** The viewer's alias in this auction; null until they have bid. */
  paddle: string | null;
  /** Lots the viewer has bid or set an auto-bid on. */
  participated: ReadonlySet<string>;
  watching: ReadonlySet<string>;
};

/** What of a sale its lots' clocks depend on. */
export type SaleClock = Pick<
  PublicAuction,
  'auctionType' | 'state' | 'finishAt' | 'frozenTime' | 'pausedTime' | 'auctionpaused'
>;

/** Whether the sale or the lot stands still: no bids are taken [T8]. */
export const isFrozen = (
  lot: Pick<PublicLot, 'frozenTime'>,
  auction: Pick<PublicAuction, 'frozenTime'>,
): boolean => lot.frozenTime !== null || auction.frozenTime !== null;

/** Whether timers stand still while bids go on [T8]. */
export const isPaused = (
  lot: Pick<PublicLot, 'pausedTime'>,
  auction: Pick<PublicAuction, 'pausedTime' | 'auctionpaused'>,
): boolean => lot.pausedTime !== null || auction.pausedTime !== null || auction.auctionpaused;

/** Sales whose lots go one after another. */
export const isSequential = (type: PublicAuction['auctionType']): boolean =>
  type === 'sequential' || type === 'sequentialOffline';
