import type {
  Awaited,
  BidCommand,
  Correction,
  PlacedLot,
  SchedulingCommand,
  SeenCorrection,
  StaffCommand,
} from './commands.ts';
import type { WithCause } from './freeze-cause.ts';
import type { BidderId, LotId } from './ids.ts';
import type { RefusalCode } from './refusals.ts';
import type { AmendedTerms, AuctionDetails, AuctionTerms, LotTerms } from './terms.ts';

/**
 * One step of a lot's bid ladder: the price and the leader after it, and the rule ("E3", "E6", …) that made it.
 * `cents` is the price; `leader` leads at that price.
 */
export type Step = { rule: string; cents: number; leader: BidderId };

/** The lot as a decision leaves it. Enough to answer the same command again at any time [E11]. */
export type LotOutcome = {
  /** null: no bid yet. */
  currentBidCents: number | null;
  leader: BidderId | null;
  /** The lot's deadline, or the sale's for a synchronous auction; null when no timer runs for it. ms. */
  finishAt: number | null;
};

export type LotResult = 'sold' | 'passed' | 'noBid';

/** What a lot came to, with its buyer and price per unit in cents. */
export type LotSale = {
  result: LotResult | 'withdrawn' | 'soldAfterAuction';
  buyer: BidderId | null;
  cents: number | null;
};

/**
 * What happened in an auction. Storage formats: a change of shape needs a new version and an upcaster in
 * `domain/streams.ts`. `at` (ms) is when it took effect: the deadline for events caused by time, the sequencing time
 * for the rest.
 */
