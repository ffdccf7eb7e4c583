import type { LotResult } from './events.ts';
import type { BidderId, LotId } from './ids.ts';
import type { AuctionDetails, AuctionTerms, LotTerms } from './terms.ts';

export type LotPhase = 'future' | 'open' | 'live' | 'futureInLive' | 'closed';
export type AuctionPhase = 'future' | 'open' | 'live' | 'closed';

/** A bidder's maximum on a lot. At most one per bidder; kept, inactive, when stopped or outrun. */
export type AutoBid = {
  bidder: BidderId;
  maxCents: number;
  active: boolean;
  /** Earlier wins ties: the order in which this maximum was set. */
  order: number;
};

/** How the leader came to lead. */
export type LeadKind = 'bid' | 'autoBid' | 'floorBid' | 'vendorBid';

export type LotState = {
  readonly terms: LotTerms;
  /** Place in the catalogue, from 0. */
  readonly index: number;
  phase: LotPhase;
  status: LotResult | null;
  withdrawn: boolean;
  /** null: no bid yet (the current price is then the start price [E2]). */
  currentBidCents: number | null;
  previousBidCents: number | null;
  leader: BidderId | null;
  leadKind: LeadKind | null;
  autoBids: readonly AutoBid[];
  /** Everyone whose bid or auto-bid was accepted, in the order they first were. */
  participants: readonly BidderId[];
  vendorBids: number;
  /** Accepted bids and auto-bids. */
  bidCount: number;
  /** Interfaced sales: the clerk has opened bidding [T5]. */
  biddingOpen: boolean;
  liveAt: number | null;
  finishAt: number | null;
  frozenAt: number | null;
  pausedAt: number | null;
  closedAt: number | null;
};

/** An auction folded from its stream. Treated as immutable by everyone outside `evolve.ts`. */
export type AuctionState = {
  phase: AuctionPhase;
  details: AuctionDetails | null;
  terms: AuctionTerms | null;
  lots: readonly LotState[];
  /** Place of each lot in `lots`. */
  lotIndex: ReadonlyMap<LotId, number>;
  /** Paddle of each bidder, in the order they first bid: the alias others see [E12]. */
  paddles: ReadonlyMap<BidderId, string>;
  /** Auto-bids set so far, for their order. */
  autoBidsSet: number;
  /** synchronous: the sale's one deadline. */
  finishAt: number | null;
  frozenAt: number | null;
  pausedAt: number | null;
  closedAt: number | null;
  /** Effect time of the last event; no command is decided before it [T1]. */
  lastAt: number;
  /** Events folded; the stream's revision + 1. */
  version: number;
};
