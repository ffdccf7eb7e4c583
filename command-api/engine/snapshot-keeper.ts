import { setImmediate as turn } from 'node:timers/promises';
import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { LoadedAggregate } from './opening.ts';
import { NO_PARTS, type StoredParts, saveSnapshot } from './snapshot.ts';

type Options = { documents: Documents; logger: Pick<Logger, 'warn'> | undefined; auction: AuctionId };

/** Writes an auction's snapshots, one at a time. A failed one is retried after further events. */
export class SnapshotKeeper {
  readonly #options: Options;
  /** Version of the newest snapshot, written or attempted, and the stored full parts of the idempotency index. */
  #version = 0;
  #parts = NO_PARTS;
  #writing: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The auction was opened from a snapshot of this version. */
  openedFrom(version: number, parts: StoredParts): void {
    this.#version = version;
    this.#parts = parts;
  }

  /** Writes a snapshot when at least `every` events came after the last one and none is being written. */
  offer(loaded: () => LoadedAggregate, every: number): void {
    if (this.#writing !== undefined || loaded().state.version - this.#version < every) return;
    this.#writing = this.#write(loaded).finally(() => {
      this.#writing = undefined;
    });
  }

  /** Like `offer`; resolves when it is written. */
  async offerAndWait(loaded: () => LoadedAggregate, every: number): Promise<void> {
    await this.#writing;
    this.offer(loaded, every);
    await this.#writing;
  }

  async #write(loaded: () => LoadedAggregate): Promise<void> {
    const { documents, logger, auction } = this.#options;
    // Answers are sent first.
    await turn();
    // The idempotency index grows with the loaded auction, so both are read at the same instant.
    const now = loaded();
    this.#version = now.state.version;
    try {
      this.#parts = await saveSnapshot(documents, auction, now, this.#parts);
    } catch (error) {
      logger?.warn({ auction, err: error }, 'a snapshot could not be written');
    }
  }
}
