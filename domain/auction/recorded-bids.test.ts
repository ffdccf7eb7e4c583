import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { decide } from './decide.ts';
import { AuctionFold } from './evolve.ts';
import { checkInvariants } from './invariants.ts';
import { at, autoBid, lot, scheduled } from './test-support/spec-grammar.ts';

/** Proxy bids of finished auctions, kept beside the checkout and not in it. */
const FILE = fileURLToPath(new URL('../../../shared/data/recorded-bids.csv', import.meta.url));

/** Its recorded price lies below the second-highest of its own recorded maxima. */
const BELOW_ITS_OWN_BIDS = '3017736272';

type Recorded = { bidder: string; maxCents: number; seconds: number };
type Sale = { auction: string; openingCents: number; finalCents: number; days: number; bids: Recorded[] };

/** The recorded sales. Amounts in cents; bids in time order, those of one second in the order of the file. */
function recordedSales(): Sale[] {
  const sales = new Map<string, Sale>();
  for (const line of readFileSync(FILE, 'utf8').trim().split('\n').slice(1)) {
    const [auction = '', , days, opening, final, bidder = '', max, seconds] = line.split(',');
    const sale = sales.get(auction) ?? {
      auction,
      openingCents: Number(opening),
      finalCents: Number(final),
      days: Number(days),
      bids: [],
    };
    sale.bids.push({ bidder, maxCents: Number(max), seconds: Number(seconds) });
    sales.set(auction, sale);
  }
  for (const { bids } of sales.values()) bids.sort((a, b) => a.seconds - b.seconds);
  return [...sales.values()];
}

/** The recorded winner: the first bidder of the highest maximum. */
const recordedWinner = ({ bids }: Sale): string | undefined =>
  bids.reduce<Recorded | undefined>((best, b) => (best && best.maxCents >= b.maxCents ? best : b), undefined)
    ?.bidder;

/** Bids a recorded sale again, every maximum as an auto-bid, by one cent from the opening price. */
function replay({ openingCents, bids }: Sale): { winner: string | null; priceCents: number | null } {
  const lasting = Math.max(...bids.map(({ seconds }) => seconds)) + 1;
  const how = { durationSeconds: lasting, staleTimeSeconds: 0, policy: { opening: 'at-start' } } as const;
  const fold = new AuctionFold();
  const terms = lot({ startCents: openingCents, incrementCents: 1 });
  for (const event of scheduled(how, [terms])) fold.apply(event);
  const commands = bids.map(({ bidder, maxCents, seconds }) => at(seconds * 1000, autoBid(bidder, maxCents)));
  for (const command of [...commands, at(lasting * 1000, { type: 'advanceClock' })]) {
    for (const event of fold.read((state) => decide(state, command))) fold.apply(event);
  }
  const { state } = fold;
  assert.equal(checkInvariants(state), []);
  const [sold] = state.lots;
  return { winner: sold?.status === 'sold' ? sold.leader : null, priceCents: sold?.currentBidCents ?? null };
}

if (!existsSync(FILE))
  notRun('recorded bids', 'put recorded-bids.csv into ../shared/data beside the checkout');
else {
  const test = suite('recorded bids');

  test('[E4] the recorded winner wins each of 492 sales, at no more than the recorded price', () => {
    const sales = recordedSales();
    assert.is(sales.length, 492);
    assert.is(
      sales.reduce((bids, sale) => bids + sale.bids.length, 0),
      8728,
    );
    const replayed = sales.map((sale) => ({ sale, ...replay(sale) }));
    const lost = replayed.filter(({ sale, winner }) => winner !== recordedWinner(sale));
    assert.equal(
      lost.map(({ sale }) => sale.auction),
      [],
    );
    const dearer = replayed.filter(({ sale, priceCents }) => (priceCents ?? 0) > sale.finalCents);
    assert.equal(
      dearer.map(({ sale }) => sale.auction),
      [BELOW_ITS_OWN_BIDS],
    );
  });

  test.run();
}
