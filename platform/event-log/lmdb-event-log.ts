import { setImmediate as turn } from 'node:timers/promises';
import type { FileOptions } from '../lmdb/background-file-check.ts';
import { AppendGroup, type Pending } from './append-group.ts';
import { mustBeAppendable } from './appendable.ts';
import { BufferArena } from './buffer-arena.ts';
import { CommitSignal } from './commit-signal.ts';
import { DamagedStreams } from './damaged-streams.ts';
import { holdFolder } from './folder-lock.ts';
import type { ChainedPrefixes } from './hash-chain.ts';
import { LogReader } from './log-reader.ts';
import { NO_HEAD, type StreamHead } from './log-records.ts';
import { LogStore } from './log-store.ts';
import { type Verification, verifyStore } from './log-verification.ts';
import {
  type AppendResult,
  type EventLog,
  EventLogCorrupt,
  EventLogUnavailable,
  type NewEvent,
  type ReadOptions,
  type RecordedEvent,
  type SubscribeOptions,
  type SubscriptionItem,
} from './port.ts';
import { type PreparedChunk, prepareChunks } from './prepared-append.ts';
import type { Upcasters } from './upcasters.ts';

/** Events in one batch of a read. */
const READ_BATCH_EVENTS = 256;
/** Events in one batch of a subscription, at most. */
const SUBSCRIPTION_BATCH_EVENTS = 512;
/** Appends that may wait for their turn; one more is answered `unknown` at once, and was not stored. */
const WAITING_APPENDS_LIMIT = 65_536;
/** Default limit of a commit, in ms. Appends of a longer commit are `unknown`, and so are later ones until it is over. */
const COMMIT_DEADLINE_MS = 10_000;
/** Stream heads kept in memory; the longest known are let go and read again when needed. */
const HEADS_LIMIT = 100_000;

type Options = FileOptions & {
  chained: ChainedPrefixes;
  /** Lifts for events stored in older shapes. */
  upcasters?: Upcasters;
  /** How long a commit may take before its appends are answered `unknown`, in ms (default 10 s). */
  commitDeadlineMs?: number;
  /**
   * Reads a folder beside the process that may hold it: takes no lock, refuses to append, and sees the log as it
   * is when opened. The folder must exist.
   */
  readOnly?: boolean;
  /** Another thread of this process owns the log: it appends for this one, which reads the folder itself. */
  owner?: LogOwner;
};

/** What the thread that owns a log does for the others. */
export type LogOwner = Pick<EventLog, 'append' | 'identify' | 'nameKeyRing'> & {
  /** Calls `handler` whenever the log has grown. */
  onGrown(handler: () => void): void;
  close(): void;
};

/** The embedded event log. */
export type LmdbEventLog = EventLog & {
  /**
   * Checks every stored event, every chain and the index against each other, and answers how many events there
   * are. Appends may go on; those stored after it began are not looked at.
   * @throws EventLogCorrupt naming the first event that is wrong, unless `onDamage` is given
   */
  verify(verification?: Verification): Promise<{ events: number }>;
};

/**
 * Opens (or makes) the log in a folder, for this process alone; with `owner`, in one more thread of it.
 * @throws EventLogInUse when another process holds it; EventLogDamaged when its file is not what was written;
 * EventLogCorrupt when its end can't be read
 */
export async function openLmdbEventLog(options: Options): Promise<LmdbEventLog> {
  const readOnly = options.readOnly === true || options.owner !== undefined;
  const hold = readOnly ? NO_HOLD : holdFolder(options.folder);
  let store: LogStore | undefined;
  try {
    store = LogStore.open({ ...options, readOnly });
    return new LmdbLog(store, options, hold);
  } catch (error) {
    await store?.close();
    hold.release();
    throw error;
  }
}

/** A reader holds nothing. */
const NO_HOLD = { release: (): void => {} };

