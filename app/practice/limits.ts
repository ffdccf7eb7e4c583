/** Every limit of practice sales, and its effect. */
export const PRACTICE_LIMITS = {
  /** Practice sales this process runs at once; one more is refused as `practice-full`. */
  atOnce: 20,
  /** The most of these that visitors may run, so that places are left for people with an account. */
  visitorsAtOnce: 10,
  /** ms after which somebody refused for that is asked to try again. */
  fullRetryMs: 60_000,
  /** Practice sales one person may begin in `startsWithinMs`; one more is refused as `rate-limited`. */
  starts: 12,
  startsWithinMs: 3_600_000,
  /** ms a practice sale lasts at most; then it is ended, even during bids. */
  longestMs: 12 * 60_000,
  /**
   * ms without any event after which nobody runs a practice sale any more: it is ended, and a new one may begin. A
   * lot lasts less than that, so one that runs is never quiet for this long.
   */
  quietMs: 90_000,
  /** ms between looks for such sales. */
  sweepMs: 15_000,
} as const;

export type PracticeLimits = { readonly [K in keyof typeof PRACTICE_LIMITS]: number };
