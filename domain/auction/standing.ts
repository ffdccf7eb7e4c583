import type { LotOutcome, LotResult, LotSale } from './events.ts';
import { type BidderId, type LotId, VENDOR } from './ids.ts';
import type { AuctionState, AutoBid, LotState } from './state.ts';
import { typeOf } from './types/auction-types.ts';

/** The public reserve status of a lot [E12]. */
export type ReserveStatus = 'awaitingBids' | 'nearReserve' | 'onMarket' | 'notNear';

/** From this percentage of its reserve a lot is near it. */
export const NEAR_RESERVE_PERCENT = 90;

/** A lot of a sale; undefined where there is none of this id, or no id. */
export const lotIn = (
  { lots, lotIndex }: Pick<AuctionState, 'lots' | 'lotIndex'>,
  id: LotId | null | undefined,
): LotState | undefined => (id == null ? undefined : lots[lotIndex.get(id) ?? -1]);

/** [E2] The price a bid must beat, in cents: the current bid, or the start price before the first. */
export const currentPriceCents = (lot: LotState): number => lot.currentBidCents ?? lot.terms.startCents;

/**
 * Whether a lot's auto-bids are sealed: set, but not taken before the lot goes live [E7]. Those of a lot that was live
 * when it was withdrawn were taken then [C3].
 */
export const takesSealedAutoBids = (lot: LotState): boolean =>
  (lot.phase === 'open' || lot.phase === 'futureInLive') && lot.liveAt === null;

/**
 * Whether an auto-bid still answers challenges: sealed and not stopped, or the leader's, not stopped and not
 * passed by the price. A maximum that was passed never answers again, since prices never fall.
 */
export function autoBidActive(lot: LotState, autoBid: AutoBid): boolean {
  if (autoBid.stopped || lot.phase === 'closed') return false;
  if (takesSealedAutoBids(lot)) return true;
  return lot.leader === autoBid.bidder && autoBid.maxCents >= currentPriceCents(lot);
}

/**
 * Whether a correction could make an auto-bid answer again that does not now: the lot may be put back [C3] or opened
 * again [C2], or a floor bid above its maximum may be taken back [C1].
 */
export function autoBidMayReturn(state: AuctionState, lot: LotState, autoBid: AutoBid): boolean {
  if (autoBid.stopped || state.phase === 'closed' || state.cancelledAt !== undefined) return false;
  return lot.withdrawn || state.reopenable?.lot === lot.terms.lot || lot.floorBids !== undefined;
}

/** The maximum the leader's active auto-bid answers up to, in cents; null when none is active. */
export function leaderMaxCents(lot: LotState): number | null {
  if (lot.leader === null) return null;
  const autoBid = lot.autoBids.get(lot.leader);
  return autoBid !== undefined && autoBidActive(lot, autoBid) ? autoBid.maxCents : null;
}

/** The lot's price against its reserve, in the words others may see [E12]. */
export function reserveStatus(lot: LotState): ReserveStatus {
  const { currentBidCents, terms } = lot;
  if (currentBidCents === null) return 'awaitingBids';
  if (terms.reserveCents === null || currentBidCents >= terms.reserveCents) return 'onMarket';
  // Whole numbers on both sides, so that nothing is rounded.
  return currentBidCents * 100 >= terms.reserveCents * NEAR_RESERVE_PERCENT ? 'nearReserve' : 'notNear';
}

/** The lot as a decision leaves it. `finishAt` is the sale's where all lots close together. */
export const lotOutcome = (state: AuctionState, lot: LotState): LotOutcome => ({
  currentBidCents: lot.currentBidCents,
  leader: lot.leader,
  finishAt: lotFinishAt(state, lot),
});

/** The lot's deadline (ms), or the sale's where all lots close together; null when no timer runs for it. */
export const lotFinishAt = (state: AuctionState, lot: LotState): number | null =>
  typeOf(state)?.closesTogether ? state.finishAt : lot.finishAt;

/** The result if the lot closes now: no bid, sold on market, else passed in [E9]. */
export function closingResult(lot: LotState): LotResult {
  if (lot.leader === null) return 'noBid';
  return lot.leader !== VENDOR && reserveStatus(lot) === 'onMarket' ? 'sold' : 'passed';
}

/** The buyer of the lot, in the sale or after it; null unless it is sold. */
export const winnerOf = (lot: LotState): BidderId | null =>
  lot.soldAfter?.buyer ??
  (lot.status === 'sold' ? (lot.correction?.buyer ?? lot.floorBuyer ?? lot.leader) : null);

/** Whether somebody bought the lot. One that was sold privately before the sale has no winner in it. */
const isSold = (lot: LotState): boolean => lot.soldBeforeAt !== undefined || winnerOf(lot) !== null;

/** What the message of a bid that was refused on a lot depends on. `isSold`: null while the lot is not closed. */
export function refusedLotIn(
  state: AuctionState,
  id: LotId,
): { isInterfaced: boolean; isSold: boolean | null } {
  const lot = lotIn(state, id);
  return {
    isInterfaced: typeOf(state)?.byClerk ?? false,
    isSold: lot?.phase === 'closed' ? isSold(lot) : null,
  };
}

/** What a closed lot came to. */
export const saleOf = (lot: LotState): LotSale => ({
  result: lot.withdrawn ? 'withdrawn' : (resultOf(lot) ?? 'noBid'),
  buyer: winnerOf(lot),
  cents: lot.withdrawn ? null : priceCentsOf(lot),
});

/** Whether a lot was offered in its sale: neither withdrawn nor sold before it [T21]. */
export const isOffered = ({ withdrawn, soldBeforeAt }: LotState): boolean =>
  !withdrawn && soldBeforeAt === undefined;

/** A lot's public result: `soldAfterAuction` once staff recorded who bought it [T22]. */
export const resultOf = (lot: LotState): LotResult | 'soldAfterAuction' | null =>
  lot.soldAfter === undefined ? lot.status : 'soldAfterAuction';

/**
 * The price of a lot in cents per unit: the one it was sold at after the sale or corrected to, or its bidding's; null without a bid.
 */
export const priceCentsOf = (lot: LotState): number | null =>
  lot.soldAfter?.cents ?? lot.correction?.cents ?? lot.currentBidCents;

/** The auto-bids of a lot that were set and not stopped, in the order they were set. */
export const sealedInOrder = (lot: LotState): AutoBid[] =>
  [...lot.autoBids.values()].filter(({ stopped }) => !stopped).sort((a, b) => a.order - b.order);
