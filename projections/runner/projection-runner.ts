import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { type Documents, DocumentsLost } from '@saleyard/platform/documents/port.ts';
import { atVersion, ReadModelBuilding } from '@saleyard/platform/documents/versioned-documents.ts';
import { isBeyondEnd } from '@saleyard/platform/event-log/follow-state.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { withLease } from '@saleyard/platform/leases/lease-term.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { collectionsOf, type Projection } from '../projection.ts';
import { LogFold } from './log-fold.ts';
import { leaseOf, ModelBuilds } from './model-builds.ts';
import type { SearchKeysOf } from './stream-folds.ts';

/** ms before it resumes from the checkpoints after a failure: first and longest delay. */
const RETRY_FIRST_MS = 250;
const RETRY_MOST_MS = 2_000;
/** ms between checks that the store still has what was written, since it may be lost while idle. */
const WATCH_EVERY_MS = 2_000;

/** ms between a standby process's reads of the checkpoints; and while a read waits for a position. */
const POLL_MS = 500;
const POLL_WAITED_FOR_MS = 25;

type ProjectionStatus = {
  name: string;
  /** The position up to which its documents are written. */
  position: number;
};

/**
 * The state of the read side. `standing-by`: another process writes the read models. `reached`: every read model
 * shows the log up to this position.
 */
type ProjectionsStatus = {
  state: 'starting' | 'standing-by' | 'catching-up' | 'live' | 'retrying' | 'stopped';
  reached: number;
  /** The failure that is being retried. */
  error: string | null;
  projections: readonly ProjectionStatus[];
  /** Read models that cannot be read until their version is complete. */
  unreadable: readonly string[];
};

export type Projections = {
  /**
   * Whether the read models show the log up to `position` within `timeoutMs`. A position beyond the log's end: false,
   * at once.
   */
  waitFor(position: number, timeoutMs: number): Promise<boolean>;
  status(): ProjectionsStatus;
  /** Resolves once nothing more is written, after `signal` was aborted. */
  stopped: Promise<void>;
};

export type RunnerParts = {
  log: EventLog;
  documents: Documents;
  clock: Clock;
  projections: readonly Projection[];
  signal: AbortSignal;
  /** Decides which of several processes that share the documents writes them; omitted: this is the only one. */
  leases?: Leases | undefined;
  logger?: Pick<Logger, 'warn'> | undefined;
  /** Makes the search keys of accounts; omitted: no encrypted text is searchable. */
  searchKeysOf?: SearchKeysOf | undefined;
  commitEvents?: number | undefined;
  /** Called with events of every stream before they are folded; after a failure some may be repeated. */
  onEvents?: ((events: readonly RecordedEvent[]) => void) | undefined;
  /** Called after each commit: the position reached, and the number of its events. */
  onCommit?: ((position: number, events: number) => void) | undefined;
};

type OnCommit = ConstructorParameters<typeof LogFold>[0]['onCommit'];

type Waiter = { position: number; settle: (reached: boolean) => void };

