import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { newId } from '../../../ids/ids.ts';
import { eventBytes, passes } from './read-call.ts';
import { refusal } from './refusal.ts';
import type { StoredEvent, TransactionFile } from './transaction-file.ts';

/** The releases whose subscriptions differ. */
export type Release = '24.2' | '25.0';

/** Events in one page of a subscription that catches up. */
const PAGE_EVENTS = 32;
/** A live subscription that is further behind, and can't be written to, catches up again. */
const LIVE_EVENTS = 32;

/** A position in $all. −1 / −1 lies before everything. */
type LogPosition = { commit: bigint; prepare: bigint };

const BEFORE_ALL: LogPosition = { commit: -1n, prepare: -1n };
const FIRST: LogPosition = { commit: 0n, prepare: 0n };
/** How −1 is sent: the numbers of the protocol have no sign. */
const LAST_NUMBER = 2n ** 64n - 1n;

/** Where the messages of a subscription go. `write` resolves when there is space for more; false: somebody gave up. */
export type Sink = {
  readonly isOver: boolean;
  /** Whether the last write found no space. */
  readonly isSlow: boolean;
  write(message: Buffer): Promise<void> | undefined;
  over: Promise<void>;
};

/**
 * A subscription to $all through a filter, as the real server's enumerator runs it (`AllSubscriptionFiltered`): it
 * confirms, catches up in pages, says so, goes live, and catches up again when it falls behind. A page begins at a
 * position, and the event of that position is looked at again. While it catches up, a checkpoint is where a full page began;
 * at the log's end 24.x sends its last checkpoint again, 25.0 where the last page began. Live, a checkpoint is of the
 * event just looked at. A checkpoint that is not after the one sent last is not sent, and −1 counts as the highest.
 */
export class FollowCall {
  readonly #file: TransactionFile;
  readonly #sink: Sink;
  readonly #isAllowed: (stream: string) => boolean;
  readonly #window: number;
  readonly #interval: number;
  readonly #release: Release;
  readonly #pageEvents: number;
  /** What was sent last: events after it and checkpoints not before it are to come. */
  #checkpoint: LogPosition;
  /** The last checkpoint that was sent, as it was sent. */
  #sent: LogPosition | undefined;
  /** The next event that is delivered live. */
  #live = 0;

