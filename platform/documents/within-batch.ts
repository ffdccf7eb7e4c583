/**
 * Lets go of the promise of one write inside a batch: the batch's own promise tells what became of all of them, and
 * a rejection nobody listens to would end the process when the disk is full.
 */
export function withinBatch(write: Promise<unknown> | undefined): void {
  write?.catch(() => {});
}
