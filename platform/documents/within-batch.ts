import type { RootDatabase } from 'lmdb';

/**
 * Ignores the promise of one write inside a batch: the batch's own promise has the outcome of all of them, and
 * a rejection nobody listens to would end the process when the disk is full.
 */
export function withinBatch(write: Promise<unknown> | undefined): void {
  write?.catch(() => {});
}

/**
 * Runs writes as one transaction; resolves when they are on disk. Rejects with LMDB's own error, which lmdb hands
 * over as a second rejected promise on the first.
 */
export async function batched(root: RootDatabase<unknown, string>, writes: () => void): Promise<void> {
  try {
    await root.batch(writes);
  } catch (error) {
    const cause = await Promise.resolve((error as { commitError?: Promise<never> }).commitError).catch(
      (reason: unknown) => reason,
    );
    throw cause ?? error;
  }
}
