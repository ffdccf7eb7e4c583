import type { AuctionView } from '../live/auction-view.ts';

/**
 * A socket's part in one auction.
 * - `opening`: the auction is being read; `opened` resolves when that is done, however it ended.
 * - `inside`: it gets what changes.
 */
export type Membership = { kind: 'opening'; opened: Promise<void> } | { kind: 'inside'; view: AuctionView };
