import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { closedDays } from './closed-days.ts';
import { closedAuction } from './test-support/results-example.ts';

const test = suite('closed days');

const NOW = Date.parse('2025-07-04T01:00:00Z');
const HOUR = 3_600_000;
const sale = (_id: string, liveAt: number, type: 'cattle' | 'sheep-abblamb' | 'goat' = 'cattle') =>
  closedAuction({ _id, liveAt, kindData: { type, title: type } });

test('sales stand under the Sydney day they went live, in the order they came, each once', () => {
  const days = closedDays(
    [sale('a', NOW - HOUR), sale('b', NOW - 2 * HOUR), sale('b', NOW - 2 * HOUR), sale('c', NOW - 12 * HOUR)],
    'all',
    NOW,
  );
  assert.equal(
    days.map(({ heading, auctions }) => [heading, auctions.map(({ _id }) => _id)]),
    [
      ['Today', ['a', 'b']],
      ['Thursday 3 July 2025', ['c']],
    ],
  );
});

test('a category leaves the others out; AbbLamb sales are sheep sales', () => {
  const sales = [sale('a', NOW), sale('b', NOW, 'sheep-abblamb'), sale('c', NOW, 'goat')];
  const idsOf = (category: 'sheep' | 'goat') =>
    closedDays(sales, category, NOW).flatMap(({ auctions }) => auctions.map(({ _id }) => _id));
  assert.equal(idsOf('sheep'), ['b']);
  assert.equal(idsOf('goat'), ['c']);
});

test.run();
