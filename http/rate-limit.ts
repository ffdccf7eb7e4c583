import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Refusal, refusal } from './failures.ts';

/** Counts one attempt of `key`. null: it may go on; otherwise the refusal of a caller who does it too often. */
export async function rateLimited(limiter: RateLimiterMemory, key: string): Promise<Refusal | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (over) {
    if (!(over instanceof RateLimiterRes)) throw over;
    return refusal('rate-limited', { retryAfterMs: over.msBeforeNext });
  }
}
