import { practiceId } from '@saleyard/domain/auction/ids.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { PracticeLimits } from './limits.ts';
import { type ReadPractice, readPractice } from './practice-sale.ts';

/** The read model of practice sales, which may be behind the log or lost. */
export type PracticeReadModel = {
  /** The last `most` that an account began, the newest first. `startedAt`: ms. */
  lastOf(account: string, most: number): Promise<readonly { nth: number; startedAt: number }[]>;
  /** The ids of those that are not over. */
  unfinished(): Promise<readonly string[]>;
};

/**
 * An account's practice sales. `last`: the one begun last, which is its nth; null for none. `startedAt`: ms, in order.
 */
type Begun = { last: ReadPractice | null; nth: number; startedAt: readonly number[] };

type Parts = { log: Pick<EventLog, 'read'>; readModel: PracticeReadModel; limits: PracticeLimits };

/**
 * Who began which practice sale, read on request: from the read model, and for later sales
 * from the streams of the account's next sales. The answer is that of the log, the same in every process.
 */
export class PracticeHistory {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws EventLogUnavailable */
  async of(account: string): Promise<Begun> {
    const { log, readModel, limits } = this.#parts;
    const shown = await readModel.lastOf(account, limits.starts).catch(() => []);
    let nth = shown[0]?.nth ?? 0;
    let last = nth === 0 ? null : await readPractice(log, practiceId(account, nth));
    // A read model of another log shows what this one does not hold.
    if (last === null) nth = 0;
    const startedAt = last === null ? [] : shown.map((sale) => sale.startedAt).reverse();
    for (;;) {
      const next = await readPractice(log, practiceId(account, nth + 1));
      if (next === null) return { last, nth, startedAt: startedAt.slice(-limits.starts) };
      last = next;
      nth += 1;
      startedAt.push(next.startedAt);
    }
  }

  /** Practice sales that are not over at `now`, and that nobody runs any more. @throws DocumentsUnavailable */
  async lost(now: number): Promise<ReadPractice[]> {
    const { log, readModel } = this.#parts;
    const lost: ReadPractice[] = [];
    for (const auction of await readModel.unfinished()) {
      const sale = await readPractice(log, auction);
      if (sale !== null && sale.state.lotsUnclosed > 0 && this.#isLost(sale, now)) lost.push(sale);
    }
    return lost;
  }

  /** Whether someone runs it at `now`. A sale without lots is one whose catalogue is still to come. */
  isRunning(sale: ReadPractice, now: number): boolean {
    const { lots, lotsUnclosed } = sale.state;
    return (lots.length === 0 || lotsUnclosed > 0) && !this.#isLost(sale, now);
  }

  /** ms until one more may begin; 0 when it may now. */
  mustWaitMs({ startedAt }: Begun, now: number): number {
    const { starts, startsWithinMs } = this.#parts.limits;
    const [first = 0] = startedAt;
    return startedAt.length < starts ? 0 : Math.max(0, first + startsWithinMs - now);
  }

  /** One that was away while live came back frozen: its rivals are gone. */
  #isLost({ state, lastAt, startedAt }: ReadPractice, now: number): boolean {
    const { quietMs, longestMs } = this.#parts.limits;
    return state.frozenAt !== null || now - lastAt > quietMs || now - startedAt > longestMs;
  }
}
