import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { FollowState, isBeyondEnd } from '@saleyard/platform/event-log/follow-state.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';

/** ms before a broken subscription resumes where it broke. */
const RETRY_MS = 500;

/** Follows streams of the log for an in-memory cache, and reports its position. */
export class LogFollower {
  #position = -1;
  #caughtUp = false;
  #waiting: { position: number; met: () => void }[] = [];
  #arrived: () => void = () => {};
  readonly #ready = new Promise<void>((resolve) => {
    this.#arrived = resolve;
  });
  readonly #ended = new AbortController();
  readonly #state: FollowState;
  readonly #parts: {
    log: EventLog;
    streams: readonly string[];
    clock: Clock;
    logger: Logger;
    after: () => Promise<number>;
    onEvent: (event: RecordedEvent) => void;
  };
  #hasBegun = false;
  #running: Promise<void> | undefined;

  constructor(parts: {
    log: EventLog;
    /** Prefixes of the followed streams. */
    streams: readonly string[];
    clock: Clock;
    logger: Logger;
    /** The position to start after: a follower never needs a stream from the log's first event. */
    after: () => Promise<number>;
    /** Starts at the first call of `reached`, and reads nothing before. */
    isOnDemand?: true;
    onEvent: (event: RecordedEvent) => void;
  }) {
    this.#parts = parts;
    this.#state = new FollowState(parts.streams.join(' '), parts.logger);
    if (!parts.isOnDemand) this.#start();
  }

  /** Whether its start position is known: every later event will be received. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Whether it is connected to the log, rather than waiting for a retry. */
  get follows(): boolean {
    return !this.#state.fails;
  }

  /** Resolves when everything in the log at the start has been folded. */
  ready(): Promise<void> {
    this.#start();
    return this.#ready;
  }

  /**
   * Resolves true once the log is folded up to `position`; false after `timeoutMs`, or at once for a position beyond
   * its end.
   */
  async reached(position: number, timeoutMs: number): Promise<boolean> {
    this.#start();
    if (this.#position >= position) return true;
    if (await isBeyondEnd(this.#parts, position, timeoutMs)) return false;
    if (this.#position >= position) return true;
    return new Promise((resolve) => {
      const waiter = { position, met: () => resolve(true) };
      const cancel = this.#parts.clock.after(timeoutMs, () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        resolve(false);
      });
      waiter.met = () => {
        cancel();
        resolve(true);
      };
      this.#waiting.push(waiter);
    });
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#running;
  }

  #start(): void {
    if (!this.#ended.signal.aborted) this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      try {
        await this.#follow(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#state.failed(error);
      }
      if (!signal.aborted) await pause(this.#parts.clock, RETRY_MS, signal);
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { log, streams, onEvent, after } = this.#parts;
    if (!this.#hasBegun) this.#position = await after();
    this.#hasBegun = true;
    for await (const item of log.subscribe({ after: this.#position, streams, signal })) {
      this.#state.goesOn();
      if (item.kind === 'events') {
        for (const event of item.events) {
          onEvent(event);
          this.#position = event.position;
        }
      } else {
        this.#position = Math.max(this.#position, item.position);
        if (!this.#caughtUp) {
          this.#caughtUp = true;
          this.#arrived();
        }
      }
      const met = this.#waiting.filter(({ position }) => position <= this.#position);
      if (met.length > 0) {
        this.#waiting = this.#waiting.filter(({ position }) => position > this.#position);
        for (const waiter of met) waiter.met();
      }
    }
  }
}
