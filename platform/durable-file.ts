import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';

/** Access for the user that runs Saleyard only. */
const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** True for what the file system throws (`ENOENT`, `EEXIST`, …) when it has this code. */
export const hasCode = (error: unknown, code: string): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === code;

/**
 * The folder of files that are being written. What a killed process left there is removed, unless `isBeside`: then
 * another process may be writing there.
 */
export async function openDrafts(drafts: string, isBeside: boolean): Promise<void> {
  if (!isBeside) await rm(drafts, { recursive: true, force: true });
  await mkdir(drafts, { recursive: true, mode: FOLDER_MODE });
}

/**
 * Writes a new file with a random name. Its content is on disk when this resolves; nothing is left if it fails.
 * Returns its path.
 */
export async function writeDraft(drafts: string, content: Uint8Array | string): Promise<string> {
  const draft = path.join(drafts, randomBytes(16).toString('hex'));
  const file = await open(draft, 'wx', FILE_MODE);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return draft;
}

/** Makes a folder's entries survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes a file for good. Nothing happens if it is not there. */
export async function removeFile(file: string): Promise<void> {
  try {
    await rm(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  await syncFolder(path.dirname(file));
}
