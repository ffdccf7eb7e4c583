import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { grossOf } from './gross.ts';
import { LOT_LIMITS } from './stock.ts';

const test = suite('the total price of a lot');

const byWeight = (cents: number, weightKg: number | null, count: number) =>
  grossOf(cents, { unit: 'kg', count, weightKg });

test('a lot by the head is its price times its head', () => {
  assert.equal(grossOf(42_000, { unit: 'head', count: 40, weightKg: 256.9 }), {
    cents: 1_680_000,
    estimated: false,
  });
});

test('a lot by weight is estimated; without a weight it has no total', () => {
  assert.equal(byWeight(412, 300.5, 10), { cents: 1_238_060, estimated: true });
  assert.is(byWeight(412, null, 10), null);
});

test('half a cent is rounded up where the product of fractions is just below it', () => {
  assert.is(345 * 256.9, 88_630.499_999_999_99, 'as a float it is less than half a cent');
  assert.is(byWeight(345, 256.9, 1)?.cents, 88_631);
});

test('totals by weight are exact to the cent, up to the highest that a lot may have', () => {
  const { kgPerHead, valueCents, count: head } = LOT_LIMITS;
  const most = Math.floor(valueCents / kgPerHead);
  const prices = [
    ...[305, 315, 333, 345, 411, 425, 455].flatMap((cents) => [1, 7, 13].map((count) => ({ cents, count }))),
    { cents: most, count: 1 },
    { cents: most - 1, count: 1 },
    { cents: Math.floor(most / head), count: head },
  ];
  for (const { cents, count } of prices) {
    for (let hundredths = 25_001; hundredths <= kgPerHead * 100; hundredths += 13) {
      const exact = (BigInt(cents) * BigInt(hundredths) * BigInt(count) + 50n) / 100n;
      const message = `${count} head of ${hundredths / 100} kg at ${cents} c`;
      if (byWeight(cents, hundredths / 100, count)?.cents !== Number(exact)) assert.unreachable(message);
    }
  }
});

test.run();
