import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { FOLDER_MODE, hasCode, openDrafts, removeFile, syncFolder, writeDraft } from '../durable-file.ts';
import { checkKey, type Files, type StoredFile } from './port.ts';

/** Files that are being written; leftovers of a killed process are removed. No key begins with a dot. */
const DRAFTS = '.drafts';
/** Below it lie the files, each at the path that its key is. A file has an ending, so that none is also a folder. */
const ENDING = '.file';

/** Names in a folder; none where it is not there, or no longer. */
const namesIn = (place: string) =>
  readdir(place, { withFileTypes: true }).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });

async function* filesBelow(folder: string, key: string): AsyncGenerator<StoredFile> {
  for (const entry of await namesIn(path.join(folder, key))) {
    const below = `${key}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(folder, below);
    else if (entry.name.endsWith(ENDING)) {
      const found = await stat(path.join(folder, below)).catch(() => null);
      if (found !== null)
        yield { key: below.slice(0, -ENDING.length), bytes: found.size, at: Math.floor(found.mtimeMs) };
    }
  }
}

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
  await openDrafts(drafts, isBeside);

  const placeOf = (key: string): string => {
    checkKey(key);
    return path.join(folder, `${key}${ENDING}`);
  };

  return {
    async put(key, bytes) {
      const place = placeOf(key);
      const draft = await writeDraft(drafts, bytes);
      try {
        const made = await mkdir(path.dirname(place), { recursive: true, mode: FOLDER_MODE });
        await rename(draft, place);
        // A new folder is in those above it.
        const last = made === undefined ? path.dirname(place) : path.dirname(made);
        for (let at = path.dirname(place); at.length >= last.length; at = path.dirname(at))
          await syncFolder(at);
      } finally {
        await rm(draft, { force: true });
      }
    },

    async get(key) {
      try {
        return await readFile(placeOf(key));
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },

    async delete(key) {
      await removeFile(placeOf(key));
    },

    async deleteAll(prefix) {
      checkKey(prefix);
      const place = path.join(folder, prefix);
      await rm(place, { recursive: true, force: true });
      await syncFolder(path.dirname(place)).catch((error: unknown) => {
        if (!hasCode(error, 'ENOENT')) throw error;
      });
    },

    async *list(prefix) {
      checkKey(prefix);
      yield* filesBelow(folder, prefix);
    },

    async close() {},
  };
}
