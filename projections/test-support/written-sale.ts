import { decide } from '@saleyard/domain/auction/decide.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import type { LotDescription } from '@saleyard/domain/auction/terms.ts';
import { bid, details, lot, terms } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import type { LogWriter } from './log-writer.ts';

/** Lots of a sale by default. */
export const LOT_COUNT = 20;

/** A sale whose commands are decided here and appended to a log. */
export class Sale {
  readonly fold = new AuctionFold();
  readonly #writer: LogWriter;
  readonly #stream: string;

  constructor(writer: LogWriter, id = 'a1') {
    this.#writer = writer;
    this.#stream = `auction-${id}`;
  }

  /** Lots with these descriptions; left out: without. */
  async begin(lots = LOT_COUNT, descriptions: readonly LotDescription[] = []): Promise<number> {
    const catalogue = Array.from({ length: lots }, (_, n) => {
      const description = descriptions[n] ?? null;
      return lot({
        lot: `${this.#stream}-l${n}`,
        number: String(n + 1),
        searchNumericId: n + 1,
        description,
      });
    });
    const events = [
      {
        type: 'AuctionScheduled',
        data: { at: 0, details: details(), terms: terms({ durationSeconds: 1e6 }) },
      },
      { type: 'LotsCatalogued', data: { at: 0, lots: catalogue } },
    ] as const;
    for (const event of events) this.fold.apply(event);
    await this.#writer.append(this.#stream, events);
    return this.decide({ at: 1, body: { type: 'advanceClock' } });
  }

  async decide(...commands: Parameters<typeof decide>[1][]): Promise<number> {
    const events = commands.flatMap((command) => {
      const decided = decide(this.fold.state, command);
      for (const event of decided) this.fold.apply(event);
      return decided;
    });
    return this.#writer.append(this.#stream, events);
  }

  /** This many bids, each on the next lot, each the minimum amount. */
  bids(count: number): Promise<number> {
    return this.decide(
      ...Array.from({ length: count }, (_, n) => {
        const on = this.fold.state.lots[n % this.fold.state.lots.length];
        const cents = (on?.currentBidCents ?? 300) + 100 * (1 + Math.floor(n / LOT_COUNT));
        return { at: 10 + n, body: bid(`bidder-${n % 7}`, cents, on?.terms.lot) };
      }),
    );
  }
}
