import { setImmediate as turn } from 'node:timers/promises';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { pause } from '../clock/pause.ts';
import type { Clock } from '../clock/port.ts';
import type { DamagedStreams } from './damaged-streams.ts';
import type { StreamFilter, StreamsConnection } from './eventstore-connection.ts';
import { failureOf, reasonOf } from './eventstore-errors.ts';
import type { Feed } from './eventstore-feed.ts';
import { CATCH_UP_WINDOW, type EventStoreLimits, UNREPORTED_MS } from './eventstore-limits.ts';
import type { Outages } from './eventstore-outages.ts';
import { exact, type LogPosition, positionAt, positionOfCheckpoint } from './eventstore-position.ts';
import { positionOf, recordedEvent, streamOf } from './eventstore-records.ts';
import { filterOf, isOurs } from './eventstore-streams.ts';
import type { ChainedPrefixes } from './hash-chain.ts';
import { EventLogCorrupt, EventLogUnavailable, type RecordedEvent, type SubscriptionItem } from './port.ts';
import { lifted, type Upcasters } from './upcasters.ts';

type Parts = {
  connection: StreamsConnection;
  clock: Clock;
  limits: EventStoreLimits;
  chained: ChainedPrefixes;
  upcasters: Upcasters;
  outages: Outages;
  aside: DamagedStreams;
  /** The position of the log's last event, from the leader. */
  lastPosition(signal: AbortSignal): Promise<number>;
};

/** What a run of messages holds. */
type Taken = { events: RecordedEvent[]; isCaughtUp: boolean; failure: unknown };

/**
 * A consumer's position in the log. Far from the end it uses a wide checkpoint window, near the end a window of one, so
 * that its marks are exact. After any failure it resumes from the last position.
 *
 * It relies on two guarantees of the server:
 * - When the server reports "caught up", it has read everything stored when it confirmed the subscription, so at least
 *   up to the log's end as read before the call.
 * - With a window of one, it sends a message for each event stored after the confirmation, also for other streams.
 *
 * For another stream's event stored in between the server may send nothing: then the call is made again.
 */
export class Subscription {
  readonly #parts: Parts;
  readonly #prefixes: readonly string[] | undefined;
  readonly #filter: StreamFilter;
  readonly #signal: AbortSignal;
  /** All up to here was yielded or belongs to other streams. Always an event's position, so that one can start here. */
  #reached: number;
  /** Where the server resumes: `reached`, or a later checkpoint that is not the position of an event. */
  #position: LogPosition | undefined;
  #marked: number | undefined;
  #retryMs: number;

  constructor(parts: Parts, after: number, prefixes: readonly string[] | undefined, signal: AbortSignal) {
    this.#parts = parts;
    this.#prefixes = prefixes;
    this.#filter = filterOf(prefixes);
    this.#signal = signal;
    this.#reached = after;
    this.#position = after < 0 ? undefined : positionAt(after);
    this.#retryMs = parts.limits.resubscribeFirstMs;
  }

