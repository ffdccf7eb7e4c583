import { setMaxListeners } from 'node:events';
import { pause } from '../clock/pause.ts';
import type { Clock } from '../clock/port.ts';
import type { Logger } from '../logging/logger.ts';
import { DamagedStreams } from './damaged-streams.ts';
import { Appender } from './eventstore-appender.ts';
import { ServerClock } from './eventstore-clock.ts';
import { StreamsConnection } from './eventstore-connection.ts';
import { reasonOf } from './eventstore-errors.ts';
import { ServerIdentity } from './eventstore-identity.ts';
import { EVENTSTORE_LIMITS, type EventStoreLimits, READ_BATCH_EVENTS } from './eventstore-limits.ts';
import { Outages } from './eventstore-outages.ts';
import { exact } from './eventstore-position.ts';
import { mustFollow, positionOf, recordedEvent } from './eventstore-records.ts';
import { EVERYTHING } from './eventstore-streams.ts';
import { Subscription } from './eventstore-subscription.ts';
import type { ChainedPrefixes } from './hash-chain.ts';
import {
  type AppendResult,
  type EventLog,
  EventLogCorrupt,
  EventLogUnavailable,
  type NewEvent,
  NO_STREAM,
  type ReadOptions,
  type RecordedEvent,
  type SubscribeOptions,
  type SubscriptionItem,
} from './port.ts';
import { lifted, type Upcasters } from './upcasters.ts';

type Options = {
  /** The server's connection string: esdb://host:port?tls=false, or esdb+discover://… for a cluster by DNS. */
  url: string;
  clock: Clock;
  logger?: Pick<Logger, 'warn' | 'error'>;
  chained: ChainedPrefixes;
  /** Lifts for events stored in older shapes. */
  upcasters?: Upcasters;
  limits?: Partial<EventStoreLimits>;
};

/**
 * Opens the log that an EventStoreDB server (24.2 or newer) or cluster keeps. All in the database that is not the server's own is the
 * log's. It may be opened by any number of processes; the expected revision of an append is what fences them.
 *
 * A position is the one in $all, in bytes: it grows, but not by one. Reads ask the leader. An append is at
 * most what the server's `MaxAppendSize` allows (1 MB unless set); a larger one is a RangeError.
 * @throws EventLogUnavailable when no server answers within `openDeadlineMs`; Error when `url` is no connection string
 */
export async function openEventStoreLog(options: Options): Promise<EventLog> {
  const log = new EventStoreLog(options);
  try {
    await log.reach();
    return log;
  } catch (error) {
    await log.close();
    throw error;
  }
}

class EventStoreLog implements EventLog {
  readonly #connection: StreamsConnection;
  readonly #appender: Appender;
  readonly #serverClock: ServerClock;
  readonly #identity: ServerIdentity;
  readonly #aside: DamagedStreams;
  readonly #clock: Clock;
  readonly #logger: Options['logger'];
  readonly #chained: ChainedPrefixes;
  readonly #upcasters: Upcasters;
  readonly #outages: Outages;
  readonly #limits: EventStoreLimits;
  readonly #closed = new AbortController();

