import { setImmediate as turn } from 'node:timers/promises';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { pause } from '../clock/pause.ts';
import type { Clock } from '../clock/port.ts';
import type { Logger } from '../logging/logger.ts';
import type { Place, StreamFilter, StreamsConnection } from './eventstore-connection.ts';
import { failureOf, reasonOf } from './eventstore-errors.ts';
import { CATCH_UP_SILENCE_MS, CATCH_UP_WINDOW, type EventStoreLimits } from './eventstore-limits.ts';
import { positionOf, recordedEvent, streamOf } from './eventstore-records.ts';
import { filterOf, isOurs } from './eventstore-streams.ts';
import { EventLogUnavailable, type RecordedEvent, type SubscriptionItem } from './port.ts';
import { lifted, type Upcasters } from './upcasters.ts';

type Parts = {
  connection: StreamsConnection;
  clock: Clock;
  limits: EventStoreLimits;
  upcasters: Upcasters;
  logger: Pick<Logger, 'warn'> | undefined;
  /** The position of the log's last event, from the leader. */
  lastPosition(signal: AbortSignal): Promise<number>;
};

/** What a run of messages holds. */
type Taken = { events: RecordedEvent[]; isCaughtUp: boolean; failure: unknown };

/**
 * One consumer's way through the log. Far from the end it follows with a wide window, in which the server tells only
 * now and then how far it has looked; near the end with the narrowest, in which it tells of every event that is not
 * the consumer's too, so that the marks name the very position the log has grown to. Whatever breaks, it goes on
 * from the last place it has come to.
 */
export class Subscription {
  readonly #parts: Parts;
  readonly #prefixes: readonly string[] | undefined;
  readonly #filter: StreamFilter;
  readonly #signal: AbortSignal;
  /** All up to here was yielded or is not the consumer's: always an event's position, so that one can begin here. */
  #reached: number;
  /** Where the server is to go on: `reached`, or a checkpoint after it that is no event's position. */
  #place: Place | undefined;
  #marked: number | undefined;
  #retryMs: number;

  constructor(parts: Parts, after: number, prefixes: readonly string[] | undefined, signal: AbortSignal) {
    this.#parts = parts;
    this.#prefixes = prefixes;
    this.#filter = filterOf(prefixes);
    this.#signal = signal;
    this.#reached = after;
    this.#place = after < 0 ? undefined : placeOf(after);
    this.#retryMs = parts.limits.resubscribeFirstMs;
  }

  /** @throws EventLogCorrupt; RangeError when the server refuses the position */
  async *items(): AsyncGenerator<SubscriptionItem> {
    const { clock, limits, logger } = this.#parts;
    while (!this.#signal.aborted) {
      try {
        const end = await this.#parts.lastPosition(this.#signal);
        if (this.#reached < end) yield* this.#catchUp(end);
        yield* this.#live(end);
      } catch (error) {
        if (this.#signal.aborted) return;
        const failure = failureOfMessages(error);
        if (!(failure instanceof EventLogUnavailable)) throw failure;
        logger?.warn(
          { reason: reasonOf(error), after: this.#reached },
          'a subscription broke; it is taken up again',
        );
        await pause(clock, this.#retryMs, this.#signal);
        this.#retryMs = Math.min(2 * this.#retryMs, limits.resubscribeLastMs);
      }
    }
  }

  /** Yields what lies up to `end`, the log's end a moment ago. */
  async *#catchUp(end: number): AsyncGenerator<SubscriptionItem> {
    const silence = new AbortController();
    const either = AbortSignal.any([silence.signal, this.#signal]);
    const feed = await this.#parts.connection.follow(this.#place, this.#filter, CATCH_UP_WINDOW, either);
    let stop = (): void => {};
    try {
      while (!this.#signal.aborted) {
        stop = this.#parts.clock.after(CATCH_UP_SILENCE_MS, () => silence.abort());
        await feed.arrival();
        stop();
        // The narrow window gets a word out of a server that has looked at everything and says nothing.
        if (silence.signal.aborted) return;
        const { events, isCaughtUp, failure } = this.#take(feed.take());
        if (events.length > 0) yield { kind: 'events', events };
        if (failure !== undefined) throw failure;
        if (isCaughtUp || this.#isPast(end)) {
          this.#reach(end);
          return;
        }
      }
    } finally {
      stop();
      feed.cancel();
    }
  }

  /** Yields what lies after, for ever, and a mark each time it has come to the end. */
  async *#live(endBefore: number): AsyncGenerator<SubscriptionItem> {
    let end = endBefore;
    if (this.#reached >= end) yield* this.#mark();
    const feed = await this.#parts.connection.follow(this.#place, this.#filter, 1, this.#signal);
    try {
      while (!this.#signal.aborted) {
        await feed.arrival();
        if (this.#signal.aborted) return;
        const { events, failure } = this.#take(feed.take());
        if (events.length > 0) yield { kind: 'events', events };
        if (failure !== undefined) throw failure;
        // What is on its way in this turn belongs to the same batch of news.
        await turn();
        if (feed.hasMore) continue;
        if (this.#isBetweenEvents()) end = await this.#settlePlace(end);
        if (this.#reached >= end) yield* this.#mark();
      }
    } finally {
      feed.cancel();
    }
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
      this.#retryMs = this.#parts.limits.resubscribeFirstMs;
      const checkpoint = message.getCheckpoint();
      if (message.hasCaughtUp()) taken.isCaughtUp = true;
      if (checkpoint !== undefined) {
        this.#pass({ commit: checkpoint.getCommitPosition(), prepare: checkpoint.getPreparePosition() });
      }
      const event = message.getEvent()?.getEvent();
      if (event === undefined) continue;
      const position = positionOf(event);
      if (position <= this.#reached) continue;
      if (isOurs(streamOf(event), this.#prefixes)) {
        try {
          taken.events.push(lifted(recordedEvent(event), this.#parts.upcasters));
        } catch (error) {
          taken.failure = error;
          return taken;
        }
      }
      this.#reached = position;
      this.#place = placeOf(position);
    }
    return taken;
  }

  #pass(place: Place): void {
    const commit = Number(place.commit);
    if (commit <= this.#reached) return;
    this.#place = place;
    if (BigInt(place.prepare) >= BigInt(place.commit)) this.#reached = commit;
  }

  /** Whether every event up to a position was passed. */
  #isPast(position: number): boolean {
    return this.#reached >= position || (this.#isBetweenEvents() && Number(this.#place?.commit) > position);
  }

  #isBetweenEvents(): boolean {
    return this.#place !== undefined && Number(this.#place.commit) > this.#reached;
  }

  #reach(position: number): void {
    this.#reached = Math.max(this.#reached, position);
    if (!this.#isBetweenEvents()) this.#place = this.#reached < 0 ? undefined : placeOf(this.#reached);
  }

  /** A checkpoint between events says that all before it was passed: which is the last of them, the log says. */
  async #settlePlace(end: number): Promise<number> {
    const last = await this.#parts.lastPosition(this.#signal);
    if (!this.#isPast(last)) return last;
    this.#reach(last);
    return end;
  }
}

function placeOf(position: number): Place {
  return { commit: String(position), prepare: String(position) };
}

/** A call that broke is taken up again; what the server refuses, and what can't be read, is not. */
function failureOfMessages(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? failureOf(error) : error;
}
