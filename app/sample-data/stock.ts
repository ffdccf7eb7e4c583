import type { KindType, Unit } from '@saleyard/domain/auction/terms.ts';
import { SEXES_SOLD_BY_HEAD } from '@saleyard/domain/listing/gross.ts';

/** A coat as the pictures draw it. */
export type Coat =
  | 'black'
  | 'red'
  | 'redwhite'
  | 'blackbaldy'
  | 'grey'
  | 'cream'
  | 'roan'
  | 'speckle'
  | 'cherry'
  | 'brahman'
  | 'merino'
  | 'blackface'
  | 'dorper'
  | 'whitewool'
  | 'boer'
  | 'rangeland'
  | 'kalahari';

/** An animal as the pictures draw it. */
export type Sex = 'bull' | 'steer' | 'cow' | 'heifer' | 'ram' | 'wether' | 'ewe' | 'lamb' | 'buck' | 'doe';

type Breed = { name: string; coat: Coat; horned?: true };

/**
 * A class of stock as it is sold: what it is called, how many are in a lot, how old and heavy they are, and
 * what it fetches. Ages in months, weights in kg per head, prices in cents per `unit`.
 */
export type StockClass = {
  category: string;
  /** As the forms write it; `pluralOf` says "42 Angus Steers" by it. */
  sex: string;
  breeds: readonly Breed[];
  unit: Unit;
  head: readonly [number, number];
  age: readonly [number, number];
  weight: readonly [number, number];
  /** Market price of the lightest and of the heaviest. */
  price: readonly [number, number];
  increments: readonly number[];
  remarks: readonly string[];
};

const ANGUS: Breed = { name: 'Angus', coat: 'black' };
const HEREFORD: Breed = { name: 'Hereford', coat: 'redwhite', horned: true };
const BALDY: Breed = { name: 'Angus/Hereford', coat: 'blackbaldy' };
const CHAROLAIS: Breed = { name: 'Charolais Cross', coat: 'cream' };
const MURRAY_GREY: Breed = { name: 'Murray Grey', coat: 'grey' };
const SHORTHORN: Breed = { name: 'Shorthorn', coat: 'roan', horned: true };
const SANTA: Breed = { name: 'Santa Gertrudis', coat: 'cherry' };
const DROUGHTMASTER: Breed = { name: 'Droughtmaster', coat: 'red' };
const BRAHMAN: Breed = { name: 'Brahman', coat: 'brahman', horned: true };
const SPECKLE: Breed = { name: 'Speckle Park', coat: 'speckle' };
const LIMOUSIN: Breed = { name: 'Limousin Cross', coat: 'red' };

const BRITISH = [ANGUS, ANGUS, HEREFORD, BALDY, SHORTHORN, MURRAY_GREY, SPECKLE];
const ALL_CATTLE = [...BRITISH, CHAROLAIS, SANTA, DROUGHTMASTER, BRAHMAN, LIMOUSIN];

const GROWING = [
  'Quiet, even line off native pasture with plenty of weight gain ahead of them.',
  'Yard weaned for seven nights and educated to dogs and bikes. Ready for the feedlot or the paddock.',
  'One-owner, vendor bred. The type of cattle that have topped this sale in other years.',
  'Well grown with frame and depth, drenched and vaccinated with 7 in 1.',
  'Backgrounded on oats, all home bred, no sort needed.',
];
const BREEDING = [
  'Joined for six weeks and preg tested in calf by a veterinarian. An opportunity to buy quiet young breeders.',
  'Docile, structurally sound females off hard country. They will shift anywhere and do well.',
  'Genuine surplus to requirements, no culls. Same bull bloodlines for twenty years.',
  'Vaccinated, drenched and pestivirus tested. Bulls were fertility tested before joining.',
];
const WOOL = [
  'Large framed sheep with plenty of length, well nourished wool and a proven lambing record.',
  'August shorn, mulesed and vaccinated. Ewes off a good season and ready to go to work.',
  'Even line off native pasture, drafted for type and weight. No tail.',
];
const MEAT = [
  'Fresh lambs off lucerne that will shift and finish quickly.',
  'Good doing lambs with plenty of growth, vaccinated and backlined.',
  'Drafted on weight the week before listing. A very even line for finisher or processor.',
];
const GOATS = [
  'Domesticated for six months behind wire, quiet to handle and easy on fences.',
  'Even line drafted for weight, horned, drenched on arrival.',
  'Run on station country with good rain, in forward store condition.',
];

const [COWS, COWS_AND_CALVES] = SEXES_SOLD_BY_HEAD;

/** The plural of a sex in a title: "Cows and Calves" of "Cow(s) and Calves". */
export const pluralOf = (sex: string): string => sex.replaceAll('(s)', 's');

