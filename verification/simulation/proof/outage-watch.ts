import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { EPOCH } from '../world/world.ts';
import type { Verdict } from './verdict.ts';

/** The engine's grace, ms: a live sale that was out for longer comes back frozen. */
const GRACE_MS = 5_000;
/** How far times of two nodes may be apart, ms: each is up to 2 s off the log's clock. */
const APART_MS = 4_200;

/** Watches that nothing closes by its deadline in a time in which no engine ran and nobody could bid [T12]. */
export class OutageWatch {
  readonly #verdict: Verdict;
  readonly #now: () => number;
  readonly #up = new Set<string>();
  /** Times in which no engine ran, ms of the world. */
  readonly #outages: { from: number; to: number }[] = [];
  #downSince = 0;

  constructor(verdict: Verdict, now: () => number) {
    this.#verdict = verdict;
    this.#now = now;
  }

  opened(engine: string): void {
    if (this.#up.size === 0) this.#outages.push({ from: this.#downSince, to: this.#now() });
    this.#up.add(engine);
  }

  down(engine: string): void {
    if (this.#up.delete(engine) && this.#up.size === 0) this.#downSince = this.#now();
  }

  /** An append's events. */
  take(events: readonly RecordedEvent[]): void {
    for (const recorded of events) {
      const event = recorded as RecordedEvent & AuctionEvent;
      if (event.type !== 'LotsClosed' || event.data.by !== 'time') continue;
      const at = event.data.at - EPOCH;
      const within = ({ from, to }: { from: number; to: number }): boolean =>
        to - from > GRACE_MS + APART_MS && at > from + APART_MS && at < to - APART_MS;
      const outage = this.#outages.find(within);
      this.#verdict.must(
        outage === undefined,
        'outage',
        () => `lots closed at ${at}; no engine ran from ${outage?.from} to ${outage?.to}`,
      );
    }
  }
}
