import type { AppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { Clock } from '../clock/port.ts';
import type { StreamsConnection } from './eventstore-connection.ts';
import { failureOf, isRefusal, reasonOf } from './eventstore-errors.ts';
import { type EventStoreLimits, HEADS_LIMIT } from './eventstore-limits.ts';
import { PreparedEvent, recordedEvent } from './eventstore-records.ts';
import { mustBeStorable } from './eventstore-streams.ts';
import { type ChainedPrefixes, GENESIS_HASH, isChained } from './hash-chain.ts';
import {
  type AppendedEvent,
  type AppendResult,
  EventLogCorrupt,
  type NewEvent,
  NO_STREAM,
  type RecordedEvent,
} from './port.ts';
import { lifted, type Upcasters } from './upcasters.ts';

type Parts = {
  connection: StreamsConnection;
  clock: Clock;
  limits: EventStoreLimits;
  chained: ChainedPrefixes;
  upcasters: Upcasters;
};

type Pending = {
  stream: string;
  expected: number;
  prepared: readonly PreparedEvent[];
  /** On the clock's monotonic time. */
  deadline: number;
};

/** The hash of a stream's event, which never changes once it is known. */
type Head = { revision: number; hash: string };

/**
 * Appends, one at a time for each stream: a chained event needs the hash of the one before it, and two calls under
 * way may overtake each other.
 */
export class Appender {
  readonly #parts: Parts;
  readonly #heads = new Map<string, Head>();
  /** The last append of each stream that waits or is under way. */
  readonly #last = new Map<string, Promise<unknown>>();
  #waiting = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws RangeError, TypeError for what can't be stored; RangeError for what the server refuses */
  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<AppendResult> {
    const { clock, limits } = this.#parts;
    mustBeStorable(stream, expected, events);
    const prepared = events.map((event, i) => new PreparedEvent(stream, expected + 1 + i, event));
    if (this.#waiting >= limits.waitingAppends) {
      return Promise.resolve(unknown('too many appends are waiting'));
    }
    this.#waiting += 1;
    const pending = { stream, expected, prepared, deadline: clock.monotonic() + limits.appendDeadlineMs };
    const before = this.#last.get(stream) ?? Promise.resolve();
    const result = before.then(() => this.#resultOf(pending));
    const over: Promise<void> = result.then(
      () => this.#forget(stream, over),
      () => this.#forget(stream, over),
    );
    this.#last.set(stream, over);
    return result;
  }

  #forget(stream: string, over: Promise<void>): void {
    this.#waiting -= 1;
    if (this.#last.get(stream) === over) this.#last.delete(stream);
  }

  /** Resolves when no append waits or is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#last.values());
  }

  async #resultOf(pending: Pending): Promise<AppendResult> {
    try {
      return await this.#outcome(pending);
    } catch (error) {
      if (error instanceof EventLogCorrupt) throw error;
      if (isRefusal(error) || error instanceof RangeError) throw failureOf(error);
      return unknown(reasonOf(error));
    }
  }

  /**
   * Sends an append, chained to what it follows. Success says that these very events are stored, since their ids are
   * made from their content.
   */
  async #outcome(pending: Pending): Promise<AppendResult> {
    const { stream, expected, prepared } = pending;
    let prevHash: string | undefined;
    if (isChained(stream, this.#parts.chained)) {
      const head = await this.#headAt(pending);
      if (head.hash === undefined) return { outcome: 'conflict', actual: head.revision };
      prevHash = head.hash;
    }
    const messages: AppendReq[] = [];
    const events: AppendedEvent[] = [];
    for (const event of prepared) {
      const { message, appended } = event.proposed(prevHash);
      messages.push(message);
      events.push(lifted(appended, this.#parts.upcasters));
      prevHash = appended.meta.hash;
    }
    const deadlineMs = this.#left(pending);
    const answer = await this.#parts.connection.append({ stream, expected, messages, deadlineMs });
    const revision = expected + prepared.length;
    // Events appended by an earlier version have other ids, so repeating them is a conflict on the server.
    if ('actual' in answer) {
      const repeat = answer.actual < revision ? undefined : await this.#repeated(pending);
      return repeat ?? { outcome: 'conflict', actual: answer.actual };
    }
    if (prevHash !== undefined) this.#remember(stream, { revision, hash: prevHash });
    const position = answer.position ?? (await this.#positionOf(pending, revision));
    return { outcome: 'appended', revision, position, events };
  }

  /** The outcome of an append whose events are stored; undefined when others are where they would be. */
  async #repeated(pending: Pending): Promise<AppendResult | undefined> {
    const { stream, expected, prepared } = pending;
    const count = prepared.length;
    const stored = await this.#stored(pending, expected + 1, count);
    const isWhole = prepared.every((event, i) => stored[i] !== undefined && event.is(stored[i]));
    if (!isWhole) return undefined;
    const { revision, position, meta } = stored.at(-1) as RecordedEvent;
    if (meta.hash !== undefined) this.#remember(stream, { revision, hash: meta.hash });
    const events = stored.map(({ position: _, ...event }) => lifted(event, this.#parts.upcasters));
    return { outcome: 'appended', revision, position, events };
  }

  /** Where a stored event lies. */
  async #positionOf(pending: Pending, revision: number): Promise<number> {
    const [event] = await this.#stored(pending, revision, 1);
    if (event === undefined) throw new Error('what was appended is not there to be read yet');
    return event.position;
  }

  /** The event that an append is to follow; without a hash the stream's last one, which lies before it. */
  async #headAt(pending: Pending): Promise<{ revision: number; hash?: string }> {
    const { stream, expected } = pending;
    if (expected === NO_STREAM) return { revision: NO_STREAM, hash: GENESIS_HASH };
    const known = this.#heads.get(stream);
    if (known?.revision === expected) return known;
    const [event] = await this.#page(pending, { direction: 'backwards', from: expected, count: 1 });
    if (event === undefined) return { revision: NO_STREAM };
    if (event.revision !== expected || event.meta.hash === undefined) return { revision: event.revision };
    return { revision: expected, hash: event.meta.hash };
  }

  #remember(stream: string, head: Head): void {
    if (this.#heads.size >= HEADS_LIMIT && !this.#heads.has(stream)) {
      for (const oldest of this.#heads.keys()) {
        this.#heads.delete(oldest);
        break;
      }
    }
    this.#heads.set(stream, head);
  }

  /** Events that the server has, read after its answer: a read that it refuses says nothing of the append. */
  async #stored(pending: Pending, from: number, count: number): Promise<RecordedEvent[]> {
    try {
      return await this.#page(pending, { direction: 'forwards', from, count });
    } catch (error) {
      throw error instanceof RangeError ? new Error(error.message, { cause: error }) : error;
    }
  }

  async #page(pending: Pending, request: Parameters<StreamsConnection['page']>[1]): Promise<RecordedEvent[]> {
    const left = this.#left(pending);
    const events = await this.#parts.connection.page(pending.stream, request, left);
    return events.map((event) => recordedEvent(event, this.#parts.chained));
  }

  #left({ deadline }: Pending): number {
    const left = deadline - this.#parts.clock.monotonic();
    if (left <= 0) throw new Error(`no answer within ${this.#parts.limits.appendDeadlineMs} ms`);
    return left;
  }
}

function unknown(reason: string): AppendResult {
  return { outcome: 'unknown', reason };
}
