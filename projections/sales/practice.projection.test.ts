import { lot, scheduled } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { auctionSpec } from '../test-support/projection-spec.ts';
import { PRACTICE_LOTS, PRACTICE_SALES, practiceProjection } from './practice.projection.ts';

const test = suite('read model of practice sales');
const auction = 'practice-ann-7';
const given = auctionSpec(practiceProjection, { auction });

const catalogued = scheduled({}, [
  lot({ lot: '1', unit: 'head', startCents: 20_000, incrementCents: 1_000 }),
  lot({ lot: '2', number: '2', searchNumericId: 2, unit: 'head', startCents: 30_000, incrementCents: 500 }),
]);
const live = [
  { type: 'AuctionWentLive', data: { at: 0, finishAt: null } } as const,
  { type: 'LotsWentLive', data: { at: 0, lots: [{ lot: '1', finishAt: 600_000 }] } } as const,
];
const closed = { type: 'AuctionClosed', data: { at: 1 } } as const;

test('its owner, its number and its start are stored, also when it is over', () => {
  const document = { account: 'ann', nth: 7, startedAt: catalogued[0]?.data.at };
  const begun = given().when(...catalogued);
  assert.equal(begun.documents[PRACTICE_SALES], { [auction]: document });
  const over = given(...catalogued).when(...live, closed);
  assert.equal(over.documents[PRACTICE_SALES], { [auction]: document });
  over.writesTo(PRACTICE_SALES);
});

test('a catalogued lot is kept with what a bid must know of it', () => {
  assert.equal(given().when(...catalogued).documents[PRACTICE_LOTS], {
    1: { auction, unit: 'head', startCents: 20_000, incrementCents: 1_000 },
    2: { auction, unit: 'head', startCents: 30_000, incrementCents: 500 },
  });
});

test('what is bid and what goes live writes nothing', () => {
  given(...catalogued)
    .when(...live)
    .writesTo(PRACTICE_LOTS);
});

test('a sale that is over keeps no lot, however its events were committed', () => {
  assert.equal(given(...catalogued, ...live).when(closed).documents[PRACTICE_LOTS], {});
  assert.equal(given().when(...catalogued, ...live, closed).documents[PRACTICE_LOTS], {});
  given(...catalogued, ...live, closed)
    .when()
    .writesTo(PRACTICE_LOTS);
});

test.run();
