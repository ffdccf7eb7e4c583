import type { WithCause } from './freeze-cause.ts';
import { type BidderId, FLOOR, type LotId, VENDOR } from './ids.ts';
import type { AmendedTerms, AuctionDetails, AuctionTerms, LotTerms } from './terms.ts';

/** The member of staff that made a bid for the bidder, by phone, and their note [C8]. Left out: the bidder did. */
type Placed = { placedBy?: { by: string; note: string } };

/** Commands of people who bid. `permitted`: the account's status allows bidding (false → `not-permitted`). */
export type BidCommand =
  | ({ type: 'bid'; lot: LotId; bidder: BidderId; cents: number; permitted?: boolean } & Placed)
  | ({ type: 'autoBid'; lot: LotId; bidder: BidderId; maxCents: number; permitted?: boolean } & Placed)
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

/** The bidder of a bid that was accepted: the leader, where it is by their own buyer number [C9]; else as the command says. */
export function madeBy(
  command: BidCommand,
  [first]: readonly { readonly rule: string; readonly leader: BidderId }[],
): BidderId {
  return command.type === 'floorBid' && first?.rule === 'E10' ? first.leader : bidderOf(command);
}

/** How a bid of an amount came about; left out where its bidder placed it. */
export function placedFor(bid: Extract<BidCommand, { cents: number }>): { placedBy?: 'staff' | 'floor' } {
  if (bid.type === 'floorBid') return { placedBy: 'floor' };
  return bid.type === 'bid' && bid.placedBy !== undefined ? { placedBy: 'staff' } : {};
}

/** Commands of staff. Without `lot` freeze, resume, pause and unpause mean the whole auction; `cancel` always does. */
export type StaffCommand =
  | ({ type: 'freeze'; lot?: LotId; reason: string } & WithCause)
  | { type: 'resume'; lot?: LotId; reason: string }
  | { type: 'pause'; lot?: LotId; reason: string }
  | { type: 'unpause'; lot?: LotId; reason: string }
  | { type: 'openLot'; lot: LotId }
  /** `buyer`: who on the floor bought it, where the floor leads. */
  | { type: 'knockDown'; lot: LotId; buyer?: BidderId }
  | { type: 'passIn'; lot: LotId }
  | { type: 'withdraw'; lot: LotId; reason: string }
  | { type: 'cancel'; lot?: never; reason: string }
  /** Announces to everybody in the sale; null ends the announcement [T23]. */
  | { type: 'announce'; lot?: never; text: string | null }
  /** Sends a text to everybody who takes part in the sale, and announces it while the sale lasts [T26]. */
  | { type: 'messageEveryone'; lot?: never; text: string }
  /** Records that its sender exports the results; `contacts`: with the contacts of buyers and vendors [T27]. */
  | { type: 'exportResults'; lot?: never; contacts: boolean }
  /** Sold privately before the sale goes live [T21]. */
  | { type: 'sellBefore'; lot: LotId; reason: string }
  /** Sold after the sale to the account `buyer`, at `cents` per unit [T22]. */
  | { type: 'sellAfter'; lot: LotId; buyer: BidderId; cents: number }
  /** The buyer number `buyer` (`floor:12`) is the account's: what it bought is theirs [C9]. */
  | { type: 'assignBuyerNumber'; lot?: never; buyer: BidderId; account: BidderId; by: string }
  | CorrectionCommand;

/** What a closed lot came to instead. `annulled`: sold, but the buyer did not pay. */
export type CorrectedOutcome = 'sold' | 'passed' | 'withdrawn' | 'annulled';

/** A correction as it is recorded. `by` is the account that made it; `cents` per unit. */
export type Correction = {
  outcome: CorrectedOutcome;
  /** Only where it is sold: an account, a buyer on the floor, or the floor while nobody is named. */
  buyer: BidderId | null;
  /** The buyer number that was named, where the account that has it is the buyer [C9]. */
  number?: BidderId;
  cents: number | null;
  reason: string;
  by: string;
  /** How the buyer agreed, where they must [C4]: they did themselves, or staff recorded that they did. */
  acceptedBy: 'buyer' | 'staffRecord' | null;
};

/** What a person saw of a correction that waits. Members that are left out are not compared. */
export type SeenCorrection = Partial<{ outcome: CorrectedOutcome; buyer: BidderId; cents: number }>;

/** The people that must agree before a correction holds. */
export type Awaited = 'secondPerson' | 'buyer';

/** Commands that put right what went wrong on the sale day. `by` is the account of the person who gives it. */
export type CorrectionCommand =
  | { type: 'retractFloorBid'; lot: LotId; reason: string; by: string }
  | { type: 'reopenLot'; lot: LotId; reason: string; by: string }
  | { type: 'reinstateLot'; lot: LotId; reason: string; by: string }
  | {
      type: 'correctSale';
      lot: LotId;
      outcome: CorrectedOutcome;
      buyer?: BidderId;
      cents?: number;
      reason: string;
      by: string;
      acceptedBy?: 'staffRecord';
    }
  /** With what the person saw of the correction, so that they confirm no other. */
  | ({ type: 'confirmCorrection'; lot: LotId; by: string } & SeenCorrection)
  | { type: 'declineCorrection'; lot: LotId; reason: string; by: string }
  | { type: 'nameFloorBuyer'; lot: LotId; buyer: BidderId; by: string }
  /** The person to whom a lot was offered accepts or declines it, at the price `cents` that they saw. */
  | { type: 'answerOffer'; lot: LotId; bidder: BidderId; accepts: boolean; cents?: number };

/** A lot of a catalogue in its place, with the number that it has there. */
export type PlacedLot = { lot: LotId; number: string };

/**
 * Commands that make a sale. The first two are refused once the auction is no longer `future`, `amendLot` once its lot
 * is live. `after`: the version of the sale that the sender read; what was changed since is not overwritten [T24].
 */
export type SchedulingCommand =
  /** `lots`: every lot of the catalogue in its new order, with its number. */
  | {
      type: 'schedule';
      details: AuctionDetails;
      terms: AuctionTerms;
      after?: number;
      lots?: readonly PlacedLot[];
    }
  /** `place`: of the one lot that is changed, from 0. */
  | { type: 'catalogueLots'; lots: readonly LotTerms[]; after?: number; place?: number }
  | ({ type: 'amendLot'; lot: LotId } & AmendedTerms);

/** Sent by the runtime at the next deadline the state names; yields only the events that are due. */
type AdvanceClock = { type: 'advanceClock' };

export type CommandBody = BidCommand | StaffCommand | SchedulingCommand | AdvanceClock;

/** A command as it is decided: its body, and when it was sequenced (ms). */
export type Command = { at: number; body: CommandBody };
