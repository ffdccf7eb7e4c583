import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { KIND_TYPES } from '../listing/stock.ts';
import { FIRST_FEES } from './fee-tables.ts';
import { type FeeLot, type FeeSale, isFreeReoffer, listingFeesOf, listingPriceCents } from './fees.ts';

const test = suite('listing fees');

const lot = (change: Partial<FeeLot> = {}): FeeLot => ({
  lot: 'l1',
  kind: 'cattle',
  sex: 'Steer(s)',
  head: 40,
  vendor: 'Wattle Park',
  isFree: false,
  ...change,
});
const PUBLISHED: FeeSale = { listingFee: null, studSale: false, privateSale: false };
const centsOf = (lots: readonly FeeLot[], sale: FeeSale = PUBLISHED) => {
  const fees = listingFeesOf(lots, sale, FIRST_FEES);
  return lots.map((one) => fees.get(one.lot)?.centsPerHead);
};

const TIERS: readonly [kind: FeeLot['kind'], from: number, to: number, cents: number][] = [
  ['cattle', 1, 200, 1_000],
  ['cattle', 201, 400, 900],
  ['cattle', 401, 600, 800],
  ['cattle', 601, 5_000, 700],
  ['sheep', 1, 1_250, 100],
  ['goat', 1_251, 2_250, 90],
  ['sheep-abblamb', 2_251, 3_250, 80],
  ['sheep', 3_251, 90_000, 70],
];

for (const [kind, from, to, cents] of TIERS) {
  test(`${from} to ${to} head of ${kind} cost ${cents} cents each`, () => {
    for (const head of [from, to]) {
      const fee = listingFeesOf([lot({ kind, head })], PUBLISHED, FIRST_FEES).get('l1');
      assert.equal(fee, { centsPerHead: cents, cents: cents * head });
    }
  });
}

test('all head of a vendor in a sale decide the tier of each of its lots', () => {
  const lots = [
    lot({ lot: 'a', head: 150 }),
    lot({ lot: 'b', head: 51, vendor: ' WATTLE PARK ' }),
    lot({ lot: 'c', head: 150, vendor: 'Ironbark' }),
    lot({ lot: 'd', head: 300, sex: 'Bull(s)' }),
  ];
  assert.equal(centsOf(lots), [900, 900, 1_000, 4_000]);
});

test('[S548] without an auction fee, a head costs the listing price of its kind', () => {
  for (const kind of KIND_TYPES)
    assert.equal(centsOf([lot({ kind, head: 1 })]), [listingPriceCents(kind, FIRST_FEES)]);
  // Stock without a stated number has no tier.
  assert.equal(centsOf([lot({ head: 0 })]), [1_000]);
});

test('[S549] the fee of an auction overrides the listing price, tiers, and the fees of sires and of stud sales', () => {
  const lots = [lot({ head: 700 }), lot({ lot: 'b', sex: 'Bulls' })];
  assert.equal(centsOf(lots, { ...PUBLISHED, listingFee: 550, studSale: true }), [550, 550]);
  assert.equal(centsOf(lots, { ...PUBLISHED, listingFee: 0 }), [0, 0], '0 is a fee too');
});

test('sires have their own fee, and so does stock in stud and private sales', () => {
  const sexes = ['Bulls', 'Steer(s)', 'Cow(s) and Calves', 'Heifers', 'Mixed Sex'];
  const cattle = sexes.map((sex) => lot({ lot: sex, sex }));
  assert.equal(centsOf(cattle), [4_000, 1_000, 1_000, 1_000, 1_000]);
  for (const sale of [{ studSale: true }, { privateSale: true }])
    assert.equal(centsOf(cattle, { ...PUBLISHED, ...sale }), [1_300, 1_000, 1_300, 1_300, 1_000]);
  const small = ['Ram(s)', 'Buck(s)', 'Ewe(s)', 'Wether(s)'].map((sex) =>
    lot({ lot: sex, sex, kind: 'goat' }),
  );
  assert.equal(centsOf(small), [2_000, 2_000, 100, 100]);
  for (const sale of [{ studSale: true }, { privateSale: true }])
    assert.equal(centsOf(small, { ...PUBLISHED, ...sale }), [700, 700, 700, 100]);
});

