import { hash } from 'node:crypto';
import { chmod, link, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FOLDER_MODE, hasCode, openDrafts, removeFile, syncFolder, writeDraft } from '../durable-file.ts';
import { SecretDamaged, type Secrets, type SecretsReader } from './port.ts';

/** Files that are being written; leftovers of a killed process are removed at the next start. */
const DRAFTS = 'drafts';

type Kept = { name: string; value: string };

/** What a file of a secret holds; null: it is damaged. */
function keptIn(text: string): Kept | null {
  try {
    const kept = JSON.parse(text) as Partial<Kept> | null;
    if (typeof kept?.name !== 'string' || typeof kept.value !== 'string') return null;
    return { name: kept.name, value: kept.value };
  } catch {
    return null;
  }
}

/** Runs `act`. A file in the place of a folder, or a folder in that of a file, is damage: @throws SecretDamaged */
async function inPlace<T>(place: string, act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    if (['EISDIR', 'ENOTDIR', 'EEXIST'].some((code) => hasCode(error, code))) throw new SecretDamaged(place);
    throw error;
  }
}

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
  await inPlace(folder, mkdir(folder, { recursive: true, mode: FOLDER_MODE }));
  await chmod(folder, FOLDER_MODE);
  await openDrafts(join(folder, DRAFTS), isBeside);
  return new FileSecrets(folder);
}

/** Reads the secrets of a folder, which may be missing, and writes nothing there. */
export const readFileSecrets = (folder: string): SecretsReader => new FileSecrets(folder);

class FileSecrets implements Secrets {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Names may hold anything, so files are named by their hash, spread over 256 folders. */
  #path(name: string): string {
    const digest = hash('sha256', name);
    return join(this.#folder, digest.slice(0, 2), `${digest.slice(2)}.json`);
  }

  async get(name: string): Promise<string | undefined> {
    const path = this.#path(name);
    let text: string;
    try {
      text = await inPlace(path, readFile(path, 'utf8'));
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    }
    const kept = keptIn(text);
    if (kept?.name !== name) throw new SecretDamaged(path);
    return kept.value;
  }

  async put(name: string, value: string): Promise<void> {
    const path = await this.#pathInFolder(name);
    const draft = await this.#draft({ name, value });
    await rename(draft, path);
    await syncFolder(dirname(path));
  }

  async putIfAbsent(name: string, value: string): Promise<string> {
    const path = await this.#pathInFolder(name);
    const draft = await this.#draft({ name, value });
    try {
      // Unlike a rename, a link never replaces what is there.
      await link(draft, path);
      await syncFolder(dirname(path));
      return value;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    } finally {
      await rm(draft, { force: true });
    }
    // Deleted between the two: nobody has a value then, and this one may be tried again.
    return (await this.get(name)) ?? this.putIfAbsent(name, value);
  }

  async delete(name: string): Promise<void> {
    await removeFile(this.#path(name));
  }

  async close(): Promise<void> {}

  async #pathInFolder(name: string): Promise<string> {
    const path = this.#path(name);
    const folder = dirname(path);
    const made = await inPlace(folder, mkdir(folder, { recursive: true, mode: FOLDER_MODE }));
    if (made !== undefined) await syncFolder(this.#folder);
    return path;
  }

  #draft(kept: Kept): Promise<string> {
    return writeDraft(join(this.#folder, DRAFTS), JSON.stringify(kept));
  }
}
