import { amountRefusal, type Pricing, type Standing } from './bidding.ts';
import { buyerIn, isOwnLead } from './buyer-numbers.ts';
import { type BidCommand, bidderOf } from './commands.ts';
import { VENDOR } from './ids.ts';
import { hasRule } from './policy.ts';
import type { RefusalCode } from './refusals.ts';
import { autoBidActive, autoBidMayReturn, currentPriceCents } from './standing.ts';
import type { AuctionState, LotState } from './state.ts';
import type { AuctionTerms } from './terms.ts';
import { AUCTION_TYPES } from './types/auction-types.ts';

/**
 * Why a bid command is refused, or null: the bidder is checked first, then the lot's state, then the amount [E15]. The
 * first reason found is recorded.
 */
export function bidRefusal(
  state: AuctionState,
  terms: AuctionTerms,
  lot: LotState,
  command: BidCommand,
  pricing: Pricing,
  standing: Standing,
): RefusalCode | null {
  const person = personRefusal(state, lot, command);
  if (person !== null) return person;
  if (command.type === 'stopAutoBid')
    return mayStopAutoBid(state, lot, command.bidder) ? null : (endRefusal(lot) ?? 'no-auto-bid');
  return (
    endRefusal(lot) ??
    momentRefusal(state, terms, lot, command) ??
    offerRefusal(state, terms, lot, command, pricing, standing)
  );
}

/** Whether a command names a bidder. Commands come from outside and may lack members of their type. */
export const isAccount = (id: unknown): boolean => typeof id === 'string' && id !== '';

function personRefusal(state: AuctionState, lot: LotState, command: BidCommand): RefusalCode | null {
  if (command.type === 'vendorBid') return null;
  const bidder = bidderOf(command);
  if (!isAccount(bidder)) return 'not-permitted';
  // The vendor bids by vendorBid only: nobody else is the vendor [E17].
  if (bidder === VENDOR) return 'not-permitted';
  if (command.type !== 'floorBid' && command.permitted === false) return 'not-permitted';
  return buyerIn(state, bidder) === lot.terms.createdBy && command.type !== 'stopAutoBid' ? 'own-lot' : null;
}

/** [T9] Why nothing more happens to a lot, or null. */
export function endRefusal(lot: LotState): RefusalCode | null {
  if (lot.withdrawn) return 'lot-withdrawn';
  return lot.phase === 'closed' ? 'lot-closed' : null;
}

/** [E8] Whether a bidder's auto-bid can be stopped: while it answers, frozen or not [E16], or could answer again. */
export function mayStopAutoBid(state: AuctionState, lot: LotState, bidder: string): boolean {
  const autoBid = lot.autoBids.get(bidder);
  if (autoBid === undefined) return false;
  return (
    autoBidActive(lot, autoBid) ||
    (hasRule(state.terms, 'dormantStop') && autoBidMayReturn(state, lot, autoBid))
  );
}

/** Why nothing may be done to a lot while it, or its auction, is frozen, or null [T8]. */
export function freezeRefusal(state: AuctionState, lot: LotState): RefusalCode | null {
  if (lot.frozenAt !== null) return 'lot-frozen';
  return state.frozenAt !== null ? 'auction-frozen' : null;
}

/** Why such a bid may not be made now, or null [T2] [T5] [T8] [E19]. */
function momentRefusal(
  state: AuctionState,
  terms: AuctionTerms,
  lot: LotState,
  command: BidCommand,
): RefusalCode | null {
  const { byClerk } = AUCTION_TYPES[terms.type];
  if (command.type === 'floorBid' && !byClerk) return 'wrong-auction-type';
  const frozen = freezeRefusal(state, lot);
  if (frozen !== null) return frozen;
  const sealed = command.type === 'autoBid';
  if (lot.phase === 'future') return 'not-open';
  if (sealed && !terms.allowAutoBid) return 'auto-bid-not-allowed';
  if (lot.phase === 'open') return sealed ? null : 'auto-bids-only';
  if (lot.phase === 'live') return null;
  // [C3] A lot that was live before it was withdrawn takes no sealed auto-bids while it waits.
  if (sealed && terms.allowUpcomingBid && lot.liveAt === null) return null;
  return byClerk ? 'waiting-to-start' : 'upcoming-not-allowed';
}

/** Why the amount may not be bid, or null [E2] [E5] [E9] [E17]. */
function offerRefusal(
  state: AuctionState,
  terms: AuctionTerms,
  lot: LotState,
  command: Exclude<BidCommand, { type: 'stopAutoBid' }>,
  pricing: Pricing,
  standing: Standing,
): RefusalCode | null {
  if (command.type === 'autoBid') {
    const ownLead = isOwnLead(state, lot, command.bidder);
    const isSame = ownLead && standing.maxCents === command.maxCents;
    if (isSame && hasRule(terms, 'sameMaximum')) return null;
    return amountRefusal(pricing, standing, command.maxCents, ownLead || undefined);
  }
  if (command.type !== 'vendorBid') return amountRefusal(pricing, standing, command.cents);
  const { reserveCents, maxVendorBids } = lot.terms;
  const allowed = reserveCents !== null && currentPriceCents(lot) < reserveCents;
  if (!allowed || lot.vendorBids >= maxVendorBids) return 'vendor-bids-exhausted';
  return (
    amountRefusal(pricing, standing, command.cents) ??
    (command.cents > reserveCents ? 'invalid-amount' : null)
  );
}
