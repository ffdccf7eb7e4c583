import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Files, StoredFile } from '@saleyard/platform/files/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';

/** Parts of a video that was not finished are deleted this long after the last of them (ms). */
const KEPT_MS = 24 * 3_600_000;
/** ms between two sweeps; the first is a minute after the start, when a server has less to do. */
const SWEEP_EVERY_MS = 3_600_000;
const FIRST_SWEEP_MS = 60_000;

/** A part of a video, in the folder of its medium (`lot-media.ts`). */
const PART = /^(accounts\/[^/]+\/media\/[^/]+\/[^/]+)\/(part-\d+|size)$/;

type Upload = { bytes: number; parts: number; at: number; isFinished: boolean };

/** Finds the videos that are uploaded in parts among stored files. */
export class UnfinishedParts {
  readonly #media = new Map<string, Upload>();

  take({ key, bytes, at }: StoredFile): void {
    const [, medium, file] = PART.exec(key) ?? [];
    if (medium === undefined) return;
    const known = this.#media.get(medium) ?? { bytes: 0, parts: 0, at: 0, isFinished: false };
    known.bytes += bytes;
    known.parts += 1;
    known.at = Math.max(known.at, at);
    known.isFinished ||= file === 'size';
    this.#media.set(medium, known);
  }

  /** Those without a size, which is stored last, by their folders. `at`: when the last part came. */
  get uploads(): ReadonlyMap<string, Upload> {
    return new Map([...this.#media].filter(([, { isFinished }]) => !isFinished));
  }
}

/** Uploads in parts that were not finished: how many are left, and their bytes. */
export type Unfinished = { uploads: number; bytes: number };

/**
 * Deletes the parts of videos that were never finished. Returns what is left.
 * @throws FilesUnavailable
 */
export async function sweepUnfinished({ files, clock }: { files: Files; clock: Clock }): Promise<Unfinished> {
  const unfinished = new UnfinishedParts();
  for await (const file of files.list('accounts')) unfinished.take(file);
  const left = { uploads: 0, bytes: 0 };
  for (const [medium, { bytes, at }] of unfinished.uploads) {
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