  /** @throws as the server refuses it */
  constructor(
    file: TransactionFile,
    request: ReadReq.Options,
    sink: Sink,
    release: Release,
    pageEvents = PAGE_EVENTS,
  ) {
    this.#pageEvents = pageEvents;
    const filter = request.getFilter();
    if (filter === undefined) throw refusal.invalid('a subscription has a filter here');
    this.#file = file;
    this.#sink = sink;
    this.#isAllowed = passes(filter);
    this.#window = filter.getMax();
    this.#interval = filter.getMax() * filter.getCheckpointintervalmultiplier();
    this.#release = release;
    if (this.#interval <= 0) throw refusal.invalid('a window has at least one event');
    const from = request.getAll()?.getPosition();
    this.#checkpoint =
      from === undefined
        ? BEFORE_ALL
        : { commit: BigInt(from.getCommitPosition()), prepare: BigInt(from.getPreparePosition()) };
  }

  /** @throws as the server refuses it, after it has confirmed */
  async run(): Promise<void> {
    this.#live = this.#file.events.length;
    const last = this.#file.events.at(-1);
    const confirmedAt = last === undefined ? BEFORE_ALL : positionOf(last);
    const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(newId());
    await this.#send(new streams.ReadResp().setConfirmation(confirmation));
    if (!isAfter(confirmedAt, this.#checkpoint)) await this.#goLive();
    while (!this.#sink.isOver) {
      await this.#catchUp();
      await this.#goLive();
    }
  }

  async #catchUp(): Promise<void> {
    let start = isAfter(FIRST, this.#checkpoint) ? FIRST : this.#checkpoint;
    let counter = 0;
    while (!this.#sink.isOver) {
      const page = this.#page(start);
      for (const event of page.events) {
        if (isAfter(positionOf(event), this.#checkpoint)) await this.#sendEvent(event);
      }
      counter += page.considered;
      const isDue = counter >= this.#interval;
      if (page.isEnd ? this.#release === '25.0' : isDue) this.#move(start);
      if (page.isEnd || isDue) await this.#sendCheckpoint();
      if (page.isEnd) return;
      counter %= this.#interval;
      start = page.next;
    }
  }

  /** What lies from a position on, the event of the position included. @throws as the server refuses the position */
  #page(start: LogPosition) {
    const { events } = this.#file;
    let at = this.#indexOf(start);
    const page = { events: [] as StoredEvent[], considered: 0, isEnd: false, next: start };
    while (page.events.length < this.#pageEvents && page.considered < this.#window) {
      const event = events[at];
      if (event === undefined) return { ...page, isEnd: true };
      at += 1;
      page.considered += 1;
      page.next = { commit: BigInt(event.end), prepare: 0n };
      if (this.#isAllowed(event.stream)) page.events.push(event);
    }
    return page;
  }

  /** How many events lie before a position. @throws as the server refuses one at which no record begins */
  #indexOf({ commit }: LogPosition): number {
    const { events } = this.#file;
    if (commit === 0n) return 0;
    if (commit > (events.at(-1)?.position ?? -1)) return events.length;
    const index = this.#file.indexAt(Number(commit));
    if (index === undefined) throw refusal.invalidPosition();
    return index;
  }

  /** Returns when it has fallen behind. */
  async #goLive(): Promise<void> {
    await this.#send(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()));
    let counter = 0;
    while (!this.#sink.isOver) {
      const event = this.#file.events[this.#live];
      if (event === undefined) {
        await Promise.race([this.#file.growth(), this.#sink.over]);
        continue;
      }
      this.#live += 1;
      const position = positionOf(event);
      if (this.#sink.isSlow && this.#file.events.length - this.#live > LIVE_EVENTS) {
        this.#live = this.#file.events.length - LIVE_EVENTS;
        await this.#sendCheckpoint();
        return;
      }
      if (this.#isAllowed(event.stream) && isAfter(position, this.#checkpoint)) await this.#sendEvent(event);
      counter += 1;
      if (counter < this.#interval) continue;
      counter = 0;
      if (isAfter(this.#checkpoint, position)) continue;
      this.#checkpoint = position;
      await this.#sendCheckpoint();
    }
  }

  #move(position: LogPosition): void {
    if (isAfter(position, this.#checkpoint)) this.#checkpoint = position;
  }

  #sendEvent(event: StoredEvent): Promise<void> | undefined {
    this.#checkpoint = positionOf(event);
    return this.#sink.write(eventBytes(event));
  }

  #sendCheckpoint(): Promise<void> | undefined {
    if (this.#release === '25.0' && this.#checkpoint.commit < 0n) return undefined;
    const position = {
      commit: this.#checkpoint.commit & LAST_NUMBER,
      prepare: this.#checkpoint.prepare & LAST_NUMBER,
    };
    if (this.#sent !== undefined && !isAfter(position, this.#sent)) return undefined;
    this.#sent = position;
    const checkpoint = new streams.ReadResp.Checkpoint()
      .setCommitPosition(String(position.commit))
      .setPreparePosition(String(position.prepare));
    return this.#send(new streams.ReadResp().setCheckpoint(checkpoint));
  }

  #send(message: InstanceType<typeof streams.ReadResp>): Promise<void> | undefined {
    return this.#sink.write(Buffer.from(message.serializeBinary()));
  }
}

function positionOf({ position }: StoredEvent): LogPosition {
  return { commit: BigInt(position), prepare: BigInt(position) };
}

function isAfter(a: LogPosition, b: LogPosition): boolean {
  return a.commit > b.commit || (a.commit === b.commit && a.prepare > b.prepare);
}
