import { speciesOf } from './species.ts';

/** Kinds of stock: each has a form of its own (`forms/`). */
export const KIND_TYPES = ['cattle', 'sheep', 'goat', 'sheep-abblamb'] as const;
export type KindType = (typeof KIND_TYPES)[number];

/** A kind, and the kinds of the same species. */
export const kindsLike = (kind: KindType): readonly KindType[] =>
  KIND_TYPES.filter((one) => one === kind || speciesOf(one) === kind);

/** The unit of a price: cents per head or cents per kg. */
export const UNITS = ['head', 'kg'] as const;
export type Unit = (typeof UNITS)[number];

/** States and territories of Australia. */
export const STATES = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'] as const;
export type State = (typeof STATES)[number];

/** The name of a kind of stock. */
export const KIND_TITLES: Readonly<Record<KindType, string>> = {
  cattle: 'Cattle',
  sheep: 'Sheep',
  goat: 'Goat',
  'sheep-abblamb': 'AbbLamb',
};

/** The name of a kind's lots in messages. */
export const KIND_NAMES: Readonly<Record<KindType, string>> = {
  cattle: 'Cattle',
  sheep: 'Sheep',
  goat: 'Goats',
  'sheep-abblamb': 'Lambs',
};

/** Bid increments a lot may have, in cents per unit. An empty list: the kind is not sold by that unit. */
export const INCREMENTS: Readonly<Record<KindType, Readonly<Record<Unit, readonly number[]>>>> = {
  cattle: { head: [500, 1_000, 2_000], kg: [1, 2, 5] },
  sheep: { head: [100, 200, 500], kg: [] },
  goat: { head: [100, 200, 500], kg: [] },
  'sheep-abblamb': { head: [100], kg: [] },
};

/** Units a kind is sold by. */
export const unitsOf = (kind: KindType): readonly Unit[] =>
  UNITS.filter((unit) => INCREMENTS[kind][unit].length > 0);

/** Days after the close of its sale in which a lot may be offered again. */
export const REOFFER_DAYS = 7;

/** Limits of one lot and its attachments. */
export const LOT_LIMITS = {
  /** Characters of the lot number. */
  number: 10,
  /** Head in a lot. */
  count: 100_000,
  /** Head that are weighed one by one. */
  countWeighed: 2_000,
  /** Days of walk-over weighings. */
  optiweighDays: 400,
  /** Vendor bids that a lot may allow. */
  vendorBids: 20,
  /** The highest total value of a lot, in cents: sums of a sale stay safe integers. */
  valueCents: 1e12,
  /** kg that one head may weigh. */
  kgPerHead: 2_000,
  media: 20,
  documents: 6,
  usefulLinks: 6,
  /** Characters of the private stock description. */
  description: 4_000,
  /** Characters of the special conditions of sale. */
  saleConditions: 150,
  /** Characters of the address of a picture, a document or a link. */
  address: 500,
  mediumTitle: 100,
  documentName: 120,
  /** Characters of the description of a document or a link. */
  attachmentDescription: 200,
  /** Percent by which a weight may be adjusted, down or up, and the step. */
  adjustWeight: { most: 20, step: 0.25 },
} as const;

/**
 * The highest price a lot may have, in cents per unit, so that it is worth no more than `valueCents` altogether. A head
 * that is sold by weight counts as the heaviest there may be.
 */
export const highestCents = (
  { unit, count }: { unit: Unit; count: number },
  valueCents: number = LOT_LIMITS.valueCents,
): number => Math.floor(valueCents / (unit === 'kg' ? count * LOT_LIMITS.kgPerHead : count));

/** Extra weight adjustments of abblambs for shrink, in percent. */
const SHRINK = { least: -3.9, most: -1.1, step: 0.1 } as const;

const inSteps = (value: number, step: number): boolean =>
  Math.abs(value / step - Math.round(value / step)) < 1e-9;

