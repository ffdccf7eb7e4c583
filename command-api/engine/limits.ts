/** Every limit of the engine's runtime, and what happens beyond it. Times in ms. */
export const ENGINE_LIMITS = {
  /** Commands queued for one auction; beyond: `unavailable`, `rate-limited`. */
  waitingCommands: 10_000,
  /**
   * A bidder's command is answered `unavailable`, `rate-limited` at once while this many are queued for one auction,
   * or the first of them has waited longer than this (ms) [G25].
   */
  waitingBids: 1_024,
  waitingMs: 500,
  /** Commands in one append, well within a log's limit (1 MiB); the rest waits for the next. */
  batchCommands: 768,
  /** Commands that wait for the check whether the caller may bid; beyond: `unavailable`, `rate-limited`. */
  admittingCommands: 10_000,
  /** A caller whose append has no known outcome is answered `unknown` after this time. */
  unknownAnswerMs: 5_000,
  /** Delay before an append of unknown outcome is retried: doubles from the first to the last. */
  retryFirstMs: 50,
  retryLastMs: 2_000,
  /** Conflicts in a row after which the callers of a batch are answered `unavailable`. */
  conflictsInARow: 20,
  /** The retry delay in an `unavailable` answer. */
  retryAfterMs: 1_000,
  /** A live auction that accepted no bids for longer than this is frozen when it is opened again. */
  outageGraceMs: 5_000,
  /** How often the node checks for auctions without an owner. Changes are checked at once. */
  claimEveryMs: 500,
  /** An auction without an owner is reserved for its preferred node for this long. */
  claimWaitMs: 600,
  /** Document operations that take longer are skipped: snapshots, liveness marks. */
  documentsMs: 1_000,
  /** How often a node writes its liveness marks. */
  livenessMs: 1_000,
  /** A liveness mark expires after this time; then the time of the auction's last event is used instead. */
  livenessKeptMs: 7 * 24 * 3_600_000,
  /** A node whose clock is further than this from the log's server refuses to decide. */
  clockSkewMs: 2_000,
  /** How long a node distrusts the time after its clock and the log server's jumped together [N14]. */
  clockJumpMs: 60_000,
  /** How often the clocks are compared. */
  clockCheckMs: 10_000,
  /** A snapshot is due after this many events. */
  snapshotEvery: 10_000,
  /** At `close`, an auction is saved as a snapshot if this many events came after its last one. */
  snapshotAtClose: 1_000,
  /** Closed auctions cached for late commands; beyond it the least recently used one is dropped. */
  closedKept: 64,
  /** Auctions opened in parallel at the start. */
  openingAtOnce: 8,
} as const;

export type EngineLimits = { readonly [K in keyof typeof ENGINE_LIMITS]: number };
