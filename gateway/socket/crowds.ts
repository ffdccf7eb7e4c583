/** Bids let through for each period of a crowd though no place is known: others may have left the line. */
const PROBES = 64;

/**
 * - `places`: bids that may still be sent, one for each that was decided since.
 * - `until`: when the period ends (ms, monotonic); `wasShort`: in it a bid found no place.
 */
type Crowd = { places: number; until: number; wasShort: boolean };

/**
 * Sales with no place in their owner's line [G25], as far as this gateway heard. Bids on them are turned away here,
 * which costs a fraction of asking; one is let through for each that is decided, so that the line stays full.
 */
export class Crowds {
  readonly #periodMs: number;
  readonly #crowds = new Map<string, Crowd>();

  constructor(periodMs: number) {
    this.#periodMs = periodMs;
  }

  /** Whether one more bid may be sent; its place is then taken. */
  takePlace(auction: string, now: number): boolean {
    const crowd = this.#crowds.get(auction);
    if (crowd === undefined) return true;
    if (now >= crowd.until && !this.#goesOn(auction, crowd, now)) return true;
    if (crowd.places > 0) {
      crowd.places -= 1;
      return true;
    }
    crowd.wasShort = true;
    return false;
  }

  /** Whether there is surely no place: as `takePlace`, and it takes none. */
  isFull(auction: string, now: number): boolean {
    const crowd = this.#crowds.get(auction);
    if (crowd === undefined || crowd.places > 0 || now >= crowd.until) return false;
    crowd.wasShort = true;
    return true;
  }

  /** A period in which everyone found a place was the last. */
  #goesOn(auction: string, crowd: Crowd, now: number): boolean {
    if (!crowd.wasShort) {
      this.#crowds.delete(auction);
      return false;
    }
    crowd.wasShort = false;
    crowd.until = now + this.#periodMs;
    crowd.places += PROBES;
    return true;
  }

  /** The owner turned a bid away. */
  full(auction: string, now: number): void {
    const crowd = this.#crowds.get(auction);
    const until = now + this.#periodMs;
    if (crowd === undefined) this.#crowds.set(auction, { places: 0, until, wasShort: true });
    else crowd.wasShort = true;
  }

  /** A bid left the line. */
  decided(auction: string): void {
    const crowd = this.#crowds.get(auction);
    if (crowd !== undefined) crowd.places += 1;
  }
}
