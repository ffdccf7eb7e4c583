import { DAY_MS } from '../days.ts';
import { LOT_LIMITS } from '../listing/stock.ts';
import { endRefusal, isAccount } from './bid-eligibility.ts';
import { isAmount } from './bidding.ts';
import { buyerIn } from './buyer-numbers.ts';
import type { Correction, CorrectionCommand, SeenCorrection } from './commands.ts';
import type { AuctionEvent, LotSale } from './events.ts';
import type { AuctionFold } from './evolve.ts';
import { reopenMs } from './evolve-corrections.ts';
import { type BidderId, FLOOR, isFloorBuyer, isOnFloor, VENDOR } from './ids.ts';
import { hasRule } from './policy.ts';
import { pricingOf } from './pricing.ts';
import type { RefusalCode } from './refusals.ts';
import { SALE_LIMITS } from './scheduling.ts';
import { lotFinishAt, priceCentsOf, saleOf, winnerOf } from './standing.ts';
import type { AuctionState, LotState } from './state.ts';
import type { AuctionTerms } from './terms.ts';
import { timerNow } from './timers.ts';
import { lotsGoLive } from './timing.ts';
import { typeOf } from './types/auction-types.ts';

/** What is put right after a mistake on the sale day [C1] to [C7]. Nothing vanishes: every correction is an event. */

type CorrectSale = Extract<CorrectionCommand, { type: 'correctSale' }>;

const TYPES: ReadonlySet<string> = new Set<CorrectionCommand['type']>([
  'retractFloorBid',
  'reopenLot',
  'reinstateLot',
  'correctSale',
  'confirmCorrection',
  'declineCorrection',
  'nameFloorBuyer',
  'answerOffer',
]);

export const isCorrection = (command: { type: string }): command is CorrectionCommand =>
  TYPES.has(command.type);

/** Why a correction can't be made, or null. */
export function correctionRefusal(
  state: AuctionState,
  command: CorrectionCommand,
  lot: LotState,
  at: number,
): RefusalCode | null {
  if (state.cancelledAt !== undefined) return 'lot-withdrawn';
  if (command.type !== 'answerOffer' && !isAccount(command.by)) return 'invalid-terms';
  if ('reason' in command || needsReason(command)) {
    const { reason } = command as { reason?: unknown };
    const isReason = typeof reason === 'string' && reason !== '' && reason.length <= SALE_LIMITS.reason;
    if (!isReason) return 'invalid-terms';
  }
  switch (command.type) {
    case 'retractFloorBid':
      return retractRefusal(state, lot);
    case 'reopenLot':
      return reopenRefusal(state, lot, at);
    case 'reinstateLot':
      return reinstateRefusal(state, lot);
    case 'correctSale':
      return correctRefusal(state, lot, command);
    case 'nameFloorBuyer':
      return namingRefusal(state, lot, command.buyer);
    case 'confirmCorrection':
      if (lot.proposal?.awaits !== 'secondPerson' || !isSeen(lot.proposal, command)) return 'no-proposal';
      return lot.proposal.correction.by === command.by ? 'second-person-needed' : null;
    case 'declineCorrection':
      return lot.proposal === undefined ? 'no-proposal' : null;
    case 'answerOffer': {
      if (typeof command.accepts !== 'boolean') return 'invalid-terms';
      const { proposal } = lot;
      const isOffered = proposal?.awaits === 'buyer' && proposal.correction.buyer === command.bidder;
      return isOffered && isSeen(proposal, { cents: command.cents }) ? null : 'no-proposal';
    }
  }
}

type Seen = { [Member in keyof SeenCorrection]: SeenCorrection[Member] | undefined };

/** [C5] [C6] Whether the correction that waits is the one that a person saw. */
function isSeen({ correction }: NonNullable<LotState['proposal']>, { outcome, buyer, cents }: Seen): boolean {
  const isSame = <T>(seen: T | undefined, waits: T): boolean => seen === undefined || seen === waits;
  return (
    isSame(outcome, correction.outcome) &&
    isSame<string | null>(buyer, correction.buyer) &&
    isSame<number | null>(cents, correction.cents)
  );
}

