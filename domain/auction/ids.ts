/** An auction's `_id` (UUIDv7), or a practice sale's (`practice-{account}-{nth}`). */
export type AuctionId = string;

/** A lot's `_id` (UUIDv7); in scripts the short name the script gives it. */
export type LotId = string;

/** A bidder: an account's `_id`, or one of the two reserved bidders below. */
export type BidderId = string;

/** The bidder of a vendor bid [E9]: the vendor never wins, a lot led by it is passed in. */
export const VENDOR: BidderId = 'vendor';

/** The bidder of a floor bid [E10] whose clerk named nobody: the floor. */
export const FLOOR: BidderId = 'floor';

const FLOOR_BUYER = 'floor:';

/** A buyer number, which the desk gives to people on the floor: digits and capitals, at most 6 [E10]. */
export const BUYER_NUMBER = /^[0-9A-Z]{1,6}$/;

/** The bidder with a buyer number. */
export const floorBuyer = (number: string): BidderId => `${FLOOR_BUYER}${number}`;

export const isFloorBuyer = (bidder: BidderId): boolean =>
  bidder.startsWith(FLOOR_BUYER) && BUYER_NUMBER.test(bidder.slice(FLOOR_BUYER.length));

/** The buyer number of a bidder on the floor; null for any other. */
export const buyerNumberOf = (bidder: BidderId): string | null =>
  isFloorBuyer(bidder) ? bidder.slice(FLOOR_BUYER.length) : null;

/** Whether a bidder is on the floor, with a buyer number or without. */
export const isOnFloor = (bidder: BidderId): boolean => bidder === FLOOR || bidder.startsWith(FLOOR_BUYER);

/** Prefix of a sale's stream, before the id. */
export const AUCTION = 'auction-';

/**
 * Prefix of the stream and the id of a practice sale. Code that follows the streams of sales alone (lists,
 * results, statistics, notices, the index of open sales) never sees one.
 */
export const PRACTICE = 'practice-';

const PRACTICE_ID = /^practice-(.+)-(\d{1,9})$/;

/**
 * The id of an account's nth practice sale (n from 1). Two that begin at once share a stream: only one of them starts.
 */
export const practiceId = (account: string, nth: number): AuctionId => `${PRACTICE}${account}-${nth}`;

export const isPractice = (auction: AuctionId): boolean => auction.startsWith(PRACTICE);

/** The account of a practice sale, and its number within the account; null for any other auction. */
export function practiceOf(auction: AuctionId): { account: string; nth: number } | null {
  const [, account, nth] = PRACTICE_ID.exec(auction) ?? [];
  return account === undefined ? null : { account, nth: Number(nth) };
}

/** The only person who may see a practice sale and bid in it; null for any other auction. */
export const practiserOf = (auction: AuctionId): string | null => practiceOf(auction)?.account ?? null;

const VISITOR = 'visitor-';

/** The id of somebody without an account who practises. Ids of accounts are UUIDs, so none starts like it. */
export const visitorId = (unique: string): BidderId => `${VISITOR}${unique}`;

export const isVisitor = (person: string): boolean => person.startsWith(VISITOR);

/** The stream of an auction: `auction-{id}`, or the id itself when it is a practice sale. */
export const auctionStream = (id: AuctionId): string => (isPractice(id) ? id : `${AUCTION}${id}`);

/** The auction of a stream that `auctionStream` named. */
export const auctionOf = (stream: string): AuctionId =>
  isPractice(stream) ? stream : stream.slice(AUCTION.length);
