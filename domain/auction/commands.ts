import { type BidderId, FLOOR, type LotId, VENDOR } from './ids.ts';
import type { AmendedTerms, AuctionDetails, AuctionTerms, LotTerms } from './terms.ts';

/** Commands of people who bid. `permitted`: the account's status allows bidding (false → `not-permitted`). */
export type BidCommand =
  | { type: 'bid'; lot: LotId; bidder: BidderId; cents: number; permitted?: boolean }
  | { type: 'autoBid'; lot: LotId; bidder: BidderId; maxCents: number; permitted?: boolean }
  | { type: 'stopAutoBid'; lot: LotId; bidder: BidderId; permitted?: boolean }
  | { type: 'vendorBid'; lot: LotId; cents: number }
  | { type: 'floorBid'; lot: LotId; cents: number; bidder?: BidderId };

/** The leader if the bid is accepted: the bidder it names, the vendor [E9], or the floor [E10]. */
export function bidderOf(command: BidCommand): BidderId {
  switch (command.type) {
    case 'vendorBid':
      return VENDOR;
    case 'floorBid':
      return command.bidder ?? FLOOR;
    default:
      return command.bidder;
  }
}

/** Commands of staff. Without `lot` freeze, resume, pause and unpause mean the whole auction; `cancel` always does. */
export type StaffCommand =
  | { type: 'freeze'; lot?: LotId; reason: string }
  | { type: 'resume'; lot?: LotId; reason: string }
  | { type: 'pause'; lot?: LotId; reason: string }
  | { type: 'unpause'; lot?: LotId; reason: string }
  | { type: 'openLot'; lot: LotId }
  | { type: 'knockDown'; lot: LotId }
  | { type: 'passIn'; lot: LotId }
  | { type: 'withdraw'; lot: LotId; reason: string }
  | { type: 'cancel'; lot?: never; reason: string }
  /** Announces to everybody in the sale; null ends the announcement [T23]. */
  | { type: 'announce'; lot?: never; text: string | null }
  /** Sold privately before the sale goes live [T21]. */
  | { type: 'sellBefore'; lot: LotId; reason: string }
  /** Sold after the sale to the account `buyer`, at `cents` per unit [T22]. */
  | { type: 'sellAfter'; lot: LotId; buyer: BidderId; cents: number };

/**
 * Commands that make a sale. The first two are refused once the auction is no longer `future`, `amendLot` once its lot
 * is live.
 */
export type SchedulingCommand =
  | { type: 'schedule'; details: AuctionDetails; terms: AuctionTerms }
  | { type: 'catalogueLots'; lots: readonly LotTerms[] }
  | ({ type: 'amendLot'; lot: LotId } & AmendedTerms);

/** Sent by the runtime at the next deadline the state names; yields only the events that are due. */
type AdvanceClock = { type: 'advanceClock' };

export type CommandBody = BidCommand | StaffCommand | SchedulingCommand | AdvanceClock;

/** A command as it is decided: its body, and when it was sequenced (ms). */
export type Command = { at: number; body: CommandBody };