const REASONED: ReadonlySet<CorrectionCommand['type']> = new Set([
  'retractFloorBid',
  'reopenLot',
  'reinstateLot',
  'correctSale',
  'declineCorrection',
]);

const needsReason = ({ type }: CorrectionCommand): boolean => REASONED.has(type);

/** [C1] */
function retractRefusal(state: AuctionState, lot: LotState): RefusalCode | null {
  if (!typeOf(state)?.byClerk) return 'wrong-auction-type';
  const ended = endRefusal(lot);
  if (ended !== null) return ended;
  if (lot.phase !== 'live') return 'waiting-to-start';
  return lot.floorBids === undefined ? 'nothing-to-retract' : null;
}

/** [C2] */
function reopenRefusal(state: AuctionState, lot: LotState, at: number): RefusalCode | null {
  if (!typeOf(state)?.byClerk) return 'wrong-auction-type';
  if (lot.withdrawn) return 'lot-withdrawn';
  if (lot.phase !== 'closed') return 'not-closed';
  const { reopenable } = state;
  const isInTime =
    reopenMs(state) > 0 &&
    reopenable?.lot === lot.terms.lot &&
    timerNow(state, at) < reopenable.until &&
    state.phase === 'live';
  return isInTime ? null : 'not-reopenable';
}

/** [C3] */
function reinstateRefusal(state: AuctionState, lot: LotState): RefusalCode | null {
  if (!lot.withdrawn) return 'already-so';
  return state.phase === 'closed' || lot.correction !== undefined ? 'lot-closed' : null;
}

/** Whether a buyer is an account: neither the vendor nor on the floor. */
const isAccountBuyer = (buyer: BidderId): boolean => buyer !== VENDOR && !isOnFloor(buyer);

/** [C4] The buyer that a correction is about: the account of an assigned buyer number. */
const correctedBuyer = (state: AuctionState, buyer: BidderId): BidderId =>
  hasRule(state.terms, 'numberIsAccount') ? buyerIn(state, buyer) : buyer;

/** Why somebody can't be the buyer of a lot, or null. */
function buyerRefusal(state: AuctionState, lot: LotState, buyer: unknown): RefusalCode | null {
  if (!isAccount(buyer) || buyer === VENDOR) return 'not-permitted';
  const named = buyer as BidderId;
  if (isOnFloor(named) && named !== FLOOR && !isFloorBuyer(named)) return 'not-permitted';
  return buyerIn(state, named) === lot.terms.createdBy ? 'own-lot' : null;
}

/** [T22] Why somebody can't buy a lot after its sale, or null: only where a clerk sells, the floor can. */
export function buyerAfterRefusal(state: AuctionState, lot: LotState, buyer: unknown): RefusalCode | null {
  const refused = buyerRefusal(state, lot, buyer);
  if (refused !== null || isAccountBuyer(buyer as BidderId)) return refused;
  return typeOf(state)?.byClerk ? null : 'wrong-auction-type';
}

const OUTCOMES: ReadonlySet<unknown> = new Set(['sold', 'passed', 'withdrawn', 'annulled']);

/** [C4] Why a lot can't be corrected to this, or null. */
function correctRefusal(state: AuctionState, lot: LotState, command: CorrectSale): RefusalCode | null {
  const { outcome, buyer, cents, acceptedBy } = command;
  if (lot.phase !== 'closed') return 'not-closed';
  if (lot.soldBeforeAt !== undefined) return 'already-so';
  const isWhole =
    OUTCOMES.has(outcome) &&
    (acceptedBy === undefined || acceptedBy === 'staffRecord') &&
    (outcome === 'sold' || (buyer === undefined && acceptedBy === undefined)) &&
    (outcome === 'sold' || outcome === 'passed' || cents === undefined);
  if (!isWhole || state.terms === null) return 'invalid-terms';
  const highest = pricingOf(lot, state.terms).highestCents;
  if (outcome === 'sold' || cents !== undefined) {
    if (typeof cents !== 'number' || !isAmount(cents, highest)) return 'invalid-amount';
  }
  if (outcome === 'annulled' && winnerOf(lot) === null) return 'already-so';
  if (outcome === 'sold') {
    const refused = buyerRefusal(state, lot, buyer) ?? soldRefusal(state, lot, command);
    if (refused !== null) return refused;
  }
  return stands(state, lot, command) ? 'already-so' : null;
}