/** Whether a lot of this kind may have its weight adjusted by this many percent. */
export function isWeightAdjustment(kind: KindType, percent: number): boolean {
  const { most, step } = LOT_LIMITS.adjustWeight;
  if (Math.abs(percent) <= most && inSteps(percent, step)) return true;
  const shrink = percent >= SHRINK.least && percent <= SHRINK.most && inSteps(percent, SHRINK.step);
  return kind === 'sheep-abblamb' && shrink;
}

/** Weight gains that a lot of this kind may state, in kg a day: from 0 up to `most` by `step`. */
const WEIGHT_GAIN: Readonly<Record<KindType, { most: number; step: number }>> = {
  cattle: { most: 5, step: 0.5 },
  sheep: { most: 0.5, step: 0.05 },
  goat: { most: 0.5, step: 0.05 },
  'sheep-abblamb': { most: 0.5, step: 0.05 },
};

/** The greatest weight gain that a lot of any kind may state, in kg a day. */
export const MOST_WEIGHT_GAIN = Math.max(...Object.values(WEIGHT_GAIN).map(({ most }) => most));

/** Whether a lot of this kind may state this weight gain (kg). */
export const isWeightGain = (kind: KindType, kg: number): boolean =>
  kg >= 0 && kg <= WEIGHT_GAIN[kind].most && inSteps(kg, WEIGHT_GAIN[kind].step);

/** Stock categories of a kind, by sex. */
export type StockCategory = { kind: KindType; sex: string; categories: readonly string[] };

const SHEEP = [
  {
    sex: 'Ewe(s)',
    categories: ['Lambs', 'Prime Lambs', 'Weaners', 'Hoggets', 'Breeders', 'Scanned in Lamb', 'Mutton'],
  },
  { sex: 'Ewe(s) and Lambs', categories: ['Lambs at Foot'] },
  { sex: 'Wether(s)', categories: ['Lambs', 'Prime Lambs', 'Weaners', 'Hoggets', 'Mutton'] },
  { sex: 'Ram(s)', categories: ['Lambs', 'Flock', 'Stud'] },
  { sex: 'Mixed Sex', categories: ['Lambs', 'Prime Lambs', 'Weaners', 'Hoggets', 'Mutton'] },
];

const CATTLE = [
  { sex: 'Steer(s)', categories: ['Calves', 'Weaners', 'Yearlings', 'Feeders', 'Backgrounders', 'Grown'] },
  { sex: 'Heifer(s)', categories: ['Calves', 'Weaners', 'Yearlings', 'Feeders', 'Joined', 'PTIC', 'Grown'] },
  { sex: 'Cow(s)', categories: ['Dry', 'Joined', 'PTIC', 'Store'] },
  { sex: 'Cow(s) and Calves', categories: ['Calves at Foot', 'Calves at Foot, Rejoined'] },
  { sex: 'Bull(s)', categories: ['Weaners', 'Herd', 'Stud'] },
  { sex: 'Mixed Sex', categories: ['Calves', 'Weaners', 'Yearlings', 'Feeders'] },
];

const GOATS = [
  { sex: 'Doe(s)', categories: ['Kids', 'Weaners', 'Breeders', 'Scanned in Kid', 'Slaughter'] },
  { sex: 'Doe(s) and Kids', categories: ['Kids at Foot'] },
  { sex: 'Wether(s)', categories: ['Kids', 'Weaners', 'Slaughter'] },
  { sex: 'Buck(s)', categories: ['Kids', 'Herd', 'Stud'] },
  { sex: 'Mixed Sex', categories: ['Kids', 'Weaners', 'Rangeland', 'Slaughter'] },
];

/** Stock categories of every kind. An abblamb is always a lamb. */
export const STOCK_CATEGORIES: readonly StockCategory[] = [
  ...CATTLE.map((category) => ({ kind: 'cattle' as const, ...category })),
  ...SHEEP.map((category) => ({ kind: 'sheep' as const, ...category })),
  ...SHEEP.filter(({ categories }) => categories.includes('Lambs')).map(({ sex }) => ({
    kind: 'sheep-abblamb' as const,
    sex,
    categories: ['Lambs'],
  })),
  ...GOATS.map((category) => ({ kind: 'goat' as const, ...category })),
];
