import type { PublicAuction, PublicLot } from '@saleyard/contract/realtime.ts';
import type { SaleClock, Viewer } from './room-lot.ts';
import { outcomeOf } from './standing.ts';
import { isEnding } from './timer.ts';

/** A word on a lot's tile. `tone` picks its colour and icon; the word alone carries the meaning. */
export type Badge = {
  word: string;
  tone: 'upcoming' | 'closing' | 'quiet' | 'near' | 'market' | 'frozen' | 'won' | 'lost';
};

/** Badges of a lot that is not closed, the most pressing first. */
export function statusBadges(lot: PublicLot, auction: SaleClock, now: number): Badge[] {
  if (lot.state === 'closed' || lot.withdrawn) return [];
  const badges: Badge[] = [];
  if (lot.frozenTime !== null) badges.push({ word: 'Frozen', tone: 'frozen' });
  if (lot.state === 'futureInLive') badges.push({ word: 'UPCOMING', tone: 'upcoming' });
  if (isEnding(lot, auction, now)) badges.push({ word: 'Lot Closing', tone: 'closing' });
  if (lot.state === 'live') badges.push(reserveBadge(lot, auction.auctionType));
  return badges;
}

function reserveBadge(lot: PublicLot, type: PublicAuction['auctionType']): Badge {
  switch (lot.reserveStatus) {
    case 'awaitingBids':
      return { word: 'Awaiting Bids', tone: 'quiet' };
    case 'nearReserve':
      return { word: 'Nearing Reserve', tone: 'near' };
    case 'onMarket':
      return { word: 'On Market', tone: 'market' };
    case 'notNear':
      return { word: type === 'sequentialOffline' ? 'LIVE' : 'Opening Bids', tone: 'quiet' };
  }
}

/** The badge of a closed lot the viewer took part in, else null. */
export function resultBadge(lot: PublicLot, viewer: Viewer): Badge | null {
  const outcome = outcomeOf(lot, viewer);
  if (outcome === 'won') return { word: 'won', tone: 'won' };
  if (outcome === 'lost') return { word: 'lost', tone: 'lost' };
  return null;
}

/** What a closed or withdrawn lot says of itself; null while it can still be bid on. */
export function resultMessage(lot: PublicLot, viewer: Viewer): string | null {
  switch (outcomeOf(lot, viewer)) {
    case '':
      return null;
    case 'withdrawn':
      return 'Withdrawn from Auction';
    case 'no bid':
      return 'Closed with no bids';
    case 'passed':
      return 'Passed in';
    case 'won':
      return 'You bought this lot';
    case 'lost':
      return 'Sold to another bidder';
    case 'sold':
      return 'Sold';
    case 'closed':
      return 'Closed';
  }
}
