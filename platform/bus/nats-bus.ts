import { createInbox, type Msg, type Subscription } from 'nats';
import type { Clock } from '../clock/port.ts';
import type { Logger } from '../logging/logger.ts';
import type { NatsConnection } from './nats-connection.ts';
import { PendingRequest, PendingRequests } from './pending-request.ts';
import { type Bus, type BusHandler, BusRequestFailed, type BusRequestHandler } from './port.ts';

/** Messages and requests have subjects of their own, so that a subscriber is not taken for a server. */
const SAID = 'saleyard.said.';
const ASKED = 'saleyard.asked.';
/** A subscriber that receives this resyncs: a message was lost before it reached the server. */
const RESYNC = 'saleyard.resync';
/** All that serve are one group to the server, which hands each request to one of them. */
const SERVERS = 'servers';

/** Reasons to resync that come within this time are one, in ms: after a restart every node has one. */
const RESYNC_GATHER_MS = 50;
/** How long closing waits until what was published has arrived, in ms. */
const CLOSE_FLUSH_MS = 2_000;

/** The first byte of an answer says what follows: a JSON value; a message of an error; nothing, for it was not taken. */
const ANSWERED = 0x2b;
const FAILED = 0x2d;
const NOT_TAKEN = 0x21;

type Options = {
  connection: NatsConnection;
  clock: Clock;
  /** Called with the error of a subscriber, and for a message that could not be sent or read. */
  onHandlerError?: (error: unknown, subject: string) => void;
  logger?: Pick<Logger, 'error'>;
};

/**
 * A bus over NATS. What is published or asked while there is no connection is dropped at once, never kept and sent
 * later: such a request fails with `no-responder`, as surely not sent. A connection that breaks while an answer is
 * awaited fails the request with `closed`: it may have been served. After every reconnection everyone resyncs; after
 * that of a bus that publishes, so do all the others, since what it published may be lost.
 *
 * One message has at most the server's `max_payload` (1 MiB unless set). A larger one is not sent: everyone is asked to
 * resync, and `onHandlerError` why. A larger request rejects as not sent; a larger answer fails its request.
 */
export function createNatsBus({ connection, clock, onHandlerError, logger }: Options): Bus {
  const report = (error: unknown, subject: string): void =>
    logger?.error({ err: error, subject }, 'a message of the bus failed');
  return new NatsBus(connection, clock, onHandlerError ?? report);
}

class NatsBus implements Bus {
  readonly #connection: NatsConnection;
  readonly #clock: Clock;
  readonly #onHandlerError: (error: unknown, subject: string) => void;
  readonly #resyncs = new Set<() => void>();
  readonly #subscriptions = new Set<Subscription>();
  readonly #stopServing = new Set<() => Promise<void>>();
  readonly #inbox: string;
  readonly #asked = new Map<string, PendingRequest>();
  readonly #underWay: PendingRequests;
  readonly #endings: (() => void)[];
  #requests = 0;
  #hasPublished = false;
  #stopGathering: (() => void) | null = null;
  #closing: Promise<void> | null = null;

