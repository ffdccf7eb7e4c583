import { TaskFailed, WorkersBusy } from '@saleyard/platform/workers/port.ts';
import { createProcessPool } from '@saleyard/platform/workers/process-pool.ts';
import type { OnePicture, PictureTask, Sizes, UnfitPicture } from './picture-task.ts';

/**
 * One picture at a time, in a process that starts with the first one and ends when there are none for a while: neither
 * the thread nor the disk threads in which bids are handled decode anything, and a picture that crashes the image library
 * crashes nothing else.
 */
const pool = createProcessPool<PictureTask, Sizes | OnePicture | UnfitPicture>(
  new URL('./picture-worker.js', import.meta.url),
  { atOnce: 1, waiting: 8, taskMs: 25_000, memoryMb: 256 },
);

/** `unfit`: why a picture is refused. `busy`: too many are being made, or none can be at the moment. */
export type PictureNotMade = UnfitPicture | { outcome: 'busy' };

async function made<T extends Sizes | OnePicture>(task: PictureTask): Promise<T | PictureNotMade> {
  try {
    return (await pool.run(task)) as T | UnfitPicture;
  } catch (error) {
    if (error instanceof WorkersBusy || error instanceof TaskFailed) return { outcome: 'busy' };
    throw error;
  }
}

/** The stored sizes of a JPEG or PNG, which must be at least `LEAST_PICTURE`. `most`: px of its longer side. */
export const sizesIn = (bytes: Uint8Array, most: number): Promise<Sizes | PictureNotMade> =>
  made<Sizes>({ make: 'sizes', bytes, most });

/** A JPEG or PNG encoded again. `side`: px of its longer side, at most. */
export const pictureIn = (
  bytes: Uint8Array,
  { side, as }: Pick<PictureTask & { make: 'one' }, 'side' | 'as'>,
): Promise<OnePicture | PictureNotMade> => made<OnePicture>({ make: 'one', bytes, side, as });
