import { statfsSync } from 'node:fs';
import type { Clock } from './clock/port.ts';

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

/** Bytes of a disk: free, and in all. null: unknown, or nothing is kept there. */
export type ReadSpace = () => { free: number; total: number } | null;

/** The space on the disk of a folder. */
export const spaceOf =
  (folder: string): ReadSpace =>
  () => {
    try {
      const { bavail, blocks, bsize } = statfsSync(folder);
      return { free: bavail * bsize, total: blocks * bsize };
    } catch {
      return null;
    }
  };

const MEBIBYTE = 1024 * 1024;
/** The reserve unless it is set: this many bytes or this share of the disk, whichever is less. */
const RESERVE_MOST = 512 * MEBIBYTE;
const RESERVE_SHARE = 0.05;
/** Below this many times the reserve the operator is warned. */
const WARNED_AT = 2;
/** ms for which a reading of the disk is valid, unless something was stored: a flood of refusals costs no more readings. */
const READ_EVERY_MS = 200;

/** Most bytes that are written for each byte of a file: what is made from it is stored too. */
const STORED_PER_BYTE = 2;

/**
 * The part of the disk that is kept for the log: files and drafts are refused when they would take it, so that bids go
 * on. What is being received counts as stored. `megabytes`: its size in MiB, null: the default.
 */
export class DiskReserve {
  readonly #read: ReadSpace;
  readonly #clock: Clock;
  readonly #megabytes: number | null;
  #last: { at: number; space: ReturnType<ReadSpace> } | undefined;
  /** Bytes of files and drafts that are being received. */
  #taken = 0;

  constructor({ read, clock, megabytes }: { read: ReadSpace; clock: Clock; megabytes: number | null }) {
    this.#read = read;
    this.#clock = clock;
    this.#megabytes = megabytes;
  }

  /** In bytes; null: unknown. */
  get space(): { free: number; reserve: number } | null {
    const now = this.#clock.monotonic();
    if (this.#last === undefined || now - this.#last.at >= READ_EVERY_MS)
      this.#last = { at: now, space: this.#read() };
    const { space } = this.#last;
    if (space === null) return null;
    const reserve =
      this.#megabytes === null
        ? Math.min(RESERVE_MOST, space.total * RESERVE_SHARE)
        : this.#megabytes * MEBIBYTE;
    return { free: space.free, reserve };
  }

  /**
   * Takes space for a file or a draft of `bytes`. Returns a function that releases it, to be called once it is stored or
   * refused; null: too little space is left.
   */
  take(bytes: number): (() => void) | null {
    const { space } = this;
    const wanted = bytes * STORED_PER_BYTE;
    if (space !== null && space.free - this.#taken - wanted < space.reserve) return null;
    this.#taken += wanted;
    let isTaken = true;
    return () => {
      if (isTaken) this.#taken -= wanted;
      isTaken = false;
      // What was stored counts from now on.
      this.#last = undefined;
    };
  }

  /** Whether the reserve is near or reached. */
  get isLow(): boolean {
    const { space } = this;
    return space !== null && space.free < space.reserve * WARNED_AT;
  }
}
