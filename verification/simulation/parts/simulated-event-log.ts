import type { Clock } from '@saleyard/platform/clock/port.ts';
import { mustBeAppendable } from '@saleyard/platform/event-log/appendable.ts';
import type {
  AppendedEvent,
  AppendResult,
  EventLog,
  EventLogCorrupt,
  NewEvent,
  ReadOptions,
  RecordedEvent,
  SubscribeOptions,
  SubscriptionItem,
} from '@saleyard/platform/event-log/port.ts';
import { lifted, type Upcasters } from '@saleyard/platform/event-log/upcasters.ts';
import { type Link, LinkLost } from './link.ts';
import { asSent, type LogServer } from './log-server.ts';

/** Limits of a log seen over a link. Times in ms. */
const LIMITS = {
  /** An append that is not answered in time has an unknown outcome. */
  appendMs: 2_000,
  /** A read that is not answered in time fails. */
  readMs: 3_000,
  /** Interval at which a subscription gets the log's end, moved or not. */
  pollMs: 1_000,
  readEvents: 64,
} as const;

type Parts = {
  server: LogServer;
  link: Link;
  /** The machine's own clock, and the server's. */
  clock: Pick<Clock, 'now'>;
  serverNow: () => number;
  upcasters?: Upcasters;
};

/** The event log as one machine sees it over its link to the server. */
export class SimulatedEventLog implements EventLog {
  readonly #parts: Parts;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #ended = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async append(stream: string, expected: number, events: readonly NewEvent[]): Promise<AppendResult> {
    this.#mustBeOpen();
    const answer = this.#append(stream, expected, events);
    this.#underWay.add(answer);
    try {
      return await answer;
    } finally {
      this.#underWay.delete(answer);
    }
  }

  async #append(stream: string, expected: number, events: readonly NewEvent[]): Promise<AppendResult> {
    const { server, link } = this.#parts;
    mustBeAppendable(stream, expected, events);
    const sent = asSent(stream, expected, events);
    try {
      const result = await link.call(() => server.append(sent), LIMITS.appendMs);
      return result.outcome === 'appended' ? { ...result, events: this.#lifted(result.events) } : result;
    } catch (error) {
      if (error instanceof LinkLost) return { outcome: 'unknown', reason: error.message };
      throw error;
    }
  }

  async *read(stream: string, options: ReadOptions = {}): AsyncGenerator<RecordedEvent[]> {
    const { server, link } = this.#parts;
    const backwards = options.direction === 'backwards';
    let { from, limit: left = Number.POSITIVE_INFINITY } = options;
    while (left > 0) {
      this.#mustBeOpen();
      const at = from;
      const most = Math.min(left, LIMITS.readEvents);
      const events = await link.call(() => server.read(stream, at, most, backwards), LIMITS.readMs);
      const last = events.at(-1);
      if (last === undefined) return;
      yield options.asStored ? events : this.#lifted(events);
      left -= events.length;
      from = last.revision + (backwards ? -1 : 1);
      if (from < 0) return;
    }
  }

  async *subscribe(options: SubscribeOptions = {}): AsyncGenerator<SubscriptionItem> {
    const { streams, signal } = options;
    const signals = [this.#ended.signal, ...(signal === undefined ? [] : [signal])];
    let end = (): void => {};
    const over = new Promise<'over'>((resolve) => {
      end = () => resolve('over');
    });
    for (const each of signals) each.addEventListener('abort', end);
    try {
      yield* this.#follow(options.after ?? -1, streams, over, () => signals.some(({ aborted }) => aborted));
    } finally {
      for (const each of signals) each.removeEventListener('abort', end);
    }
  }

  async *#follow(
    after: number,
    streams: readonly string[] | undefined,
    over: Promise<'over'>,
    isOver: () => boolean,
  ): AsyncGenerator<SubscriptionItem> {
    const { server, link } = this.#parts;
    let position = after;
    let received: number | undefined;
    while (!isOver()) {
      const asked = link.call(() => server.after(position, streams, LIMITS.readEvents), LIMITS.readMs);
      const batch = await Promise.race([asked, over]);
      if (batch === 'over' || isOver()) return;
      position = batch.reached;
      if (batch.events.length > 0) yield { kind: 'events', events: this.#lifted(batch.events) };
      else if (received === position) {
        const withinMs = LIMITS.pollMs + LIMITS.readMs;
        await Promise.race([link.call(() => server.grownBeyond(position, LIMITS.pollMs), withinMs), over]);
      } else {
        received = position;
        yield { kind: 'caughtUp', position };
      }
    }
  }

  async lastPosition(): Promise<number> {
    this.#mustBeOpen();
    return this.#ask(({ lastPosition }) => lastPosition);
  }

  async lastRevision(stream: string): Promise<number> {
    this.#mustBeOpen();
    return this.#ask((server) => server.lastRevision(stream));
  }

  /** Its disk damages nothing. */
  setAside(): readonly EventLogCorrupt[] {
    return [];
  }

  async identity(): Promise<string | undefined> {
    this.#mustBeOpen();
    return this.#ask((server) => server.identity);
  }

  async identify(id: string, replaced: string | undefined): Promise<string> {
    this.#mustBeOpen();
    return this.#ask((server) => {
      if (server.identity === undefined || server.identity === replaced) server.identity = id;
      return server.identity;
    });
  }

  async keyRing(): Promise<string | undefined> {
    this.#mustBeOpen();
    return this.#ask((server) => server.keyRing);
  }

  async nameKeyRing(id: string, replaced: string | undefined): Promise<string> {
    this.#mustBeOpen();
    return this.#ask((server) => {
      if (server.keyRing === undefined || server.keyRing === replaced) server.keyRing = id;
      return server.keyRing;
    });
  }

  async clockSkewMs(): Promise<number> {
    const { clock, serverNow } = this.#parts;
    const theirs = await this.#ask(() => serverNow());
    return theirs - clock.now();
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await Promise.allSettled(this.#underWay);
  }

  #ask<T>(ask: (server: LogServer) => T): Promise<T> {
    const { server, link } = this.#parts;
    return link.call(() => ask(server), LIMITS.readMs);
  }

  #lifted<E extends AppendedEvent>(events: E[]): E[] {
    const { upcasters } = this.#parts;
    return upcasters === undefined ? events : events.map((event) => lifted(event, upcasters));
  }

  #mustBeOpen(): void {
    if (this.#ended.signal.aborted) throw new Error('the event log is closed');
  }
}
