import type { Awaited, CorrectedOutcome, Correction } from './commands.ts';
import type { LotResult, LotSale } from './events.ts';
import type { FreezeCause } from './freeze-cause.ts';
import type { BidderId, LotId } from './ids.ts';
import type { AuctionDetails, AuctionTerms, LotTerms } from './terms.ts';

type LotPhase = 'future' | 'open' | 'live' | 'futureInLive' | 'closed';
export type AuctionPhase = 'future' | 'open' | 'live' | 'closed';

/** A bidder's maximum on a lot, at most one per bidder. Whether it still answers: `autoBidActive`. */
export type AutoBid = {
  readonly bidder: BidderId;
  readonly maxCents: number;
  /** Stopped by the bidder [E8]. */
  readonly stopped: boolean;
  /** Earlier wins ties: the order in which this maximum was set. */
  readonly order: number;
  /** Staff set this maximum, by phone [C8]. */
  readonly placedBy?: 'staff';
};

/** How the leader came to lead at the present price. */
export type LeadKind = 'bid' | 'autoBid' | 'floorBid' | 'vendorBid';

/** How a bid came about where its bidder did not place it: by phone, on the floor, or by their auto-bid. */
export type PlacedFor = 'staff' | 'floor' | 'autoBid';

/** Somebody's newest bid that the room saw, which is their highest: its amount, or the price at which it led. */
export type ShownBid = { readonly cents: number; readonly at: number; readonly placedBy?: PlacedFor };

/** A lot before a floor bid that may still be taken back [C1]. */
export type BeforeFloorBid = {
  readonly bidder: BidderId;
  readonly cents: number;
  readonly currentBidCents: number | null;
  readonly previousBidCents: number | null;
  readonly leader: BidderId | null;
  readonly leadKind: LeadKind | null;
  /** The bidder had not taken part in the lot. */
  readonly joined: boolean;
  /** What had been shown of those whom the bid concerned. */
  readonly shown: readonly (readonly [BidderId, ShownBid | null])[];
};

/** What stands of a closed lot since it was corrected [C4]. `first`: what it was knocked down to. */
type Corrected = {
  readonly at: number;
  readonly outcome: CorrectedOutcome;
  readonly buyer: BidderId | null;
  readonly cents: number | null;
  readonly first: LotSale;
};

export type LotState = {
  terms: LotTerms;
  /** Place in the catalogue, from 0. */
  index: number;
  phase: LotPhase;
  status: LotResult | null;
  withdrawn: boolean;
  /** null: no bid yet (the current price is then the start price [E2]). */
  currentBidCents: number | null;
  previousBidCents: number | null;
  leader: BidderId | null;
  leadKind: LeadKind | null;
  autoBids: ReadonlyMap<BidderId, AutoBid>;
  /** Everyone whose bid or taken auto-bid was accepted, in the order they first were; no one sealed [E7]. */
  participants: ReadonlySet<BidderId>;
  /** What the room saw from each of them. */
  shown: ReadonlyMap<BidderId, ShownBid>;
  vendorBids: number;
  /** Accepted bids and auto-bids; sealed ones from when they are taken. */
  bidCount: number;
  /** Interfaced sales: the clerk has opened bidding [T5]. */
  biddingOpen: boolean;
  liveAt: number | null;
  /** The lot's own deadline (ms); null where no timer closes it, and in synchronous sales. Stays after the close. */
  finishAt: number | null;
  frozenAt: number | null;
  /** Why, while it is frozen and if that was recorded. */
  frozenCause?: FreezeCause;
  pausedAt: number | null;
  /** When the lot's timer stopped; null while it runs. The deadline moves by the whole stop at its end [T8]. */
  timerStoppedAt: number | null;
  closedAt: number | null;
  /** When staff marked it sold before the auction [T21]; absent of every other lot. */
  soldBeforeAt?: number;
  /** The buyer after the auction, and the price in cents per unit [T22]; absent of every other lot. */
  soldAfter?: { readonly at: number; readonly buyer: BidderId; readonly cents: number };
  /** Floor bids that no other person's command followed, the last of them last [C1]. */
  floorBids?: readonly BeforeFloorBid[];
  /** The buyer on the floor, once that is known [C7]. */
  floorBuyer?: BidderId;
  /** The last floor bid that was taken back, until another bid comes [C1]. */
  takenBack?: { readonly at: number; readonly cents: number; readonly reason: string };
  correction?: Corrected;
  /** The version of the sale in which its terms were set last, while the sale can be changed [T24]. */
  cataloguedIn?: number;
  /** A correction that waits for somebody's agreement. */
  proposal?: { readonly correction: Correction; readonly awaits: Awaited };
};

/** An auction folded from its stream. Treated as immutable by everyone outside `state-edit.ts` and `evolve.ts`. */
export type AuctionState = {
  phase: AuctionPhase;
  details: AuctionDetails | null;
  terms: AuctionTerms | null;
  lots: readonly LotState[];
  /** Place of each lot in `lots`. */
  lotIndex: ReadonlyMap<LotId, number>;
  /** Lots that are neither closed nor withdrawn. */
  lotsUnclosed: number;
  /** Paddle of each bidder, in the order they first appeared in public: the alias others see [E12]. */
  paddles: ReadonlyMap<BidderId, string>;
  /** Accounts with a refused bid, by lot: they may read why. It decides nothing. Absent while there is none. */
  refused?: ReadonlyMap<LotId, ReadonlySet<BidderId>>;
  /** Auto-bids set so far, for their order. */
  autoBidsSet: number;
  /** When it opens and goes live: the terms' times, moved by what was frozen before them [T8]. */
  openAt: number | null;
  liveAt: number | null;
  /** synchronous: the sale's one deadline. */
  finishAt: number | null;
  /** sequential: when the next lot goes live, while none is. */
  nextLotAt: number | null;
  /** The earliest running deadline of each block of lots (see deadlines.ts); Infinity where none runs. */
  blockDeadlines: readonly number[];
  frozenAt: number | null;
  /** Why, while it is frozen and if that was recorded. */
  frozenCause?: FreezeCause;
  pausedAt: number | null;
  /** When the sale's own timers stopped; null while they run. */
  timersStoppedAt: number | null;
  closedAt: number | null;
  /** The account of each buyer number that was assigned to one [C9]; absent while none is. */
  buyerNumbers?: ReadonlyMap<BidderId, BidderId>;
  /** When staff cancelled it [T20]; absent of every other sale. */
  cancelledAt?: number;
  /** What staff announce in it [T23]; absent while they announce nothing. */
  announcement?: string;
  /** The messages to everybody that were sent: how many, and the text of the last one. Left out: none. */
  messaged?: { readonly count: number; readonly text: string };
  /** The lot that the clerk closed last, and until when (by the sale's timers) it may be reopened [C2]. */
  reopenable?: { readonly lot: LotId; readonly until: number };
  /** When a sale whose last lot has closed closes itself [C2]; absent of every other sale. */
  closesAt?: number;
  /** The version in which it was scheduled or changed last [T24]. */
  scheduledIn?: number;
  /** Effect time of the last event; no command is decided before it [T1]. */
  lastAt: number;
  /** Events folded; the stream's revision + 1. */
  version: number;
};
