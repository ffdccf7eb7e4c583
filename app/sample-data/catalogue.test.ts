import { lotsProblems } from '@saleyard/command-api/sales/sale-rules.ts';
import { ScheduleSaleBody } from '@saleyard/contract/staff.ts';
import type { KindType } from '@saleyard/domain/auction/terms.ts';
import { bodyCheck } from '@saleyard/http/validation.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { assessed } from './assessment.ts';
import { makeLot } from './lots.ts';
import { COATS } from './pictures/coats.ts';
import { drawLot } from './pictures/lot-picture.ts';
import { pictureAddress } from './pictures/picture-address.ts';
import { drawnPicture } from './pictures/pictures-router.ts';
import { seededRandom } from './random.ts';
import { STOCK } from './stock.ts';
import { TOWNS } from './towns.ts';

const test = suite('sample catalogue');
const KINDS = Object.keys(STOCK) as KindType[];
const source = (kind: KindType) => ({ kind, stock: STOCK[kind], near: TOWNS, sellers: [] });

test('lots fit what staff may send, in form and in sense', () => {
  const check = bodyCheck(ScheduleSaleBody);
  for (const kind of KINDS) {
    const random = seededRandom(7);
    const lots = Array.from({ length: 300 }, () =>
      makeLot(random, { ...source(kind), sellers: ['seller-1'] }),
    );
    const terms = { type: 'simultaneous', openAt: 1, liveAt: 2, durationSeconds: 60 };
    const checked = check({ details: { title: 'Sale', kind }, terms, lots });
    assert.is(checked.outcome, 'valid', JSON.stringify(checked).slice(0, 400));
    assert.equal(lotsProblems(kind, lots), []);
  }
});

test('prices are those of the field, in cents', () => {
  const bounds = {
    cattle: { head: [60_000, 260_000], kg: [220, 500] },
    sheep: { head: [5_500, 28_000] },
    goat: { head: [4_000, 15_000] },
    'sheep-abblamb': { head: [10_000, 26_000] },
  } as Record<KindType, Record<string, [number, number]>>;
  for (const kind of KINDS) {
    const random = seededRandom(11);
    for (let i = 0; i < 500; i += 1) {
      const { unit, startCents, reserveCents, count } = makeLot(random, source(kind));
      const [least, most] = bounds[kind][unit] ?? [0, 0];
      assert.ok(startCents >= least && startCents <= most, `${kind} ${unit} ${startCents}`);
      assert.ok(reserveCents == null || (reserveCents >= startCents && reserveCents <= most * 1.1));
      assert.ok(count >= 8 && count <= 500);
    }
  }
});

const LIVE_AT = Date.UTC(2027, 6, 2);
const assessedLots = (kind: KindType, seed = 7) => {
  const random = seededRandom(seed);
  return Array.from({ length: 200 }, () => assessed(random, kind, makeLot(random, source(kind)), LIVE_AT));
};

test('assessed lots fit what staff may send, in form and in sense', () => {
  const check = bodyCheck(ScheduleSaleBody);
  for (const kind of KINDS) {
    const lots = assessedLots(kind);
    const terms = { type: 'simultaneous', openAt: 1, liveAt: 2, durationSeconds: 60 };
    const checked = check({ details: { title: 'Sale', kind }, terms, lots });
    assert.is(checked.outcome, 'valid', JSON.stringify(checked).slice(0, 400));
    assert.equal(lotsProblems(kind, lots), []);
  }
});

test('a lot weighs what its head weigh, and heavier head are fatter', () => {
  for (const lot of [...assessedLots('cattle'), ...assessedLots('sheep'), ...assessedLots('goat')]) {
    const weights = lot.heads?.map(({ weightLive }) => weightLive) ?? lot.optiweigh?.weights;
    if (weights === undefined) continue;
    assert.ok(weights.length > 0 && weights.length <= lot.count);
    assert.is(lot.weightMinKg, Math.min(...weights));
    assert.is(lot.weightMaxKg, Math.max(...weights));
    const average = weights.reduce((sum, kg) => sum + kg, 0) / weights.length;
    assert.ok(Math.abs((lot.weightAverageKg ?? 0) - average) < 0.1);
  }
  const heads = assessedLots('cattle').flatMap((lot) =>
    (lot.heads ?? []).map(({ weightLive, fatScore = 0 }) => ({
      relative: weightLive / (lot.weightAverageKg ?? 1),
      fatScore,
    })),
  );
  const scoreOf = (isIn: (relative: number) => boolean) => {
    const some = heads.filter(({ relative }) => isIn(relative));
    return some.reduce((sum, { fatScore }) => sum + fatScore, 0) / some.length;
  };
  assert.ok(scoreOf((relative) => relative > 1.05) > scoreOf((relative) => relative < 0.95) + 0.3);
});

