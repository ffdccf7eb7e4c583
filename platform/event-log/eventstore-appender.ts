import type { Clock } from '../clock/port.ts';
import type { StreamsConnection } from './eventstore-connection.ts';
import { failureOf, isRefusal, reasonOf } from './eventstore-errors.ts';
import { type EventStoreLimits, HEADS_LIMIT } from './eventstore-limits.ts';
import { PreparedEvent, recordedEvent } from './eventstore-records.ts';
import { mustBeStorable } from './eventstore-streams.ts';
import { GENESIS_HASH, isChained } from './hash-chain.ts';
import { type AppendResult, EventLogCorrupt, type NewEvent, NO_STREAM, type RecordedEvent } from './port.ts';
import { lifted, type Upcasters } from './upcasters.ts';

type Parts = {
  connection: StreamsConnection;
  clock: Clock;
  limits: EventStoreLimits;
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
    const result = before.then(() => this.#settled(pending));
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

  async #settled(pending: Pending): Promise<AppendResult> {
    let answer: { revision: number } | { actual: number };
    try {
      answer = await this.#send(pending);
    } catch (error) {
      if (error instanceof EventLogCorrupt) throw error;
      if (isRefusal(error) || error instanceof RangeError) throw failureOf(error);
      return unknown(reasonOf(error));
    }
    if ('actual' in answer) return { outcome: 'conflict', actual: answer.actual };
    try {
      return await this.#confirmed(pending);
    } catch (error) {
      if (error instanceof EventLogCorrupt) throw error;
      return unknown(reasonOf(error));
    }
  }

  /** Sends an append, chained to what it follows. */
  async #send(pending: Pending): Promise<{ revision: number } | { actual: number }> {
    const { stream, expected, prepared } = pending;
    let prevHash: string | undefined;
    if (isChained(stream)) {
      const head = await this.#headAt(pending);
      if (head.hash === undefined) return { actual: head.revision };
      prevHash = head.hash;
    }
    const messages = [];
    for (const event of prepared) {
      const { message, hash } = event.proposed(prevHash);
      messages.push(message);
      prevHash = hash;
    }
    const deadlineMs = this.#left(pending);
    return this.#parts.connection.append({ stream, expected, messages, deadlineMs });
  }

  /**
   * The outcome of an append the server has answered success to. It does so to every append whose ids stand at the
   * expected revision, whatever else is in it, and tells one position for all of its events: so the outcome is decided,
   * and the positions are told, by what is stored there.
   */
  async #confirmed(pending: Pending): Promise<AppendResult> {
    const { stream, expected, prepared } = pending;
    const count = prepared.length;
    const stored = await this.#page(pending, { direction: 'forwards', from: expected + 1, count });
    const isWhole = prepared.every((event, i) => stored[i] !== undefined && event.is(stored[i]));
    if (!isWhole) return { outcome: 'conflict', actual: await this.#lastRevision(pending) };
    const { revision, position, meta } = stored.at(-1) as RecordedEvent;
    if (meta.hash !== undefined) this.#remember(stream, { revision, hash: meta.hash });
    const events = stored.map((event) => lifted(event, this.#parts.upcasters));
    return { outcome: 'appended', revision, position, events };
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

  async #lastRevision(pending: Pending): Promise<number> {
    const [event] = await this.#page(pending, { direction: 'backwards', from: undefined, count: 1 });
    return event?.revision ?? NO_STREAM;
  }

  async #page(pending: Pending, request: Parameters<StreamsConnection['page']>[1]): Promise<RecordedEvent[]> {
    const left = this.#left(pending);
    const events = await this.#parts.connection.page(pending.stream, request, left);
    return events.map(recordedEvent);
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
