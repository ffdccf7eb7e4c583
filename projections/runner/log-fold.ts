import { CooperativeScheduler } from '@saleyard/platform/clock/cooperative-scheduler.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents, DocumentWrite } from '@saleyard/platform/documents/port.ts';
import { atVersion } from '@saleyard/platform/documents/versioned-documents.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { type AnyChange, kindsOf, type Projection } from '../projection.ts';
import { type SearchKeysOf, StreamFolds } from './stream-folds.ts';

/** Events folded before the clock is checked: the live engine shares the event loop, and has priority. */
const SLICE_EVENTS = 32;
/** Events in one commit at most, unless configured otherwise. */
const COMMIT_EVENTS = 16_000;
/** ms between commits, at least: a document that changes twice meanwhile is written once … */
const COMMIT_EVERY_MS = 20;
/** … and this many times as long as the last commit took: the busier the process, the more changes are merged … */
const COMMIT_TIMES = 2;
/** … but no longer than this, in ms: a client may wait to see its own change. */
const COMMIT_MOST_MS = 250;
/** A projection without a change for this many positions still stores its checkpoint. */
const NOTE_EVERY_POSITIONS = 10_000;

type LogFoldParts = {
  log: EventLog;
  documents: Documents;
  clock: Clock;
  projections: readonly Projection[];
  /** By projection name; kept up to date. */
  checkpoints: Map<string, number>;
  searchKeysOf?: SearchKeysOf | undefined;
  logger?: Pick<Logger, 'warn'> | undefined;
  commitEvents?: number | undefined;
  /** Whether each checkpoint is stored with each commit, because another process reads them. */
  isShared(): boolean;
  onEvents?: ((events: readonly RecordedEvent[]) => void) | undefined;
  /** Called after each commit: the position reached, its number of events, and whether that is the log's end. */
  onCommit(position: number, events: number, isCaughtUp: boolean): Promise<void>;
};

/** Folds the log into some read models, from their lowest checkpoint on. */
export class LogFold {
  readonly #parts: LogFoldParts;
  readonly #scheduler: CooperativeScheduler;
  readonly #folds: StreamFolds;
  /** Whether the log's end was reached once. */
  #isLive = false;
  /** Events folded since the last commit, and the position of the last one. */
  #events = 0;
  #position: number;
  #committedAt = Number.NEGATIVE_INFINITY;
  /** Minimum time between this commit and the next, in ms. */
  #apartMs = COMMIT_EVERY_MS;

  constructor(parts: LogFoldParts) {
    this.#parts = parts;
    const { log, clock, projections } = parts;
    this.#scheduler = new CooperativeScheduler(clock);
    this.#folds = new StreamFolds(log, new Set(projections.flatMap(kindsOf)), parts);
    this.#position = Math.min(...projections.map(({ name }) => parts.checkpoints.get(name) ?? -1));
  }

  /** The position up to which everything was written at the start. */
  get position(): number {
    return this.#position;
  }

  /** Follows the log until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { log, onEvents, commitEvents = COMMIT_EVENTS } = this.#parts;
    for await (const item of log.subscribe({ after: this.#position, signal })) {
      if (item.kind === 'events') {
        onEvents?.(item.events);
        await this.#fold(item.events);
        if (this.#events < commitEvents && !this.#isTimeToCommit()) continue;
      } else {
        this.#position = Math.max(this.#position, item.position);
        await this.#rest(signal);
        this.#isLive = true;
      }
      await this.#commit(item.kind === 'caughtUp');
    }
  }

  async #fold(events: readonly RecordedEvent[]): Promise<void> {
    for (const event of events) {
      const reading = this.#folds.apply(event);
      if (reading !== undefined) await reading;
      this.#events += 1;
      if (this.#events % SLICE_EVENTS === 0) await this.#scheduler.nextTurn();
    }
    this.#position = events.at(-1)?.position ?? this.#position;
  }

  /** Whether a commit is due, even if the log grows without a pause. */
  #isTimeToCommit(): boolean {
    if (!this.#isLive) return false;
    return this.#parts.clock.monotonic() - this.#committedAt >= this.#apartMs * 2;
  }

  /** Waits to merge changes that follow soon after the last commit. */
  async #rest(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    if (this.#events === 0) return;
    const left = this.#apartMs - (clock.monotonic() - this.#committedAt);
    if (left > 0 && left <= this.#apartMs) await pause(clock, left, signal);
  }

  async #commit(isCaughtUp: boolean): Promise<void> {
    const { projections, clock, checkpoints, isShared, onCommit } = this.#parts;
    const began = clock.monotonic();
    // A standby process only has the checkpoints to determine what it may show.
    const isEachStored = isShared();
    const position = this.#position;
    await this.#folds.describe();
    const batches: { projection: Projection; writes: DocumentWrite[] }[] = [];
    for (const projection of projections) {
      const checkpoint = checkpoints.get(projection.name) ?? -1;
      if (position <= checkpoint) continue;
      const writes = await this.#writesOf(projection);
      const isDue = isEachStored || position - checkpoint >= NOTE_EVERY_POSITIONS;
      if (writes.length > 0 || isDue) batches.push({ projection, writes });
    }
    // In parallel, so that a store may write them together.
    const commits = batches.map(({ projection, writes }) => this.#store(projection, position, writes));
    const failed = (await Promise.allSettled(commits)).find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    this.#folds.committed();
    this.#committedAt = clock.monotonic();
    const tookMs = this.#committedAt - began;
    this.#apartMs = Math.min(COMMIT_MOST_MS, Math.max(COMMIT_EVERY_MS, tookMs * COMMIT_TIMES));
    const events = this.#events;
    this.#events = 0;
    await onCommit(position, events, isCaughtUp);
  }

  async #writesOf(projection: Projection): Promise<DocumentWrite[]> {
    const writes: DocumentWrite[] = [];
    // Its kinds are those that it is made of.
    const project = projection.project as (change: AnyChange) => DocumentWrite[];
    for (const change of kindsOf(projection).flatMap((kind) => this.#folds.changes(kind))) {
      writes.push(...project(change));
      await this.#scheduler.nextTurn();
    }
    return writes;
  }

  /** Stores each projection's position, so that the next start does not read those events again. */
  async note(position: number): Promise<void> {
    const { projections, checkpoints } = this.#parts;
    const behind = projections.filter(({ name }) => (checkpoints.get(name) ?? -1) < position);
    await Promise.all(behind.map((projection) => this.#store(projection, position, [])));
  }

  async #store(
    { name, version }: Projection,
    position: number,
    writes: readonly DocumentWrite[],
  ): Promise<void> {
    const { documents, checkpoints } = this.#parts;
    const placed = writes.map((write) => ({ ...write, collection: atVersion(write.collection, version) }));
    await documents.commit(atVersion(name, version), position, placed, checkpoints.get(name) ?? -1);
    checkpoints.set(name, position);
  }
}
