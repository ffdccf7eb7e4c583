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
  /** Its neighbours among those that wait equally long. */
  earlier: PendingRequest | null = null;
  later: PendingRequest | null = null;

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

  /** It times out at the deadline, unless it ends before. */
  waitsIn(deadlines: RequestDeadlines, deadline: number): void {
    this.#deadlines = deadlines;
    this.deadline = deadline;
  }

  /** Its server's answer. A late answer is ignored. */
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

/** The requests of a bus that are not answered yet. Each has its own timeout. */
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

/**
 * Requests with one common timeout, oldest first, so one timer is enough. A linked list: a Set is rehashed all the time
 * and old tables keep entries alive.
 */
class RequestDeadlines {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  #first: PendingRequest | null = null;
  #last: PendingRequest | null = null;
  #stopTimer: (() => void) | null = null;

  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  add(request: PendingRequest): void {
    request.waitsIn(this, this.#clock.monotonic() + this.#timeoutMs);
    request.earlier = this.#last;
    if (this.#last === null) this.#first = request;
    else this.#last.later = request;
    this.#last = request;
    this.#stopTimer ??= this.#clock.after(this.#timeoutMs, this.#failExpired);
  }

  over(request: PendingRequest): void {
    const { earlier, later } = request;
    if (earlier === null) this.#first = later;
    else earlier.later = later;
    if (later === null) this.#last = earlier;
    else later.earlier = earlier;
    request.earlier = null;
    request.later = null;
    if (this.#first === null) this.#stop();
  }

  /** Fails all of them. */
  close(): void {
    while (this.#first !== null) this.#first.fail(new BusRequestFailed(this.#first.subject, 'closed'));
  }

  #stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
  }

  /** Fails expired requests and sets the timer for the oldest one left. */
  readonly #failExpired = (): void => {
    this.#stopTimer = null;
    const now = this.#clock.monotonic();
    while (this.#first !== null && this.#first.deadline <= now) {
      this.#first.fail(new BusRequestFailed(this.#first.subject, 'timeout'));
    }
    if (this.#first === null) return;
    this.#stopTimer = this.#clock.after(Math.ceil(this.#first.deadline - now), this.#failExpired);
  };
}
