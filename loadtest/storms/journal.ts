/**
 * The records of a storm's clients, one JSON line each, written as they happen. Times in ms since the epoch by the
 * clock of the machine that storms; lots by their place in the plan.
 */
export type JournalRecord = BidRecord | ViewRecord | SeenRecord | SocketRecord | PageRecord | FaultRecord;

/**
 * One bid or auto-bid from its sending to its outcome.
 * - `accepted`, `refused`: the engine's decision.
 * - `not-taken`: rejected by the gateway, so surely not done.
 * - `unknown`: no outcome was had, however often the same commandId was sent.
 */
export type BidRecord = {
  k: 'bid';
  /** Place of the bidder in the plan. */
  bidder: number;
  commandId: string;
  lot: number;
  by: 'bid' | 'autoBid';
  cents: number;
  sentAt: number;
  /** The time of the last answer or, if there was none, of the end of waiting. */
  answeredAt: number;
  /** How often it was sent. */
  tries: number;
  outcome: 'accepted' | 'refused' | 'not-taken' | 'unknown';
  code: string | null;
  /** Revision of the decision; the REST answer of a refusal does not have it. */
  seq: number | null;
  /** The price after it, in cents. */
  priceCents: number | null;
};

/** One lot as a client holds it: its place, the digest of what it received, the price and the state. */
export type HeldLot = readonly [lot: number, digest: string, cents: number | null, state: string];

/**
 * A client's view at a moment: of the sale as of revision `seq`, some lots, or all when it is the client's
 * `last` view. `seq` is null for a view read over REST.
 */
export type ViewRecord = {
  k: 'view';
  client: string;
  at: number;
  seq: number | null;
  last: boolean;
  /** This client has seen the end of the sale. */
  over: boolean;
  /** Digest of the sale as it was received; null in a view of single lots or over REST. */
  auction: string | null;
  lots: readonly HeldLot[];
};

/**
 * When the sockets of one client group (`stand`) saw the sale reach a revision: the first and the last of `sockets`
 * that did.
 */
export type SeenRecord = {
  k: 'seen';
  stand: string;
  frames: readonly (readonly [seq: number, first: number, last: number, sockets: number])[];
};

/** A client's connection: `ms` from trying (or dropping) to being in the sale again; 0 for what takes no time. */
export type SocketRecord = {
  k: 'socket';
  client: string;
  at: number;
  what: 'joined' | 'resumed' | 'lost' | 'refused' | 'left';
  ms: number;
};

/** One page of a visitor. `status` 0: no answer. */
export type PageRecord = { k: 'page'; at: number; ms: number; page: string; status: number };

/** Data that no client may ever see. */
export type FaultRecord = { k: 'fault'; client: string; at: number; what: string };

/** How many hexadecimal digits of a sha256 are enough to distinguish two views. */
export const DIGEST_LENGTH = 16;