  /** @throws RangeError when the server refuses the position */
  async *items(): AsyncGenerator<SubscriptionItem> {
    const { clock, limits, outages } = this.#parts;
    try {
      while (!this.#signal.aborted) {
        try {
          const end = await this.#parts.lastPosition(this.#signal);
          if (this.#reached < end) yield* this.#catchUp(end);
          yield* this.#live();
        } catch (error) {
          if (this.#signal.aborted) return;
          const failure = failureOfMessages(error);
          if (!(failure instanceof EventLogUnavailable)) throw failure;
          outages.began(this, reasonOf(error));
          await pause(clock, this.#retryMs, this.#signal);
          this.#retryMs = Math.min(2 * this.#retryMs, limits.resubscribeLastMs);
        }
      }
    } finally {
      outages.ended(this);
    }
  }

  /** Yields the events up to `end`, the log's end before the call. */
  async *#catchUp(end: number): AsyncGenerator<SubscriptionItem> {
    const feed = await this.#follow(CATCH_UP_WINDOW, this.#signal);
    try {
      while (!this.#signal.aborted) {
        await feed.nextMessage();
        const { events, isCaughtUp, failure } = this.#take(feed.take());
        if (events.length > 0) yield { kind: 'events', events };
        if (failure !== undefined) throw failure;
        if (isCaughtUp || this.#isPast(end)) {
          this.#reach(end);
          return;
        }
      }
    } finally {
      feed.cancel();
    }
  }

  /**
   * Yields later events, and a mark each time it reaches the end. Returns when an event was stored that the server does
   * not report.
   */
  async *#live(): AsyncGenerator<SubscriptionItem> {
    const { clock, lastPosition } = this.#parts;
    const end = await lastPosition(this.#signal);
    if (this.#reached >= end) yield* this.#mark();
    const unreported = new AbortController();
    const feed = await this.#follow(1, AbortSignal.any([unreported.signal, this.#signal]));
    /** Position of the last stored event, not reached yet. */
    let owed: number | undefined;
    let stop = (): void => {};
    let isCaughtUp = false;
    try {
      while (!this.#signal.aborted) {
        await feed.nextMessage();
        if (unreported.signal.aborted && !feed.hasMore) return;
        const taken = this.#take(feed.take());
        if (taken.events.length > 0) yield { kind: 'events', events: taken.events };
        if (taken.failure !== undefined) throw taken.failure;
        isCaughtUp ||= taken.isCaughtUp;
        if (isCaughtUp) this.#reach(end);
        // Messages that arrive in this turn belong to the same batch.
        await turn();
        if (feed.hasMore) continue;
        if (this.#reached >= end) yield* this.#mark();
        if (isCaughtUp) {
          isCaughtUp = false;
          owed = await lastPosition(this.#signal);
          stop();
          if (this.#reached < owed) stop = clock.after(UNREPORTED_MS, () => unreported.abort());
        }
        if (owed !== undefined && this.#reached >= owed) stop();
      }
    } finally {
      stop();
      feed.cancel();
    }
  }

  #follow(window: number, signal: AbortSignal): Promise<Feed> {
    return this.#parts.connection.follow(this.#position, this.#filter, window, signal);
  }

  *#mark(): Generator<SubscriptionItem> {
    if (this.#marked !== undefined && this.#reached <= this.#marked) return;
    this.#marked = this.#reached;
    yield { kind: 'caughtUp', position: this.#reached };
  }

  /** Moves over messages; answers their events up to the first that can't be read. */
  #take(messages: readonly ReadResp[]): Taken {
    const taken: Taken = { events: [], isCaughtUp: false, failure: undefined };
    for (const message of messages) {
      // A position that the server refuses is confirmed before it is refused.
      if (!message.hasConfirmation()) this.#goesOn();
      const checkpoint = message.getCheckpoint();
      if (message.hasCaughtUp()) taken.isCaughtUp = true;
      if (checkpoint !== undefined) this.#pass(positionOfCheckpoint(checkpoint));
      const event = message.getEvent()?.getEvent();
      if (event === undefined) continue;
      const position = positionOf(event);
      if (position <= this.#reached) continue;
      if (isOurs(streamOf(event), this.#prefixes)) {
        try {
          const { stream, revision } = {
            stream: streamOf(event),
            revision: exact(event.getStreamRevision()),
          };
          if (!this.#parts.aside.leavesOut(stream, revision))
            taken.events.push(lifted(recordedEvent(event, this.#parts.chained), this.#parts.upcasters));
        } catch (error) {
          if (!(error instanceof EventLogCorrupt)) {
            taken.failure = error;
            return taken;
          }
          // Its stream is left out from here on.
          this.#parts.aside.add(error);
        }
      }
      this.#reached = position;
      this.#position = positionAt(position);
    }
    return taken;
  }

  #goesOn(): void {
    this.#retryMs = this.#parts.limits.resubscribeFirstMs;
    this.#parts.outages.ended(this);
  }

  #pass(position: LogPosition | undefined): void {
    if (position === undefined || position.commit <= this.#reached) return;
    if (this.#position !== undefined && position.commit < this.#position.commit) return;
    this.#position = position;
    if (position.prepare >= position.commit) this.#reached = position.commit;
  }

  /** Whether every event up to a position was passed. */
  #isPast(position: number): boolean {
    return this.#reached >= position || (this.#position !== undefined && this.#position.commit > position);
  }

  /** Every event up to a position, which is one's, was passed. */
  #reach(position: number): void {
    if (position <= this.#reached) return;
    this.#reached = position;
    if (this.#position === undefined || this.#position.commit <= position)
      this.#position = positionAt(position);
  }
}

/** A call that broke is taken up again; what the server refuses, and what can't be read, is not. */
function failureOfMessages(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? failureOf(error) : error;
}
