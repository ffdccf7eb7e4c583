import type { StaffCommand } from '@saleyard/domain/auction/commands.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';

/** The freeze after an outage, as it is recorded. */
export const OUTAGE_FREEZE: StaffCommand = { type: 'freeze', reason: 'outage', cause: 'outage' };

/**
 * Since when a live auction accepted no bids (ms), if longer than the grace [N6]; else null. `aliveAt` is when its
 * engine last accepted bids.
 * | A sale whose `liveAt` passed meanwhile goes live at that time, and counts from there. An auction that is frozen,
 * closed, or not yet due to go live has no outage.
 */
function outageSince(state: AuctionState, aliveAt: number, now: number, graceMs: number): number | null {
  const isOver = state.phase === 'closed' || state.cancelledAt !== undefined;
  if (state.terms === null || state.frozenAt !== null || isOver) return null;
  if (state.phase !== 'live' && state.timersStoppedAt !== null) return null;
  const liveAt = state.liveAt ?? Number.POSITIVE_INFINITY;
  const since = Math.max(aliveAt, state.lastAt, liveAt);
  return now - since > graceMs ? since : null;
}

/**
 * Determines until when an auction accepted bids. Times in ms.
 * | A pause of this process looks like an outage. Another node may have run the auction meanwhile, so a suspected
 * outage counts only after log and marks are read again [N5].
 */
export class OutageDetector {
  readonly #graceMs: number;
  #aliveAt = Number.NEGATIVE_INFINITY;
  #failing = false;
  #suspecting = false;
  #lookedAgain = false;

  constructor(graceMs: number) {
    this.#graceMs = graceMs;
  }

  /** The last time at which the auction is known to have accepted bids. */
  get aliveAt(): number {
    return this.#aliveAt;
  }

  /** Starts from the liveness marks, after the log was read to its end. */
  begin(markedAt: number): void {
    this.#lives(markedAt);
    this.#lookedAgain = true;
  }

  /**
   * Whether there is an outage, and since when. `suspected`: log and marks must be read again (then `begin`) before
   * acting on it. Without an outage the auction counts as alive now, unless it is frozen or appends fail.
   */
  outage(state: AuctionState, now: number): { kind: 'none' | 'suspected' } | { kind: 'sure'; since: number } {
    const since = outageSince(state, this.#aliveAt, now, this.#graceMs);
    const sure = this.#lookedAgain;
    this.#lookedAgain = false;
    this.#suspecting = since !== null && !sure;
    if (since !== null) return sure ? { kind: 'sure', since } : { kind: 'suspected' };
    // While frozen it accepts no bids, and counts from its resume. The freeze itself may never get to disk.
    if (!this.#failing && state.frozenAt === null) this.#lives(now);
    return { kind: 'none' };
  }

  /** Whether, as far as this node saw, the auction accepted no bids for longer than the grace. */
  seemsOut(state: AuctionState, now: number): boolean {
    return outageSince(state, this.#aliveAt, now, this.#graceMs) !== null;
  }

  /** Log and marks must be read again. */
  unsure(): void {
    this.#lookedAgain = false;
  }

  #lives(at: number): void {
    this.#aliveAt = Math.max(this.#aliveAt, at);
  }

  /** An append failed: until one succeeds, the auction accepts no bids. */
  failed(): void {
    this.#failing = true;
  }

  /**
   * An append succeeded. Returns whether to check for an outage: after a failure or while one is suspected, unless
   * this append left the sale frozen. The append proves nothing about its own duration: the process may have been
   * paused during it.
   */
  succeeded(frozen: boolean): boolean {
    const look = (this.#failing || this.#suspecting) && !frozen;
    this.#failing = false;
    return look;
  }
}
