import { PART_BYTES } from '@saleyard/contract/lot-media.ts';
import { refusal, sendRefusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Request, RequestHandler } from 'express';
import { KeyedBuckets } from '../socket/token-bucket.ts';
import type { ClientOf } from './client-limits.ts';

/** What one client may read of pictures; beyond: 429 [G21]. */
export type MediaLimits = {
  /** Bytes of an answer that count as one picture; a longer answer counts as one for each such part. */
  pictureBytes: number;
  /** Pictures each second, and how many may be saved up. */
  rates: Readonly<Record<'person' | 'address', Readonly<{ perSecond: number; capacity: number }>>>;
};

/**
 * A catalogue page shows 60 pictures of some 20 to 60 KB, which the browser then keeps. A person may open 40 new pages at
 * once and then 40 a minute. 300 visitors of one Wi-Fi may open 3 pages each at once (300 × 3 × 60 = 54,000) and then 3 a
 * minute (54,000 ÷ 60 s = 900), which is 56 MiB/s: more than a saleyard's line carries.
 */
export const MEDIA_LIMITS: MediaLimits = {
  pictureBytes: 64 * 1024,
  rates: {
    person: { perSecond: 40, capacity: 2_400 },
    address: { perSecond: 900, capacity: 54_000 },
  },
};

/** `Retry-After` in ms for a client that has read too much. */
const RETRY_MS = 5_000;

// The path of its route, since a route also matches other spellings of a path.
const isVideo = ({ route }: Request): boolean => String(route?.path).endsWith('/video.mp4');

/**
 * Limits the pictures that each client reads [G21]. A picture counts as one when it is requested, and for its length
 * once it was answered: it must be read first. One that the browser has (304) is not read, and stays one. A video
 * counts as one part at least, which is read for a single byte as well; a HEAD reads nothing of it.
 */
export function limitMedia(identify: ClientOf, clock: Clock, limits = MEDIA_LIMITS): RequestHandler {
  const rates = new KeyedBuckets();
  return async (request, response, next) => {
    const { name, isAddress } = await identify(request);
    const rate = () => ({
      ...(isAddress ? limits.rates.address : limits.rates.person),
      now: clock.monotonic(),
    });
    const isRead = request.method !== 'HEAD' || !isVideo(request);
    const least = isRead && isVideo(request) ? Math.ceil(PART_BYTES / limits.pictureBytes) : 1;
    if (!rates.take(name, least, rate())) {
      sendRefusal(response, refusal('rate-limited', { retryAfterMs: RETRY_MS }));
      return;
    }
    response.once('close', () => {
      const bytes = isRead ? Number(response.getHeader('Content-Length') ?? 0) : 0;
      const more = Math.ceil(bytes / limits.pictureBytes) - least;
      if (more > 0) rates.charge(name, more, rate());
    });
    next();
  };
}
