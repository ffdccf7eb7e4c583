import { setImmediate as turn } from 'node:timers/promises';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, AppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Clock } from '../clock/port.ts';
import { failureOf, isEndedHere, isNotLeader } from './eventstore-errors.ts';
import { Feed } from './eventstore-feed.ts';
import { EventStoreLibrary, type StreamsClient } from './eventstore-library.ts';
import { CATCH_UP_WINDOW, LEADER_MOVES } from './eventstore-limits.ts';
import { exact, type LogPosition } from './eventstore-position.ts';
import type { ServerEvent } from './eventstore-records.ts';
import { EventLogUnavailable } from './port.ts';

/** Which streams' events: those whose names begin with one of these, or that match. */
export type StreamFilter = { prefixes: readonly string[] } | { regex: string };

/** What the server answers to an append. It may not know the position of one that was stored before. */
export type AppendAnswer = { revision: number; position: number | undefined } | { actual: number };

export type PageRequest = {
  direction: 'forwards' | 'backwards';
  /** A revision, or the end it begins from in its direction. */
  from: number | undefined;
  count: number;
};

/** Begins a call, which can be ended before it is done. */
type Make<T> = (
  client: StreamsClient,
  args: ReturnType<EventStoreLibrary['callArguments']>,
) => { call: { cancel(): void }; done: Promise<T> };

/**
 * The Streams protocol of EventStoreDB, spoken over the connection that the client's library keeps: it finds the
 * leader, follows it, reconnects and signs in. The library's own `appendToStream` is not used: it puts all appends of
 * a process on one call whose end fails (or crashes) every one of them, and it can't be given up. Nor is its
 * subscription: it reports `caughtUp` apart from the order of events.
 */
export class StreamsConnection {
  readonly #library: EventStoreLibrary;
  readonly #clock: Clock;
  /** Subscriptions under way. */
  readonly #followed = new Set<{ cancel(): void }>();
  #channel: { close(): void } | undefined;

  /** @throws Error when `url` is no connection string (esdb://… or esdb+discover://…) */
  constructor(url: string, clock: Clock) {
    this.#clock = clock;
    this.#library = new EventStoreLibrary(url);
  }

