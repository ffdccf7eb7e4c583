import type { BidCommand } from '@saleyard/domain/auction/commands.ts';
import type { LotResult, LotSale, Step } from '@saleyard/domain/auction/events.ts';
import type { BidderId, LotId } from '@saleyard/domain/auction/ids.ts';
import type { RefusalCode } from '@saleyard/domain/auction/refusals.ts';
import type { AuctionPhase } from '@saleyard/domain/auction/state.ts';
import type { Unit } from '@saleyard/domain/auction/terms.ts';
import type { AuctionType } from '@saleyard/domain/auction/types/auction-types.ts';
import type { Actor, Arrival } from '@saleyard/platform/event-log/port.ts';

/** The first wrong event, and what is wrong. `position` is its place in the whole log. */
export type Difference = {
  /**
   * The check that found it: the stored bytes, the chain of hashes, the decision, rules newer than this program, an
   * invariant, a lot's description, or the snapshot.
   */
  found: 'damaged' | 'chain' | 'decision' | 'rules' | 'invariant' | 'description' | 'snapshot';
  stream: string;
  revision: number;
  position: number | null;
  what: string;
  /** The engine's decision and the stored one, where they differ; null for none. */
  expected?: unknown;
  stored?: unknown;
};

/**
 * The person or timer that did it. `seller`: somebody who changed their own lot. `paddle`: the bidder's, which others saw;
 * null for everyone else, for the product, and until one has it.
 */
export type ReportActor = Pick<Actor, 'id'> & { kind: Actor['kind'] | 'seller'; paddle: string | null };

/** A person whom the report names, as far as the reader may see. `email`: null where the reader sees no contacts. */
export type ReportPerson = { name: string; role: 'admin' | 'auditor' | null; email: string | null };

/** A step of the sale itself, and of its staff. */
type SaleStep =
  | 'scheduled'
  | 'catalogued'
  | 'opened'
  | 'saleLive'
  | 'announced'
  | 'messaged'
  | 'exported'
  | 'cancelled'
  | 'saleClosed'
  | 'actionRefused';

/** One step of a lot: a bid with the resulting prices and the rule of each, or another event. */
export type Rung = {
  revision: number;
  /** When it took effect, ms. */
  at: number;
  /** When its command was sequenced, ms: later than `at` for what was due before. */
  sequencedAt: number;
  /** When and how the bid came; null: not recorded. */
  arrival: Arrival | null;
  actor: ReportActor;
  /** What was done, in words that follow the actor's name, without the amount. */
  act: string;
  /** What became of it, in words: the rule that decided, each resulting price, the reason that staff gave. */
  ruling: readonly string[];
  what:
    | SaleStep
    | BidCommand['type']
    | 'sealedAutoBids'
    | 'live'
    | 'closed'
    | 'amended'
    | 'withdrawn'
    | 'soldBefore'
    | 'soldAfter'
    | 'biddingOpened'
    | 'retracted'
    | 'reopened'
    | 'reinstated'
    | 'corrected'
    | 'proposed'
    | 'answered'
    | 'buyerNamed'
    | 'stopped';
  /** The bidder, or the buyer that the step is about. */
  bidder: BidderId | null;
  /** The buyer from whom a correction, also one that waits, or a reopening takes the lot; left out of every other step. */
  formerBuyer?: BidderId;
  /** The bid, or an auto-bid's maximum; null for other steps. */
  cents: number | null;
  refused: RefusalCode | null;
  steps: readonly Step[];
  /** The new deadline of the lot (or the sale), ms; null when it did not move. */
  extendedTo: number | null;
  /** A description of a step that is not a bid. */
  note: string | null;
  /** The account that made a correction; left out of every other step. */
  by?: string;
};

/** When the sale as a whole stood still. `to`: null while it does. `movedMs`: by how much its end moved the deadlines. */
export type Outage = { from: number; to: number | null; movedMs: number; actor: Actor; reason: string };

/** A lot's result, and its bid ladder. */
export type LotReport = {
  lot: LotId;
  number: string;
  title: string | null;
  unit: Unit;
  count: number;
  startCents: number;
  incrementCents: number;
  reserveCents: number | null;
  /** What staff recorded, and `open` (not closed yet), beside the engine's own results. */
  result: LotResult | 'withdrawn' | 'soldBeforeAuction' | 'soldAfterAuction' | 'open';
  priceCents: number | null;
  winner: BidderId | null;
  /** The winner's paddle, the name others saw. */
  paddle: string | null;
  /** What it was knocked down to, where it was corrected since. */
  knockedDown?: LotSale;
  accepted: number;
  refused: number;
  bidders: number;
  ladder: readonly Rung[];
};

export type Totals = {
  lots: number;
  /** In the sale and after it. */
  sold: number;
  passed: number;
  noBid: number;
  withdrawn: number;
  soldBeforeAuction: number;
  open: number;
  headSold: number;
  /** Sum of price × head of the lots sold per head, in cents; lots sold by weight are counted apart. */
  soldCents: number;
  soldByWeight: number;
};

/** The number of commands by outcome. Those of `hashed` and `notKept` were not decided again; those that differ are not counted. */
export type CommandCounts = {
  /** Commands that were decided again with the same events. */
  decided: number;
  accepted: number;
  refused: number;
  byTime: number;
  /** Refused, and too long to store: only the hash is known. */
  hashed: number;
  /** Refused in an earlier version, which did not store refused commands. */
  notKept: number;
};

/** Differences that a report lists; more are only counted. */
export const DIFFERENCES_LISTED = 1_000;

/** The result of an audit. `proven`: every event is intact, and every decision matches the engine's. */
export type AuditReport = {
  proven: boolean;
  /** The first difference, by revision. */
  difference: Difference | null;
  /** The first `DIFFERENCES_LISTED` of them, by revision, and how many there are. */
  differences: readonly Difference[];
  differenceCount: number;
  auction: {
    id: string;
    number: number;
    title: string;
    /** null for a sale that is not scheduled. */
    type: AuctionType | null;
    /** The version of the rules that it runs under; null for a sale that is not scheduled. */
    rules: number | null;
    phase: AuctionPhase;
    cancelled: boolean;
    /** ms; null until it happens. */
    openAt: number | null;
    liveAt: number | null;
    closedAt: number | null;
  };
  events: number;
  commands: CommandCounts;
  /** Hash of the last event. A copy of it proves later that nothing before it was changed. */
  headHash: string;
  /** Hash of the state that the events fold to. */
  stateHash: string;
  /** Events proven by the chain, and commands decided again with the same events: also those after a difference. */
  chained: number;
  decidedAgain: number;
  /** Lots whose listing is proven to match the catalogue; the chain proves descriptions in the catalogue itself. */
  described: number;
  snapshot: 'agrees' | 'differs' | 'unusable' | 'none' | 'not looked at';
  lots: readonly LotReport[];
  /** What happened to the sale as a whole, in order: also freezes, announcements, and refused commands of staff. */
  sale: readonly Rung[];
  outages: readonly Outage[];
  /** The people of the report by their account ids, as far as the reader may see; those forgotten are left out. */
  people: Readonly<Record<string, ReportPerson>>;
  /** The paddles of the sale, by account. */
  paddles: Readonly<Record<string, string>>;
  totals: Totals;
};
