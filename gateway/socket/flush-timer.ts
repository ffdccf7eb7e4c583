import type { Clock } from '@saleyard/platform/clock/port.ts';

/** A flush takes at most this fraction (1/n) of the time, so that bids never wait for updates of spectators. */
export const FLUSH_SHARE = 10;

/** Longest wait between the starts of two flushes, however long one takes, in ms. */
export const LONGEST_WAIT_MS = 250;

/** How long one slice of a flush takes, in ms; longer only if the work between two slices took longer. */
export const SLICE_MS = 0.1;

/** ms that it pauses while a bid waits: a decision must be on disk before it is sent. */
const PAUSE_MS = 1;
/** Factor by which an idle process's timer may be late: timers count whole ms. */
const TIMER_LATENESS = 2;

/** A flush that can be interrupted: it may pause after each step. */
type Flush = Iterator<void, void>;

/** `began`: ms, monotonic; `tookMs`: without its pauses. */
type UnderWay = { flush: Flush; began: number; tookMs: number };

type Parts = {
  clock: Clock;
  flushMs: number;
  flush(): Flush;
  /** Whether a bidder waits for an answer; answers are sent before updates of spectators. */
  hasWaiters(): boolean;
};

/**
 * Decides when to flush [G3]: at the end of the turn when nothing was flushed for `flushMs`, else `flushMs` after the
 * last flush began, or later when that one took long. Requests between two flushes are merged into one. A flush runs
 * in slices; bids are received and answered between two slices.
 */
export class FlushTimer {
  readonly #parts: Parts;
  #underWay: UnderWay | undefined;
  /** ms, monotonic, before which no flush begins. */
  #next = Number.NEGATIVE_INFINITY;
  #asked = false;
  #stopped = false;
  #cancel: () => void = () => {};

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  request(): void {
    if (this.#asked || this.#stopped) return;
    this.#asked = true;
    if (this.#underWay === undefined) this.#schedule();
  }

  /** Flushes everything pending now, first the rest of a flush in progress, without a pause. */
  flushNow(): void {
    if (this.#stopped) return;
    this.#cancel();
    if (this.#underWay !== undefined) this.#goOn(this.#underWay, Number.POSITIVE_INFINITY);
    this.#cancel();
    this.#begin(Number.POSITIVE_INFINITY);
  }

  /** Stops flushing. The rest of a flush in progress is dropped. */
  stop(): void {
    this.#stopped = true;
    this.#underWay = undefined;
    this.#cancel();
  }

  #schedule(): void {
    const { clock } = this.#parts;
    const wait = this.#next - clock.monotonic();
    if (wait > 0) this.#cancel = clock.after(wait, () => this.#begin(SLICE_MS));
    else this.#soon(() => this.#begin(SLICE_MS));
  }

  #soon(run: () => void): void {
    const immediate = setImmediate(run);
    this.#cancel = () => clearImmediate(immediate);
  }

  #begin(sliceMs: number): void {
    this.#asked = false;
    const began = this.#parts.clock.monotonic();
    this.#underWay = { flush: this.#parts.flush(), began, tookMs: 0 };
    this.#goOn(this.#underWay, sliceMs);
  }

  #goOn(underWay: UnderWay, sliceMs: number): void {
    const { clock, hasWaiters } = this.#parts;
    const from = clock.monotonic();
    let now = from;
    let over = false;
    do {
      over = underWay.flush.next().done === true;
      now = clock.monotonic();
    } while (!over && now - from < sliceMs);
    underWay.tookMs += now - from;
    if (over) {
      this.#end(underWay);
      return;
    }
    const pauseMs = hasWaiters() ? PAUSE_MS : 0;
    const goOn = () => {
      // A slice lasts as long as other work took, less idle time, so spectators get updates under any load.
      const others = clock.monotonic() - now - pauseMs * TIMER_LATENESS;
      this.#goOn(underWay, Math.max(SLICE_MS, others));
    };
    if (pauseMs > 0) this.#cancel = clock.after(pauseMs, goOn);
    else this.#soon(goOn);
  }

  #end({ began, tookMs }: UnderWay): void {
    this.#underWay = undefined;
    this.#next = began + Math.max(this.#parts.flushMs, Math.min(tookMs * FLUSH_SHARE, LONGEST_WAIT_MS));
    if (this.#asked) this.#schedule();
  }
}
