import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { LotDescription } from '@saleyard/domain/auction/terms.ts';
import { details, lot, scheduled, terms } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { emptyContent } from '@saleyard/domain/listing/content.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { CataloguedListing } from '../lots/descriptions.ts';
import { auctionSpec } from '../test-support/projection-spec.ts';
import { AUCTIONS, type AuctionDocument, auctionsProjection } from './auctions.projection.ts';

const test = suite('auctions');
const given = auctionSpec(auctionsProjection);

const sexed = (sex: string): LotDescription => ({ kept: 'here', details: { sex }, media: [] });
const lots = [
  lot({ lot: '1', count: 10, description: sexed('Steer(s)') }),
  lot({ lot: '2', count: 20, description: sexed('Cow(s)') }),
  lot({ lot: '3', count: 30, description: sexed('Steer(s)') }),
  lot({ lot: '4', count: 40 }),
];
const sale = scheduled({ durationSeconds: 60 }, lots);
const live = { at: 0, finishAt: 60_000 };

const bid = (on: string, bidder: string) =>
  ({
    type: 'BidAccepted',
    data: {
      at: 1_000,
      command: { type: 'bid', lot: on, bidder, cents: 400 },
      steps: [],
      outcome: { currentBidCents: 400, leader: bidder, finishAt: 60_000 },
      extended: false,
    },
  }) as const;

const document = (held: ReturnType<ReturnType<typeof given>['when']>): AuctionDocument =>
  held.documents[AUCTIONS]?.['a1'] as AuctionDocument;

test('a scheduled sale is listed with what its catalogue sums up to', () => {
  const seen = document(given().when(...sale));
  assert.is(seen.number, '7');
  assert.is(seen.state, 'future');
  assert.is(seen.lotCount, 4);
  assert.is(seen.headCount, 100);
  assert.is(seen.resultTable, null);
  assert.equal(seen.totalTable, [
    { sex: 'Steer(s)', counts: { heads: 40, total: 2 } }, // [B256]
    { sex: 'Cow(s)', counts: { heads: 20, total: 1 } },
    { sex: 'Not stated', counts: { heads: 40, total: 1 } },
  ]);
});

test('the highest weight of the lots is that of the weighed heads, where heads were weighed', () => {
  const description = { kept: 'listing', listing: '1', revision: 0, hash: 'h', state: 'NSW' } as const;
  const heads = [{ weightLive: 400 }, { weightLive: 420 }];
  const listing = {
    content: { ...emptyContent(1), countWeighed: 2, heads, details: { weightAverageKg: 900 } },
  } as unknown as CataloguedListing['listing'];
  const descriptions = new Map([['1@0', { listing, createdAt: 1, updatedAt: 1 }]]);
  const seen = auctionSpec(auctionsProjection, { descriptions })().when(
    ...scheduled({}, [lot({ lot: '1', description })]),
  );
  assert.is(document(seen).lotData.maxWeight, 410);
});

test('a catalogue without a schedule is not shown', () => {
  given()
    .when({ type: 'LotsCatalogued', data: { at: 0, lots } })
    .writesTo(AUCTIONS);
});

test('a lot catalogued again with another count changes the sums', () => {
  const again = { type: 'LotsCatalogued', data: { at: 1, lots: [lot({ lot: '4', count: 1 })] } } as const;
  assert.is(document(given(...sale).when(again)).headCount, 61);
});

test('a schedule changed before the sale opens is shown', () => {
  const moved = {
    type: 'AuctionScheduled',
    data: { at: 1, details: details({ title: 'Steers' }), terms: terms({ liveAt: 5_000 }) },
  } as const;
  const seen = document(given(...sale).when(moved));
  assert.is(seen.title, 'Steers');
  assert.is(seen.liveAt, 5_000);
});

