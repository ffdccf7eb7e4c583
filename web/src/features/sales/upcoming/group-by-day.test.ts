import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { groupByDay } from './group-by-day.ts';

const test = suite('upcoming by day');

const NOW = Date.parse('2025-07-04T01:00:00Z');
const HOUR = 3_600_000;

test('days in order, sales in order within them', () => {
  const days = groupByDay(
    [
      exampleAuction({ _id: 'later', liveAt: NOW + 30 * HOUR }),
      exampleAuction({ _id: 'noon', liveAt: NOW + 2 * HOUR }),
      exampleAuction({ _id: 'eleven', liveAt: NOW + HOUR }),
      exampleAuction({ _id: 'far', liveAt: NOW + 200 * HOUR }),
    ],
    'all',
    NOW,
  );
  assert.equal(
    days.map(({ heading, auctions }) => [heading, auctions.map(({ _id }) => _id)]),
    [
      ['Today', ['eleven', 'noon']], // [B057]
      ['Tomorrow', ['later']], // [B058]
      ['Saturday 12 July 2025', ['far']], // [B059]
    ],
  );
});

test('a sale that began days ago and still runs is under Today', () => {
  const [day] = groupByDay([exampleAuction({ state: 'live', liveAt: NOW - 50 * HOUR })], 'all', NOW);
  assert.is(day?.heading, 'Today');
});

test('a category holds its own kind; AbbLamb sales are sheep sales', () => {
  const kinds = (['cattle', 'sheep', 'goat', 'sheep-abblamb'] as const).map((type) =>
    exampleAuction({ _id: type, kindData: { type, title: type }, liveAt: NOW }),
  );
  const idsOf = (category: 'all' | 'cattle' | 'sheep' | 'goat') =>
    groupByDay(kinds, category, NOW).flatMap(({ auctions }) => auctions.map(({ _id }) => _id));
  assert.equal(idsOf('cattle'), ['cattle']); // [B047]
  assert.equal(idsOf('sheep'), ['sheep', 'sheep-abblamb']); // [B047]
  assert.equal(idsOf('goat'), ['goat']); // [B047]
  assert.equal(idsOf('all'), ['cattle', 'sheep', 'goat', 'sheep-abblamb']); // [B047]
});

test.run();
