/** A rate limit [G2]: `perSecond` tokens each second, at most one second's worth saved up. */
export class TokenBucket {
  readonly #perMs: number;
  readonly #capacity: number;
  #tokens: number;
  #filledAt: number;

  /** `now` in ms of the clock that `take` is given. */
  constructor(perSecond: number, now: number, capacity = perSecond) {
    this.#perMs = perSecond / 1000;
    this.#capacity = capacity;
    this.#tokens = capacity;
    this.#filledAt = now;
  }

  /** Takes one token if there is one. `now` must never go back. */
  take(now: number): boolean {
    if (now > this.#filledAt) {
      this.#tokens = Math.min(this.#capacity, this.#tokens + (now - this.#filledAt) * this.#perMs);
      this.#filledAt = now;
    }
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
