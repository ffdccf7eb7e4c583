import { Unavailable } from '../unavailable.ts';

/**
 * Files of the marketplace, each a whole of some megabytes at most, under a key: names of lower-case letters, digits and
 * hyphens with slashes between (`accounts/{id}/{file}`). Keys are made by the server; no name that somebody sent is
 * ever a part of one. Every method throws `FilesUnavailable` while files kept elsewhere can't be reached, and
 * `UnfitKey` for what is no key.
 */
export interface Files {
  /** Stores the bytes, replacing what the key had. When it resolves they are kept; readers see all of them or none. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes; undefined where the key has none. */
  get(key: string): Promise<Buffer | undefined>;
  /** Nothing happens where the key has none. */
  delete(key: string): Promise<void>;
  /** Deletes all whose keys begin with this key and a slash. */
  deleteAll(folder: string): Promise<void>;
  /** The files whose keys begin with this key and a slash, in no order. One that changes meanwhile may be left out. */
  list(folder: string): AsyncIterable<StoredFile>;
  close(): Promise<void>;
}

/** A stored file: its size in bytes, and when it was stored (ms since the epoch). */
export type StoredFile = { key: string; bytes: number; at: number };

/** Characters of a key at most. */
const KEY_MOST = 200;
const KEY = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*$/;

/** A key that no file can have: a fault of our own. */
export class UnfitKey extends Error {
  constructor() {
    super('this is no key of a file');
    this.name = 'UnfitKey';
  }
}

/** @throws UnfitKey */
export function checkKey(key: string): void {
  if (key.length > KEY_MOST || !KEY.test(key)) throw new UnfitKey();
}

/** The files are elsewhere and can't be reached, or there is no answer in time. */
export class FilesUnavailable extends Unavailable {
  constructor(cause?: unknown) {
    super('the files', cause);
    this.name = 'FilesUnavailable';
  }
}

/** What is stored under a key is not what was written. */
export class FileDamaged extends Error {
  constructor(key: string, cause?: unknown) {
    super(`the stored file ${key} is damaged`, { cause });
    this.name = 'FileDamaged';
  }
}
