import { between, type Chance, pick, whole } from '@saleyard/app/made-up/chance.ts';
import { POLICY_VALUES } from '@saleyard/domain/auction/policy.ts';
import type { AuctionDetails, AuctionTerms, AuctionType, LotTerms } from '@saleyard/domain/auction/terms.ts';
import { EPOCH } from '../world/world.ts';

/** A sale as staff will schedule it. `scheduledAt` in ms of the world. */
export type SalePlan = {
  auction: string;
  scheduledAt: number;
  details: AuctionDetails;
  terms: AuctionTerms;
  lots: readonly LotTerms[];
};

const TYPES: readonly AuctionType[] = ['simultaneous', 'sequential', 'synchronous', 'sequentialOffline'];
const START_CENTS = 10_000;
const STEP_CENTS = 500;
const MOST_LOTS = 4;

/** A sale of any type, by any policy, that is scheduled at `scheduledAt` and goes live some seconds later. */
export function salePlan(chance: Chance, number: number, scheduledAt: number): SalePlan {
  const auction = `sale-${number}`;
  const openAt = EPOCH + Math.floor(scheduledAt + between(chance, 3_000, 7_000));
  const liveAt = openAt + whole(chance, 1_000, 6_000);
  const lots = Array.from({ length: whole(chance, 1, MOST_LOTS) }, (_, n) =>
    lotTerms(chance, auction, n + 1),
  );
  return {
    auction,
    scheduledAt,
    details: details(chance, number),
    terms: terms(chance, openAt, liveAt),
    lots,
  };
}

function terms(chance: Chance, openAt: number, liveAt: number): AuctionTerms {
  return {
    type: pick(chance, TYPES),
    openAt,
    liveAt,
    durationSeconds: whole(chance, 8, 40),
    staggerSeconds: whole(chance, 0, 6),
    staleTimeSeconds: whole(chance, 0, 8),
    inactiveSeconds: whole(chance, 0, 8),
    lotOpeningSeconds: whole(chance, 4, 12),
    gapSeconds: whole(chance, 0, 3),
    allowAutoBid: chance() < 0.9,
    allowUpcomingBid: chance() < 0.7,
    policy: {
      opening: pick(chance, POLICY_VALUES.opening),
      challenge: pick(chance, POLICY_VALUES.challenge),
      tie: pick(chance, ['earlier-leads', ...POLICY_VALUES.tie]),
      reserve: pick(chance, POLICY_VALUES.reserve),
      belowReserve: pick(chance, POLICY_VALUES.belowReserve),
    },
  };
}

const details = (chance: Chance, number: number): AuctionDetails => ({
  searchNumber: number,
  title: `Sale ${number}`,
  description: '',
  kind: 'cattle',
  public: chance() < 0.8,
  states: ['NSW'],
  requiresTabs: false,
  auctionTabs: [],
  aliasSeed: whole(chance, 0, 1_000_000),
});

const lotTerms = (chance: Chance, auction: string, number: number): LotTerms => ({
  lot: `${auction}-lot-${number}`,
  number: String(number),
  searchNumericId: number,
  unit: 'head',
  count: whole(chance, 1, 60),
  startCents: START_CENTS,
  incrementCents: STEP_CENTS,
  reserveCents: chance() < 0.5 ? null : START_CENTS + whole(chance, 0, 12) * STEP_CENTS,
  maxVendorBids: whole(chance, 0, 2),
  createdBy: 'vendor-account',
  particulars: null,
});
