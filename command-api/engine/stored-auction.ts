import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import { inTime } from '@saleyard/platform/clock/in-time.ts';
import type { AppendedBatch } from './append-until-known.ts';
import type { Batch } from './batch.ts';
import type { EngineNode } from './node.ts';
import { continued, type Held, nothingHeld, openAuction } from './opening.ts';
import { SnapshotKeeper } from './snapshot-keeper.ts';

/** An auction as far as it is on disk: its state, the commands answered, and its snapshots. */
export class StoredAuction {
  readonly #auction: AuctionId;
  readonly #node: EngineNode;
  readonly #snapshots: SnapshotKeeper;
  #held: Held | undefined;

  constructor(auction: AuctionId, node: EngineNode) {
    this.#auction = auction;
    this.#node = node;
    this.#snapshots = new SnapshotKeeper({ ...node, auction });
  }

  /** undefined until it was read. */
  get state(): AuctionState | undefined {
    return this.#held?.state;
  }

  /** Where the stream stands. */
  get place(): { seq: number; position: number } {
    return { seq: (this.state?.version ?? 0) - 1, position: this.#held?.position ?? -1 };
  }

  /** Revisions at which a command's first event may stand. */
  find(firstEventId: string): readonly number[] {
    return this.#held?.book.findByEvent(firstEventId) ?? [];
  }

  /**
   * Reads what the log holds beyond what is held; from the start when it isn't the same stream any more.
   * @throws EventLogCorrupt
   */
  async read(): Promise<AuctionState> {
    const { log, logger } = this.#node;
    if (this.#held !== undefined) {
      const held = await continued(log, this.#auction, this.#held);
      if (held !== undefined) return this.#hold(held);
      logger?.warn({ auction: this.#auction }, 'the stream is not the one that was folded: opened anew');
    }
    const { held, snapshotVersion, parts } = await openAuction(this.#node, this.#auction);
    this.#snapshots.openedFrom(snapshotVersion, parts);
    return this.#hold(held);
  }

  #hold(held: Held): AuctionState {
    this.#held = held;
    return held.state;
  }

  /** A batch is on disk, and `after` is the state it leaves. */
  committed(batch: Batch, after: AuctionState, stored: AppendedBatch): void {
    const { book } = this.#held ?? nothingHeld();
    for (const { waiting, firstIndex } of batch.decided.values()) {
      book.add(waiting.firstEventId, batch.expected + 1 + firstIndex);
    }
    this.#held = { state: after, book, position: stored.position, headHash: stored.events.at(-1)?.meta.hash };
  }

  /** Writes a snapshot when one is due. */
  offerSnapshot(): void {
    this.#snapshots.offer(() => this.#held ?? nothingHeld(), this.#node.limits.snapshotEvery);
  }

  /** Writes the snapshot that is due at a stop, and resolves when it is written, or the documents seem to be away. */
  async settleSnapshot(): Promise<void> {
    const { clock, limits } = this.#node;
    const held = this.#held;
    if (held === undefined) return;
    const written = this.#snapshots.settle(() => held, limits.snapshotAtClose);
    await inTime(clock, limits.documentsMs, written).catch(() => {});
  }
}
