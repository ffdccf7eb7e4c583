/** An auction's `_id` (UUIDv7). Its stream is `auction-{id}`. */
export type AuctionId = string;

/** A lot's `_id` (UUIDv7); in scripts the short name the script gives it. */
export type LotId = string;

/** Who bids: an account's `_id`, or one of the two reserved bidders below. */
export type BidderId = string;

/** The bidder of a vendor bid [E9]: the vendor never wins, a lot led by it is passed in. */
export const VENDOR: BidderId = 'vendor';

/** The bidder of a floor bid [E10] whose clerk named nobody: the room. */
export const FLOOR: BidderId = 'floor';

/** The stream of an auction. */
export const auctionStream = (id: AuctionId): string => `auction-${id}`;
