import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Key, open, type RootDatabase, type RootDatabaseOptions } from 'lmdb';
import { BackgroundFileCheck, type FileOptions } from './background-file-check.ts';
import { forgetClose, isCleanlyClosed, markClosed } from './clean-close.ts';
import { lmdbDamage, lmdbDamageBeside } from './lmdb-file-check.ts';

export const DATA_FILE = 'data.mdb';

/** `readOnly`: opens a file that exists, beside the process that writes it. */
type Options = FileOptions & { readOnly?: boolean };

/**
 * The LMDB file of a store that has a folder of its own. Its pages are checked before it is opened; where it was cleanly
 * closed, a while after. It is marked as cleanly closed when nothing is known to be wrong with it.
 */
export class CheckedFile {
  readonly #options: Options;
  readonly #path: string;
  /** Most of its pages are not checked before the opening. */
  readonly #isUnchecked: boolean;
  #db: RootDatabase | undefined;
  #check: BackgroundFileCheck | undefined;

  constructor(options: Options) {
    const { folder, readOnly = false, checksAll = false } = options;
    this.#options = options;
    this.#path = join(folder, DATA_FILE);
    this.#isUnchecked = !readOnly && !checksAll && isCleanlyClosed(folder, this.#path);
  }

  /** Why LMDB could not read the file without harm to the process; undefined when it can, or when there is no file. */
  damage(): string | undefined {
    if (!existsSync(this.#path)) return undefined;
    if (this.#options.readOnly) {
      // Only an owner begins a file. LMDB does not check that one to be read has any page.
      return statSync(this.#path).size === 0 ? 'the file is empty' : lmdbDamageBeside(this.#path);
    }
    return lmdbDamage(this.#path, this.#options.onPagesChecked, { isMetaOnly: this.#isUnchecked });
  }

  /** Opens or makes the file. `onDamage` is called once when a page is found to be damaged later. */
  open<V, K extends Key>(
    settings: RootDatabaseOptions,
    onDamage: (damage: string) => void,
  ): RootDatabase<V, K> {
    const { folder, readOnly = false } = this.#options;
    if (!readOnly) forgetClose(folder);
    // Stores write in explicit batches. Nobody would handle the promise that LMDB makes for each turn besides, and its
    // rejection on a full disk would end the process.
    const own = { path: folder, noSubdir: false, readOnly, eventTurnBatching: false };
    const db = open<V, K>({ ...settings, ...own });
    this.#db = db;
    if (this.#isUnchecked)
      this.#check = new BackgroundFileCheck({ ...this.#options, db, file: this.#path, onDamage });
    return db;
  }

  /** Ends a check that is under way, and closes the file. */
  async close(): Promise<void> {
    await this.#check?.stop();
    await this.#db?.close();
    if (!this.#options.readOnly && (this.#check?.isSound ?? true))
      markClosed(this.#options.folder, this.#path);
  }
}
