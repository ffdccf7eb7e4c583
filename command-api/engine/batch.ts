import type { CommandReply } from '@saleyard/contract/commands.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { EventMeta, NewEvent } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { decidedReply } from './reply.ts';
import { answer, type Waiting } from './waiting.ts';

/** A decided command in a batch: its events, and their first index in it. */
export type Decided = {
  readonly waiting: Waiting;
  readonly events: readonly AuctionEvent[];
  readonly firstIndex: number;
  /** The same command, sent again before it was answered. */
  readonly duplicates: Waiting[];
};

/** Commands decided in order, each on the result of the one before, whose events are appended together. */
export class Batch {
  /** The expected revision of the stream. */
  readonly expected: number;
  readonly events: NewEvent[] = [];
  /** By commandId, in order. */
  readonly decided = new Map<string, Decided>();

  constructor(expected: number) {
    this.expected = expected;
  }

  /** Adds a command's events, sequenced at `at` (ms). */
  add(waiting: Waiting, events: readonly AuctionEvent[], at: number): void {
    const { commandId, actor, arrival, firstEventId } = waiting;
    const decided: Decided = { waiting, events, firstIndex: this.events.length, duplicates: [] };
    const { schemas } = STREAMS.auction;
    for (let i = 0; i < events.length; i += 1) {
      const { type, data } = events[i] as AuctionEvent;
      const meta: EventMeta = { at, commandId, actor, schema: schemas[type] };
      if (arrival !== undefined) meta.arrival = arrival;
      this.events.push({ id: i === 0 ? firstEventId : eventIdOf(commandId, i), type, data, meta });
    }
    this.decided.set(commandId, decided);
  }

  /** All callers that wait for it, in order. */
  *callers(): Generator<Waiting> {
    for (const { waiting, duplicates } of this.decided.values()) {
      yield waiting;
      yield* duplicates;
    }
  }

  answerAll(reply: CommandReply): void {
    for (const waiting of this.callers()) answer(waiting, reply);
  }

  /**
   * Answers each caller with its own decision, now that the events are on disk: a reader up to `position` sees all of
   * them.
   */
  answerDecided(position: number): void {
    for (const { waiting, events, firstIndex, duplicates } of this.decided.values()) {
      const reply = decidedReply(events, { seq: this.expected + firstIndex + events.length, position });
      answer(waiting, reply);
      for (const duplicate of duplicates) answer(duplicate, reply);
    }
  }
}
