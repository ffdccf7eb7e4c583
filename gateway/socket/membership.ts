import type { AuctionView } from '../live/auction-view.ts';

/**
 * A socket's membership of one auction.
 * - `opening`: the auction is being read; `opened` resolves when that is done, whether or not it succeeded.
 * - `inside`: it receives changes.
 */
export type Membership = { kind: 'opening'; opened: Promise<void> } | { kind: 'inside'; view: AuctionView };
