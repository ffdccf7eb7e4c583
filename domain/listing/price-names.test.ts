import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ownName, ownPrices, sentName, sentPrices } from './price-names.ts';

const test = suite('the names of prices inside and outside');

test('prices go out by the names of the calls, and come back by their own; other members keep theirs', () => {
  const own = { unit: 'kg', startCents: 320, incrementCents: null, reserveCents: 350, count: 10 } as const;
  const sent = sentPrices(own);
  assert.equal(sent, {
    bidding: 'kg',
    startPrice: 320,
    bidIncrementCents: null,
    reserveCents: 350,
    count: 10,
  });
  assert.equal(ownPrices(sent), own);
  assert.equal(ownPrices({ startPrice: 320 }), { startCents: 320 }, 'what was not sent is not there');
});

test('a field that is named in a refusal has the same names', () => {
  assert.equal(['unit', 'startCents', 'reserveCents'].map(sentName), [
    'bidding',
    'startPrice',
    'reserveCents',
  ]);
  assert.equal(['bidIncrementCents', 'heads[2].weightLive'].map(ownName), [
    'incrementCents',
    'heads[2].weightLive',
  ]);
});

test.run();
