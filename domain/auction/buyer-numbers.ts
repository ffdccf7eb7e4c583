import { type BidCommand, bidderOf } from './commands.ts';
import { type BidderId, isFloorBuyer, isOnFloor, VENDOR } from './ids.ts';
import { hasRule } from './policy.ts';
import type { RefusalCode } from './refusals.ts';
import { leaderMaxCents, winnerOf } from './standing.ts';
import type { AuctionState, LotState } from './state.ts';
import type { StateEdit } from './state-edit.ts';
import { typeOf } from './types/auction-types.ts';

/** A buyer number with the account that it belongs to. */
type Assigned = { buyer: BidderId; account: BidderId };

/** [C9] The account of an assigned buyer number; any other bidder as they are. */
export const buyerIn = ({ buyerNumbers }: Pick<AuctionState, 'buyerNumbers'>, bidder: BidderId): BidderId =>
  buyerNumbers?.get(bidder) ?? bidder;

/** [C9] Whether somebody leads a lot, themselves or by their buyer number. */
export const isOwnLead = (state: AuctionState, lot: LotState, bidder: BidderId): boolean =>
  lot.leader === bidder ||
  (lot.leader !== null &&
    hasRule(state.terms, 'ownNumber') &&
    buyerIn(state, lot.leader) === bidder &&
    leaderMaxCents(lot) === null);

/** [C9] Who bids: the account that leads, where a floor bid is by their buyer number. */
export function bidderAs(state: AuctionState, { leader }: LotState, command: BidCommand): BidderId {
  const bidder = bidderOf(command);
  const isLeader = command.type === 'floorBid' && buyerIn(state, bidder) === leader;
  return isLeader && hasRule(state.terms, 'ownNumber') ? leader : bidder;
}

/** [C9] Why a buyer number can't be assigned to an account, or null. Members come from outside and may be missing. */
export function assignmentRefusal(state: AuctionState, given: Assigned & { by: string }): RefusalCode | null {
  const { buyer, account, by } = given as Record<keyof typeof given, unknown>;
  if (!typeOf(state)?.byClerk) return 'wrong-auction-type';
  if (state.cancelledAt !== undefined) return 'lot-withdrawn';
  const isNamed = typeof account === 'string' && account !== '' && account !== VENDOR && !isOnFloor(account);
  if (typeof buyer !== 'string' || !isFloorBuyer(buyer) || !isNamed) return 'not-permitted';
  if (typeof by !== 'string' || by === '') return 'invalid-terms';
  if (state.buyerNumbers?.get(buyer) === account) return 'already-so';
  // [E12] Nobody buys a lot that they listed, by a number either.
  const isTheirs = (lot: LotState): boolean =>
    lot.participants.has(buyer) ||
    winnerOf(lot) === buyer ||
    (hasRule(state.terms, 'numberIsAccount') && lot.proposal?.correction.buyer === buyer);
  const isOwn = state.lots.some((lot) => lot.terms.createdBy === account && isTheirs(lot));
  return isOwn ? 'own-lot' : null;
}

/** [C9] What a buyer number bought is its account's. A lot that was an earlier account's stays theirs. */
export function assignBuyerNumber(edit: StateEdit, { buyer, account }: Assigned): void {
  const state = edit.own();
  state.buyerNumbers = new Map(state.buyerNumbers).set(buyer, account);
  const bought = state.lots.filter((lot) => winnerOf(lot) === buyer);
  for (const { index } of bought) nameWinner(edit, edit.lot(index), account);
}

/** Records the buyer of a lot that was sold on the floor, in the place that names its winner. */
export function nameWinner(edit: StateEdit, lot: LotState, buyer: BidderId): void {
  // [C5] It is not offered to another any more.
  const isOffered = lot.proposal?.awaits === 'buyer' && lot.proposal.correction.buyer !== buyer;
  if (isOffered && hasRule(edit.current.terms, 'namedEndsOffer')) delete lot.proposal;
  if (lot.soldAfter !== undefined) lot.soldAfter = { ...lot.soldAfter, buyer };
  else if (lot.correction === undefined) lot.floorBuyer = buyer;
  else lot.correction = { ...lot.correction, buyer };
  edit.givePaddle(buyer);
}
