import { highestCents } from '../listing/stock.ts';
import type { Pricing, Standing } from './bidding.ts';
import { leaderMaxCents } from './standing.ts';
import type { LotState } from './state.ts';
import type { AuctionTerms } from './terms.ts';

/** The inputs of a lot's price. */
export const pricingOf = ({ terms }: LotState, { policy, lotValueCents }: AuctionTerms): Pricing => ({
  startCents: terms.startCents,
  incrementCents: terms.incrementCents,
  reserveCents: terms.reserveCents,
  policy,
  highestCents: lotValueCents === null ? Number.MAX_SAFE_INTEGER : highestCents(terms, lotValueCents),
});

/** The state of a lot before the next bid. */
export const standingOf = (lot: LotState): Standing => ({
  cents: lot.currentBidCents,
  leader: lot.leader,
  maxCents: leaderMaxCents(lot),
});
