import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Refusal, refusal } from './failures.ts';

/** Counts one attempt of `key`. null: allowed; otherwise the refusal of a caller over the limit. */
export async function rateLimited(limiter: RateLimiterMemory, key: string): Promise<Refusal | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (over) {
    if (!(over instanceof RateLimiterRes)) throw over;
    return refusal('rate-limited', { retryAfterMs: over.msBeforeNext });
  }
}
