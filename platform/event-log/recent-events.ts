import type { RecordedEvent } from './port.ts';

/** This many events are kept at most … */
const EVENTS_LIMIT = 32_768;
/** … and this many of their stored bytes; beyond either the oldest are let go, and read from the store again. */
const BYTES_LIMIT = 32 * 1024 * 1024;

/**
 * The newest events as objects, shared by all who follow the log, so that an event is made once however many
 * follow. By chunks: each under the position of its first event, oldest first.
 */
export class RecentEvents {
  readonly #chunks = new Map<number, { events: RecordedEvent[]; bytes: number }>();
  #events = 0;
  #bytes = 0;

  /** Whether a chunk is near enough to the log's last position to be kept for others. */
  static isNear(position: number, last: number): boolean {
    return position > last - EVENTS_LIMIT;
  }

  at(position: number): RecordedEvent[] | undefined {
    return this.#chunks.get(position)?.events;
  }

  /** Keeps a chunk's events, of this many stored bytes, under the position of the first. */
  keep(position: number, events: RecordedEvent[], bytes: number): void {
    if (this.#chunks.has(position)) return;
    this.#chunks.set(position, { events, bytes });
    this.#events += events.length;
    this.#bytes += bytes;
    while (this.#events > EVENTS_LIMIT || this.#bytes > BYTES_LIMIT) this.#forgetOldest();
  }

  /** Drops events that everyone has; keeping them would only move them about in memory. */
  forgetBefore(position: number): void {
    for (const [oldest, { events }] of this.#chunks) {
      if (oldest + events.length > position) return;
      this.#forgetOldest();
    }
  }

  #forgetOldest(): void {
    for (const [oldest, { events, bytes }] of this.#chunks) {
      this.#chunks.delete(oldest);
      this.#events -= events.length;
      this.#bytes -= bytes;
      return;
    }
  }
}
