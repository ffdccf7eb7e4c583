import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot, StaffLot } from '@saleyard/contract/lots.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { changedHands, RESULT_LABELS } from '@saleyard/domain/presentation/lots.ts';
import type { Mood } from '@/ui/tag.tsx';

const RESERVE: Readonly<Record<PublicLot['reserveStatus'], string>> = {
  awaitingBids: 'Awaiting Bids',
  notNear: 'Below reserve',
  nearReserve: 'Nearing Reserve',
  onMarket: 'On Market',
};

/** Where a lot's price stands to its reserve. */
export const reserveLabel = (lot: PublicLot): string => RESERVE[lot.reserveStatus];

/** A lot's state as staff read it. */
export function lotState(
  lot: PublicLot,
  auctionType: PublicAuction['auctionType'],
): { mood: Mood; label: string } {
  if (lot.withdrawn) return { mood: 'closed', label: RESULT_LABELS.withdrawn };
  if (lot.soldBeforeAuction) return { mood: 'closed', label: RESULT_LABELS.soldBeforeAuction };
  if (lot.state === 'closed') {
    return { mood: 'closed', label: lot.status === null ? 'Closed' : RESULT_LABELS[lot.status] };
  }
  if (lot.frozenTime !== null) return { mood: 'frozen', label: 'Frozen' };
  if (lot.pausedTime !== null) return { mood: 'paused', label: 'Paused' };
  if (lot.state === 'live') {
    const waiting = AUCTION_TYPES[auctionType].byClerk && !lot.biddingOpen;
    return waiting ? { mood: 'open', label: 'Waiting' } : { mood: 'live', label: 'Live' };
  }
  if (lot.state === 'open') return { mood: 'open', label: 'Open' };
  return { mood: 'upcoming', label: 'Upcoming' };
}

/** Whether a lot was sold to somebody on the floor. */
export const isOnFloorSold = ({ state, status, withdrawn, winner }: StaffLot): boolean =>
  state === 'closed' && status === 'sold' && !withdrawn && winner === 'floor';

/** Whether a lot was sold to a buyer on the floor whom nobody has named yet. */
export const isToBeNamed = (lot: StaffLot): boolean => isOnFloorSold(lot) && lot.leader?._id === 'floor';

/** Whether a lot was knocked down to an account that never bid, and so has no paddle. */
export const isBoughtWithoutPaddle = ({ winner, status, withdrawn }: PublicLot): boolean =>
  winner === null && changedHands(status) && !withdrawn;

/** The leader or winner: by name when it is known, else by paddle; '' while there is none. */
export function leaderLabel(lot: StaffLot): string {
  if (lot.winner === null) return isBoughtWithoutPaddle(lot) ? (lot.leader?.name ?? '') : '';
  if (lot.winner === 'vendor') return 'Vendor';
  if (lot.winner === 'floor')
    return isToBeNamed(lot) ? 'Floor, buyer to be named' : (lot.leader?.name ?? 'Floor');
  return lot.leader?.name ? `${lot.leader.name} (${lot.winner})` : `Paddle ${lot.winner}`;
}
