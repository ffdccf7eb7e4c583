import { Subject, type Subscription } from 'rxjs';
import type { Clock } from '../clock/port.ts';
import { PendingRequest, PendingRequests } from './pending-request.ts';
import { type Bus, type BusHandler, BusRequestFailed, type BusRequestHandler } from './port.ts';
import { hasWildcard, matchesSubject } from './subject-pattern.ts';

/** Messages waiting for delivery. Beyond it all of them are dropped and every subscriber is asked to resync. */
const WAITING_LIMIT = 200_000;
/** Messages delivered before the event loop gets its turn. */
const DELIVERED_PER_TURN = 1_000;
/** Subjects whose receivers are cached; beyond it they are looked up again. */
const KNOWN_SUBJECTS_LIMIT = 20_000;

type Message = { order: number; subject: string; payload: unknown };

type Server = { pattern: string; handler: BusRequestHandler };

/** A message, a request for its server, or a notification, delivered in the same order. */
type Waiting = Message | PendingRequest | (() => void);

type Options = {
  clock: Clock;
  /** Called with the error that a subscriber threw; the others still get the message. */
  onHandlerError?: (error: unknown, subject: string) => void;
};

/** A bus within this process. Nothing is copied: publishers and subscribers share each payload. */
export function createEmbeddedBus({ clock, onHandlerError = reportLoudly }: Options): Bus {
  return new EmbeddedBus(clock, onHandlerError);
}

function reportLoudly(error: unknown, subject: string): void {
  console.error(`a subscriber of ${subject} failed:`, error);
}

class EmbeddedBus implements Bus {
  /** Messages are not serialised. */
  readonly messageBytes = Number.POSITIVE_INFINITY;
  readonly #onHandlerError: (error: unknown, subject: string) => void;
  /** One stream of messages per pattern that someone subscribed to. */
  readonly #streams = new Map<string, Subject<Message>>();
  readonly #servers: Server[] = [];
  /** The server of a subject, or null; valid until a server joins or leaves. */
  readonly #servedBy = new Map<string, Server | null>();
  readonly #resyncs = new Set<() => void>();
  readonly #underWay: PendingRequests;
  /** The streams that a subject reaches, as long as nobody subscribes or leaves. */
  #reached = new Map<string, readonly Subject<Message>[]>();
  #waiting: Waiting[] = [];
  #order = 0;
  #delivering: Promise<void> | undefined;
  #closed = false;

  constructor(clock: Clock, onHandlerError: (error: unknown, subject: string) => void) {
    this.#underWay = new PendingRequests(clock);
    this.#onHandlerError = onHandlerError;
  }

  publish(subject: string, payload: unknown): void {
    this.#order += 1;
    this.#enqueue({ order: this.#order, subject, payload });
  }

  subscribe(pattern: string, handler: BusHandler): () => void {
    if (this.#closed) return () => {};
    let stream = this.#streams.get(pattern);
    if (stream === undefined) {
      stream = new Subject();
      this.#streams.set(pattern, stream);
      this.#reached = new Map();
    }
    const from = this.#order;
    const subscription: Subscription = stream.subscribe(({ order, subject, payload }) => {
      // A subscription does not get earlier messages.
      if (order <= from || subscription?.closed) return;
      try {
        handler(payload, subject);
      } catch (error) {
        this.#onHandlerError(error, subject);
      }
    });
    return () => {
      subscription.unsubscribe();
      if (stream.observed || this.#streams.get(pattern) !== stream) return;
      this.#streams.delete(pattern);
      this.#reached = new Map();
    };
  }

  request(subject: string, payload: unknown, { timeoutMs }: { timeoutMs: number }): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(new BusRequestFailed(subject, 'closed'));
        return;
      }
      const request = new PendingRequest(subject, payload, resolve, reject);
      this.#underWay.add(request, timeoutMs);
      this.#enqueue(request);
    });
  }

  #hand(request: PendingRequest): void {
    if (request.isOver) return;
    const { subject } = request;
    const server = this.#serverOf(subject);
    if (server === null) {
      request.fail(new BusRequestFailed(subject, 'no-responder'));
      return;
    }
    try {
      server.handler(request.payload, subject).then(
        (answer) => request.succeed(answer),
        (error: unknown) => request.failed(error),
      );
    } catch (error) {
      request.failed(error);
    }
  }

  #serverOf(subject: string): Server | null {
    const known = this.#servedBy.get(subject);
    if (known !== undefined) return known;
    const server = this.#servers.find(({ pattern }) => matchesSubject(pattern, subject)) ?? null;
    if (this.#servedBy.size >= KNOWN_SUBJECTS_LIMIT) this.#servedBy.clear();
    this.#servedBy.set(subject, server);
    return server;
  }

  serve(pattern: string, handler: BusRequestHandler): () => void {
    const server = { pattern, handler };
    this.#servers.push(server);
    this.#servedBy.clear();
    return () => {
      const index = this.#servers.indexOf(server);
      this.#servedBy.clear();
      if (index !== -1) this.#servers.splice(index, 1);
    };
  }

  onResync(handler: () => void): () => void {
    this.#resyncs.add(handler);
    return () => this.#resyncs.delete(handler);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#delivering;
    this.#underWay.close();
    for (const stream of this.#streams.values()) stream.complete();
    this.#streams.clear();
    this.#servers.length = 0;
    this.#servedBy.clear();
    this.#resyncs.clear();
  }

  #enqueue(waiting: Waiting): void {
    if (this.#closed) return;
    if (this.#waiting.length >= WAITING_LIMIT) this.#overflow();
    this.#waiting.push(waiting);
    this.#delivering ??= this.#deliver();
  }

  /** Requests are kept: nobody would answer them otherwise. Their number is bounded by their timeouts. */
  #overflow(): void {
    this.#waiting = this.#waiting.filter(
      (waiting) => typeof waiting === 'function' || waiting instanceof PendingRequest,
    );
    for (const handler of this.#resyncs) {
      this.#waiting.push(() => this.#guarded(handler, 'resync'));
    }
  }

  #guarded(run: () => void, subject: string): void {
    try {
      run();
    } catch (error) {
      this.#onHandlerError(error, subject);
    }
  }

  async #deliver(): Promise<void> {
    // After the publisher's own turn.
    await undefined;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      for (let i = 0; i < batch.length; i += 1) {
        const waiting = batch[i] as Waiting;
        if (waiting instanceof PendingRequest) this.#hand(waiting);
        else if (typeof waiting === 'function') waiting();
        else for (const stream of this.#streamsOf(waiting.subject)) stream.next(waiting);
        if (i % DELIVERED_PER_TURN === DELIVERED_PER_TURN - 1) await eventLoopTurn();
      }
      if (this.#waiting.length > 0) await eventLoopTurn();
    }
    this.#delivering = undefined;
  }

  #streamsOf(subject: string): readonly Subject<Message>[] {
    const known = this.#reached.get(subject);
    if (known !== undefined) return known;
    const streams: Subject<Message>[] = [];
    for (const [pattern, stream] of this.#streams) {
      const reached = hasWildcard(pattern) ? matchesSubject(pattern, subject) : pattern === subject;
      if (reached) streams.push(stream);
    }
    if (this.#reached.size >= KNOWN_SUBJECTS_LIMIT) this.#reached = new Map();
    this.#reached.set(subject, streams);
    return streams;
  }
}

function eventLoopTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