const DRAWN: Readonly<Record<string, Sex>> = {
  'Steer(s)': 'steer',
  'Heifer(s)': 'heifer',
  [COWS]: 'cow',
  [COWS_AND_CALVES]: 'cow',
  Ewes: 'ewe',
  Does: 'doe',
};

/** How the pictures of a class draw one of its breeds. Ewes and lambs have no horns. */
export function lookOf(
  { category, sex: sold }: StockClass,
  { horned }: Breed,
): { sex: Sex; horned: boolean } {
  const isYoung = category.endsWith('Lambs') && sold !== 'Ewes';
  const sex = isYoung ? 'lamb' : (DRAWN[sold] ?? 'wether');
  return { sex, horned: horned === true && sex !== 'ewe' && sex !== 'lamb' };
}

const CATTLE: readonly StockClass[] = [
  {
    category: 'Weaner',
    sex: 'Steer(s)',
    breeds: ALL_CATTLE,
    unit: 'kg',
    remarks: GROWING,
    head: [18, 95],
    age: [6, 10],
    weight: [215, 310],
    price: [448, 392],
    increments: [1, 2],
  },
  {
    category: 'Weaner',
    sex: 'Heifer(s)',
    breeds: ALL_CATTLE,
    unit: 'kg',
    remarks: GROWING,
    head: [16, 80],
    age: [6, 10],
    weight: [205, 290],
    price: [372, 332],
    increments: [1, 2],
  },
  {
    category: 'Yearling',
    sex: 'Steer(s)',
    breeds: ALL_CATTLE,
    unit: 'kg',
    remarks: GROWING,
    head: [20, 110],
    age: [11, 17],
    weight: [310, 410],
    price: [402, 358],
    increments: [1, 2],
  },
  {
    category: 'Feeder',
    sex: 'Steer(s)',
    breeds: BRITISH,
    unit: 'kg',
    remarks: GROWING,
    head: [24, 120],
    age: [14, 20],
    weight: [405, 480],
    price: [372, 345],
    increments: [1, 2],
  },
  {
    category: 'Store',
    sex: 'Steer(s)',
    breeds: ALL_CATTLE,
    unit: 'head',
    remarks: GROWING,
    head: [12, 60],
    age: [12, 22],
    weight: [300, 450],
    price: [118_000, 166_000],
    increments: [1_000, 2_000],
  },
  {
    category: 'Yearling',
    sex: 'Heifer(s)',
    breeds: ALL_CATTLE,
    unit: 'head',
    remarks: GROWING,
    head: [14, 64],
    age: [12, 18],
    weight: [280, 380],
    price: [92_000, 132_000],
    increments: [500, 1_000],
  },
  {
    category: 'Station Mated',
    sex: 'Heifer(s)',
    breeds: BRITISH,
    unit: 'head',
    remarks: BREEDING,
    head: [15, 70],
    age: [20, 28],
    weight: [390, 480],
    price: [142_000, 196_000],
    increments: [1_000, 2_000],
  },
  {
    category: 'PTIC',
    sex: COWS,
    breeds: ALL_CATTLE,
    unit: 'head',
    remarks: BREEDING,
    head: [10, 60],
    age: [36, 96],
    weight: [470, 610],
    price: [136_000, 198_000],
    increments: [1_000, 2_000],
  },
  {
    category: 'NSM',
    sex: COWS_AND_CALVES,
    breeds: BRITISH,
    unit: 'head',
    remarks: BREEDING,
    head: [8, 45],
    age: [30, 84],
    weight: [460, 590],
    price: [172_000, 238_000],
    increments: [2_000],
  },
];

const MERINO: Breed = { name: 'Merino', coat: 'merino', horned: true };
const FIRST_CROSS: Breed = { name: 'First Cross (BL/Mer)', coat: 'whitewool' };
const POLL_DORSET: Breed = { name: 'Poll Dorset Cross', coat: 'whitewool' };
const SUFFOLK: Breed = { name: 'Suffolk Cross', coat: 'blackface' };
const WHITE_SUFFOLK: Breed = { name: 'White Suffolk', coat: 'whitewool' };
const DORPER: Breed = { name: 'Dorper', coat: 'dorper' };
const AUSSIE_WHITE: Breed = { name: 'Australian White', coat: 'whitewool' };
const LAMB_BREEDS = [POLL_DORSET, SUFFOLK, WHITE_SUFFOLK, FIRST_CROSS, DORPER, AUSSIE_WHITE, MERINO];