  constructor(
    connection: NatsConnection,
    clock: Clock,
    onHandlerError: (error: unknown, subject: string) => void,
  ) {
    this.#connection = connection;
    this.#clock = clock;
    this.#onHandlerError = onHandlerError;
    this.#underWay = new PendingRequests(clock);
    this.#inbox = `${createInbox()}.`;
    this.#subscriptions.add(
      connection.client.subscribe(`${this.#inbox}*`, { callback: (_, answer) => this.#complete(answer) }),
    );
    this.#subscriptions.add(connection.client.subscribe(RESYNC, { callback: () => this.#resyncSoon() }));
    this.#endings = [connection.onDown(() => this.#down()), connection.onUp(() => this.#up())];
  }

  get messageBytes(): number {
    return this.#connection.client.info?.max_payload ?? 0;
  }

  publish(subject: string, payload: unknown): void {
    if (this.#closing !== null) return;
    this.#hasPublished = true;
    const bytes = encoded(payload);
    if (!this.#connection.isUp) return;
    if (this.#isTooLarge(bytes)) {
      this.#connection.client.publish(RESYNC);
      this.#onHandlerError(tooLarge('message', bytes), subject);
      return;
    }
    this.#connection.client.publish(SAID + subject, bytes);
  }

  subscribe(pattern: string, handler: BusHandler): () => void {
    if (this.#isOver) return () => {};
    const subscription = this.#connection.client.subscribe(SAID + pattern, {
      callback: (error, message) => {
        const subject = error === null ? message.subject.slice(SAID.length) : pattern;
        try {
          if (error !== null) throw error;
          handler(decoded(message.data), subject);
        } catch (thrown) {
          this.#onHandlerError(thrown, subject);
        }
      },
    });
    this.#subscriptions.add(subscription);
    return () => {
      if (this.#subscriptions.delete(subscription)) subscription.unsubscribe();
    };
  }

  request(subject: string, payload: unknown, { timeoutMs }: { timeoutMs: number }): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) throw new BusRequestFailed(subject, 'closed');
      const bytes = encoded(payload);
      if (!this.#connection.isUp) throw new BusRequestFailed(subject, 'no-responder');
      if (this.#isTooLarge(bytes)) throw tooLarge('request', bytes);
      this.#requests += 1;
      const token = this.#requests.toString(36);
      const request = new PendingRequest(subject, payload, resolve, (error) => {
        this.#asked.delete(token);
        reject(error);
      });
      this.#asked.set(token, request);
      this.#underWay.add(request, timeoutMs);
      this.#connection.client.publish(ASKED + subject, bytes, { reply: this.#inbox + token });
    });
  }

  serve(pattern: string, handler: BusRequestHandler): () => void {
    if (this.#isOver) return () => {};
    let stopped = false;
    const subscription = this.#connection.client.subscribe(ASKED + pattern, {
      queue: SERVERS,
      callback: (error, message) => {
        if (error !== null) this.#onHandlerError(error, pattern);
        // It was under way when this stopped: another may still serve it.
        else if (stopped) this.#answer(message, Buffer.of(NOT_TAKEN));
        else this.#serve(message, handler);
      },
    });
    const stop = async (): Promise<void> => {
      if (stopped) return;
      stopped = true;
      this.#stopServing.delete(stop);
      if (!this.#connection.client.isClosed()) await subscription.drain();
    };
    this.#stopServing.add(stop);
    return () => void stop();
  }

  onResync(handler: () => void): () => void {
    this.#resyncs.add(handler);
    return () => this.#resyncs.delete(handler);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    for (const stop of this.#stopServing) void stop();
    await this.#connection.flush(CLOSE_FLUSH_MS);
    this.#underWay.close();
    this.#stopGathering?.();
    for (const end of this.#endings) end();
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    this.#subscriptions.clear();
    this.#resyncs.clear();
  }

  get #isOver(): boolean {
    return this.#closing !== null || this.#connection.client.isClosed();
  }

  #isTooLarge(bytes: Uint8Array): boolean {
    return bytes.length > this.messageBytes;
  }

  #serve(message: Msg, handler: BusRequestHandler): void {
    const failed = (error: unknown): void => {
      const text = error instanceof Error ? error.message : String(error);
      this.#answer(message, answer(FAILED, text));
    };
    try {
      handler(decoded(message.data), message.subject.slice(ASKED.length))
        .then((value) => {
          const bytes = answer(ANSWERED, json(value));
          if (this.#isTooLarge(bytes)) failed(tooLarge('answer', bytes));
          else this.#answer(message, bytes);
        })
        .catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  /** An answer that can no longer be delivered is dropped; the requester already has an error. */
  #answer(message: Msg, bytes: Uint8Array): void {
    if (this.#connection.isUp) message.respond(bytes);
  }

  #complete(message: Msg): void {
    const token = message.subject.slice(this.#inbox.length);
    const request = this.#asked.get(token);
    if (request === undefined) return;
    this.#asked.delete(token);
    const { data } = message;
    try {
      if (data[0] === ANSWERED) request.succeed(decoded(data.subarray(1)));
      else if (data[0] === FAILED) request.failed(new Error(text(data.subarray(1))));
      // NATS answers with an empty message if there is no server for the subject.
      else request.fail(new BusRequestFailed(request.subject, 'no-responder'));
    } catch (error) {
      request.failed(error);
    }
  }

  #down(): void {
    this.#underWay.close();
  }

  #up(): void {
    if (this.#hasPublished && this.#closing === null) this.#connection.client.publish(RESYNC);
    this.#resyncSoon();
  }

  #resyncSoon(): void {
    this.#stopGathering ??= this.#clock.after(RESYNC_GATHER_MS, () => {
      this.#stopGathering = null;
      for (const handler of this.#resyncs) {
        try {
          handler();
        } catch (error) {
          this.#onHandlerError(error, 'resync');
        }
      }
    });
  }
}

/** JSON has no word for undefined: it is sent as no bytes at all. */
function json(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}

function encoded(value: unknown): Buffer {
  return Buffer.from(json(value));
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

function decoded(bytes: Uint8Array): unknown {
  return bytes.length === 0 ? undefined : JSON.parse(text(bytes));
}

function answer(kind: number, body: string): Buffer {
  const bytes = Buffer.allocUnsafe(1 + Buffer.byteLength(body));
  bytes[0] = kind;
  bytes.write(body, 1);
  return bytes;
}

function tooLarge(what: string, bytes: Uint8Array): Error {
  return new Error(`a ${what} of ${bytes.length} bytes is more than the bus carries`);
}