test('bullocks are not sires: they pay the fee of their tier, count towards it, and are not stud stock', () => {
  const lots = [lot({ lot: 'a', sex: 'Bullock(s)', head: 200 }), lot({ lot: 'b', head: 1 })];
  assert.equal(centsOf(lots), [900, 900]);
  assert.equal(centsOf(lots, { ...PUBLISHED, studSale: true }), [900, 900]);
  assert.equal(centsOf([lot({ sex: 'bullocks' })]), [1_000]);
  const sires = ['Bull', 'BULLS', 'Ram', 'Buck(s)'].map((sex) => lot({ lot: sex, sex }));
  assert.equal(centsOf(sires), [4_000, 4_000, 4_000, 4_000]);
});

test('a vendor is one, however apostrophes, dashes and spaces of the name are typed', () => {
  for (const [one, other] of [
    ["O'Brien", 'O’Brien'],
    ["O'Brien", 'O´Brien'],
    ['Hall-Smith', 'Hall–Smith'],
    ['Wattle Park', 'Wattle  Park'],
    ['Wattle Park', 'Wattle\u00a0Park'],
  ] as const) {
    const lots = [lot({ head: 150, vendor: one }), lot({ lot: 'b', head: 100, vendor: other })];
    assert.equal(centsOf(lots), [900, 900], other);
  }
});

test('a lot that is offered again within the free days costs nothing, and counts for the tier', () => {
  const lots = [lot({ lot: 'a', head: 150, isFree: true }), lot({ lot: 'b', head: 100 })];
  assert.equal(centsOf(lots), [0, 900]);
  assert.equal(centsOf(lots, { ...PUBLISHED, listingFee: 500 }), [0, 500]);
});

const FREE_DAYS: readonly [kind: FeeLot['kind'], stockCategory: string, days: number][] = [
  ['cattle', 'Weaners', 21],
  ['sheep', 'Lambs', 7],
  ['sheep', 'Prime Lambs', 7],
  ['sheep', 'Lambs at Foot', 7],
  ['sheep-abblamb', 'Lambs', 7],
  ['sheep', 'Mutton', 14],
  ['goat', 'Kids', 14],
];

for (const [kind, stockCategory, days] of FREE_DAYS) {
  test(`${kind}, ${stockCategory}: offered again free for ${days} days, and not a day longer`, () => {
    const later = (count: number) => new Date(Date.UTC(2026, 8, 30 + count)).toISOString().slice(0, 10);
    const isFree = (count: number) =>
      isFreeReoffer(
        { kind, stockCategory },
        { earlier: '2026-09-30', later: later(count) },
        FIRST_FEES.freeReofferDays,
      );
    assert.equal([isFree(days), isFree(days + 1)], [true, false]);
  });
}

test('every fee is whole cents, and never negative', async () => {
  const lots = fc.array(
    fc.record({
      kind: fc.constantFrom(...KIND_TYPES),
      sex: fc.constantFrom('Steers', 'Bull(s)', 'Rams', 'Ewe(s)', ''),
      head: fc.integer({ min: 0, max: 100_000 }),
      vendor: fc.constantFrom('', 'a', 'b'),
      isFree: fc.boolean(),
    }),
    { maxLength: 8 },
  );
  const sale = fc.record({
    listingFee: fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: null }),
    studSale: fc.boolean(),
    privateSale: fc.boolean(),
  });
  await check(
    fc.property(lots, sale, (some, of) => {
      const fees = listingFeesOf(
        some.map((one, index) => ({ lot: String(index), ...one })),
        of,
        FIRST_FEES,
      );
      for (const { centsPerHead, cents } of fees.values()) {
        assert.ok(Number.isSafeInteger(cents) && cents >= 0 && centsPerHead >= 0);
      }
    }),
  );
});

test.run();
