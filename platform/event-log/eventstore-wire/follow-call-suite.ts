import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { newId } from '../../ids/ids.ts';
import { eventBytes, passes } from './read-call-suite.ts';
import { refusal } from './refusal-suite.ts';
import type { StoredEvent, TransactionFile } from './transaction-file-suite.ts';

/** Events in one page of a subscription that catches up. */
const PAGE_EVENTS = 32;
/** A live subscription that is further behind, and can't be written to, catches up again. */
const LIVE_EVENTS = 32;

type Place = { commit: number; prepare: number };

/** Where the messages of a subscription go. `write` resolves when there is room for more; false: somebody gave up. */
export type Sink = {
  readonly isOver: boolean;
  /** Whether the last write found no room. */
  readonly isSlow: boolean;
  write(message: Buffer): Promise<void> | undefined;
  over: Promise<void>;
};

export type FollowOptions = {
  /** As servers before 23.10: no word at the end of catching up. */
  isSilent: boolean;
};

/**
 * A subscription to $all through a filter, as the real server's enumerator runs it: it confirms, catches up in pages,
 * says so, goes live, and catches up again when it falls behind. While it catches up, its checkpoints are where a page
 * begins: after the event before it, which is no event's own position. Live, they are of the event just looked at.
 */
export class FollowCall {
  readonly #file: TransactionFile;
  readonly #sink: Sink;
  readonly #isAllowed: (stream: string) => boolean;
  readonly #window: number;
  readonly #interval: number;
  readonly #options: FollowOptions;
  /** What was sent on last: events after it are to come. */
  #checkpoint: Place;
  /** How many events were looked at. */
  #at: number;

  /** @throws as the server refuses it */
  constructor(file: TransactionFile, request: ReadReq.Options, sink: Sink, options: FollowOptions) {
    const filter = request.getFilter();
    if (filter === undefined) throw refusal.invalid('a subscription has a filter here');
    this.#file = file;
    this.#sink = sink;
    this.#isAllowed = passes(filter);
    this.#window = filter.getMax();
    this.#interval = filter.getMax() * filter.getCheckpointintervalmultiplier();
    this.#options = options;
    if (this.#interval <= 0) throw refusal.invalid('a window has at least one event');
    const from = request.getAll()?.getPosition();
    this.#checkpoint = {
      commit: Number(from?.getCommitPosition() ?? -1),
      prepare: Number(from?.getPreparePosition() ?? -1),
    };
    this.#at = from === undefined ? 0 : this.#indexAfter(this.#checkpoint);
  }

  /** @throws as the server refuses it */
  #indexAfter({ commit, prepare }: Place): number {
    const { events } = this.#file;
    if (commit > (events.at(-1)?.position ?? -1)) return events.length;
    const index = this.#file.indexAt(commit);
    if (index === undefined) throw refusal.invalidPosition();
    return prepare >= commit ? index + 1 : index;
  }

  async run(): Promise<void> {
    const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(newId());
    await this.#send(new streams.ReadResp().setConfirmation(confirmation));
    let isLive = this.#at >= this.#file.events.length;
    while (!this.#sink.isOver) {
      if (!isLive) await this.#catchUp();
      await this.#live();
      isLive = false;
    }
  }

  async #catchUp(): Promise<void> {
    let pageStart = this.#checkpoint;
    let counter = 0;
    while (!this.#sink.isOver) {
      let considered = 0;
      let records = 0;
      let next = pageStart;
      while (records < PAGE_EVENTS && considered < this.#window) {
        const event = this.#file.events[this.#at];
        if (event === undefined) break;
        this.#at += 1;
        considered += 1;
        next = { commit: event.end, prepare: 0 };
        if (!this.#isAllowed(event.stream)) continue;
        records += 1;
        await this.#tell(event);
      }
      counter += considered;
      const isEnd = records < PAGE_EVENTS && considered < this.#window;
      if (counter >= this.#interval || isEnd) {
        counter %= this.#interval;
        if (isAfter(pageStart, this.#checkpoint)) this.#checkpoint = pageStart;
        if (!isEnd || !this.#options.isSilent) await this.#tellCheckpoint();
      }
      if (isEnd) return;
      pageStart = next;
    }
  }

  /** Returns when it has fallen behind. */
  async #live(): Promise<void> {
    if (!this.#options.isSilent) {
      await this.#send(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()));
    }
    let counter = 0;
    while (!this.#sink.isOver) {
      const event = this.#file.events[this.#at];
      if (event === undefined) {
        await Promise.race([this.#file.growth(), this.#sink.over]);
        continue;
      }
      if (this.#sink.isSlow && this.#file.events.length - this.#at > LIVE_EVENTS) {
        await this.#tellCheckpoint();
        return;
      }
      this.#at += 1;
      if (this.#isAllowed(event.stream)) await this.#tell(event);
      counter += 1;
      if (counter < this.#interval) continue;
      counter = 0;
      this.#checkpoint = placeOf(event);
      await this.#tellCheckpoint();
    }
  }

  #tell(event: StoredEvent): Promise<void> | undefined {
    this.#checkpoint = placeOf(event);
    return this.#sink.write(eventBytes(event));
  }

  #tellCheckpoint(): Promise<void> | undefined {
    const { commit, prepare } = this.#checkpoint;
    if (commit < 0) return undefined;
    const checkpoint = new streams.ReadResp.Checkpoint()
      .setCommitPosition(String(commit))
      .setPreparePosition(String(prepare));
    return this.#send(new streams.ReadResp().setCheckpoint(checkpoint));
  }

  #send(message: InstanceType<typeof streams.ReadResp>): Promise<void> | undefined {
    return this.#sink.write(Buffer.from(message.serializeBinary()));
  }
}

function placeOf({ position }: StoredEvent): Place {
  return { commit: position, prepare: position };
}

function isAfter(a: Place, b: Place): boolean {
  return a.commit > b.commit || (a.commit === b.commit && a.prepare > b.prepare);
}