/**
 * Updates the read models from the log until `signal` is aborted: declares their collections, resumes from their
 * checkpoints, and after any failure starts there again. A store that was emptied, or replaced by an older copy, is
 * noticed within seconds and filled in the same way.
 * | A new version of a read model is built beside the one that is read; the older one is then removed.
 * | Of several processes one writes them [N13]. The others follow its progress by the checkpoints, and take over from
 * there.
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
  readonly #builds: ModelBuilds;
  #lookSooner = (): void => {};
  readonly #checkpoints = new Map<string, number>();
  readonly #waiters = new Set<Waiter>();
  #state: ProjectionsStatus['state'] = 'starting';
  #error: string | null = null;
  #reached = -1;
  #unreadable: readonly string[] = [];
  #retryInMs = RETRY_FIRST_MS;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#builds = new ModelBuilds(parts.documents, parts);
  }

  async run(): Promise<void> {
    const { clock, leases, projections, signal } = this.#parts;
    if (leases === undefined) await this.#work(signal);
    while (leases !== undefined && !signal.aborted) {
      const waiting = new AbortController();
      const standing = this.#standBy(waiting.signal);
      await withLease(leases, clock, leaseOf(projections), signal, async (term) => {
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

  /** Follows another process's progress until `ended`. */
  async #standBy(ended: AbortSignal): Promise<void> {
    const { clock, documents, projections, signal } = this.#parts;
    let isDeclared = false;
    while (!ended.aborted && !signal.aborted) {
      try {
        if (!isDeclared) await documents.declare(collectionsOf(projections));
        isDeclared = true;
        await this.#readCheckpoints();
        this.#reach(await this.#shown(projections));
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

  /** Updates the read models until `term` ends. */
  async #work(term: AbortSignal): Promise<void> {
    const { clock, logger } = this.#parts;
    while (!term.aborted) {
      try {
        // Starts again at once after a new version was completed, which is then updated together with the others.
        while (!term.aborted) await this.#follow(term);
      } catch (error) {
        if (term.aborted) break;
        // Logged once per failure, not at each retry.
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

  /** Follows the log until `term` ends, or the versions built beside others are complete. */
  async #follow(term: AbortSignal): Promise<void> {
    const { documents, projections, signal } = this.#parts;
    await documents.declare(collectionsOf(projections));
    const beside = await this.#builds.begin();
    await this.#readCheckpoints();
    const standing = projections.filter((projection) => !beside.includes(projection));
    this.#reach(Math.min(...standing.map(({ name }) => this.#positionOf(name)), await this.#shown(beside)));
    if (this.#state !== 'retrying') this.#state = 'catching-up';

    const following = new AbortController();
    const ended = AbortSignal.any([term, following.signal]);
    let failure: { error: unknown } | undefined;
    const stopOn = (work: Promise<void>): Promise<void> =>
      work.then(
        () => {},
        (error: unknown) => {
          failure ??= { error };
          following.abort();
        },
      );
    const fold = standing.length === 0 ? undefined : this.#standingFold(standing, beside);
    const work = [
      stopOn(this.#watch(ended)),
      ...(fold ? [stopOn(fold.run(ended))] : []),
      ...(beside.length > 0 ? [stopOn(this.#build(beside, ended, () => following.abort()))] : []),
    ];
    // A subscription that ends by itself is restarted.
    await Promise.race([...work.slice(1)]);
    following.abort();
    await Promise.all(work);
    if (failure !== undefined) throw failure.error;
    if (signal.aborted) await fold?.note(this.#reached);
  }

  #foldOf(projections: readonly Projection[], onCommit: OnCommit): LogFold {
    const { leases } = this.#parts;
    return new LogFold({
      ...this.#parts,
      projections,
      checkpoints: this.#checkpoints,
      isShared: () => leases !== undefined && leases.nodes().length > 1,
      onCommit,
    });
  }

  #standingFold(standing: readonly Projection[], beside: readonly Projection[]): LogFold {
    const { logger, onCommit } = this.#parts;
    let isComplete = false;
    return this.#foldOf(standing, async (position, events, isCaughtUp) => {
      if (isCaughtUp && !isComplete) await this.#builds.complete(standing);
      isComplete ||= isCaughtUp;
      this.#retryInMs = RETRY_FIRST_MS;
      this.#reach(Math.min(position, await this.#shown(beside)));
      if (this.#state === 'retrying') logger?.warn('projections go on');
      if (isCaughtUp) this.#state = 'live';
      else if (this.#state === 'retrying') this.#state = 'catching-up';
      this.#error = null;
      onCommit?.(position, events);
    });
  }

  /** Builds new versions beside those that are read, until they have caught up with the log. */
  async #build(beside: readonly Projection[], ended: AbortSignal, onComplete: () => void): Promise<void> {
    const built = new AbortController();
    const fold = this.#foldOf(beside, async (_position, _events, isCaughtUp) => {
      if (!isCaughtUp || ended.aborted) return;
      await this.#builds.complete(beside);
      built.abort();
    });
    await fold.run(AbortSignal.any([ended, built.signal]));
    if (built.signal.aborted) onComplete();
  }

  #positionOf(name: string): number {
    return this.#checkpoints.get(name) ?? -1;
  }

  async #readCheckpoints(): Promise<void> {
    let hasLost = false;
    for (const { name, version } of this.#parts.projections) {
      const stored = await this.#parts.documents.checkpoint(atVersion(name, version));
      hasLost ||= stored < this.#positionOf(name);
      this.#checkpoints.set(name, stored);
    }
    // What was reached is no longer shown.
    if (hasLost) this.#reached = -1;
  }

  /** The position up to which all readable projections show the log, at the version that is read. */
  async #shown(projections: readonly Projection[]): Promise<number> {
    const unreadable: string[] = [];
    let shown = Number.POSITIVE_INFINITY;
    for (const { name } of projections) {
      try {
        shown = Math.min(shown, await this.#parts.documents.checkpoint(name));
      } catch (error) {
        if (!(error instanceof ReadModelBuilding)) throw error;
        unreadable.push(name);
      }
    }
    this.#unreadable = unreadable;
    return shown;
  }

  /** Removes versions that are no longer read. Rejects when the store can't be reached, or is missing documents. */
  async #watch(signal: AbortSignal): Promise<void> {
    const { clock, documents, projections } = this.#parts;
    let isTidy = false;
    while (!signal.aborted) {
      if (!isTidy) isTidy = await this.#builds.removeOlder();
      await pause(clock, WATCH_EVERY_MS, signal);
      for (const { name, version } of projections) {
        if (signal.aborted) return;
        const had = this.#positionOf(name);
        const has = await documents.checkpoint(atVersion(name, version));
        if (has < had) throw new DocumentsLost(name, had, has);
      }
    }
  }

  #reach(position: number): void {
    // No read model can be read.
    if (!Number.isFinite(position)) return;
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
        position: this.#positionOf(name),
      })),
      unreadable: this.#unreadable,
    };
  }
}
