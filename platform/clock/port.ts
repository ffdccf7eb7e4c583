/** Time, handed in wherever it is needed. */
export interface Clock {
  /** ms since the epoch. */
  now(): number;
  /** ms of a clock that never steps, from an arbitrary zero; for measuring durations. */
  monotonic(): number;
  /** Calls `run` once, `delayMs` from now; returns what cancels it. Delays beyond 2^31 ms are kept whole. */
  after(delayMs: number, run: () => void): () => void;
}
