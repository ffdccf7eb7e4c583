import type { SaleRequest } from '@saleyard/command-api/sales/schedule-sale.ts';
import type { LotBody } from '@saleyard/contract/lots.ts';
import type { SaleTermsBody } from '@saleyard/contract/staff.ts';
import type { KindType } from '@saleyard/domain/auction/terms.ts';
import { AUCTION_TYPES, type AuctionType } from '@saleyard/domain/auction/types/auction-types.ts';
import type { Durations } from '@saleyard/domain/auction/types/durations.ts';
import { assessed } from '../sample-data/assessment.ts';
import { makeLot } from '../sample-data/lots.ts';
import { pick, type Random, whole } from '../sample-data/random.ts';
import { pluralOf, STOCK } from '../sample-data/stock.ts';
import { TOWNS, type Town } from '../sample-data/towns.ts';
import { OVERLAP_MS, PERIOD_MS, type PlannedSale } from './sale-plan.ts';

/** Seconds a sale has lots for: until the next one of its type is surely live. */
const LENGTH_SECONDS = (PERIOD_MS + OVERLAP_MS) / 1_000;
/** Of a timed sale: seconds until the first lot closes, so that a newcomer can win one soon. */
const FIRST_FINISH_SECONDS = 150;
/** Of a sequential sale: seconds a lot is live, and the gap after it. */
const LOT_SECONDS = 55;
const GAP_SECONDS = 8;

/** The share of each kind: cattle most, as in real saleyards. */
const KINDS: readonly KindType[] = [
  ...(['cattle', 'cattle', 'cattle', 'cattle', 'cattle', 'cattle'] as const),
  ...(['sheep', 'sheep', 'sheep', 'goat', 'goat', 'sheep-abblamb'] as const),
];
/** What a sale of a kind may be called, and the categories of stock it then holds; all when none are named. */
type Theme = { name: string; categories?: readonly string[] };

const EWES = ['Joined', 'Unjoined', 'Ewes and Lambs'];
const LAMBS = ['Store Lambs', 'Prime Lambs', 'Wether Lambs'];
const THEMES: Readonly<Record<KindType, readonly Theme[]>> = {
  cattle: [
    { name: 'Store Cattle', categories: ['Store', 'Yearling', 'Weaner'] },
    { name: 'Weaner Cattle', categories: ['Weaner'] },
    { name: 'Feeder Cattle', categories: ['Feeder', 'Yearling'] },
    { name: 'Breeding Cattle', categories: ['Station Mated', 'PTIC', 'NSM'] },
    { name: 'Store and Breeding Cattle' },
    { name: 'All Breeds Cattle' },
  ],
  sheep: [
    { name: 'Store Sheep' },
    { name: 'Lambs', categories: LAMBS },
    { name: 'Breeding Ewes', categories: EWES },
    { name: 'Sheep and Lambs' },
  ],
  goat: [{ name: 'Goats' }, { name: 'Store Goats', categories: ['Store', 'Meat'] }],
  'sheep-abblamb': [{ name: 'Lambs on Hooks' }, { name: 'Trade Lambs', categories: ['Trade Lambs'] }],
};
const OCCASIONS = ['Annual', 'Feature', 'Blue Ribbon', 'Spring', 'Autumn'];
const KIND_LABELS: Readonly<Record<KindType, string>> = {
  cattle: 'cattle',
  sheep: 'sheep and lambs',
  goat: 'goats',
  'sheep-abblamb': 'lambs, assessed and sold over the hooks',
};
/** How a sale of one type is made. */
type MadeType = {
  /** How it runs, in a sentence of its description. */
  how: string;
  lotCount: (random: Random) => number;
  /** Its durations, in seconds, when it has this many lots. */
  durations: (lots: number) => Partial<Durations>;
};

