import type { PageReport } from '@saleyard/contract/realtime.ts';
import { MOST_OFFSET_MS } from '@saleyard/contract/realtime-protocol.ts';
import { clockOffset } from '@/lib/clock.ts';

/**
 * What the page reports beside a bid: the price that it showed (null: no bid yet; undefined: not known) and how far the
 * device's clock is ahead, if that is known. The order of the members is that of the gateway's fast path.
 */
export function pageReport(seenCents: number | null | undefined): PageReport | undefined {
  if (seenCents === undefined) return undefined;
  const clockOffsetMs = clockOffset();
  const isKnown = clockOffsetMs !== undefined && Math.abs(clockOffsetMs) <= MOST_OFFSET_MS;
  return isKnown ? { clockOffsetMs, seenCents } : { seenCents };
}