/** Whether the lot is already what the correction makes of it. */
function stands(state: AuctionState, lot: LotState, { outcome, buyer, cents }: CorrectSale): boolean {
  const now = saleOf(lot);
  if (outcome === 'sold') {
    return buyer !== undefined && now.buyer === buyerIn(state, buyer) && now.cents === cents;
  }
  if (outcome === 'annulled') return lot.correction?.outcome === 'annulled';
  const isPassed = now.result === 'passed' && lot.correction?.outcome !== 'annulled';
  return outcome === 'withdrawn' ? lot.withdrawn : isPassed && (cents ?? now.cents) === now.cents;
}

/** [C4] Why a lot can't be sold to this buyer at this price, or null. */
function soldRefusal(state: AuctionState, lot: LotState, command: CorrectSale): RefusalCode | null {
  const { buyer: named, cents } = command;
  if (named === undefined || cents === undefined) return 'invalid-terms';
  const buyer = correctedBuyer(state, named);
  if (!isAccountBuyer(buyer)) return typeOf(state)?.byClerk ? null : 'wrong-auction-type';
  if (hasBought(state, lot, named)) return null;
  const seen = shownOf(state, lot, buyer);
  return seen === null || seen === cents ? null : 'not-their-bid';
}

/** Whether somebody is the buyer that a correction names: a buyer number is also who the floor was [C7]. */
const isNamed = (state: AuctionState, named: BidderId, who: BidderId | null): boolean =>
  who !== null &&
  (correctedBuyer(state, who) === correctedBuyer(state, named) || (who === FLOOR && isFloorBuyer(named)));

/** Whether a lot was knocked down to a buyer, or is theirs by an earlier correction. */
const hasBought = (state: AuctionState, lot: LotState, named: BidderId): boolean =>
  isNamed(state, named, winnerOf(lot)) ||
  (lot.correction?.outcome === 'sold' && isNamed(state, named, lot.correction.first.buyer));

/** The most that the room saw from a buyer and their buyer numbers, in cents per unit; null: nothing. */
function shownOf(state: AuctionState, lot: LotState, buyer: BidderId): number | null {
  const seen = [...lot.shown].filter(([bidder]) => correctedBuyer(state, bidder) === buyer);
  return seen.length === 0 ? null : Math.max(...seen.map(([, { cents }]) => cents));
}

/** [C4] Whether the buyer must agree: to a lot that was not theirs, or to more than the room saw from them. */
function mustAccept(
  state: AuctionState,
  lot: LotState,
  { buyer: named, cents, acceptedBy }: Correction,
): boolean {
  if (acceptedBy !== null || named === null || cents === null) return false;
  const buyer = correctedBuyer(state, named);
  if (!isAccountBuyer(buyer)) return false;
  if (!hasBought(state, lot, named)) return true;
  const paid = isNamed(state, named, winnerOf(lot)) ? priceCentsOf(lot) : null;
  return cents > Math.max(shownOf(state, lot, buyer) ?? 0, paid ?? 0);
}

/** The most that a lot of this price can be worth altogether, in cents: per kg at the highest weight of each head. */
const worthCents = ({ terms: { unit, count } }: LotState, cents: number): number =>
  cents * count * (unit === 'kg' ? LOT_LIMITS.kgPerHead : 1);

/** [C6] Whether another person must confirm a correction. */
function needsSecondPerson(terms: AuctionTerms, lot: LotState, { cents }: Correction, at: number): boolean {
  const { secondPersonAboveCents: above, secondPersonAfterDay: afterDay } = terms;
  const dearer = Math.max(cents ?? 0, priceCentsOf(lot) ?? 0);
  if (above !== undefined && worthCents(lot, dearer) > above) return true;
  return afterDay === true && at - (lot.closedAt ?? at) > DAY_MS;
}

/** [C7] Why the buyer of a lot on the floor can't be named so, or null. */
function namingRefusal(state: AuctionState, lot: LotState, buyer: BidderId): RefusalCode | null {
  if (winnerOf(lot) !== FLOOR) return 'no-floor-buyer';
  return buyer === FLOOR ? 'already-so' : buyerRefusal(state, lot, buyer);
}

