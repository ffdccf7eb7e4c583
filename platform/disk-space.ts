import { statfsSync } from 'node:fs';

/** Bytes of a disk that the stores leave free: what LMDB writes beside the data, in a few transactions at once. */
export const RESERVE_BYTES = 2 * 1024 * 1024;
/** Most bytes that LMDB writes per data byte: whole pages and their parent pages. */
const WRITTEN_PER_BYTE = 2;

/** The disk has no space for a write. Nothing was written; it may be tried again when there is space. */
class DiskFull extends Error {
  /** As the file system says it. */
  readonly code = 'ENOSPC';
  constructor(folder: string) {
    super(`the disk of ${folder} has no space`);
    this.name = 'DiskFull';
  }
}

/** Whether an error says that there was no space, ours or the file system's. */
export const isDiskFull = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { code?: unknown }).code === 'ENOSPC';

/**
 * The space on the disk of a folder. LMDB is asked to write only what surely has space: a write that fails half-way
 * damages memory of its own (`lmdb` 3.5), and the process then ends with a signal.
 */
export class DiskSpace {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether this many more bytes of data can be kept. */
  has(bytes = 0): boolean {
    try {
      const { bavail, bsize } = statfsSync(this.#folder);
      return bavail * bsize >= RESERVE_BYTES + bytes * WRITTEN_PER_BYTE;
    } catch {
      // Unknown: the write itself will fail if there is no space.
      return true;
    }
  }

  /** @throws DiskFull */
  require(bytes = 0): void {
    if (!this.has(bytes)) throw new DiskFull(this.#folder);
  }
}
