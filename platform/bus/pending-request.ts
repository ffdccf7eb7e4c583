import type { Clock } from '../clock/port.ts';
import { BusRequestFailed } from './port.ts';

/** A request that is not answered yet. One object rather than closures and a timer each, for every bid is one. */
export class PendingRequest {
  readonly subject: string;
  readonly payload: unknown;
  readonly #resolve: (answer: unknown) => void;
  readonly #reject: (error: Error) => void;
  #deadlines: RequestDeadlines | null = null;
  isOver = false;
  /** When it is too late (ms, monotonic). */
  deadline = 0;

  constructor(
    subject: string,
    payload: unknown,
    resolve: (answer: unknown) => void,
    reject: (error: Error) => void,
  ) {
    this.subject = subject;
    this.payload = payload;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** It is given up at the deadline, unless it is over before. */
  waitsIn(deadlines: RequestDeadlines, deadline: number): void {
    this.#deadlines = deadlines;
    this.deadline = deadline;
  }

  /** Its server's answer. What comes when it is over is not heard. */
  succeed(answer: unknown): void {
    if (this.#end()) this.#resolve(answer);
  }

  /** Its server threw. */
  failed(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (this.#end()) this.#reject(new Error(message, { cause: error }));
  }

  fail(error: BusRequestFailed): void {
    if (this.#end()) this.#reject(error);
  }

  #end(): boolean {
    if (this.isOver) return false;
    this.isOver = true;
    this.#deadlines?.over(this);
    return true;
  }
}

/** The requests of a bus that are not answered yet, each given up as late as it asked for. */
export class PendingRequests {
  readonly #clock: Clock;
  readonly #byTimeout = new Map<number, RequestDeadlines>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(request: PendingRequest, timeoutMs: number): void {
    let deadlines = this.#byTimeout.get(timeoutMs);
    if (deadlines === undefined) {
      deadlines = new RequestDeadlines(this.#clock, timeoutMs);
      this.#byTimeout.set(timeoutMs, deadlines);
    }
    deadlines.add(request);
  }

  /** Fails all of them as `closed`. */
  close(): void {
    for (const deadlines of this.#byTimeout.values()) deadlines.close();
  }
}

/** Requests that all wait equally long, so that the first to come is the first to be late: one timer for all. */
class RequestDeadlines {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  /** In the order of their deadlines. */
  readonly #pending = new Set<PendingRequest>();
  #stopTimer: (() => void) | null = null;

  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  add(request: PendingRequest): void {
    request.waitsIn(this, this.#clock.monotonic() + this.#timeoutMs);
    this.#pending.add(request);
    this.#stopTimer ??= this.#clock.after(this.#timeoutMs, this.#ring);
  }

  over(request: PendingRequest): void {
    this.#pending.delete(request);
    if (this.#pending.size === 0) this.#stop();
  }

  /** Fails all of them. */
  close(): void {
    for (const request of this.#pending) request.fail(new BusRequestFailed(request.subject, 'closed'));
  }

  #stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
  }

  /** Rings for the first that was there when it was armed; for those that came later it is armed again. */
  readonly #ring = (): void => {
    this.#stopTimer = null;
    const now = this.#clock.monotonic();
    for (const request of this.#pending) {
      if (request.deadline > now) {
        this.#stopTimer = this.#clock.after(Math.ceil(request.deadline - now), this.#ring);
        return;
      }
      request.fail(new BusRequestFailed(request.subject, 'timeout'));
    }
  };
}