  /**
   * Proposes events as one append. Answers where the last of them is stored, also of a repeat, or the stream's last
   * revision when that is another than expected. Given up after `deadlineMs`, or by `signal`.
   * @throws as the call: see `isRefusal`
   */
  async append(
    request: { stream: string; expected: number | 'any'; messages: readonly AppendReq[]; deadlineMs: number },
    signal?: AbortSignal,
  ): Promise<AppendAnswer> {
    const { stream, expected, messages, deadlineMs } = request;
    const options = new streams.AppendReq.Options().setStreamIdentifier(named(stream));
    if (expected === 'any') options.setAny(new shared.Empty());
    else if (expected < 0) options.setNoStream(new shared.Empty());
    else options.setRevision(String(expected));
    const answer = await this.#run<AppendResp>(signal, deadlineMs, (client, args) => {
      let call: ReturnType<StreamsClient['append']> | undefined;
      const done = new Promise<AppendResp>((resolve, reject) => {
        call = client.append(...args, (error, response) =>
          error === null ? resolve(response) : reject(error),
        );
        // The callback gets the error too; without a listener it would end the process.
        call.on('error', reject);
        call.write(new streams.AppendReq().setOptions(options));
        for (const message of messages) call.write(message);
        call.end();
      });
      return { call: call as NonNullable<typeof call>, done };
    });
    const conflict = answer.getWrongExpectedVersion();
    if (conflict !== undefined) {
      return { actual: conflict.hasCurrentRevision() ? exact(conflict.getCurrentRevision()) : -1 };
    }
    const success = answer.getSuccess();
    const position = success?.getPosition()?.getCommitPosition();
    return {
      revision: exact(success?.getCurrentRevision() ?? ''),
      position: position === undefined ? undefined : exact(position),
    };
  }

  /** A part of a stream as the leader has it; nothing when there is no such stream. @throws as `failureOf` */
  page(
    stream: string,
    request: PageRequest,
    deadlineMs: number,
    signal?: AbortSignal,
  ): Promise<ServerEvent[]> {
    const { direction, from, count } = request;
    const which = new streams.ReadReq.Options.StreamOptions().setStreamIdentifier(named(stream));
    if (from !== undefined) which.setRevision(String(from));
    else if (direction === 'forwards') which.setStart(new shared.Empty());
    else which.setEnd(new shared.Empty());
    const options = reading(direction)
      .setStream(which)
      .setCount(String(count))
      .setNoFilter(new shared.Empty());
    return this.#read(options, count, deadlineMs, signal);
  }

  /** The last event of $all in the streams of a filter, as the leader has it. @throws as `failureOf` */
  async last(
    filter: StreamFilter,
    deadlineMs: number,
    signal: AbortSignal,
  ): Promise<ServerEvent | undefined> {
    const options = reading('backwards')
      .setAll(new streams.ReadReq.Options.AllOptions().setEnd(new shared.Empty()))
      .setCount('1')
      .setFilter(filtering(filter).setMax(CATCH_UP_WINDOW).setCheckpointintervalmultiplier(1));
    const [event] = await this.#read(options, 1, deadlineMs, signal);
    return event;
  }

  /**
   * Follows $all after a position (from its start when left out): events of a filter, and every `window` events looked at
   * a checkpoint. Ends by `Feed.cancel`.
   */
  async follow(
    after: LogPosition | undefined,
    filter: StreamFilter,
    window: number,
    signal: AbortSignal,
  ): Promise<Feed> {
    const all = new streams.ReadReq.Options.AllOptions();
    if (after === undefined) all.setStart(new shared.Empty());
    else {
      all.setPosition(
        new streams.ReadReq.Options.Position()
          .setCommitPosition(String(after.commit))
          .setPreparePosition(String(after.prepare)),
      );
    }
    const options = reading('forwards')
      .setAll(all)
      .setSubscription(new streams.ReadReq.Options.SubscriptionOptions())
      .setFilter(filtering(filter).setMax(window).setCheckpointintervalmultiplier(1));
    const request = new streams.ReadReq().setOptions(options);
    const finding = this.#library.execute(async (client) => client);
    let end: () => void = () => {};
    const aborted = new Promise<undefined>((resolve) => {
      end = () => resolve(undefined);
    });
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    try {
      const client = await Promise.race([finding, aborted]);
      if (client === undefined) throw new Error('the subscription ended');
      return new Feed(this.#begin(client, request), signal);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  #begin(client: StreamsClient, request: ReadReq): ReturnType<StreamsClient['read']> {
    const call = client.read(request, ...this.#library.callArguments());
    this.#followed.add(call);
    call.on('end', () => this.#followed.delete(call));
    call.on('error', (error: Error) => {
      this.#followed.delete(call);
      // One that was ended here says nothing of the connection, which others use.
      if (!isEndedHere(error)) this.#library.report(client, error);
    });
    return call;
  }

  /** Ends every call and the connection. */
  async close(): Promise<void> {
    for (const call of this.#followed) call.cancel();
    await this.#library.dispose();
    this.#channel?.close();
  }

  async #read(
    options: ReadReq.Options,
    count: number,
    deadlineMs: number,
    signal: AbortSignal | undefined,
  ): Promise<ServerEvent[]> {
    const request = new streams.ReadReq().setOptions(options);
    try {
      return await this.#run<ServerEvent[]>(signal, deadlineMs, (client, args) => {
        const call = client.read(request, ...args);
        const done = new Promise<ServerEvent[]>((resolve, reject) => {
          const events: ServerEvent[] = [];
          call.on('data', (response: ReadResp) => {
            const event = response.getEvent()?.getEvent();
            if (event !== undefined) events.push(event);
            if (events.length < count) return;
            resolve(events);
            // A filtered read goes on to look for one more than it was asked for.
            if (options.hasFilter()) call.cancel();
          });
          call.on('error', reject);
          call.on('end', () => resolve(events));
        });
        return { call, done };
      });
    } catch (error) {
      throw failureOf(error);
    }
  }

  /**
   * Makes a call that the leader must answer; again when the server asked says who leads now. Ends after `deadlineMs`
   * also while the connection is still being looked for.
   */
  async #run<T>(signal: AbortSignal | undefined, deadlineMs: number, make: Make<T>): Promise<T> {
    const running = { isOver: false, cancel: (): void => {} };
    let giveUp: (error: Error) => void = () => {};
    const cancelled = new Promise<never>((_, reject) => {
      giveUp = (error) => {
        running.isOver = true;
        running.cancel();
        reject(error);
      };
    });
    const closing = (): void => giveUp(new Error('the event log is closed'));
    const late = (): void => giveUp(new EventLogUnavailable(`no answer within ${deadlineMs} ms`));
    const stop = this.#clock.after(deadlineMs, late);
    signal?.addEventListener('abort', closing);
    if (signal?.aborted) closing();
    try {
      return await Promise.race([cancelled, this.#onLeader(running, make)]);
    } finally {
      stop();
      signal?.removeEventListener('abort', closing);
    }
  }

  async #onLeader<T>(running: { isOver: boolean; cancel(): void }, make: Make<T>): Promise<T> {
    for (let moves = 0; ; moves += 1) {
      try {
        return await this.#library.execute(async (client) => {
          // A plain Error: the library takes an error with a numeric code for one of gRPC's own.
          if (running.isOver) throw new Error('given up');
          this.#channel = client.getChannel();
          // It is given up here, so that the time it spends looking for the leader counts too.
          const { call, done } = make(client, this.#library.callArguments());
          running.cancel = () => call.cancel();
          return done;
        });
      } catch (error) {
        if (!isNotLeader(error) || moves === LEADER_MOVES) throw error;
        // The library changes over to the leader just after it has thrown.
        await turn();
      }
    }
  }
}

function named(stream: string): InstanceType<typeof shared.StreamIdentifier> {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(stream));
}

function reading(direction: 'forwards' | 'backwards'): ReadReq.Options {
  return new streams.ReadReq.Options()
    .setReadDirection(direction === 'forwards' ? 0 : 1)
    .setResolveLinks(false)
    .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(new shared.Empty()));
}

function filtering(filter: StreamFilter): ReadReq.Options.FilterOptions {
  const expression = new streams.ReadReq.Options.FilterOptions.Expression();
  if ('regex' in filter) expression.setRegex(filter.regex);
  else expression.setPrefixList([...filter.prefixes]);
  return new streams.ReadReq.Options.FilterOptions().setStreamIdentifier(expression);
}
