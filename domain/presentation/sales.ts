import type { AuctionPhase } from '../auction/state.ts';

/** A sale's state as people read it: `future` is shown as Upcoming. */
export const SALE_STATE_LABELS: Readonly<Record<AuctionPhase, string>> = {
  future: 'Upcoming',
  open: 'Auction is open',
  live: 'Auction is live',
  closed: 'Closed',
};
