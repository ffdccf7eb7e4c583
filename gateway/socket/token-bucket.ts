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

  /** Takes `count` tokens if there are as many. `now` must never go back. */
  take(now: number, count = 1): boolean {
    this.#fill(now);
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }

  /** Takes `count` tokens even if there are fewer: for what has happened already. The debt is filled first. */
  charge(now: number, count: number): void {
    this.#fill(now);
    this.#tokens -= count;
  }

  #fill(now: number): void {
    if (now <= this.#filledAt) return;
    this.#tokens = Math.min(this.#capacity, this.#tokens + (now - this.#filledAt) * this.#perMs);
    this.#filledAt = now;
  }
}

/** Keys whose buckets are kept; the longest unused are let go, which are full again. */
const KEYS_KEPT = 20_000;

/** A bucket for each key, such as an address. */
export class KeyedBuckets {
  readonly #buckets = new Map<string, TokenBucket>();

  /** As `TokenBucket`; `perSecond` and `capacity` are those of this key's kind. */
  take(key: string, count: number, of: BucketOf): boolean {
    return this.#bucket(key, of).take(of.now, count);
  }

  /** As `TokenBucket`. */
  charge(key: string, count: number, of: BucketOf): void {
    this.#bucket(key, of).charge(of.now, count);
  }

  #bucket(key: string, { perSecond, capacity, now }: BucketOf): TokenBucket {
    const bucket = this.#buckets.get(key) ?? new TokenBucket(perSecond, now, capacity);
    // The last used is the last in order.
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    for (const first of this.#buckets.keys()) {
      if (this.#buckets.size <= KEYS_KEPT) break;
      this.#buckets.delete(first);
    }
    return bucket;
  }
}

type BucketOf = { perSecond: number; capacity: number; now: number };
