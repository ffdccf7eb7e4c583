import type { LotBody } from '@saleyard/contract/lots.ts';
import type { KindType } from '@saleyard/domain/auction/terms.ts';
import { pictureAddress } from './pictures/picture-address.ts';
import { bell, between, pick, type Random, whole } from './random.ts';
import { lookOf, pluralOf, type StockClass } from './stock.ts';
import type { Town } from './towns.ts';

/** What a lot starts at, as a part of its market value. */
const START_SHARE = 0.8;
/** How far single lots are from the market: the deviation of their price's logarithm. */
const LOT_SPREAD = 0.06;
/** How many lots in a hundred have a reserve. */
const RESERVED_SHARE = 0.78;
/** Curfew weight: what is left after a night off feed. */
const CURFEW_SHARE = 0.95;

const FAMILIES = [
  ...[
    'Hargreaves',
    'McKinnon',
    'Sullivan',
    'Doyle',
    'Pratt',
    'Wheatley',
    'Crossing',
    'Fleming',
    'Rutherford',
  ],
  ...[
    'Maunder',
    'Kirkby',
    'Brandt',
    'Gleeson',
    'Tonkin',
    'Heffernan',
    'Lawry',
    'Osborne',
    'Whitby',
    'Cameron',
  ],
];
const PROPERTIES = [
  ...['Wattle Park', 'Kurrajong Downs', 'Lagoon Creek', 'Brigalow', 'Ironbark', 'Stony Ridge', 'Willow Glen'],
  ...[
    'Cedar Vale',
    'Yarraman',
    'Belah Plains',
    'Rosemount',
    'Myall Creek',
    'Glenoak',
    'Long Flat',
    'Box Hill',
  ],
];
const HOLDINGS = ['Pastoral', 'Grazing', 'Partnership', 'Pastoral Co', 'Family Trust', 'Livestock'];
const EXTRAS: Readonly<Record<KindType, readonly string[]>> = {
  cattle: ['EU Accredited', 'Grass Fed', 'MSA Accredited', 'Never Ever', '', '', '', ''],
  sheep: ['August Shorn', 'Non Mulesed', 'OJD Vaccinated', '', '', ''],
  goat: ['Domesticated', 'Horned', '', '', ''],
  'sheep-abblamb': ['Assessed on Hooks', 'Grain Assisted', '', ''],
};

/** A vendor's trading name. */
function vendorName(random: Random): string {
  const initials = `${pick(random, ['A', 'B', 'C', 'D', 'G', 'J', 'K', 'M', 'P', 'R'])} & ${pick(random, ['E', 'H', 'L', 'M', 'S', 'T'])}`;
  return random() < 0.45
    ? `${initials} ${pick(random, FAMILIES)}`
    : `${pick(random, PROPERTIES)} ${pick(random, HOLDINGS)}`;
}

const toStep = (cents: number, step: number): number => Math.max(step, Math.round(cents / step) * step);

/** The part of a class's range that `share` (0 to 1) of the way through it is. */
const along = ([least, most]: readonly [number, number], share: number): number =>
  least + (most - least) * share;

/** What lots are made of: a kind and its classes of stock, towns they may be in, accounts that list them. */
export type LotSource = {
  kind: KindType;
  stock: readonly StockClass[];
  near: readonly Town[];
  sellers: readonly string[];
};

/**
 * A believable lot. Its start lies under the market and its reserve around it, so that some lots are passed in.
 */
export function makeLot(random: Random, { kind, stock: classes, near, sellers }: LotSource): LotBody {
  const stock = pick(random, classes);
  const breed = pick(random, stock.breeds);
  const share = random();
  const weight = Math.round(along(stock.weight, share));
  const ageMin = Math.round(along(stock.age, Math.max(0, share - 0.15)));
  const ageMax = Math.min(stock.age[1], ageMin + whole(random, 1, stock.age[1] > 30 ? 14 : 3));
  const increment = pick(random, stock.increments);
  const step = stock.unit === 'kg' ? increment : Math.max(increment, stock.price[0] > 50_000 ? 1_000 : 100);
  const market = along(stock.price, share) * Math.exp(bell(random) * LOT_SPREAD);
  const start = toStep(market * START_SHARE, step);
  const reserve =
    random() < RESERVED_SHARE ? Math.max(start, toStep(market * between(random, 0.9, 1.03), step)) : null;
  const count = whole(random, stock.head[0], stock.head[1]);
  const spread = Math.max(2, Math.round(weight * between(random, 0.05, 0.12)));
  const extra = pick(random, EXTRAS[kind]);
  const picture = pictureAddress(kind, breed.coat, whole(random, 0, 999), lookOf(stock, breed));
  const young = /Lambs|Weaner/.test(stock.category);
  return {
    unit: stock.unit,
    count,
    startCents: start,
    incrementCents: increment,
    reserveCents: reserve,
    maxVendorBids: reserve === null ? 0 : whole(random, 0, 2),
    ...(sellers.length > 0 && { createdBy: pick(random, sellers) }),
    vendorName: vendorName(random),
    title:
      young && kind !== 'cattle'
        ? `${count} ${breed.name} ${stock.category}`
        : `${count} ${breed.name} ${pluralOf(stock.sex)}`,
    ...pick(random, near),
    breed: breed.name,
    sex: stock.sex,
    stockCategory: stock.category,
    ageMinMonths: ageMin,
    ageMaxMonths: ageMax,
    weightAverageKg: weight,
    weightCurfewKg: Math.round(weight * CURFEW_SHARE * 10) / 10,
    weightMinKg: weight - spread,
    weightMaxKg: weight + spread,
    assessorType: random() < 0.7 ? 'Agent Assessed' : 'Vendor Assessed',
    agentComment: pick(random, stock.remarks),
    additionalTitle: extra,
    media: [{ thumbnail: picture, url: picture, title: `${breed.name} ${pluralOf(stock.sex)}` }],
  };
}