/** [C7] Why a lot can't be knocked down to this buyer on the floor, or null. */
export function knockDownBuyerRefusal(
  state: AuctionState,
  lot: LotState,
  buyer: unknown,
): RefusalCode | null {
  if (lot.leader !== FLOOR) return 'no-floor-buyer';
  return buyer === FLOOR ? 'not-permitted' : buyerRefusal(state, lot, buyer);
}

/** What a correction that can be made does. */
export function* correctionEvents(
  fold: AuctionFold,
  command: CorrectionCommand,
  lot: LotState,
  at: number,
): Generator<AuctionEvent> {
  const { state } = fold;
  const id = command.lot;
  switch (command.type) {
    case 'retractFloorBid': {
      const { reason, by } = command;
      const before = lot.floorBids?.at(-1);
      if (before === undefined) return;
      const { bidder, cents, currentBidCents, leader } = before;
      const outcome = { currentBidCents, leader, finishAt: lotFinishAt(state, lot) };
      yield { type: 'FloorBidRetracted', data: { at, lot: id, reason, by, bidder, cents, outcome } };
      return;
    }
    case 'reopenLot':
      yield { type: 'LotReopened', data: { at, lot: id, reason: command.reason, by: command.by } };
      return;
    case 'reinstateLot': {
      yield { type: 'LotReinstated', data: { at, lot: id, reason: command.reason, by: command.by } };
      const reinstated = fold.state.lots[lot.index];
      const goesLive = state.phase === 'live' && !typeOf(state)?.inTurn;
      if (goesLive && reinstated !== undefined) yield* lotsGoLive(fold, [reinstated], at);
      return;
    }
    case 'nameFloorBuyer': {
      const { buyer, by } = command;
      yield { type: 'FloorBuyerNamed', data: { at, lot: id, buyer, by } };
      return;
    }
    case 'correctSale': {
      const { outcome, buyer = null, cents = null, reason, by, acceptedBy = null } = command;
      const correction: Correction = { outcome, buyer, cents, reason, by, acceptedBy };
      const awaitsSecond = state.terms !== null && needsSecondPerson(state.terms, lot, correction, at);
      if (!awaitsSecond) yield madeOrOffered(state, lot, correction, at);
      else yield { type: 'CorrectionProposed', data: { at, lot: id, correction, awaits: 'secondPerson' } };
      return;
    }
    case 'confirmCorrection':
      yield { type: 'CorrectionConfirmed', data: { at, lot: id, by: command.by, ...seenBy(command) } };
      if (lot.proposal !== undefined) yield madeOrOffered(state, lot, lot.proposal.correction, at);
      return;
    case 'declineCorrection':
      yield { type: 'CorrectionDeclined', data: { at, lot: id, reason: command.reason, by: command.by } };
      return;
    case 'answerOffer': {
      const { bidder, accepts } = command;
      yield { type: 'OfferAnswered', data: { at, lot: id, bidder, accepts, ...seenBy(command) } };
      if (!accepts || lot.proposal === undefined) return;
      yield madeOrOffered(state, lot, { ...lot.proposal.correction, acceptedBy: 'buyer' }, at);
      return;
    }
  }
}

/** What a command names of the correction that it answers, as it is stored. */
const seenBy = ({ outcome, buyer, cents }: SeenCorrection): SeenCorrection => ({
  ...(outcome !== undefined && { outcome }),
  ...(buyer !== undefined && { buyer }),
  ...(cents !== undefined && { cents }),
});

/** The correction, or the offer to a buyer who must agree to it first [C5]. */
function madeOrOffered(state: AuctionState, lot: LotState, made: Correction, at: number): AuctionEvent {
  const id = lot.terms.lot;
  const { buyer: named } = made;
  const buyer = named === null ? null : correctedBuyer(state, named);
  const correction = { ...made, buyer, ...(named !== null && named !== buyer && { number: named }) };
  if (mustAccept(state, lot, made)) {
    return { type: 'CorrectionProposed', data: { at, lot: id, correction, awaits: 'buyer' } };
  }
  const was: LotSale = saleOf(lot);
  return { type: 'SaleCorrected', data: { at, lot: id, correction, was } };
}