const SHEEP: readonly StockClass[] = [
  {
    category: 'Store Lambs',
    sex: 'Mixed Sex',
    breeds: LAMB_BREEDS,
    unit: 'head',
    remarks: MEAT,
    head: [120, 480],
    age: [4, 8],
    weight: [32, 43],
    price: [9_200, 13_800],
    increments: [100, 200],
  },
  {
    category: 'Prime Lambs',
    sex: 'Mixed Sex',
    breeds: LAMB_BREEDS,
    unit: 'head',
    remarks: MEAT,
    head: [90, 320],
    age: [5, 10],
    weight: [44, 56],
    price: [14_600, 20_400],
    increments: [100, 200],
  },
  {
    category: 'Joined',
    sex: 'Ewes',
    breeds: [MERINO, FIRST_CROSS, DORPER],
    unit: 'head',
    remarks: WOOL,
    head: [100, 420],
    age: [18, 60],
    weight: [55, 74],
    price: [15_200, 24_800],
    increments: [200, 500],
  },
  {
    category: 'Unjoined',
    sex: 'Ewes',
    breeds: [MERINO, FIRST_CROSS, AUSSIE_WHITE],
    unit: 'head',
    remarks: WOOL,
    head: [100, 380],
    age: [12, 20],
    weight: [46, 62],
    price: [14_400, 22_600],
    increments: [200],
  },
  {
    category: 'Ewes and Lambs',
    sex: 'Ewes',
    breeds: [FIRST_CROSS, MERINO, DORPER],
    unit: 'head',
    remarks: WOOL,
    head: [60, 240],
    age: [20, 66],
    weight: [56, 72],
    price: [19_600, 25_800],
    increments: [200, 500],
  },
  {
    category: 'Wether Lambs',
    sex: 'Wethers',
    breeds: [MERINO],
    unit: 'head',
    remarks: WOOL,
    head: [150, 460],
    age: [5, 11],
    weight: [30, 44],
    price: [8_400, 12_600],
    increments: [100, 200],
  },
];

const BOER: Breed = { name: 'Boer', coat: 'boer', horned: true };
const BOER_CROSS: Breed = { name: 'Boer Cross', coat: 'boer', horned: true };
const RANGELAND: Breed = { name: 'Rangeland', coat: 'rangeland', horned: true };
const KALAHARI: Breed = { name: 'Kalahari Red', coat: 'kalahari', horned: true };

const GOAT: readonly StockClass[] = [
  {
    category: 'Store',
    sex: 'Does',
    breeds: [RANGELAND, BOER_CROSS, KALAHARI],
    unit: 'head',
    remarks: GOATS,
    head: [60, 260],
    age: [8, 48],
    weight: [24, 38],
    price: [6_200, 9_800],
    increments: [100, 200],
  },
  {
    category: 'Joined',
    sex: 'Does',
    breeds: [BOER, BOER_CROSS, KALAHARI],
    unit: 'head',
    remarks: GOATS,
    head: [40, 180],
    age: [12, 54],
    weight: [34, 52],
    price: [9_400, 13_800],
    increments: [100, 200],
  },
  {
    category: 'Meat',
    sex: 'Wethers',
    breeds: [RANGELAND, BOER_CROSS],
    unit: 'head',
    remarks: GOATS,
    head: [80, 300],
    age: [6, 18],
    weight: [22, 36],
    price: [6_000, 9_200],
    increments: [100],
  },
  {
    category: 'Store',
    sex: 'Mixed Sex',
    breeds: [RANGELAND, BOER_CROSS],
    unit: 'head',
    remarks: GOATS,
    head: [90, 320],
    age: [5, 36],
    weight: [20, 34],
    price: [6_000, 8_600],
    increments: [100],
  },
];

const ABBLAMB: readonly StockClass[] = [
  {
    category: 'Trade Lambs',
    sex: 'Mixed Sex',
    breeds: [POLL_DORSET, SUFFOLK, WHITE_SUFFOLK],
    remarks: MEAT,
    unit: 'head',
    head: [150, 480],
    age: [5, 9],
    weight: [42, 50],
    price: [14_200, 17_800],
    increments: [100],
  },
  {
    category: 'Heavy Lambs',
    sex: 'Mixed Sex',
    breeds: [POLL_DORSET, WHITE_SUFFOLK, AUSSIE_WHITE],
    remarks: MEAT,
    unit: 'head',
    head: [120, 400],
    age: [6, 11],
    weight: [50, 62],
    price: [17_600, 22_600],
    increments: [100],
  },
];

/** The classes of stock of each kind of sale. */
export const STOCK: Readonly<Record<KindType, readonly StockClass[]>> = {
  cattle: CATTLE,
  sheep: SHEEP,
  goat: GOAT,
  'sheep-abblamb': ABBLAMB,
};
