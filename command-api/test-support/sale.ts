import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { DEFAULT_POLICY, RULES_VERSION } from '@saleyard/domain/auction/policy.ts';
import type { AuctionDetails, AuctionTerms, LotTerms } from '@saleyard/domain/auction/terms.ts';
import type { AuctionType } from '@saleyard/domain/auction/types/auction-types.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';

/** When the test sales of the engine open and go live, in ms. */
export const OPEN_AT = 1_000_000;
export const LIVE_AT = 2_000_000;

/** Terms of a lot: start 100.00, increment 10.00, no reserve. */
export function lotTerms(lot: string, change: Partial<LotTerms> = {}): LotTerms {
  return {
    lot,
    number: lot,
    searchNumericId: 1,
    unit: 'head',
    count: 10,
    startCents: 10_000,
    incrementCents: 1_000,
    reserveCents: null,
    maxVendorBids: 0,
    createdBy: 'vendor-account',
    description: null,
    ...change,
  };
}

const DETAILS: AuctionDetails = {
  searchNumber: 41,
  title: 'Weaner sale',
  description: '',
  kind: 'cattle',
  public: true,
  states: ['NSW'],
  requiresTabs: false,
  auctionTabs: [],
  aliasSeed: 7,
};

/** The command that schedules a sale of a type: open at OPEN_AT, live at LIVE_AT, ten minutes long. */
export function schedule(
  type: AuctionType,
  terms: Partial<AuctionTerms> = {},
  details: Partial<AuctionDetails> = {},
): CommandBody {
  return {
    type: 'schedule',
    details: { ...DETAILS, ...details },
    terms: {
      type,
      openAt: OPEN_AT,
      liveAt: LIVE_AT,
      durationSeconds: 600,
      staggerSeconds: 0,
      staleTimeSeconds: 60,
      inactiveSeconds: 60,
      lotOpeningSeconds: 120,
      gapSeconds: 10,
      lotValueCents: LOT_LIMITS.valueCents,
      rules: RULES_VERSION,
      allowAutoBid: true,
      allowUpcomingBid: true,
      policy: DEFAULT_POLICY,
      ...terms,
    },
  };
}
