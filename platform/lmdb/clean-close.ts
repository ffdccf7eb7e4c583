import { hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { lmdbMetaPages } from './lmdb-file-check.ts';

/** Exists in a store's folder from a clean close to the next opening, and describes the data file at the close. */
const MARK = 'closed';

/**
 * The contents of a mark. A write, a copy or another file in its place changes the times or the number of the
 * inode, also where the bytes of the meta pages are the same.
 */
function stateOf(file: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
  const metaPages = hash('sha256', lmdbMetaPages(file));
  return JSON.stringify({
    ino: String(ino),
    size: String(size),
    modifiedNs: String(mtimeNs),
    changedNs: String(ctimeNs),
    metaPages,
  });
}

/** Whether a data file is, as far as can be seen without reading it, as a clean close left it. */
export function isCleanlyClosed(folder: string, file: string): boolean {
  try {
    return readFileSync(join(folder, MARK), 'utf8') === stateOf(file);
  } catch {
    // No mark, one that cannot be read, or no file that it could be of.
    return false;
  }
}

function sync(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Removes the mark, also from the disk, before anything is written to the store. */
export function forgetClose(folder: string): void {
  const mark = join(folder, MARK);
  if (!existsSync(mark)) return;
  rmSync(mark);
  sync(folder);
}

/**
 * Marks a store as cleanly closed, after LMDB has closed its file. First the file itself is synced: a process that finds the
 * mark finds all that it speaks of. Where there is no space for the mark, the next opening checks the file.
 */
export function markClosed(folder: string, file: string): void {
  const mark = join(folder, MARK);
  try {
    sync(file);
    writeFileSync(mark, stateOf(file), { mode: 0o600, flush: true });
    sync(folder);
  } catch {
    rmSync(mark, { force: true });
  }
}
