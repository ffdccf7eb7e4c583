import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { practiserOf } from '@saleyard/domain/auction/ids.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { PracticeLimits } from './limits.ts';

/** What is known of an account's last practice sale. Times in ms. */
type Entry = {
  auction: string;
  /** How many the account has begun. */
  begun: number;
  startedAt: readonly number[];
  lastAt: number;
  /** Lots that are neither closed nor withdrawn; null until they are catalogued. */
  left: number | null;
  /** The sale was out while live and came back frozen: its rivals are gone. */
  lost: boolean;
};

/** Every account's last practice sale, folded from the log: the same in every process. */
export class PracticeLedger {
  readonly #entries = new Map<string, Entry>();
  readonly #limits: PracticeLimits;

  constructor(limits: PracticeLimits) {
    this.#limits = limits;
  }

  /** Takes an event of a practice stream. */
  take({ stream, type, data, meta }: RecordedEvent): void {
    const account = practiserOf(stream);
    if (account === null) return;
    if (type === 'AuctionScheduled') {
      const before = this.#entries.get(account);
      const startedAt = [...(before?.startedAt ?? []), meta.at].slice(-this.#limits.starts);
      const begun = Number(stream.slice(stream.lastIndexOf('-') + 1));
      const fresh = { auction: stream, begun, startedAt, lastAt: meta.at, left: null, lost: false };
      this.#entries.set(account, fresh);
      return;
    }
    const entry = this.#entries.get(account);
    if (entry?.auction !== stream) return;
    entry.lastAt = meta.at;
    const event = { type, data } as AuctionEvent;
    if (event.type === 'LotsCatalogued') entry.left = event.data.lots.length;
    if (event.type === 'LotsClosed') entry.left = (entry.left ?? 0) - event.data.lots.length;
    if (event.type === 'LotWithdrawn') entry.left = (entry.left ?? 0) - 1;
    if (event.type === 'Frozen' && event.data.lot === null) entry.lost = true;
  }

  /** The account's last practice sale, running or over. */
  lastOf(account: string): { auction: string; begun: number } | undefined {
    return this.#entries.get(account);
  }

  /** Whether nothing of this practice sale, being its account's last, is left to be sold. */
  isOver(auction: string): boolean {
    const entry = this.#entries.get(practiserOf(auction) ?? '');
    return entry?.auction === auction && entry.left === 0;
  }

  /** The account's practice sale if someone runs it at `now`. */
  runningOf(account: string, now: number): string | null {
    const entry = this.#entries.get(account);
    return entry !== undefined && entry.left !== 0 && !this.#isLost(entry, now) ? entry.auction : null;
  }

  /** Practice sales that are not over, and that nobody runs any more. */
  lost(now: number): string[] {
    const lost = [...this.#entries.values()].filter(
      (entry) => (entry.left ?? 0) > 0 && this.#isLost(entry, now),
    );
    return lost.map(({ auction }) => auction);
  }

  /** ms until the account may begin one more; 0 when it may now. */
  mustWaitMs(account: string, now: number): number {
    const { starts, startsWithinMs } = this.#limits;
    const [first = 0, ...rest] = this.#entries.get(account)?.startedAt ?? [];
    return rest.length + 1 < starts ? 0 : Math.max(0, first + startsWithinMs - now);
  }

  #isLost({ lost, lastAt, startedAt }: Entry, now: number): boolean {
    const { quietMs, longestMs } = this.#limits;
    return lost || now - lastAt > quietMs || now - (startedAt.at(-1) ?? 0) > longestMs;
  }
}
