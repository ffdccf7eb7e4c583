import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot, StaffLot } from '@saleyard/contract/lots.ts';
import type { Mood } from '@/components/tag.tsx';
import { LOT_STATUS_LABELS } from '@/lib/labels.ts';

const RESERVE: Readonly<Record<PublicLot['reserveStatus'], string>> = {
  awaitingBids: 'Awaiting Bids',
  notNear: 'Below reserve',
  nearReserve: 'Nearing Reserve',
  onMarket: 'On Market',
};

/** Where a lot's price stands to its reserve. */
export const reserveWord = (lot: PublicLot): string => RESERVE[lot.reserveStatus];

/** A lot's state as staff read it. */
export function lotState(
  lot: PublicLot,
  auctionType: PublicAuction['auctionType'],
): { mood: Mood; word: string } {
  if (lot.withdrawn) return { mood: 'closed', word: 'Withdrawn' };
  if (lot.state === 'closed') {
    return { mood: 'closed', word: lot.status === null ? 'Closed' : LOT_STATUS_LABELS[lot.status] };
  }
  if (lot.frozenTime !== null) return { mood: 'frozen', word: 'Frozen' };
  if (lot.pausedTime !== null) return { mood: 'paused', word: 'Paused' };
  if (lot.state === 'live') {
    const waiting = auctionType === 'sequentialOffline' && !lot.biddingOpen;
    return waiting ? { mood: 'open', word: 'Waiting' } : { mood: 'live', word: 'Live' };
  }
  if (lot.state === 'open') return { mood: 'open', word: 'Open' };
  return { mood: 'upcoming', word: 'Upcoming' };
}

/** Who leads, or won: by name when it is known, else by paddle. */
export function leaderWord(lot: StaffLot): string {
  if (lot.winner === null) return '–';
  if (lot.winner === 'vendor') return 'Vendor';
  if (lot.winner === 'floor') return 'Floor';
  return lot.leader?.name ? `${lot.leader.name} (${lot.winner})` : `Paddle ${lot.winner}`;
}