test('some mobs of cattle walk over scales, and gained until the sale what they say', () => {
  const mobs = assessedLots('cattle').filter(({ optiweighAllowed }) => optiweighAllowed);
  assert.ok(mobs.length > 20 && mobs.length < 60);
  for (const { optiweigh, mobEntryWeight, weightGain } of mobs) {
    const days = optiweigh?.days ?? [];
    const [first, last] = [days[0], days.at(-1)];
    assert.ok(first && last && last.date < '2027-07-02' && first.date < last.date);
    assert.is(first?.weight, mobEntryWeight);
    assert.ok((last?.weight ?? 0) > (first?.weight ?? 0) + 20);
    assert.ok(weightGain !== undefined && weightGain > 0.3 && weightGain < 1.6);
  }
});

test('the same random numbers make the same lots', () => {
  const made = () => makeLot(seededRandom(3), { ...source('cattle'), sellers: ['a', 'b'] });
  assert.equal(made(), made());
});

test('every coat of every kind is drawn, the same each time and different by number', () => {
  for (const kind of KINDS) {
    for (const coat of new Set(STOCK[kind].flatMap(({ breeds }) => breeds.map((breed) => breed.coat)))) {
      const picture = drawLot(kind, coat, 5);
      assert.ok(picture.startsWith('<svg ') && picture.endsWith('</svg>'));
      assert.not.match(picture, /NaN|undefined/);
      assert.ok(picture.includes(COATS[coat].body), `${coat} wears its colour`);
      assert.is(drawLot(kind, coat, 5), picture);
      assert.is.not(drawLot(kind, coat, 6), picture);
      assert.ok(picture.length < 32_000, `${picture.length} characters`);
    }
  }
});

test('a drawing differs by sex, by horns, and by the weather of its number', () => {
  const SEXES = {
    cattle: ['bull', 'steer', 'cow', 'heifer'],
    sheep: ['ram', 'wether', 'ewe', 'lamb'],
    goat: ['buck', 'wether', 'doe'],
  } as const;
  const coats = { cattle: 'redwhite', sheep: 'merino', goat: 'boer' } as const;
  for (const kind of ['cattle', 'sheep', 'goat'] as const) {
    const drawn = SEXES[kind].flatMap((sex) =>
      [true, false].map((horned) => drawLot(kind, coats[kind], 5, { sex, horned })),
    );
    assert.is(new Set(drawn).size, drawn.length, kind);
    for (const picture of drawn) assert.not.match(picture, /NaN|undefined/);
    // Bad weather has grey clouds, good weather white ones or none.
    const skies = [5, 6, 8].map((number) => drawLot(kind, coats[kind], number));
    assert.equal(
      skies.map((sky) => [/<g fill="#ffffff"/.test(sky), /<g fill="#8d9aa1"/.test(sky)]),
      [
        [false, false],
        [true, false],
        [false, true],
      ],
    );
  }
});

test('the address of a picture names the animals; one that names none is drawn too', () => {
  const addresses = KINDS.flatMap((kind) =>
    assessedLots(kind).flatMap(({ media = [] }) => media.map(({ url }) => url)),
  );
  for (const url of addresses) assert.ok(drawnPicture(url)?.startsWith('<svg '), url);
  const sexes = new Set(addresses.map((url) => /-(\w+?)(-horned)?-\d+\.svg$/.exec(url)?.[1]));
  assert.equal([...sexes].sort(), ['cow', 'doe', 'ewe', 'heifer', 'lamb', 'steer', 'wether']);
  const look = { sex: 'steer', horned: true } as const;
  assert.is(
    drawnPicture(pictureAddress('cattle', 'brahman', 7, look)),
    drawLot('cattle', 'brahman', 7, look),
  );
  assert.is(drawnPicture('/media/lots/cattle-black-5.svg'), drawLot('cattle', 'black', 5));
  assert.is(
    drawnPicture('/media/lots/sheep-abblamb-whitewool-5.svg'),
    drawLot('sheep-abblamb', 'whitewool', 5),
  );
  for (const none of ['cattle-black-unicorn-5', 'cattle-nocoat-steer-5', 'cattle-black-horned-5'])
    assert.is(drawnPicture(`/media/lots/${none}.svg`), null, none);
});

test.run();
