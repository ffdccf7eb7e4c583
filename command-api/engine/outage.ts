import type { AuctionState } from '@saleyard/domain/auction/state.ts';

/** The reason an outage's freeze is recorded with. */
export const OUTAGE_REASON = 'outage';

/**
 * Since when a live auction stood without anyone able to bid (ms), when that is longer than the grace; else
 * null. `aliveAt` is when its engine was last known to take bids.
 *
 * A sale whose `liveAt` passed meanwhile goes live then, and counts from there: it went live with nobody at the
 * rostrum. What is frozen already, closed, or not yet due to go live has no outage.
 */
function outageSince(state: AuctionState, aliveAt: number, now: number, graceMs: number): number | null {
  if (state.terms === null || state.frozenAt !== null || state.phase === 'closed') return null;
  if (state.phase !== 'live' && state.timersStoppedAt !== null) return null;
  const liveAt = state.liveAt ?? Number.POSITIVE_INFINITY;
  const since = Math.max(aliveAt, state.lastAt, liveAt);
  return now - since > graceMs ? since : null;
}

/** Knows until when an auction was able to take bids, and so since when it was not. Times in ms. */
export class Vigil {
  readonly #graceMs: number;
  #aliveAt = Number.NEGATIVE_INFINITY;
  #failing = false;

  constructor(graceMs: number) {
    this.#graceMs = graceMs;
  }

  /** Until when the auction is known to have been able to take bids. */
  get aliveAt(): number {
    return this.#aliveAt;
  }

  /** It takes up where a mark of liveness left off. */
  begin(markedAt: number): void {
    this.#aliveAt = Math.max(this.#aliveAt, markedAt);
  }

  /** Since when there is an outage; null when there is none, and then the auction lives now unless appends fail. */
  outage(state: AuctionState, now: number): number | null {
    const since = outageSince(state, this.#aliveAt, now, this.#graceMs);
    if (since === null && !this.#failing) this.begin(now);
    return since;
  }

  /** An append failed: until one succeeds, the auction takes no bids. */
  failed(): void {
    this.#failing = true;
  }

  /**
   * An append succeeded. Answers whether to look for an outage: yes after a failure, unless this append already
   * left the sale frozen.
   */
  succeeded(frozen: boolean, now: number): boolean {
    const look = this.#failing && !frozen;
    this.#failing = false;
    if (!look) this.begin(now);
    return look;
  }
}
