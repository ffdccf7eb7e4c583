/** The storms there are. */
export const STORM_NAMES = ['bid-storm', 'spectators', 'browse', 'sale-day', 'thundering-herd'] as const;
export type StormName = (typeof STORM_NAMES)[number];

/**
 * One action of a bidder: a bid `steps` increments above the least the button names, or an auto-bid that many
 * above the price; and then raises while outbid, each this many ms after the answer before it.
 */
export type Press = {
  /** ms since the sale went live. */
  atMs: number;
  /** Place of the lot in the plan's `lots`. */
  lot: number;
  by: 'bid' | 'autoBid';
  steps: number;
  raisesMs: readonly number[];
};

/** A bid that is sent this many ms after its lot's deadline, for a hand is slower than a hammer: it must be refused. */
export type LatePress = { lot: number; afterMs: number };

/** Somebody who bids. `cookie` is a session's: a plan is kept in a private folder and thrown away. */
export type PlannedBidder = {
  account: string;
  cookie: string;
  presses: readonly Press[];
  latePress: LatePress;
};

/** One threshold: what must hold of a metric, and why this number. */
export type Threshold = { metric: string; holds: string; why: string };

/** Everything that k6 gets about a storm. Times in ms since the epoch, by this machine's clock. */
export type StormPlan = {
  name: StormName;
  /** Origin of the server. */
  url: string;
  /** The server's clock minus this machine's, ms: deadlines are in the server's time. */
  clockOffsetMs: number;
  sale: { id: string; number: number; lots: readonly string[]; liveAt: number };
  /** A sale that is over, to look at its results; null when nobody browses. */
  closedSale: { number: number; lots: readonly string[] } | null;
  bidders: readonly PlannedBidder[];
  spectators: number;
  visitors: number;
  /** Everyone comes in within this many ms, evenly. */
  rampMs: number;
  /** When visitors stop looking around, and when every client leaves in any case. */
  browseUntil: number;
  leaveBy: number;
  /** Moments at which nearly every socket drops; all come back at the same moment. */
  drops: readonly number[];
  thresholds: Readonly<Record<string, readonly string[]>>;
  /** Where k6 writes its own summary. */
  summaryFile: string;
};
