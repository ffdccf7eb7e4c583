/** Bids let through for each period of a crowd though no place is known: others may have left the line. */
const PROBES = 64;

/**
 * - `places`: bids that may still be sent, one for each that was decided since.
 * - `until`: when the period ends (ms, monotonic); `wasShort`: in it a bid found no place.
 */
type Backpressure = { places: number; until: number; wasShort: boolean };

/**
 * Sales with no place in their owner's line [G25], as far as this gateway heard. Bids on them are turned away here,
 * which costs a fraction of asking; one is let through for each that is decided, so that the line stays full.
 */
export class BackpressureGate {
  readonly #periodMs: number;
  readonly #gate = new Map<string, Backpressure>();

  constructor(periodMs: number) {
    this.#periodMs = periodMs;
  }

  /** Whether one more bid may be sent; its place is then taken. */
  tryPass(auction: string, now: number): boolean {
    const pressed = this.#gate.get(auction);
    if (pressed === undefined) return true;
    if (now >= pressed.until && !this.#goesOn(auction, pressed, now)) return true;
    if (pressed.places > 0) {
      pressed.places -= 1;
      return true;
    }
    pressed.wasShort = true;
    return false;
  }

  /** Whether there is surely no place: as `tryPass`, and it takes none. */
  isFull(auction: string, now: number): boolean {
    const pressed = this.#gate.get(auction);
    if (pressed === undefined || pressed.places > 0 || now >= pressed.until) return false;
    pressed.wasShort = true;
    return true;
  }

  /** A period in which everyone found a place was the last. */
  #goesOn(auction: string, pressed: Backpressure, now: number): boolean {
    if (!pressed.wasShort) {
      this.#gate.delete(auction);
      return false;
    }
    pressed.wasShort = false;
    pressed.until = now + this.#periodMs;
    pressed.places += PROBES;
    return true;
  }

  /** The owner turned a bid away. */
  full(auction: string, now: number): void {
    const pressed = this.#gate.get(auction);
    const until = now + this.#periodMs;
    if (pressed === undefined) this.#gate.set(auction, { places: 0, until, wasShort: true });
    else pressed.wasShort = true;
  }

  /** A bid left the line. */
  decided(auction: string): void {
    const pressed = this.#gate.get(auction);
    if (pressed !== undefined) pressed.places += 1;
  }
}
