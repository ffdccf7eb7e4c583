import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, open, type RootDatabase } from 'lmdb';
import type { Clock } from '../clock/port.ts';
import { rowsName } from './collection.ts';
import { OPENING_MARK } from './lmdb-documents.ts';
import { DocumentsUnavailable, type Stored } from './port.ts';
import { decodeRow, documentOf } from './row.ts';

/**
 * Reads single documents from the LMDB file of a store that another thread of this process writes, without waiting for
 * that thread. Each read sees what was stored before it.
 */
export class LmdbRows {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #trees = new Map<string, Database<string, string>>();
  #root: RootDatabase<string, string> | undefined;
  #isClosed = false;

  /** `folder`: of the store. It is opened at the first `open`, when the other thread has opened it. */
  constructor({ folder, clock }: { folder: string; clock: Clock }) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /**
   * From now on `get` reads here. The thread that writes must have opened this place before: two threads that open a
   * tree for the first time at once may each be given the other's.
   */
  open(place: string): void {
    if (this.#isClosed || this.#trees.has(place)) return;
    this.#root ??= open<string, string>({
      path: this.#folder,
      noSubdir: false,
      readOnly: true,
      encoding: 'string',
      eventTurnBatching: false,
    });
    this.#trees.set(place, this.#root.openDB<string, string>({ name: rowsName(place), encoding: 'string' }));
  }

  /** undefined when it is not there, or has expired. @throws DocumentsUnavailable, DocumentsCorrupt */
  get<T>(place: string, id: string): Stored<T> | undefined {
    const tree = this.#trees.get(place);
    if (tree === undefined || this.#isClosed) throw new DocumentsUnavailable(new Error(`${place} is closed`));
    if (existsSync(join(this.#folder, OPENING_MARK)))
      throw new DocumentsUnavailable(new Error(`the file in ${this.#folder} is damaged`));
    // A snapshot is kept for a turn of the event loop; the other thread may have written since.
    this.#root?.resetReadTxn();
    const text = tree.get(id);
    if (text === undefined) return undefined;
    const row = decodeRow(text, place, id);
    const isExpired = row.expiresAt !== 0 && row.expiresAt <= this.#clock.now();
    return isExpired ? undefined : (documentOf(row, place, id) as Stored<T>);
  }

  /** Before the thread that writes closes the store: it notes how the file is when nothing has it open. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#trees.clear();
    await this.#root?.close();
  }
}
