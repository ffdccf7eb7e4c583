import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';

/** Events buffered while the log is read; those beyond are dropped and read from the log instead. */
export const WAITING_EVENTS_LIMIT = 10_000;

/** ms until a read of the log is retried after it failed or found nothing new. */
export const READ_RETRY_MS = 1_000;

/** Where an applied event came from: the log while catching up, or the bus as it happened, though read from the log first. */
export type EventSource = 'log' | 'bus';

export type CatchUpSubscriptionDeps = {
  log: Pick<EventLog, 'read'>;
  clock: Clock;
  /** Applies the next event of the stream: in revision order, each revision once. */
  apply(event: RecordedEvent, source: EventSource): void;
  /** A message with an event that is applied already. Returns whether it is to be treated as applied only now. */
  repeated?(event: RecordedEvent): boolean;
  /** Called after each run of applied events. */
  applied(): void;
  /** Called when the log could not be read; the read is retried after `READ_RETRY_MS`. */
  failed(error: unknown): void;
};

type Phase =
  | { kind: 'idle' }
  | { kind: 'reading'; done: Promise<boolean>; again: boolean }
  | { kind: 'current' }
  | { kind: 'ended' };

/**
 * Follows one stream live [G10]: starts from the log and continues, by revision, with the messages it is offered. It
 * ignores duplicates, reads gaps from the log, and never goes back.
 */
export class CatchUpSubscription {
  readonly #stream: string;
  readonly #deps: CatchUpSubscriptionDeps;
  /** Offered events that can't be applied yet, by revision. */
  readonly #waiting = new Map<number, RecordedEvent>();
  #phase: Phase = { kind: 'idle' };
  #revision = -1;
  /** The newest revision in any message, applied or not. */
  #newestOffered = -1;
  #cancelRetry: () => void = () => {};

  constructor(stream: string, deps: CatchUpSubscriptionDeps) {
    this.#stream = stream;
    this.#deps = deps;
  }

  /** Revision of the last applied event; −1 before the first. */
  get revision(): number {
    return this.#revision;
  }

  /**
   * Reads from the log the events that are not applied yet; with `below`, only those under that revision. Resolves to
   * whether the log could be read.
   */
  catchUp(below = Number.POSITIVE_INFINITY): Promise<boolean> {
    const phase = this.#phase;
    if (phase.kind === 'ended') return Promise.resolve(false);
    if (phase.kind === 'reading') {
      // The read in flight may be past the end already, so it reads once more before it is done.
      phase.again = true;
      return phase.done;
    }
    this.#cancelRetry();
    const reading: Phase = { kind: 'reading', done: Promise.resolve(false), again: false };
    this.#phase = reading;
    reading.done = this.#read(reading, below);
    return reading.done;
  }

  /** Accepts events from the bus: in any order, repeated, with gaps. */
  offer(events: readonly RecordedEvent[]): void {
    if (this.#phase.kind === 'ended') return;
    let isNews = false;
    const before = this.#revision;
    for (const event of events) {
      if (event.revision <= this.#revision) {
        isNews = (this.#deps.repeated?.(event) ?? false) || isNews;
        continue;
      }
      if (event.revision > this.#newestOffered) this.#newestOffered = event.revision;
      if (event.revision === this.#revision + 1 && this.#phase.kind === 'current') this.#take(event, 'bus');
      else if (this.#waiting.size < WAITING_EVENTS_LIMIT) this.#waiting.set(event.revision, event);
    }
    if (this.#phase.kind !== 'current') return;
    this.#takeWaiting();
    if (isNews || this.#revision > before) this.#deps.applied();
    if (this.#newestOffered > this.#revision) void this.catchUp();
  }

  /** Stops following; a read in flight is abandoned. */
  end(): void {
    this.#phase = { kind: 'ended' };
    this.#waiting.clear();
    this.#cancelRetry();
  }

  #take(event: RecordedEvent, source: EventSource): void {
    this.#revision = event.revision;
    this.#deps.apply(event, source);
  }

  #takeWaiting(): void {
    if (this.#waiting.size === 0) return;
    for (;;) {
      const next = this.#waiting.get(this.#revision + 1);
      if (next === undefined) break;
      this.#waiting.delete(next.revision);
      this.#take(next, 'bus');
    }
    for (const revision of this.#waiting.keys()) {
      if (revision <= this.#revision) this.#waiting.delete(revision);
    }
  }

  async #read(reading: Phase & { kind: 'reading' }, below: number): Promise<boolean> {
    const before = this.#revision;
    let until = below;
    try {
      for (;;) {
        reading.again = false;
        const passBegan = this.#revision;
        await this.#readOnce(reading, until);
        until = Number.POSITIVE_INFINITY;
        if (this.#phase !== reading) return false;
        this.#takeWaiting();
        const progressed = this.#revision > passBegan;
        if (!reading.again && !(progressed && this.#newestOffered > this.#revision)) break;
      }
    } catch (error) {
      if (this.#phase !== reading) return false;
      this.#phase = { kind: 'idle' };
      if (this.#revision > before) this.#deps.applied();
      this.#deps.failed(error);
      this.#tryLater();
      return false;
    }
    this.#phase = { kind: 'current' };
    if (this.#revision > before) this.#deps.applied();
    // A message named a revision that is not in the log yet.
    if (this.#newestOffered > this.#revision) this.#tryLater();
    return true;
  }

  async #readOnce(reading: Phase, below: number): Promise<void> {
    const from = this.#revision + 1;
    if (from >= below) return;
    const options = Number.isFinite(below) ? { from, limit: below - from } : { from };
    for await (const batch of this.#deps.log.read(this.#stream, options)) {
      if (this.#phase !== reading) return;
      for (const event of batch) {
        if (event.revision !== this.#revision + 1) continue;
        this.#take(event, this.#waiting.delete(event.revision) ? 'bus' : 'log');
      }
    }
  }

  #tryLater(): void {
    this.#cancelRetry();
    this.#cancelRetry = this.#deps.clock.after(READ_RETRY_MS, () => void this.catchUp());
  }
}