  constructor({ url, clock, logger, chained, upcasters = {}, limits: set }: Options) {
    const limits = { ...EVENTSTORE_LIMITS, ...set };
    const connection = new StreamsConnection(url, clock);
    this.#connection = connection;
    this.#appender = new Appender({ connection, clock, limits, chained, upcasters });
    this.#serverClock = new ServerClock(connection, clock, limits);
    this.#identity = new ServerIdentity(connection, limits);
    this.#aside = new DamagedStreams(logger);
    this.#clock = clock;
    this.#logger = logger;
    this.#chained = chained;
    this.#upcasters = upcasters;
    this.#outages = new Outages(clock, logger);
    this.#limits = limits;
    // Every read and subscription under way listens to it.
    setMaxListeners(0, this.#closed.signal);
  }

  /** Waits until the server answers. */
  async reach(): Promise<void> {
    const { openDeadlineMs, resubscribeFirstMs, resubscribeLastMs } = this.#limits;
    const deadline = this.#clock.monotonic() + openDeadlineMs;
    for (let wait = resubscribeFirstMs; ; wait = Math.min(2 * wait, resubscribeLastMs)) {
      try {
        await this.lastPosition();
        return;
      } catch (error) {
        if (!(error instanceof EventLogUnavailable) || this.#clock.monotonic() + wait > deadline) throw error;
        this.#logger?.warn({ reason: reasonOf(error) }, 'the event log does not answer yet');
      }
      await pause(this.#clock, wait, this.#closed.signal);
    }
  }

  async append(stream: string, expected: number, events: readonly NewEvent[]): Promise<AppendResult> {
    this.#mustBeOpen();
    const damage = this.#aside.of(stream);
    if (damage !== undefined) throw damage;
    return this.#appender.append(stream, expected, events);
  }

  async *read(stream: string, options: ReadOptions = {}): AsyncGenerator<RecordedEvent[]> {
    const { direction = 'forwards', asStored = false } = options;
    const step = direction === 'forwards' ? 1 : -1;
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    let from = direction === 'forwards' ? Math.max(0, options.from ?? 0) : options.from;
    let before: RecordedEvent | undefined;
    while (left > 0 && (from === undefined || from >= 0)) {
      this.#mustBeOpen();
      const count = Math.min(READ_BATCH_EVENTS, left);
      const page = await this.#connection.page(
        stream,
        { direction, from, count },
        this.#limits.readDeadlineMs,
        this.#closed.signal,
      );
      const events: RecordedEvent[] = [];
      let failure: unknown;
      try {
        for (const each of page) {
          const event = recordedEvent(each, this.#chained);
          // Backwards, a read from beyond the end begins with the last event, whichever that is.
          const next = before === undefined && step < 0 ? event.revision : from;
          mustFollow(event, next ?? event.revision, before, this.#chained);
          events.push(event);
          before = event;
          from = event.revision + step;
        }
      } catch (error) {
        failure = error;
      }
      // What is sound before the damage is handed out first.
      if (events.length > 0) yield asStored ? events : events.map((event) => lifted(event, this.#upcasters));
      if (failure instanceof EventLogCorrupt) this.#aside.add(failure);
      if (failure !== undefined) throw failure;
      if (page.length < count) return this.#mustReachStart(stream, step, from, before);
      left -= page.length;
    }
  }

  /** A read backwards that has come to its end has come to the first event. */
  #mustReachStart(
    stream: string,
    step: number,
    next: number | undefined,
    last: RecordedEvent | undefined,
  ): void {
    if (step > 0 || last === undefined || next === undefined || next < 0) return;
    throw new EventLogCorrupt({ stream, revision: next }, 'it is missing from its stream');
  }

  async *subscribe(options: SubscribeOptions = {}): AsyncGenerator<SubscriptionItem> {
    const { after = -1, streams, signal } = options;
    const closed = this.#closed.signal;
    const ending = new AbortController();
    const end = (): void => ending.abort();
    if (closed.aborted || signal?.aborted) return;
    closed.addEventListener('abort', end);
    signal?.addEventListener('abort', end);
    const parts = {
      connection: this.#connection,
      clock: this.#clock,
      limits: this.#limits,
      chained: this.#chained,
      upcasters: this.#upcasters,
      outages: this.#outages,
      aside: this.#aside,
      lastPosition: (ended: AbortSignal) => this.#lastPosition(ended),
    };
    try {
      yield* new Subscription(parts, after, streams, ending.signal).items();
    } finally {
      ending.abort();
      closed.removeEventListener('abort', end);
      signal?.removeEventListener('abort', end);
    }
  }

  async lastPosition(): Promise<number> {
    return this.#lastPosition(this.#closed.signal);
  }

  async #lastPosition(signal: AbortSignal): Promise<number> {
    const event = await this.#connection.last(EVERYTHING, this.#limits.readDeadlineMs, signal);
    return event === undefined ? -1 : positionOf(event);
  }

  async lastRevision(stream: string): Promise<number> {
    this.#mustBeOpen();
    const page = { direction: 'backwards', from: undefined, count: 1 } as const;
    const { readDeadlineMs } = this.#limits;
    const [event] = await this.#connection.page(stream, page, readDeadlineMs, this.#closed.signal);
    return event === undefined ? NO_STREAM : exact(event.getStreamRevision());
  }

  setAside(): readonly EventLogCorrupt[] {
    return this.#aside.all;
  }

  async identity(): Promise<string | undefined> {
    this.#mustBeOpen();
    return this.#identity.identity(this.#closed.signal);
  }

  async identify(id: string, replaced: string | undefined): Promise<string> {
    this.#mustBeOpen();
    return this.#identity.identify(id, replaced, this.#closed.signal);
  }

  async keyRing(): Promise<string | undefined> {
    this.#mustBeOpen();
    return this.#identity.keyRing(this.#closed.signal);
  }

  async nameKeyRing(id: string, replaced: string | undefined): Promise<string> {
    this.#mustBeOpen();
    return this.#identity.nameKeyRing(id, replaced, this.#closed.signal);
  }

  clockSkewMs(): Promise<number> {
    return this.#serverClock.skewMs(this.#closed.signal);
  }

  async close(): Promise<void> {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    await this.#appender.idle();
    await this.#connection.close();
  }

  #mustBeOpen(): void {
    if (this.#closed.signal.aborted) throw new Error('the event log is closed');
  }
}
