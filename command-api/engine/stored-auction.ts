import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import { withTimeout } from '@saleyard/platform/clock/with-timeout.ts';
import type { AppendedBatch } from '../append-until-known.ts';
import type { Batch } from './batch.ts';
import type { EngineNode } from './node.ts';
import { continued, emptyAggregate, type LoadedAggregate, openAuction } from './opening.ts';
import { SnapshotKeeper } from './snapshot-keeper.ts';

/** An auction as stored on disk: its state, the answered commands, and its snapshots. */
export class StoredAuction {
  readonly #auction: AuctionId;
  readonly #node: EngineNode;
  readonly #snapshots: SnapshotKeeper;
  #loaded: LoadedAggregate | undefined;

  constructor(auction: AuctionId, node: EngineNode) {
    this.#auction = auction;
    this.#node = node;
    this.#snapshots = new SnapshotKeeper({ ...node, auction });
  }

  /** undefined until it was read. */
  get state(): AuctionState | undefined {
    return this.#loaded?.state;
  }

  /** The last revision of the stream. */
  get place(): { seq: number; position: number } {
    return { seq: (this.state?.version ?? 0) - 1, position: this.#loaded?.position ?? -1 };
  }

  /** Revisions at which a command's first event may be. */
  find(firstEventId: string): readonly number[] {
    return this.#loaded?.idempotency.findByEvent(firstEventId) ?? [];
  }

  /**
   * Reads the log's newer events; from the start when the stream was replaced.
   * @throws EventLogCorrupt
   */
  async read(): Promise<AuctionState> {
    const { log, logger } = this.#node;
    if (this.#loaded !== undefined) {
      const loaded = await continued(log, this.#auction, this.#loaded);
      if (loaded !== undefined) return this.#hold(loaded);
      logger?.warn({ auction: this.#auction }, 'the stream is not the one that was folded: opened again');
    }
    const { loaded, snapshotVersion, parts } = await openAuction(this.#node, this.#auction);
    this.#snapshots.openedFrom(snapshotVersion, parts);
    return this.#hold(loaded);
  }

  #hold(loaded: LoadedAggregate): AuctionState {
    this.#loaded = loaded;
    return loaded.state;
  }

  /** A batch is on disk, and `after` is the resulting state. */
  committed(batch: Batch, after: AuctionState, stored: AppendedBatch): void {
    const { idempotency } = this.#loaded ?? emptyAggregate();
    for (const { waiting, firstIndex } of batch.decided.values()) {
      idempotency.add(waiting.firstEventId, batch.expected + 1 + firstIndex);
    }
    this.#loaded = {
      state: after,
      idempotency,
      position: stored.position,
      headHash: stored.events.at(-1)?.meta.hash,
    };
  }

  /** Writes a snapshot when one is due. */
  offerSnapshot(): void {
    this.#snapshots.offer(() => this.#loaded ?? emptyAggregate(), this.#node.limits.snapshotEvery);
  }

  /**
   * Writes the snapshot that is due at a stop; resolves when it is written, or when the documents seem unavailable.
   */
  async writeFinalSnapshot(): Promise<void> {
    const { clock, limits } = this.#node;
    const loaded = this.#loaded;
    if (loaded === undefined) return;
    const written = this.#snapshots.offerAndWait(() => loaded, limits.snapshotAtClose);
    await withTimeout(clock, limits.documentsMs, written).catch(() => {});
  }
}
