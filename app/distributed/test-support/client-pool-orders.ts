import type { BidRecord, FaultRecord, ViewRecord } from '@saleyard/loadtest/storms/journal.ts';

/** One client of the pool: an account that may bid, signed in. */
export type PoolAccount = { account: string; cookie: string };

/** What the test orders its client pool. Every order is answered by the report of the same name. */
export type PoolOrder =
  /** Everyone opens their one connection. */
  | { order: 'come'; url: string; clients: readonly PoolAccount[]; seed: number }
  /** Everyone goes over to this sale, and begins a new record. */
  | { order: 'join'; auction: string; lots: readonly string[] }
  /** Each bids about so often, on what they see; null: nobody begins another bid. */
  | { order: 'bid'; everyMs: number | null }
  | { order: 'status' }
  /** Everyone's view now, as their last, with everything since the sale was joined. */
  | { order: 'record' };

/** How the client pool is. `seen`: the least revision of the sale that someone is at. */
export type PoolStatus = {
  live: number;
  seen: number;
  over: number;
  /** The least number of lots that someone sees closed. */
  leastClosed: number;
  /** Everyone sees the sale paused. */
  allPaused: boolean;
  /** Bids whose outcome is not known yet. */
  pending: number;
  decided: number;
  /** Of all: those that were answered for a while that the outcome is not known. */
  doubtful: number;
};

/** A time without, of one client: from and until, in ms since the epoch. */
export type Interruption = { person: number; from: number; to: number };

export type PoolRecord = {
  bids: BidRecord[];
  views: ViewRecord[];
  faults: FaultRecord[];
  /** Times of at least 300 ms in which somebody's view of the sale stood still. */
  stills: Interruption[];
  /** Times in which somebody had no connection to the sale. */
  aways: Interruption[];
};

export type PoolReport =
  | { report: 'come' | 'join' | 'bid' }
  | { report: 'status'; status: PoolStatus }
  | { report: 'record'; record: PoolRecord };
