import { leaseKeys } from '@saleyard/contract/commands.ts';
import type { StreamKindName } from '@saleyard/domain/streams.ts';
import { CooperativeScheduler } from '@saleyard/platform/clock/cooperative-scheduler.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { type Documents, DocumentsLost, type DocumentWrite } from '@saleyard/platform/documents/port.ts';
import { isBeyondEnd } from '@saleyard/platform/event-log/follow-state.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { withLease } from '@saleyard/platform/leases/lease-term.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { Projection, ProjectionOf } from '../projection.ts';
import { type SearchKeysOf, StreamFolds } from './stream-folds.ts';

/** Events folded between two looks at the clock: the live engine shares the event loop, and goes first. */
const SLICE_EVENTS = 32;
/** Events that go into one commit at most, unless more is asked for. */
const COMMIT_EVENTS = 16_000;
/** Commits are at least so far apart, in ms: what changes twice within it is written once … */
const COMMIT_EVERY_MS = 20;
/** … and this many times as long as the last one took: the busier the process, the more changes are written once … */
const COMMIT_TIMES = 2;
/** … but no further than this, ms: someone may wait to see what they did. */
const COMMIT_MOST_MS = 250;
/** A projection without a change for this many positions still stores its checkpoint. */
const NOTE_EVERY_POSITIONS = 10_000;
/** After a failure, in ms: first and longest wait before going on from the checkpoints. */
const RETRY_FIRST_MS = 250;
const RETRY_MOST_MS = 2_000;
/** How often it is looked whether the store still holds what was written, in ms: it may be lost while nothing happens. */
const WATCH_EVERY_MS = 2_000;

/** How often a standby process reads the checkpoints, in ms; and how often while a read waits for a position. */
const POLL_MS = 500;
const POLL_WAITED_FOR_MS = 25;

type ProjectionStatus = {
  name: string;
  /** The position up to which its documents are written. */
  position: number;
};

/**
 * How the read side is doing. `standing-by`: another process makes the read models. `reached`: every read model shows
 * the log up to this position.
 */
type ProjectionsStatus = {
  state: 'starting' | 'standing-by' | 'catching-up' | 'live' | 'retrying' | 'stopped';
  reached: number;
  /** The failure that is being retried. */
  error: string | null;
  projections: readonly ProjectionStatus[];
};

export type Projections = {
  /** Whether the read models show the log up to `position`, within `timeoutMs`. Beyond the log's end: false, at once. */
  waitFor(position: number, timeoutMs: number): Promise<boolean>;
  status(): ProjectionsStatus;
  /** Resolves once nothing is written any more, after `signal` was aborted. */
  stopped: Promise<void>;
};

export type RunnerParts = {
  log: EventLog;
  documents: Documents;
  clock: Clock;
  projections: readonly Projection[];
  signal: AbortSignal;
  /** Which process makes them, among several that share the documents; left out, this one alone does. */
  leases?: Leases | undefined;
  logger?: Pick<Logger, 'warn'> | undefined;
  /** How accounts are found; left out, by nothing that is sealed. */
  searchKeysOf?: SearchKeysOf | undefined;
  commitEvents?: number | undefined;
  /** Called with events of every stream before they are folded; after a failure with some of them again. */
  onEvents?: ((events: readonly RecordedEvent[]) => void) | undefined;
  /** Called after each commit: the position reached, and the events it took. */
  onCommit?: ((position: number, events: number) => void) | undefined;
};

type Waiter = { position: number; settle: (reached: boolean) => void };

/**
 * Makes the read models from the log for as long as `signal` lasts: declares their collections, goes on from
 * their checkpoints, and after any failure begins again there. A store that was emptied, or replaced by an older
 * copy, is noticed within seconds and filled again in the same way.
 *
 * Of several processes one makes them [N13]. The others know by the checkpoints how far they are, and go on from there.
 */
export function runProjections(parts: RunnerParts): Projections {
  const runner = new ProjectionRunner(parts);
  const stopped = runner.run();
  return {
    waitFor: (position, timeoutMs) => runner.waitFor(position, timeoutMs),
    status: () => runner.status(),
    stopped,
  };
}

