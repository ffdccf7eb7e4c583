/** Every limit of the engine's runtime, in one place, with what happens beyond it. Times in ms. */
export const ENGINE_LIMITS = {
  /** Commands waiting for one auction's decision; one more is answered `unavailable`, `rate-limited`. */
  waitingCommands: 10_000,
  /**
   * A bidder's command is answered `unavailable`, `rate-limited` at once while this many wait for one auction's
   * decision, or the first of them has waited longer than this (ms) [G25].
   */
  waitingBids: 1_024,
  waitingMs: 500,
  /** Commands decided into one append, well within what a log takes at once (1 MiB); the rest waits for the next. */
  batchCommands: 768,
  /** Commands whose caller may not bid is not known yet; one more is answered `unavailable`, `rate-limited`. */
  admittingCommands: 10_000,
  /** A caller whose append has no known outcome is answered `unknown` after this long. */
  unknownAnswerMs: 5_000,
  /** Wait before an append of unknown outcome is tried again: doubles from the first to the last. */
  retryFirstMs: 50,
  retryLastMs: 2_000,
  /** Conflicts in a row after which the callers of a batch are answered `unavailable`. */
  conflictsInARow: 20,
  /** The time to retry in an `unavailable` answer. */
  retryAfterMs: 1_000,
  /** A live auction that nobody could bid in for longer than this comes back frozen. */
  outageGraceMs: 5_000,
  /** How often the node checks for auctions that nobody runs. Changes are checked at once. */
  claimEveryMs: 500,
  /** An auction that nobody holds is left so long to the node that should have it. */
  claimWaitMs: 600,
  /** Documents that take longer are done without: a snapshot, the marks of liveness. */
  documentsMs: 1_000,
  /** How often a node says that it lives, and which live auctions it runs. */
  livenessMs: 1_000,
  /** A liveness mark expires after this time; then the auction's last event is used instead. */
  livenessKeptMs: 7 * 24 * 3_600_000,
  /** A node whose clock is further than this from the log's server decides nothing. */
  clockSkewMs: 2_000,
  /** How long a node distrusts the time after a jump of its clock that the log server's clock made too [N14]. */
  clockJumpMs: 60_000,
  /** How often the clocks are compared. */
  clockCheckMs: 10_000,
  /** A snapshot is due after this many events. */
  snapshotEvery: 10_000,
  /** At `close`, an auction is snapshotted if this many events came after its last snapshot. */
  snapshotAtClose: 1_000,
  /** Closed auctions kept in memory for late commands; beyond it the least recently used one is dropped. */
  closedKept: 64,
  /** Auctions opened at the same time at the start. */
  openingAtOnce: 8,
} as const;

export type EngineLimits = { readonly [K in keyof typeof ENGINE_LIMITS]: number };