const MADE: Readonly<Record<AuctionType, MadeType>> = {
  simultaneous: {
    how: 'All lots are live together and close one after another.',
    lotCount: (random) => whole(random, 30, 40),
    durations: (lots) => ({
      durationSeconds: FIRST_FINISH_SECONDS,
      staggerSeconds: Math.ceil((LENGTH_SECONDS - FIRST_FINISH_SECONDS) / Math.max(1, lots - 1)),
      staleTimeSeconds: 30,
    }),
  },
  sequential: {
    how: 'Lots are sold online one after another.',
    lotCount: (random) => Math.ceil(LENGTH_SECONDS / (LOT_SECONDS + GAP_SECONDS)) + whole(random, 0, 3),
    durations: () => ({ lotOpeningSeconds: LOT_SECONDS, gapSeconds: GAP_SECONDS, staleTimeSeconds: 12 }),
  },
  sequentialOffline: {
    how: 'Sold by the clerk at the ring, lot by lot, with bids from the floor and online.',
    lotCount: (random) => whole(random, 22, 30),
    durations: () => ({}),
  },
  synchronous: {
    how: 'All lots are live together and close at one instant, once no bid has come for a minute.',
    lotCount: (random) => whole(random, 8, 20),
    durations: () => ({ durationSeconds: LENGTH_SECONDS, inactiveSeconds: 60 }),
  },
};

const lotCount = ({ type, feature }: PlannedSale, random: Random): number =>
  feature ? whole(random, 36, 60) : MADE[type].lotCount(random);

const termsOf = ({ type, openAt, liveAt }: PlannedSale, lots: number): SaleTermsBody => ({
  openAt,
  liveAt,
  allowAutoBid: true,
  allowUpcomingBid: true,
  type,
  ...MADE[type].durations(lots),
});

/** Lots under tabs by their sex, "A - Steers", in their order. */
function underTabs(lots: readonly LotBody[]): {
  lots: LotBody[];
  tabs: { tabName: string; description: string }[];
} {
  const sexes = [...new Set(lots.map(({ sex }) => sex))].sort();
  const nameOf = (sex: string) => `${String.fromCharCode(65 + sexes.indexOf(sex))} - ${pluralOf(sex)}`;
  const sorted = lots.toSorted((a, b) => sexes.indexOf(a.sex) - sexes.indexOf(b.sex));
  return {
    lots: sorted.map((lot) => ({ ...lot, allocatedSection: nameOf(lot.sex) })),
    tabs: sexes.map((sex) => ({ tabName: nameOf(sex), description: pluralOf(sex) })),
  };
}

const nearby = (random: Random, main: Town): Town[] => {
  const same = TOWNS.filter(({ state }) => state === main.state);
  return [main, main, ...same, pick(random, TOWNS)];
};

/** A sale as planned, with believable lots listed by `sellers`. */
export function makeSale(planned: PlannedSale, random: Random, sellers: readonly string[]): SaleRequest {
  const kind = pick(random, KINDS);
  const main = pick(random, TOWNS);
  const near = nearby(random, main);
  const theme = pick(random, THEMES[kind]);
  const stock = STOCK[kind].filter(({ category }) => theme.categories?.includes(category) ?? true);
  const made = Array.from({ length: lotCount(planned, random) }, () =>
    assessed(random, kind, makeLot(random, { kind, stock, near, sellers }), planned.liveAt),
  );
  const tabbed = AUCTION_TYPES[planned.type].closesTogether || planned.feature ? random() < 0.5 : false;
  const { lots, tabs } = tabbed ? underTabs(made) : { lots: made, tabs: [] };
  const occasion = planned.feature ? `${pick(random, OCCASIONS)} ` : '';
  return {
    details: {
      title: `${main.town} ${occasion}${theme.name}`,
      description:
        `${lots.length} lots of ${KIND_LABELS[kind]} from ${main.town} and district. ${MADE[planned.type].how} ` +
        'This is a demonstration: the animals, their vendors and most of the bidders are not real.',
      kind,
      public: true,
      requiresTabs: tabbed,
      auctionTabs: tabs,
    },
    terms: termsOf(planned, lots.length),
    lots,
  };
}