class LmdbLog implements LmdbEventLog {
  readonly #store: LogStore;
  readonly #reader: LogReader;
  readonly #hold: { release(): void };
  readonly #aside: DamagedStreams;
  readonly #arena = new BufferArena();
  readonly #grown = new CommitSignal();
  /** The position of each subscription. */
  readonly #followers = new Set<{ next: number }>();
  readonly #heads = new Map<string, StreamHead>();
  readonly #chained: ChainedPrefixes;
  readonly #commitDeadlineMs: number;
  readonly #owner: LogOwner | undefined;
  /** Appends that the owner has not answered. */
  readonly #underWay = new Set<Promise<AppendResult>>();
  #waiting: Pending[] = [];
  #lastPosition: number;
  #state: 'idle' | 'committing' | 'stuck' = 'idle';
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(store: LogStore, options: Options, hold: { release(): void }) {
    this.#store = store;
    this.#aside = new DamagedStreams(options.logger);
    this.#reader = new LogReader(store, options.upcasters ?? {}, this.#aside);
    this.#chained = options.chained;
    this.#commitDeadlineMs = options.commitDeadlineMs ?? COMMIT_DEADLINE_MS;
    this.#hold = hold;
    this.#owner = options.owner;
    this.#lastPosition = store.lastPosition();
    this.#owner?.onGrown(() => this.#catchUp());
  }

  /** Sees what the owner's thread has appended. A log that is not another's sees its own. */
  #catchUp(): void {
    if (this.#owner === undefined || this.#closed) return;
    this.#store.refresh();
    const last = this.#store.lastPosition();
    if (last === this.#lastPosition) return;
    this.#lastPosition = last;
    this.#forgetFollowed();
    this.#grown.raise();
  }

  async #appendByOwner(
    owner: LogOwner,
    [stream, expected, events]: Parameters<EventLog['append']>,
  ): Promise<AppendResult> {
    this.#mustBeOpen();
    mustBeAppendable(stream, expected, events);
    const damage = this.#aside.of(stream);
    if (damage !== undefined) throw damage;
    const appending = owner.append(stream, expected, events);
    this.#underWay.add(appending);
    try {
      return await appending;
    } finally {
      this.#underWay.delete(appending);
      this.#catchUp();
    }
  }

  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<AppendResult> {
    if (this.#owner !== undefined) return this.#appendByOwner(this.#owner, [stream, expected, events]);
    return new Promise((settle, fail) => {
      this.#mustBeOpen();
      if (this.#hold === NO_HOLD) throw new Error('the event log was opened for reading only');
      mustBeAppendable(stream, expected, events);
      const { damage } = this.#store;
      if (damage !== null) return settle(unknown(damage.message));
      // Encoded now, while an earlier group may be on its way to the disk.
      const chunks = prepareChunks(
        this.#arena,
        { stream, firstRevision: expected + 1, events },
        this.#chained,
      );
      if (this.#state === 'stuck') return settle(unknown('the disk has not answered an earlier append'));
      if (this.#waiting.length >= WAITING_APPENDS_LIMIT)
        return settle(unknown('too many appends are waiting'));
      this.#waiting.push({ stream, expected, events, chunks, settle, fail });
      if (this.#state === 'idle') {
        this.#state = 'committing';
        // Appends of the same turn join the group.
        queueMicrotask(() => {
          this.#running = this.#commitWaiting();
        });
      }
    });
  }

  async #commitWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#gather();
      if (!group.isEmpty) await this.#commit(group);
    }
    this.#state = 'idle';
    // Nothing waits and nothing is being written.
    this.#arena.clear();
  }

  /** Moves waiting appends into a group, in order; answers those that need no writing. */
  #gather(): AppendGroup {
    const group = new AppendGroup(this.#lastPosition + 1, this.#chained);
    const left: Pending[] = [];
    const held = new Set<string>();
    for (const pending of this.#waiting) {
      const { stream, expected } = pending;
      if (group.isFull || held.has(stream)) {
        left.push(pending);
        continue;
      }
      const damage = this.#aside.of(stream);
      if (damage !== undefined) {
        pending.fail(damage);
        continue;
      }
      try {
        const coming = group.heads.get(stream);
        const head = coming ?? this.#head(stream);
        if (expected === head.revision) group.take(pending, head);
        else if (coming === undefined) pending.settle(this.#repeatOrConflict(pending, head));
        else {
          // Whether it conflicts depends on what is not stored yet; those behind it on its stream keep their order.
          held.add(stream);
          left.push(pending);
        }
      } catch (error) {
        pending.fail(error);
      }
    }
    this.#waiting = left;
    return group;
  }

  #head(stream: string): StreamHead {
    const known = this.#heads.get(stream);
    if (known !== undefined) return known;
    this.#catchUp();
    const head = this.#store.head(stream) ?? NO_HEAD;
    // Another thread moves it on.
    if (this.#owner !== undefined) return head;
    this.#remember(stream, head);
    return head;
  }

  #remember(stream: string, head: StreamHead): void {
    if (this.#heads.size >= HEADS_LIMIT && !this.#heads.has(stream)) {
      for (const oldest of this.#heads.keys()) {
        this.#heads.delete(oldest);
        break;
      }
    }
    this.#heads.set(stream, head);
  }

  #repeatOrConflict(pending: Pending, head: StreamHead): AppendResult {
    const { stream, expected, chunks } = pending;
    const count = pending.events.length;
    const conflict: AppendResult = { outcome: 'conflict', actual: head.revision };
    if (expected + count > head.revision) return conflict;
    if (!this.#reader.holds(stream, head, expected + 1, chunks)) return conflict;
    const read = { direction: 'forwards', most: count } as const;
    const events = this.#reader.streamBatch(stream, head, expected + 1, read);
    const last = events.at(-1) as RecordedEvent;
    return { outcome: 'appended', revision: last.revision, position: last.position, events };
  }

  async #commit(group: AppendGroup): Promise<void> {
    const writing = this.#store.write(group).then(
      () => undefined,
      (error: unknown) => error ?? new Error('the write failed'),
    );
    const stored: { chunk: PreparedChunk; events: RecordedEvent[] }[] = [];
    const answers = group.answers((chunk, events) => stored.push({ chunk, events }));
    let deadline: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      deadline = setTimeout(() => resolve('late'), this.#commitDeadlineMs);
    });
    const first = await Promise.race([writing, late]);
    clearTimeout(deadline);
    if (first === 'late') this.#giveUpWaiting(group);
    const error = first === 'late' ? await writing : first;
    this.#state = 'committing';
    if (error === undefined || this.#wasStored(group)) {
      this.#lastPosition = group.lastPosition;
      for (const [stream, head] of group.heads) this.#remember(stream, head);
      this.#keepForFollowers(stored);
      group.settle(answers);
      this.#grown.raise();
    } else {
      group.settle(this.#store.isFull(error, group) ? { outcome: 'full' } : unknown(String(error)));
    }
  }

