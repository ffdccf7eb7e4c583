import { every } from '@saleyard/platform/clock/every.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { DiskReserve } from '@saleyard/platform/disk-space.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';

const WATCH_EVERY_MS = 30_000;

/** Warns once when less than twice the reserve is free, and again after there was enough. Returns what ends it. */
export function watchDisk(
  reserve: DiskReserve,
  { clock, logger }: { clock: Clock; logger: Pick<Logger, 'warn'> },
): () => void {
  let wasLow = false;
  return every(clock, WATCH_EVERY_MS, () => {
    const { isLow, space } = reserve;
    if (isLow && !wasLow)
      logger.warn(
        { ...space },
        'the disk is nearly full: files and drafts are refused once its reserve is reached',
      );
    wasLow = isLow;
  });
}
