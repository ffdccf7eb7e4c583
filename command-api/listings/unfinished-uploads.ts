import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Files } from '@saleyard/platform/files/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';

/** Parts of a video that was not finished are deleted this long after the last of them (ms). */
const KEPT_MS = 24 * 3_600_000;
/** ms between two sweeps; the first is a minute after the start, when a server has less to do. */
const SWEEP_EVERY_MS = 3_600_000;
const FIRST_SWEEP_MS = 60_000;

/** A part of a video, in the folder of its medium (`lot-media.ts`). */
const PART = /^(accounts\/[^/]+\/media\/[^/]+\/[^/]+)\/(part-\d+|size)$/;

/** Uploads in parts that were not finished: how many are left, and their bytes. */
export type Unfinished = { uploads: number; bytes: number };

/**
 * Deletes the parts of videos that were never finished: those without a size, which is stored last. Returns what is left.
 * @throws FilesUnavailable
 */
export async function sweepUnfinished({ files, clock }: { files: Files; clock: Clock }): Promise<Unfinished> {
  const uploads = new Map<string, { bytes: number; at: number; isFinished: boolean }>();
  for await (const { key, bytes, at } of files.list('accounts')) {
    const [, medium, file] = PART.exec(key) ?? [];
    if (medium === undefined) continue;
    const known = uploads.get(medium) ?? { bytes: 0, at: 0, isFinished: false };
    known.bytes += bytes;
    known.at = Math.max(known.at, at);
    known.isFinished ||= file === 'size';
    uploads.set(medium, known);
  }
  const left = { uploads: 0, bytes: 0 };
  for (const [medium, { bytes, at, isFinished }] of uploads) {
    if (isFinished) continue;
    if (clock.now() - at > KEPT_MS) await files.deleteAll(medium);
    else {
      left.uploads += 1;
      left.bytes += bytes;
    }
  }
  return left;
}

/** Sweeps again and again. `left`: what the last sweep left; undefined before the first. */
export function keepSwept(parts: { files: Files; clock: Clock; logger: Pick<Logger, 'warn'> }): {
  readonly left: Unfinished | undefined;
  stop(): void;
} {
  const { clock, logger } = parts;
  const swept: { left: Unfinished | undefined } = { left: undefined };
  let isStopped = false;
  let cancel = (): void => {};
  const after = (ms: number): void => {
    cancel = clock.after(ms, async () => {
      try {
        swept.left = await sweepUnfinished(parts);
      } catch (error) {
        logger.warn({ err: error }, 'unfinished uploads could not be swept');
      }
      if (!isStopped) after(SWEEP_EVERY_MS);
    });
  };
  after(FIRST_SWEEP_MS);
  return {
    get left() {
      return swept.left;
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