  /** Those who follow the log get the events that were appended, rather than each reading and parsing them. */
  #keepForFollowers(stored: readonly { chunk: PreparedChunk; events: RecordedEvent[] }[]): void {
    if (this.#followers.size === 0) return;
    this.#forgetFollowed();
    for (const { chunk, events } of stored) this.#reader.keepStored(chunk, events);
  }

  /** Drops the events that every subscription has. */
  #forgetFollowed(): void {
    let least = Number.POSITIVE_INFINITY;
    for (const { next } of this.#followers) least = Math.min(least, next);
    this.#reader.forgetBefore(least);
  }

  /** The disk is too slow to wait for: waiting callers are answered that the outcome is unknown. */
  #giveUpWaiting(group: AppendGroup): void {
    this.#state = 'stuck';
    const result = unknown(`the disk has not answered within ${this.#commitDeadlineMs} ms`);
    group.settle(result);
    for (const pending of this.#waiting) pending.settle(result);
    this.#waiting = [];
  }

  /** After a failed commit only the store can say what is in it. */
  #wasStored(group: AppendGroup): boolean {
    for (const stream of group.heads.keys()) this.#heads.delete(stream);
    try {
      return this.#store.lastPosition() === group.lastPosition;
    } catch {
      return false;
    }
  }

  async *read(stream: string, options: ReadOptions = {}): AsyncGenerator<RecordedEvent[]> {
    const { direction = 'forwards', asStored = false } = options;
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    let next = direction === 'forwards' ? Math.max(0, options.from ?? 0) : options.from;
    let before: RecordedEvent | undefined;
    for (;;) {
      this.#mustBeReadable();
      const head = this.#noticing(() => this.#head(stream));
      const from = Math.min(
        next ?? head.revision,
        direction === 'backwards' ? head.revision : Number.MAX_SAFE_INTEGER,
      );
      const most = Math.min(READ_BATCH_EVENTS, left);
      const events = this.#noticing(() =>
        this.#reader.streamBatch(stream, head, from, { direction, most, asStored, before }),
      );
      if (events.length === 0) return;
      yield events;
      before = events.at(-1);
      left -= events.length;
      next = from + (direction === 'forwards' ? events.length : -events.length);
      if (left > 0) await turn();
    }
  }

  async *subscribe(options: SubscribeOptions = {}): AsyncGenerator<SubscriptionItem> {
    const { streams, signal } = options;
    const follower = { next: (options.after ?? -1) + 1 };
    let seen: number | undefined;
    this.#followers.add(follower);
    // One abort listener per subscription: one per wait costs more than waking all waiters.
    const wake = (): void => this.#grown.raise();
    signal?.addEventListener('abort', wake);
    try {
      while (!this.#closed && !signal?.aborted) {
        this.#mustBeReadable();
        const last = this.#lastPosition;
        if (follower.next <= last) {
          const batch = this.#reader.logBatch(follower.next, last, streams, SUBSCRIPTION_BATCH_EVENTS);
          follower.next = batch.next;
          if (batch.events.length > 0) yield { kind: 'events', events: batch.events };
          // Events from memory cost little; only a batch read from disk yields the event loop.
          if (batch.wasRead && follower.next <= last) await turn();
        } else if (seen !== last) {
          seen = last;
          yield { kind: 'caughtUp', position: last };
        } else {
          await this.#grown.wait();
        }
      }
    } finally {
      this.#followers.delete(follower);
      signal?.removeEventListener('abort', wake);
    }
  }

  /** Sets a stream aside whose damage shows in a read. */
  #noticing<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof EventLogCorrupt) this.#aside.add(error);
      throw error;
    }
  }

  setAside(): readonly EventLogCorrupt[] {
    return this.#aside.all;
  }

  async identity(): Promise<string | undefined> {
    this.#mustBeReadable();
    this.#catchUp();
    return this.#store.identity();
  }

  async identify(id: string, replaced: string | undefined): Promise<string> {
    if (this.#owner !== undefined) return this.#owner.identify(id, replaced);
    this.#mustBeWritable();
    const known = this.#store.identity();
    if (known !== undefined && known !== replaced) return known;
    await this.#store.identify(id);
    return id;
  }

  async keyRing(): Promise<string | undefined> {
    this.#mustBeReadable();
    this.#catchUp();
    return this.#store.keyRing();
  }

  async nameKeyRing(id: string, replaced: string | undefined): Promise<string> {
    if (this.#owner !== undefined) return this.#owner.nameKeyRing(id, replaced);
    this.#mustBeWritable();
    const known = this.#store.keyRing();
    if (known !== undefined && known !== replaced) return known;
    await this.#store.nameKeyRing(id);
    return id;
  }

  #mustBeWritable(): void {
    this.#mustBeReadable();
    if (this.#hold === NO_HOLD) throw new Error('the event log was opened for reading only');
  }

  async lastPosition(): Promise<number> {
    if (!this.#closed) this.#mustBeReadable();
    this.#catchUp();
    return this.#lastPosition;
  }

  async lastRevision(stream: string): Promise<number> {
    this.#mustBeReadable();
    return this.#head(stream).revision;
  }

  async clockSkewMs(): Promise<number> {
    return 0;
  }

  verify(verification?: Verification): Promise<{ events: number }> {
    this.#mustBeReadable();
    return verifyStore(this.#store, this.#lastPosition, verification);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#grown.raise();
    await Promise.allSettled(this.#underWay);
    this.#owner?.close();
    // The microtask that begins a group may not have run yet.
    await Promise.resolve();
    if (this.#state !== 'stuck') await this.#running;
    if (this.#state !== 'stuck') await this.#store.close();
    this.#hold.release();
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new Error('the event log is closed');
  }

  /** @throws EventLogUnavailable where the file was found to be damaged after it was opened */
  #mustBeReadable(): void {
    this.#mustBeOpen();
    const { damage } = this.#store;
    if (damage !== null) throw new EventLogUnavailable(damage.message, { cause: damage });
  }
}

function unknown(reason: string): AppendResult {
  return { outcome: 'unknown', reason };
}