test("a bid writes nothing but a new bidder's coming, and a refused one nothing at all", () => {
  const going = [
    ...sale,
    { type: 'AuctionWentLive', data: { at: 0, finishAt: null } } as const,
    { type: 'LotsWentLive', data: { at: 0, lots: [{ lot: '1', finishAt: 60_000 }] } } as const,
  ];
  const first = given(...going).when(bid('1', 'ann'));
  first.writesTo(AUCTIONS, 'a1');
  assert.is(document(first).bidders, 1);
  given(...going, bid('1', 'ann'))
    .when(bid('1', 'ann'))
    .writesTo(AUCTIONS);
  given(...going)
    .when({
      type: 'BidRefused',
      data: { at: 1, command: bid('1', 'ann').data.command, code: 'too-low', outcome: null },
    })
    .writesTo(AUCTIONS);
});

test("a synchronous sale's new end is shown", () => {
  const going = [
    ...scheduled({ type: 'synchronous', durationSeconds: 60 }, lots),
    { type: 'AuctionWentLive', data: live } as const,
    bid('1', 'ann'),
  ];
  const { outcome, ...data } = bid('2', 'ann').data;
  const extended = { ...data, outcome: { ...outcome, finishAt: 90_000 }, extended: true };
  assert.is(document(given(...going).when({ type: 'BidAccepted', data: extended })).finishAt, 90_000);
});

test('a cancelled sale is marked, to come and once it is over, with nothing on offer', () => {
  const cancelled = { type: 'AuctionCancelled', data: { at: 1, reason: 'flood' } } as const;
  const seen = document(given(...sale).when(cancelled));
  assert.equal([seen.cancelled, seen.state, seen.lotCount, seen.withdrawnCount], [true, 'future', 0, 4]); // [B071]
  const over = document(given(...sale, cancelled).when({ type: 'AuctionClosed', data: { at: 2 } }));
  assert.equal([over.cancelled, over.state, over.resultTable], [true, 'closed', { categories: [] }]); // [B198]
  assert.is(document(given().when(...sale)).cancelled, false);
});

test('a withdrawn lot leaves the sums', () => {
  const seen = document(given(...sale).when({ type: 'LotWithdrawn', data: { at: 1, lot: '3', reason: '' } }));
  assert.is(seen.withdrawnCount, 1);
  assert.is(seen.headCount, 70);
  assert.equal(seen.totalTable[0], { sex: 'Steer(s)', counts: { heads: 10, total: 1 } });
});

test('a lot sold before the auction leaves the sums; one sold after it counts as sold', () => {
  const seen = document(
    given(...sale).when({ type: 'LotSoldBefore', data: { at: 1, lot: '3', reason: '' } }),
  );
  assert.equal([seen.withdrawnCount, seen.headCount], [0, 70]);
  assert.equal(seen.totalTable[0], { sex: 'Steer(s)', counts: { heads: 10, total: 1 } });
  const closed = { lot: '1', status: 'passed', winner: null, priceCents: 400 } as const;
  const over: AuctionEvent[] = [
    { type: 'LotsClosed', data: { at: 2, by: 'time', lots: [closed] } },
    { type: 'AuctionClosed', data: { at: 2 } },
  ];
  const bought = { type: 'LotSoldAfter', data: { at: 3, lot: '1', buyer: 'ann', cents: 450 } } as const;
  const table = document(given(...sale, ...over).when(bought)).resultTable;
  const steers = table?.categories.find(({ sex }) => sex === 'Steer(s)');
  assert.equal([steers?.sold, steers?.passed], [1, 0]);
});

test('a closed sale shows the results of its lots by sex, without withdrawn lots', () => {
  const result = (on: string, status: 'sold' | 'passed' | 'noBid') => ({
    lot: on,
    status,
    winner: null,
    priceCents: null,
  });
  const seen = document(
    given(...sale).when(
      { type: 'LotWithdrawn', data: { at: 1, lot: '4', reason: '' } },
      {
        type: 'LotsClosed',
        data: { at: 2, by: 'time', lots: [result('1', 'sold'), result('2', 'noBid'), result('3', 'passed')] },
      },
      { type: 'AuctionClosed', data: { at: 2 } },
    ),
  );
  assert.is(seen.state, 'closed');
  assert.equal(seen.resultTable, {
    categories: [
      { sex: 'Steer(s)', head: 40, lots: 2, sold: 1, noBid: 0, passed: 1 }, // [B236]
      { sex: 'Cow(s)', head: 20, lots: 1, sold: 0, noBid: 1, passed: 0 },
    ],
  });
});

test.run();