export type AuctionEvent =
  /** `after` and `lots` as in the command: only where the schedule of a sale is changed [T24]. */
  | {
      type: 'AuctionScheduled';
      data: {
        at: number;
        details: AuctionDetails;
        terms: AuctionTerms;
        after?: number;
        lots?: readonly PlacedLot[];
      };
    }
  | {
      type: 'LotsCatalogued';
      data: { at: number; lots: readonly LotTerms[]; after?: number; place?: number };
    }
  /** A lot has other prices or another description than it was catalogued with [T18]. */
  | { type: 'LotAmended'; data: { at: number; lot: LotId } & AmendedTerms }
  | { type: 'AuctionOpened'; data: { at: number } }
  /** `finishAt`: the sale's own deadline (synchronous), else null. */
  | { type: 'AuctionWentLive'; data: { at: number; finishAt: number | null } }
  | {
      type: 'LotsWentLive';
      data: { at: number; lots: readonly { lot: LotId; finishAt: number | null }[] };
    }
  /** The auto-bids sealed before the lot went live, taken in the order they were set [E7]. */
  | {
      type: 'SealedAutoBidsTaken';
      data: { at: number; lot: LotId; steps: readonly Step[]; outcome: LotOutcome };
    }
  | {
      type: 'BidAccepted';
      data: {
        at: number;
        command: Extract<BidCommand, { type: 'bid' | 'floorBid' | 'vendorBid' }>;
        steps: readonly Step[];
        outcome: LotOutcome;
        /** The decision moved the deadline [T7]; `outcome.finishAt` is the new one. */
        extended: boolean;
      };
    }
  | {
      type: 'AutoBidAccepted';
      data: {
        at: number;
        command: Extract<BidCommand, { type: 'autoBid' }>;
        /** Set while the lot was not live: the price did not move [E7]. */
        sealed: boolean;
        steps: readonly Step[];
        outcome: LotOutcome;
        extended: boolean;
      };
    }
  | {
      type: 'AutoBidStopped';
      data: { at: number; command: Extract<BidCommand, { type: 'stopAutoBid' }>; outcome: LotOutcome };
    }
  /** A bid command that was not accepted: exactly one for each, with the lot's state then. */
  | {
      type: 'BidRefused';
      data: { at: number; command: BidCommand; code: RefusalCode; outcome: LotOutcome | null };
    }
  /** A staff or scheduling command that was not accepted. */
  | {
      type: 'ActionRefused';
      data: {
        at: number;
        action: StaffCommand['type'] | SchedulingCommand['type'];
        lot: LotId | null;
        code: RefusalCode;
        /**
         * The whole command; null where it was too long to keep, or was refused when commands were not kept (version
         * 1).
         */
        command: StaffCommand | SchedulingCommand | null;
        /** sha256 (hex) of a command that was too long to keep. */
        commandHash?: string;
      };
    }
  /** `cause`: not in older events. */
  | { type: 'Frozen'; data: { at: number; lot: LotId | null; reason: string } & WithCause }
  /** Deadlines moved by the time frozen. */
  | { type: 'Resumed'; data: { at: number; lot: LotId | null; reason: string } }
  | { type: 'Paused'; data: { at: number; lot: LotId | null; reason: string } }
  | { type: 'Unpaused'; data: { at: number; lot: LotId | null; reason: string } }
  /** The clerk opened bidding on a lot of an interfaced sale [T5]. */
  | { type: 'BiddingOpened'; data: { at: number; lot: LotId } }
  | { type: 'LotWithdrawn'; data: { at: number; lot: LotId; reason: string } }
  /** The lot was sold privately before the sale went live: it leaves the bidding, without a price or a winner [T21]. */
  | { type: 'LotSoldBefore'; data: { at: number; lot: LotId; reason: string } }
  /** A lot that was not sold in the sale was sold afterwards, at `cents` per unit [T22]. */
  | { type: 'LotSoldAfter'; data: { at: number; lot: LotId; buyer: BidderId; cents: number } }
  | {
      type: 'LotsClosed';
      data: {
        at: number;
        /** What closed them: a deadline, the clerk's hammer, or the clerk's pass. */
        by: 'time' | 'knockDown' | 'passIn';
        /** The buyer on the floor, where the clerk said so. */
        buyer?: BidderId;
        lots: readonly {
          lot: LotId;
          status: LotResult;
          winner: BidderId | null;
          priceCents: number | null;
        }[];
      };
    }
  /** The last floor bid was taken back: the lot is as it was before it, but for its deadline [C1]. */
  | {
      type: 'FloorBidRetracted';
      data: {
        at: number;
        lot: LotId;
        reason: string;
        by: string;
        /** The bid that was taken back. */
        bidder: BidderId;
        cents: number;
        outcome: LotOutcome;
      };
    }
  /** The lot that the clerk closed last is open again [C2]. */
  | { type: 'LotReopened'; data: { at: number; lot: LotId; reason: string; by: string } }
  /** A lot that was withdrawn by mistake is for sale again, in its place [C3]. */
  | { type: 'LotReinstated'; data: { at: number; lot: LotId; reason: string; by: string } }
  /** A closed lot came to something else. `was`: what it was until then [C4]. */
  | { type: 'SaleCorrected'; data: { at: number; lot: LotId; correction: Correction; was: LotSale } }
  /** A correction waits for somebody's agreement [C5] [C6]. A later one of the lot takes its place. */
  | {
      type: 'CorrectionProposed';
      data: { at: number; lot: LotId; correction: Correction; awaits: Awaited };
    }
  /** A second person confirmed the correction that waited for one [C6]. */
  | { type: 'CorrectionConfirmed'; data: { at: number; lot: LotId; by: string } & SeenCorrection }
  | { type: 'CorrectionDeclined'; data: { at: number; lot: LotId; reason: string; by: string } }
  /** The person to whom a lot was offered answered [C5]. */
  | {
      type: 'OfferAnswered';
      data: { at: number; lot: LotId; bidder: BidderId; accepts: boolean; cents?: number };
    }
  /** The buyer of a lot that was sold to the floor is known [C7]. */
  | { type: 'FloorBuyerNamed'; data: { at: number; lot: LotId; buyer: BidderId; by: string } }
  /** A buyer number is an account's: every lot that it bought, and buys from now on, is theirs [C9]. */
  | { type: 'BuyerNumberAssigned'; data: { at: number; buyer: BidderId; account: BidderId; by: string } }
  /** The sale will not be held: every lot that was not closed is withdrawn with it [T20]. */
  | { type: 'AuctionCancelled'; data: { at: number; reason: string } }
  /** The announcement of staff in this sale; null ends it [T23]. */
  | { type: 'Announced'; data: { at: number; text: string | null } }
  /** A text of staff for everybody who takes part; it is announced too, unless the sale is over [T26]. */
  | { type: 'EveryoneMessaged'; data: { at: number; text: string } }
  /** The sender of the command exported the results [T27]. */
  | { type: 'ResultsExported'; data: { at: number; contacts: boolean } }
  | { type: 'AuctionClosed'; data: { at: number } };
