import type { MessagePort } from 'node:worker_threads';
import type { Clock } from '../clock/port.ts';
import { createEmbeddedBus } from './embedded-bus.ts';
import { PendingRequest, PendingRequests } from './pending-request.ts';
import { type Bus, type BusHandler, BusRequestFailed, type BusRequestHandler } from './port.ts';
import { matchesSubject } from './subject-pattern.ts';

/** Messages on their way to the other thread. Beyond it they are dropped, and its subscribers resync. */
const SENT_LIMIT = 50_000;
/** Received messages after which the other thread is sent their number. */
const CONFIRM_EVERY = 500;
/** Subjects of which it is cached whether the other thread receives them; beyond it they are looked up again. */
const KNOWN_SUBJECTS_LIMIT = 20_000;

/** What the ends of a port send each other. */
type Frame =
  | { kind: 'subscribed' | 'left'; pattern: string }
  | { kind: 'message'; subject: string; payload: unknown }
  | { kind: 'received'; count: number }
  | { kind: 'resync' }
  | { kind: 'request'; id: number; subject: string; payload: unknown; timeoutMs: number }
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'failed'; id: number; reason: BusRequestFailed['reason'] | null; message: string }
  | { kind: 'closing' | 'closed' };

type Options = {
  /** One end of a channel; the other thread's bus has the other one. */
  port: MessagePort;
  clock: Clock;
  /** Called with the error that a subscriber threw; the others still get the message. */
  onHandlerError?: (error: unknown, subject: string) => void;
};

/**
 * The bus of one thread, joined with the bus of another. Within a thread payloads are shared; to the other one they are
 * copied, and only those that it subscribed to. A request is served in its own thread if anything there serves it.
 */
export function createThreadBus(options: Options): Bus {
  return new ThreadBus(options);
}

class ThreadBus implements Bus {
  readonly messageBytes = Number.POSITIVE_INFINITY;
  readonly #port: MessagePort;
  readonly #local: Bus;
  /** This thread's subscriptions, by pattern. */
  readonly #own = new Map<string, number>();
  /** The other thread's patterns. */
  readonly #theirs = new Set<string>();
  readonly #reaches = new Map<string, boolean>();
  readonly #resyncs = new Set<() => void>();
  readonly #asked = new Map<number, PendingRequest>();
  readonly #underWay: PendingRequests;
  #requests = 0;
  #sent = 0;
  #confirmed = 0;
  #received = 0;
  #hasDropped = false;
  #closed: Promise<void> | undefined;
  readonly #gone: Promise<void>;
  #isGone = (): void => {};

