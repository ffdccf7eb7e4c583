/** Bids passed in each period without a permit: bids of other gateways may have left the queue. */
const PROBES = 64;

/**
 * - `permits`: bids that may still be sent, one for each decided bid.
 * - `until`: when the period ends (ms, monotonic).
 * - `wasShort`: a bid was rejected in it.
 */
type Backpressure = { permits: number; until: number; wasShort: boolean };

/**
 * Tracks the auctions whose owner's queue is full [G25]. Bids on them are rejected here, which is far cheaper than
 * asking the owner. One bid passes for each that is decided, so that the queue stays full.
 */
export class BackpressureGate {
  readonly #periodMs: number;
  readonly #gate = new Map<string, Backpressure>();

  constructor(periodMs: number) {
    this.#periodMs = periodMs;
  }

  /** Whether one more bid may be sent. True takes a permit. */
  tryPass(auction: string, now: number): boolean {
    const pressed = this.#gate.get(auction);
    if (pressed === undefined) return true;
    if (now >= pressed.until && !this.#goesOn(auction, pressed, now)) return true;
    if (pressed.permits > 0) {
      pressed.permits -= 1;
      return true;
    }
    pressed.wasShort = true;
    return false;
  }

  /** Whether the queue is certainly full: like `tryPass`, without taking a permit. */
  isFull(auction: string, now: number): boolean {
    const pressed = this.#gate.get(auction);
    if (pressed === undefined || pressed.permits > 0 || now >= pressed.until) return false;
    pressed.wasShort = true;
    return true;
  }

  /** A period in which every bid passed is the last. */
  #goesOn(auction: string, pressed: Backpressure, now: number): boolean {
    if (!pressed.wasShort) {
      this.#gate.delete(auction);
      return false;
    }
    pressed.wasShort = false;
    pressed.until = now + this.#periodMs;
    pressed.permits += PROBES;
    return true;
  }

  /** Records that the owner rejected a bid. */
  full(auction: string, now: number): void {
    const pressed = this.#gate.get(auction);
    const until = now + this.#periodMs;
    if (pressed === undefined) this.#gate.set(auction, { permits: 0, until, wasShort: true });
    else pressed.wasShort = true;
  }

  /** Records that a bid left the queue. */
  decided(auction: string): void {
    const pressed = this.#gate.get(auction);
    if (pressed !== undefined) pressed.permits += 1;
  }
}
