import { between, pick, type Random, whole } from '@saleyard/app/sample-data/random.ts';
import { POLICY_VALUES, RULES_VERSION } from '@saleyard/domain/auction/policy.ts';
import type { AuctionDetails, AuctionTerms, LotTerms } from '@saleyard/domain/auction/terms.ts';
import { AUCTION_TYPE_NAMES, AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { EPOCH } from '../world/world.ts';

/** A sale as staff will schedule it. `scheduledAt` in ms of the world. */
export type SalePlan = {
  auction: string;
  scheduledAt: number;
  details: AuctionDetails;
  terms: AuctionTerms;
  lots: readonly LotTerms[];
};

/** Sales run by a clerk come last: with another order a known seed makes another sale. */
const TYPES = AUCTION_TYPE_NAMES.toSorted(
  (a, b) => Number(AUCTION_TYPES[a].byClerk) - Number(AUCTION_TYPES[b].byClerk),
);
const START_CENTS = 10_000;
const STEP_CENTS = 500;
const MOST_LOTS = 4;

/** A sale of any type, by any policy, that is scheduled at `scheduledAt` and goes live some seconds later. */
export function salePlan(random: Random, number: number, scheduledAt: number): SalePlan {
  const auction = `sale-${number}`;
  const openAt = EPOCH + Math.floor(scheduledAt + between(random, 3_000, 7_000));
  const liveAt = openAt + whole(random, 1_000, 6_000);
  const lots = Array.from({ length: whole(random, 1, MOST_LOTS) }, (_, n) =>
    lotTerms(random, auction, n + 1),
  );
  return {
    auction,
    scheduledAt,
    details: details(random, number),
    terms: terms(random, openAt, liveAt),
    lots,
  };
}

function terms(random: Random, openAt: number, liveAt: number): AuctionTerms {
  return {
    type: pick(random, TYPES),
    openAt,
    liveAt,
    durationSeconds: whole(random, 8, 40),
    staggerSeconds: whole(random, 0, 6),
    staleTimeSeconds: whole(random, 0, 8),
    inactiveSeconds: whole(random, 0, 8),
    lotOpeningSeconds: whole(random, 4, 12),
    gapSeconds: whole(random, 0, 3),
    reopenSeconds: whole(random, 0, 6),
    ...(random() < 0.4 && { secondPersonAboveCents: whole(random, 0, 8) * 100_000 }),
    lotValueCents: LOT_LIMITS.valueCents,
    rules: RULES_VERSION,
    allowAutoBid: random() < 0.9,
    allowUpcomingBid: random() < 0.7,
    policy: {
      opening: pick(random, POLICY_VALUES.opening),
      challenge: pick(random, POLICY_VALUES.challenge),
      tie: pick(random, ['earlier-leads', ...POLICY_VALUES.tie]),
      reserve: pick(random, POLICY_VALUES.reserve),
      belowReserve: pick(random, POLICY_VALUES.belowReserve),
    },
  };
}

const details = (random: Random, number: number): AuctionDetails => ({
  searchNumber: number,
  title: `Sale ${number}`,
  description: '',
  kind: 'cattle',
  public: random() < 0.8,
  states: ['NSW'],
  requiresTabs: false,
  auctionTabs: [],
  aliasSeed: whole(random, 0, 1_000_000),
});

const lotTerms = (random: Random, auction: string, number: number): LotTerms => ({
  lot: `${auction}-lot-${number}`,
  number: String(number),
  searchNumericId: number,
  unit: 'head',
  count: whole(random, 1, 60),
  startCents: START_CENTS,
  incrementCents: STEP_CENTS,
  reserveCents: random() < 0.5 ? null : START_CENTS + whole(random, 0, 12) * STEP_CENTS,
  maxVendorBids: whole(random, 0, 2),
  createdBy: 'vendor-account',
  description: null,
});
