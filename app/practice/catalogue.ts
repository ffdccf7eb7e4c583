import { lotTermsOf } from '@saleyard/command-api/sales/schedule-sale.ts';
import type { PracticeLevel } from '@saleyard/contract/practice.ts';
import { DEFAULT_POLICY, RULES_VERSION } from '@saleyard/domain/auction/policy.ts';
import type { AuctionDetails, AuctionTerms, LotTerms } from '@saleyard/domain/auction/terms.ts';
import { contentOf } from '@saleyard/domain/listing/forms/catalogue.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { makeLot } from '../sample-data/lots.ts';
import { pick, type Random, whole } from '../sample-data/random.ts';
import { STOCK } from '../sample-data/stock.ts';
import { TOWNS } from '../sample-data/towns.ts';

/** Lots of a practice sale: each shows one thing more (see rivals.ts). */
export const PRACTICE_LOTS = 5;
/** ms until it opens, for its lots to be catalogued, and until the first lot is live, for a look around. */
const OPENS_MS = 1_500;
const LIVE_MS = 9_000;
/** In seconds: how long a lot is live, the time added by a late bid, and the gap to the next lot. */
const LOT_SECONDS = 40;
const EXTENSION_SECONDS = 12;
const GAP_SECONDS = 6;
/** Lots with a reserve, by place, and how many increments above the start it lies: any contest reaches it. */
const RESERVED: ReadonlySet<number> = new Set([1, 3]);
const RESERVE_STEPS = 2;

/** The seller of practice lots: no account, so that anyone may bid. */
const VENDOR_ACCOUNT = 'practice-vendor';

type MadeSale = { details: AuctionDetails; terms: AuctionTerms; lots: LotTerms[] };

/** A short sale for one person, one lot after another. `now`: ms. It takes no number of any sequence. */
export function makePracticeSale(level: PracticeLevel, random: Random, now: number): MadeSale {
  const stock = STOCK.cattle.filter(({ unit }) => unit === 'head');
  const near = [pick(random, TOWNS)];
  const lots = Array.from({ length: PRACTICE_LOTS }, (_, index): LotTerms => {
    const made = makeLot(random, { kind: 'cattle', stock, near, sellers: [] });
    const { startCents, incrementCents } = made;
    const reserveCents = RESERVED.has(index) ? startCents + RESERVE_STEPS * incrementCents : null;
    const given = { lot: newId(), number: String(index + 1), searchNumericId: 0, sender: VENDOR_ACCOUNT };
    const body = { ...made, reserveCents, maxVendorBids: 0 };
    const { details, media } = contentOf('cattle', body);
    return lotTermsOf(body, given, { kept: 'here', details, media });
  });
  return {
    details: {
      searchNumber: 0,
      title: 'Practice Sale',
      description: 'Sample cattle and simulated bidders: nothing here is real.',
      kind: 'cattle',
      public: false,
      states: [...new Set(near.map(({ state }) => state))],
      requiresTabs: false,
      auctionTabs: [],
      aliasSeed: whole(random, 0, 2 ** 31),
      practice: { level },
    },
    terms: {
      type: 'sequential',
      openAt: now + OPENS_MS,
      liveAt: now + LIVE_MS,
      durationSeconds: 0,
      staggerSeconds: 0,
      staleTimeSeconds: EXTENSION_SECONDS,
      inactiveSeconds: 0,
      lotOpeningSeconds: LOT_SECONDS,
      gapSeconds: GAP_SECONDS,
      allowAutoBid: true,
      allowUpcomingBid: true,
      policy: DEFAULT_POLICY,
      lotValueCents: LOT_LIMITS.valueCents,
      rules: RULES_VERSION,
    },
    lots,
  };
}
