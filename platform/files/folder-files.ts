import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkKey, type Files } from './port.ts';

/** Only the user that runs Saleyard reads or enters. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** What is being written; what a killed process left there is removed. No key begins with a point. */
const DRAFTS = '.drafts';
/** Below it lie the files, each at the path that its key is. A file has an ending, so that none is also a folder. */
const ENDING = '.file';

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Files in a folder. The bytes are on disk before `put` resolves, and are always the old ones or the new ones, whenever
 * the process is killed. `isBeside`: another process may be writing there; what it writes is left alone.
 */
export async function openFolderFiles({
  folder,
  isBeside = false,
}: {
  folder: string;
  isBeside?: boolean;
}): Promise<Files> {
  const drafts = path.join(folder, DRAFTS);
  if (!isBeside) await rm(drafts, { recursive: true, force: true });
  await mkdir(drafts, { recursive: true, mode: FOLDER_MODE });

  const placeOf = (key: string): string => {
    checkKey(key);
    return path.join(folder, `${key}${ENDING}`);
  };

  return {
    async put(key, bytes) {
      const place = placeOf(key);
      const draft = path.join(drafts, randomBytes(16).toString('hex'));
      try {
        const file = await open(draft, 'wx', FILE_MODE);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        const made = await mkdir(path.dirname(place), { recursive: true, mode: FOLDER_MODE });
        await rename(draft, place);
        // A new folder stands in those above it.
        const last = made === undefined ? path.dirname(place) : path.dirname(made);
        for (let at = path.dirname(place); at.length >= last.length; at = path.dirname(at)) await toDisk(at);
      } finally {
        await rm(draft, { force: true });
      }
    },

    async get(key) {
      try {
        return await readFile(placeOf(key));
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },

    async delete(key) {
      const place = placeOf(key);
      try {
        await rm(place);
      } catch (error) {
        if (isAbsent(error)) return;
        throw error;
      }
      await toDisk(path.dirname(place));
    },

    async deleteAll(prefix) {
      checkKey(prefix);
      const place = path.join(folder, prefix);
      await rm(place, { recursive: true, force: true });
      const above = path.dirname(place);
      const isThere = await readdir(above).then(
        () => true,
        () => false,
      );
      if (isThere) await toDisk(above);
    },

    async close() {},
  };
}

/** Makes a folder's entries survive a power cut. */
async function toDisk(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