class ProjectionRunner {
  readonly #parts: RunnerParts;
  readonly #scheduler: CooperativeScheduler;
  /** Aborts when this process is to stop, or another makes the read models. */
  #term: AbortSignal;
  #lookSooner = (): void => {};
  readonly #checkpoints = new Map<string, number>();
  readonly #waiters = new Set<Waiter>();
  #folds: StreamFolds;
  #state: ProjectionsStatus['state'] = 'starting';
  #error: string | null = null;
  #reached = -1;
  /** Events folded since the last commit, and the position of the last one. */
  #events = 0;
  #position = -1;
  #committedAt = Number.NEGATIVE_INFINITY;
  /** Time between this and the next commit, at least, ms. */
  #apartMs = COMMIT_EVERY_MS;
  #retryInMs = RETRY_FIRST_MS;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#scheduler = new CooperativeScheduler(parts.clock);
    this.#term = parts.signal;
    this.#folds = this.#newFolds();
  }

  async run(): Promise<void> {
    const { clock, leases, signal } = this.#parts;
    if (leases === undefined) await this.#work(signal);
    while (leases !== undefined && !signal.aborted) {
      const waiting = new AbortController();
      const standing = this.#standBy(waiting.signal);
      await withLease(leases, clock, leaseKeys.projections, signal, async (term) => {
        waiting.abort();
        await standing;
        await this.#work(term);
      });
      waiting.abort();
      await standing;
    }
    this.#state = 'stopped';
    for (const waiter of this.#waiters) waiter.settle(false);
  }

  /** Looks how far another process has made the read models, until `ended`. */
  async #standBy(ended: AbortSignal): Promise<void> {
    const { clock, documents, projections, signal } = this.#parts;
    let isDeclared = false;
    while (!ended.aborted && !signal.aborted) {
      try {
        if (!isDeclared) await documents.declare(projections.flatMap(({ collections }) => collections));
        isDeclared = true;
        await this.#readCheckpoints();
        this.#reach(Math.min(...this.#checkpoints.values()));
        this.#error = null;
      } catch (error) {
        this.#error = error instanceof Error ? error.message : String(error);
      }
      if (ended.aborted || signal.aborted) return;
      this.#state = this.#error === null ? 'standing-by' : 'retrying';
      const sooner = new AbortController();
      ended.addEventListener('abort', () => sooner.abort(), { signal: sooner.signal });
      this.#lookSooner = () => sooner.abort();
      if (this.#waiters.size > 0) await pause(clock, POLL_WAITED_FOR_MS, ended);
      else await pause(clock, POLL_MS, sooner.signal);
      sooner.abort();
    }
  }

  /** Makes the read models until `term` ends. */
  async #work(term: AbortSignal): Promise<void> {
    const { clock, logger } = this.#parts;
    this.#term = term;
    while (!term.aborted) {
      try {
        await this.#follow();
      } catch (error) {
        if (term.aborted) break;
        // Said once for as long as it lasts, not at each try.
        if (this.#state !== 'retrying') {
          logger?.warn({ err: error }, 'projections stopped; they go on from their checkpoints');
        }
        this.#state = 'retrying';
        this.#error = error instanceof Error ? error.message : String(error);
      }
      if (term.aborted) break;
      await pause(clock, this.#retryInMs, term);
      this.#retryInMs = Math.min(this.#retryInMs * 2, RETRY_MOST_MS);
    }
  }

  async #follow(): Promise<void> {
    const { log, documents, projections, signal, logger, onEvents } = this.#parts;
    const { commitEvents = COMMIT_EVENTS } = this.#parts;
    await documents.declare(projections.flatMap(({ collections }) => collections));
    await this.#readCheckpoints();
    this.#folds = this.#newFolds();
    this.#events = 0;
    this.#position = Math.min(...this.#checkpoints.values());
    this.#reach(this.#position);
    if (this.#state !== 'retrying') this.#state = 'catching-up';

    const following = new AbortController();
    const ended = AbortSignal.any([this.#term, following.signal]);
    let lost: unknown;
    this.#watch(ended).catch((error: unknown) => {
      lost = error;
      following.abort();
    });
    try {
      for await (const item of log.subscribe({ after: this.#position, signal: ended })) {
        if (item.kind === 'events') {
          onEvents?.(item.events);
          await this.#fold(item.events);
          if (this.#events < commitEvents && !this.#isTimeToCommit()) continue;
        } else {
          this.#position = Math.max(this.#position, item.position);
          await this.#rest();
        }
        await this.#commit();
        if (this.#state === 'retrying') logger?.warn('projections go on');
        this.#state =
          item.kind === 'caughtUp' ? 'live' : this.#state === 'retrying' ? 'catching-up' : this.#state;
        this.#error = null;
      }
    } finally {
      following.abort();
    }
    if (lost !== undefined) throw lost;
    if (signal.aborted) await this.#note();
  }

  async #readCheckpoints(): Promise<void> {
    let hasLost = false;
    for (const { name } of this.#parts.projections) {
      const stored = await this.#parts.documents.checkpoint(name);
      hasLost ||= stored < (this.#checkpoints.get(name) ?? -1);
      this.#checkpoints.set(name, stored);
    }
    // What was reached is shown no more.
    if (hasLost) this.#reached = -1;
  }

  /** Rejects when the store can't be reached, or holds less than was written. */
  async #watch(signal: AbortSignal): Promise<void> {
    const { clock, documents, projections } = this.#parts;
    for (;;) {
      await pause(clock, WATCH_EVERY_MS, signal);
      for (const { name } of projections) {
        if (signal.aborted) return;
        const had = this.#checkpoints.get(name) ?? -1;
        const has = await documents.checkpoint(name);
        if (has < had) throw new DocumentsLost(name, had, has);
      }
    }
  }

  /** Each projection notes how far it is, so that the next start has nothing to read again. */
  async #note(): Promise<void> {
    const behind = this.#parts.projections.filter(
      ({ name }) => (this.#checkpoints.get(name) ?? -1) < this.#reached,
    );
    await Promise.all(behind.map(({ name }) => this.#store(name, this.#reached, [])));
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

  /** Folded changes are written in time even if the log grows without a pause. */
  #isTimeToCommit(): boolean {
    if (this.#state !== 'live') return false;
    return this.#parts.clock.monotonic() - this.#committedAt >= this.#apartMs * 2;
  }

  /** Lets what comes soon after the last commit gather. */
  async #rest(): Promise<void> {
    const { clock } = this.#parts;
    if (this.#events === 0) return;
    const left = this.#apartMs - (clock.monotonic() - this.#committedAt);
    if (left > 0 && left <= this.#apartMs) await pause(clock, left, this.#term);
  }

  async #commit(): Promise<void> {
    const { projections, clock, leases, onCommit } = this.#parts;
    const began = clock.monotonic();
    // A standby process knows only from the checkpoints what it may show.
    const isShared = leases !== undefined && leases.nodes().length > 1;
    const position = this.#position;
    await this.#folds.describe();
    const batches: { name: string; writes: DocumentWrite[] }[] = [];
    for (const projection of projections) {
      const { name } = projection;
      const checkpoint = this.#checkpoints.get(name) ?? -1;
      if (position <= checkpoint) continue;
      const writes = await this.#writesOf(projection);
      const isDue = isShared || position - checkpoint >= NOTE_EVERY_POSITIONS;
      if (writes.length > 0 || isDue) batches.push({ name, writes });
    }
    // All at once: a store may write them together.
    const commits = batches.map(({ name, writes }) => this.#store(name, position, writes));
    const failed = (await Promise.allSettled(commits)).find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    this.#folds.committed();
    this.#committedAt = clock.monotonic();
    const tookMs = this.#committedAt - began;
    this.#apartMs = Math.min(COMMIT_MOST_MS, Math.max(COMMIT_EVERY_MS, tookMs * COMMIT_TIMES));
    const events = this.#events;
    this.#events = 0;
    this.#retryInMs = RETRY_FIRST_MS;
    this.#reach(position);
    onCommit?.(position, events);
  }

  async #writesOf<Name extends StreamKindName>(projection: ProjectionOf<Name>): Promise<DocumentWrite[]> {
    const writes: DocumentWrite[] = [];
    for (const change of this.#folds.changes(projection.of)) {
      writes.push(...projection.project(change));
      await this.#scheduler.nextTurn();
    }
    return writes;
  }

  #newFolds(): StreamFolds {
    const { log, projections, searchKeysOf } = this.#parts;
    return new StreamFolds(log, new Set(projections.map(({ of }) => of)), searchKeysOf);
  }

  async #store(name: string, position: number, writes: readonly DocumentWrite[]): Promise<void> {
    await this.#parts.documents.commit(name, position, writes, this.#checkpoints.get(name) ?? -1);
    this.#checkpoints.set(name, position);
  }

  #reach(position: number): void {
    this.#reached = Math.max(this.#reached, position);
    for (const waiter of this.#waiters) if (waiter.position <= position) waiter.settle(true);
  }

  async waitFor(position: number, timeoutMs: number): Promise<boolean> {
    if (position <= this.#reached) return true;
    if (this.#state === 'stopped' || (await isBeyondEnd(this.#parts, position, timeoutMs))) return false;
    // It may have been reached meanwhile.
    if (position <= this.#reached) return true;
    return new Promise((resolve) => {
      const waiter: Waiter = {
        position,
        settle: (reached) => {
          cancel();
          this.#waiters.delete(waiter);
          resolve(reached);
        },
      };
      const cancel = this.#parts.clock.after(timeoutMs, () => waiter.settle(false));
      this.#waiters.add(waiter);
      this.#lookSooner();
    });
  }

  status(): ProjectionsStatus {
    return {
      state: this.#state,
      reached: this.#reached,
      error: this.#error,
      projections: this.#parts.projections.map(({ name }) => ({
        name,
        position: this.#checkpoints.get(name) ?? -1,
      })),
    };
  }
}
