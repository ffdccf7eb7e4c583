import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { decide } from '@saleyard/domain/auction/decide.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { AuctionTerms, LotTerms } from '@saleyard/domain/auction/terms.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { details, lotTerms, terms } from './running-sale.ts';

/** When the sale of a `Decided` goes live, in ms. */
export const LIVE_AT = 1_000_000;

/** A sale decided in memory, for tests of what follows its events. */
export class Decided {
  readonly auction = 'auction-a';
  readonly events: RecordedEvent[] = [];
  readonly #fold = new AuctionFold();
  #at = 0;

  constructor(options: { lots?: readonly LotTerms[]; terms?: Partial<AuctionTerms>; live?: boolean } = {}) {
    this.run({ type: 'schedule', details: details(), terms: terms(LIVE_AT, options.terms) });
    this.run({ type: 'catalogueLots', lots: options.lots ?? [lotTerms('lot-1'), lotTerms('lot-2')] });
    if (options.live ?? true) this.run({ type: 'advanceClock' }, LIVE_AT);
  }

  get state(): AuctionState {
    return this.#fold.state;
  }

  /** Decides a command at `at` (ms; by default a second after the last one), and returns its events. */
  run(body: CommandBody, at = this.#at + 1_000): RecordedEvent[] {
    this.#at = at;
    const decided = decide(this.#fold.state, { at, body }).map((event) => {
      this.#fold.apply(event);
      const revision = this.events.length;
      const recorded: RecordedEvent = {
        id: `event-${revision}`,
        stream: auctionStream(this.auction),
        revision,
        position: revision,
        type: event.type,
        data: event.data,
        meta: {
          at,
          commandId: `command-${revision}`,
          actor: { kind: 'system', id: 'test' },
          schema: STREAMS.auction.schemas[event.type],
        },
      };
      this.events.push(recorded);
      return recorded;
    });
    return decided;
  }

  bid(lot: string, bidder: string, cents: number, at?: number): RecordedEvent[] {
    return this.run({ type: 'bid', lot, bidder, cents, permitted: true }, at);
  }

  autoBid(lot: string, bidder: string, maxCents: number, at?: number): RecordedEvent[] {
    return this.run({ type: 'autoBid', lot, bidder, maxCents, permitted: true }, at);
  }
}