  constructor({ port, clock, onHandlerError }: Options) {
    this.#port = port;
    this.#local = createEmbeddedBus({ clock, ...(onHandlerError && { onHandlerError }) });
    this.#underWay = new PendingRequests(clock);
    this.#gone = new Promise((resolve) => {
      this.#isGone = resolve;
    });
    port.on('message', (frame: Frame) => this.#take(frame));
    port.on('close', () => {
      this.#theirs.clear();
      this.#reaches.clear();
      this.#underWay.close();
      this.#isGone();
    });
  }

  publish(subject: string, payload: unknown): void {
    if (this.#closed !== undefined) return;
    this.#local.publish(subject, payload);
    if (!this.#reachesThem(subject)) return;
    if (this.#sent - this.#confirmed >= SENT_LIMIT) {
      this.#hasDropped = true;
      return;
    }
    this.#sent += 1;
    this.#send({ kind: 'message', subject, payload });
  }

  subscribe(pattern: string, handler: BusHandler): () => void {
    const leave = this.#local.subscribe(pattern, handler);
    if (this.#closed !== undefined) return leave;
    const count = this.#own.get(pattern) ?? 0;
    this.#own.set(pattern, count + 1);
    if (count === 0) this.#send({ kind: 'subscribed', pattern });
    let hasLeft = false;
    return () => {
      leave();
      if (hasLeft) return;
      hasLeft = true;
      const left = (this.#own.get(pattern) ?? 1) - 1;
      if (left > 0) this.#own.set(pattern, left);
      else {
        this.#own.delete(pattern);
        this.#send({ kind: 'left', pattern });
      }
    };
  }

  request(subject: string, payload: unknown, options: { timeoutMs: number }): Promise<unknown> {
    return this.#local.request(subject, payload, options).catch((error: unknown) => {
      const isServedHere = !(error instanceof BusRequestFailed && error.reason === 'no-responder');
      if (isServedHere) throw error;
      return this.#requestThere(subject, payload, options);
    });
  }

  #requestThere(subject: string, payload: unknown, { timeoutMs }: { timeoutMs: number }): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed !== undefined) return reject(new BusRequestFailed(subject, 'closed'));
      this.#requests += 1;
      const id = this.#requests;
      const over = (): void => void this.#asked.delete(id);
      const request = new PendingRequest(
        subject,
        payload,
        (answer) => {
          over();
          resolve(answer);
        },
        (error) => {
          over();
          reject(error);
        },
      );
      this.#asked.set(id, request);
      this.#underWay.add(request, timeoutMs);
      this.#send({ kind: 'request', id, subject, payload, timeoutMs });
    });
  }

  serve(pattern: string, handler: BusRequestHandler): () => void {
    return this.#local.serve(pattern, handler);
  }

  onResync(handler: () => void): () => void {
    const stop = this.#local.onResync(handler);
    this.#resyncs.add(handler);
    return () => {
      stop();
      this.#resyncs.delete(handler);
    };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    // What was published before is with the other thread when it answers.
    this.#send({ kind: 'closing' });
    await this.#gone;
    await this.#local.close();
    this.#underWay.close();
    this.#port.close();
  }

  /** What is sent to a thread that has ended is lost. */
  #send(frame: Frame): void {
    this.#port.postMessage(frame);
  }

  #reachesThem(subject: string): boolean {
    if (this.#theirs.size === 0) return false;
    let reaches = this.#reaches.get(subject);
    if (reaches === undefined) {
      reaches = [...this.#theirs].some((pattern) => matchesSubject(pattern, subject));
      if (this.#reaches.size >= KNOWN_SUBJECTS_LIMIT) this.#reaches.clear();
      this.#reaches.set(subject, reaches);
    }
    return reaches;
  }

  #take(frame: Frame): void {
    switch (frame.kind) {
      case 'message':
        this.#local.publish(frame.subject, frame.payload);
        this.#received += 1;
        if (this.#received % CONFIRM_EVERY === 0) this.#send({ kind: 'received', count: this.#received });
        break;
      case 'received':
        this.#confirm(frame.count);
        break;
      case 'resync':
        for (const handler of this.#resyncs) handler();
        break;
      case 'subscribed':
        this.#theirs.add(frame.pattern);
        this.#reaches.clear();
        break;
      case 'left':
        this.#theirs.delete(frame.pattern);
        this.#reaches.clear();
        break;
      case 'request':
        this.#serveThem(frame);
        break;
      case 'answer':
        this.#asked.get(frame.id)?.succeed(frame.answer);
        break;
      case 'failed': {
        const request = this.#asked.get(frame.id);
        if (frame.reason === null) request?.failed(new Error(frame.message));
        else request?.fail(new BusRequestFailed(request.subject, frame.reason));
        break;
      }
      case 'closing':
        this.#send({ kind: 'closed' });
        break;
      case 'closed':
        this.#isGone();
        break;
    }
  }

  #confirm(count: number): void {
    this.#confirmed = count;
    if (!this.#hasDropped || this.#sent - count > SENT_LIMIT / 2) return;
    this.#hasDropped = false;
    this.#send({ kind: 'resync' });
  }

  #serveThem({ id, subject, payload, timeoutMs }: Extract<Frame, { kind: 'request' }>): void {
    this.#local.request(subject, payload, { timeoutMs }).then(
      (answer) => this.#send({ kind: 'answer', id, answer }),
      (error: unknown) => {
        const reason = error instanceof BusRequestFailed ? error.reason : null;
        const message = error instanceof Error ? error.message : String(error);
        this.#send({ kind: 'failed', id, reason, message });
      },
    );
  }
}
