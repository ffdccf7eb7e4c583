import type { PublicLot } from '@saleyard/contract/lots.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { decide } from '@saleyard/domain/auction/decide.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { DEFAULT_POLICY, RULES_VERSION } from '@saleyard/domain/auction/policy.ts';
import { publicLot } from '@saleyard/domain/auction/public-view.ts';
import { lotIn } from '@saleyard/domain/auction/standing.ts';
import type { LotTerms } from '@saleyard/domain/auction/terms.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';

/** The sale that benchmarks run: its room, and when it went live (ms). */
export const ROOM = 'bench-sale';
const LIVE_AT = 1_000_000;
const HOUR_SECONDS = 3_600;

const benchLot = (lot: string): LotTerms => ({
  lot,
  number: lot.replace(/\D/g, ''),
  searchNumericId: 50_000,
  unit: 'head',
  count: 40,
  startCents: 30_000,
  incrementCents: 100,
  reserveCents: 100_000,
  maxVendorBids: 0,
  createdBy: 'the-vendor',
  description: null,
});

/** The commands that bring a sale of this many lots to where people bid. */
export function openingCommands(lots: number, liveAt: number): readonly CommandBody[] {
  return [
    {
      type: 'schedule',
      details: {
        searchNumber: 1,
        title: 'Bench sale',
        description: '',
        kind: 'cattle',
        public: true,
        states: ['NSW'],
        requiresTabs: false,
        auctionTabs: [],
        aliasSeed: 12_345,
      },
      terms: {
        type: 'simultaneous',
        openAt: liveAt,
        liveAt,
        durationSeconds: HOUR_SECONDS,
        staggerSeconds: 0,
        staleTimeSeconds: 30,
        inactiveSeconds: 0,
        lotOpeningSeconds: 0,
        gapSeconds: 0,
        lotValueCents: LOT_LIMITS.valueCents,
        rules: RULES_VERSION,
        allowAutoBid: true,
        allowUpcomingBid: true,
        policy: DEFAULT_POLICY,
      },
    },
    { type: 'catalogueLots', lots: Array.from({ length: lots }, (_, n) => benchLot(`lot-${n + 1}`)) },
  ];
}

/** A storm of accepted bids, decided by the rules: the events before it, its own, and what each makes of its lot. */
export type Storm = {
  before: readonly RecordedEvent[];
  events: readonly RecordedEvent[];
  /** The `lot-update` message after each of `events`. */
  updates: readonly { channel: 'bids'; event: 'lot-update'; auction: string; seq: number; data: PublicLot }[];
};

/** `bids` accepted bids, turn by turn over `lots` lots, by two hundred bidders. */
export function storm(lots: number, bids: number): Storm {
  const fold = new AuctionFold();
  const all: RecordedEvent[] = [];
  const run = (at: number, body: CommandBody): void => {
    for (const event of decide(fold.state, { at, body })) {
      const revision = all.length;
      const meta = {
        at,
        commandId: `command-${revision}`,
        actor: { kind: 'user', id: 'bench' } as const,
        schema: STREAMS.auction.schemas[event.type],
      };
      const { type, data } = event;
      all.push({
        id: `event-${revision}`,
        stream: auctionStream(ROOM),
        revision,
        position: revision,
        type,
        data,
        meta,
      });
      fold.apply(event);
    }
  };
  for (const body of openingCommands(lots, LIVE_AT)) run(0, body);
  run(LIVE_AT, { type: 'advanceClock' });
  const before = [...all];
  const updates: Storm['updates'][number][] = [];
  for (let n = 0; n < bids; n += 1) {
    const lot = `lot-${(n % lots) + 1}`;
    const cents = 30_000 + 100 * (Math.floor(n / lots) + 1);
    run(LIVE_AT + 1_000 + n, { type: 'bid', lot, bidder: `bidder-${n % 200}`, cents, permitted: true });
    const { state } = fold;
    const shown = lotIn(state, lot);
    if (shown === undefined) throw new Error(`no ${lot}`);
    const data = publicLot(state, shown, ROOM);
    updates.push({ channel: 'bids', event: 'lot-update', auction: ROOM, seq: all.length - 1, data });
  }
  return { before, events: all.slice(before.length), updates };
}
