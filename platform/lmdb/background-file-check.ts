import type { RootDatabase } from 'lmdb';
import type { Logger } from '../logging/logger.ts';
import { TaskFailed, type WorkerPool } from '../workers/port.ts';
import { type FileOfReader, type FileVerdict, lmdbMetaPages, type PageProgress } from './lmdb-file-check.ts';

/** ms after the opening of a cleanly closed file until its pages are checked, when nothing else is said. */
const CHECK_AFTER_MS = 20_000;
/** One file at a time, in a thread of its own. An hour: of a file of some hundred gigabytes. */
const LIMITS = { atOnce: 1, waiting: 0, taskMs: 3_600_000, memoryMb: 512 };

/** How a store that lies in an LMDB file is opened, and its pages are checked. */
export type FileOptions = {
  /** The folder that holds this store and nothing else. Made when it does not exist. */
  folder: string;
  /** Every page is checked before the file is opened, also where it was cleanly closed. */
  checksAll?: boolean;
  /** ms after the opening of a cleanly closed file until its pages are checked beside the work (default 20 s). */
  checkAfterMs?: number;
  /** How far a check of pages is, before the opening; and once it is over, beside the work. */
  onPagesChecked?: PageProgress;
  logger?: Pick<Logger, 'error'> | undefined;
};

type Parts = FileOptions & {
  file: string;
  db: Pick<RootDatabase, 'useReadTransaction'>;
  /** Called once when a page is not what was written. */
  onDamage(damage: string): void;
};

/**
 * Checks the pages of a file that is open, a while after its opening and in a thread of its own, as they are in one
 * transaction: a reader keeps its pages from being replaced meanwhile.
 */
export class BackgroundFileCheck {
  readonly #parts: Parts;
  readonly #timer: NodeJS.Timeout;
  #pool: WorkerPool<FileOfReader, FileVerdict> | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;
  #isSound = true;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#timer = setTimeout(() => {
      this.#running = this.#check();
    }, parts.checkAfterMs ?? CHECK_AFTER_MS);
    // A command that is done sooner does not wait for it.
    this.#timer.unref();
  }

  /** False when the file was found to be damaged, or could not be checked to its end. */
  get isSound(): boolean {
    return this.#isSound;
  }

  async #check(): Promise<void> {
    const { file, db, onDamage, onPagesChecked, logger } = this.#parts;
    const { createThreadPool } = await import('../workers/thread-pool.ts');
    if (this.#isStopped) return;
    this.#pool = createThreadPool(new URL('./file-check-worker.js', import.meta.url), LIMITS);
    const reader = db.useReadTransaction();
    try {
      const { damage, pages } = await this.#pool.run({ path: file, metaPages: steadyMetaPages(file) });
      if (damage !== null) {
        this.#isSound = false;
        onDamage(damage);
      }
      onPagesChecked?.(pages, pages);
    } catch (error) {
      if (this.#isStopped && error instanceof TaskFailed) return;
      this.#isSound = false;
      logger?.error({ err: error, file }, 'the pages of a file cannot be checked; the next start does so');
    } finally {
      reader.done();
      await this.#pool.close();
    }
  }

  /** Ends a check that is under way, before LMDB closes its file. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#pool?.close();
    await this.#running;
  }
}

/** Both meta pages, between two commits. */
function steadyMetaPages(file: string): Buffer {
  for (let pages = lmdbMetaPages(file); ; ) {
    const again = lmdbMetaPages(file);
    if (again.equals(pages)) return pages;
    pages = again;
  }
}
