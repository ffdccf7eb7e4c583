/**
 * Kinds of work in the order in which a busy process sheds them [G24].
 * - `bulk`: long work that can wait, such as documents, files, practice, and whole lists for anonymous visitors.
 * - `anonymous`: other requests of visitors who are not signed in; they can't bid.
 * - `signed-in`: pages of signed-in people. It is slowed rather than shed.
 * - `vital`: signing in, auto-bids, running a sale. Never shed; nor are bids, which come over the socket.
 */
export const WORK = ['bulk', 'anonymous', 'signed-in', 'vital'] as const;
export type Work = (typeof WORK)[number];

/** How many requests of one kind run at the same time, and how many may wait. */
export type Capacity = { atOnce: number; waiting: number };

/** Delays from which one more kind is shed: of the event loop, and of bids until their decision. ms. */
export type Threshold = { loopDelayMs: number; bidWaitMs: number };

export type SheddingLimits = {
  /** ms between measurements of the event loop's delay. */
  sampleMs: number;
  /** The minimum delay within this many ms counts: a short pause is ignored, a standing queue is not. */
  sliceMs: number;
  /** A kind that was shed is served again after this many ms at less than half of its threshold, one kind at a time. */
  calmMs: number;
  /** Beyond the first threshold `bulk` is shed, beyond the second `anonymous` too, beyond the third `signed-in` is slowed. */
  thresholds: readonly [Threshold, Threshold, Threshold];
  /** Requests of each kind in flight and waiting; beyond: 503. */
  capacity: Readonly<Record<Work, Capacity>>;
  /** The capacity of `signed-in` while it is slowed. */
  slowed: Capacity;
  /** ms a request waits for its turn; beyond: 503. */
  waitMs: number;
  /** `Retry-After` of each kind, in seconds, from and to: the values vary so that clients don't all retry at once. */
  retryAfterS: Readonly<Record<Work, readonly [from: number, to: number]>>;
};

/** The default limits. A bid that waits longer than the engine allows is rejected there. */
export const SHEDDING_LIMITS: SheddingLimits = {
  sampleMs: 100,
  sliceMs: 500,
  calmMs: 2_000,
  thresholds: [
    { loopDelayMs: 50, bidWaitMs: 150 },
    { loopDelayMs: 100, bidWaitMs: 250 },
    { loopDelayMs: 250, bidWaitMs: 400 },
  ],
  capacity: {
    bulk: { atOnce: 2, waiting: 4 },
    anonymous: { atOnce: 32, waiting: 64 },
    'signed-in': { atOnce: 64, waiting: 128 },
    vital: { atOnce: 256, waiting: 1_024 },
  },
  slowed: { atOnce: 2, waiting: 32 },
  waitMs: 1_000,
  retryAfterS: { bulk: [10, 30], anonymous: [3, 10], 'signed-in': [2, 6], vital: [1, 3] },
};

const NEVER: Threshold = { loopDelayMs: Number.POSITIVE_INFINITY, bidWaitMs: Number.POSITIVE_INFINITY };

/**
 * Shedding that starts only with rejected bids, however late the process is. For processes that share a machine with
 * other heavy work, such as tests and benchmarks.
 */
export const STEADY_SHEDDING: SheddingLimits = {
  ...SHEDDING_LIMITS,
  thresholds: [NEVER, NEVER, NEVER],
  waitMs: 60_000,
};
