import { createHash, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Secrets } from './port.ts';

/** Only the user that runs Saleyard reads or enters. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** What is being written, and what a killed process left half written; removed at the next start. */
const DRAFTS = 'drafts';

type Kept = { name: string; value: string };

/**
 * Secrets as files: one per secret, so that deleting one leaves no copy of it in any other file. A value is on
 * disk before `put` resolves and is always the old one or the new one, whenever the process is killed. `isBeside`:
 * another process may be writing there; what it writes is left alone.
 */
export async function openFileSecrets({
  folder,
  isBeside = false,
}: {
  folder: string;
  isBeside?: boolean;
}): Promise<Secrets> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await chmod(folder, FOLDER_MODE);
  const drafts = join(folder, DRAFTS);
  if (!isBeside) await rm(drafts, { recursive: true, force: true });
  await mkdir(drafts, { recursive: true, mode: FOLDER_MODE });
  return new FileSecrets(folder);
}

class FileSecrets implements Secrets {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Names may hold anything, so files are named by their hash, spread over 256 folders. */
  #path(name: string): string {
    const digest = createHash('sha256').update(name).digest('hex');
    return join(this.#folder, digest.slice(0, 2), `${digest.slice(2)}.json`);
  }

  async get(name: string): Promise<string | undefined> {
    let text: string;
    try {
      text = await readFile(this.#path(name), 'utf8');
    } catch (error) {
      if (isCode(error, 'ENOENT')) return undefined;
      throw error;
    }
    const kept = JSON.parse(text) as Kept;
    return kept.name === name ? kept.value : undefined;
  }

  async put(name: string, value: string): Promise<void> {
    const path = await this.#pathInFolder(name);
    const draft = await this.#draft({ name, value });
    await rename(draft, path);
    await toDisk(dirname(path));
  }

  async putIfAbsent(name: string, value: string): Promise<string> {
    const path = await this.#pathInFolder(name);
    const draft = await this.#draft({ name, value });
    try {
      // Unlike a rename, a link never replaces what is there.
      await link(draft, path);
      await toDisk(dirname(path));
      return value;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    } finally {
      await rm(draft, { force: true });
    }
    // Deleted between the two: nobody has a value then, and this one may be tried again.
    return (await this.get(name)) ?? this.putIfAbsent(name, value);
  }

  async delete(name: string): Promise<void> {
    const path = this.#path(name);
    try {
      await rm(path);
    } catch (error) {
      if (isCode(error, 'ENOENT')) return;
      throw error;
    }
    await toDisk(dirname(path));
  }

  async close(): Promise<void> {}

  async #pathInFolder(name: string): Promise<string> {
    const path = this.#path(name);
    const made = await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    if (made !== undefined) await toDisk(this.#folder);
    return path;
  }

  async #draft(kept: Kept): Promise<string> {
    const path = join(this.#folder, DRAFTS, randomBytes(16).toString('hex'));
    const file = await open(path, 'wx', FILE_MODE);
    try {
      await file.writeFile(JSON.stringify(kept));
      await file.sync();
    } finally {
      await file.close();
    }
    return path;
  }
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

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === code;
}
