import { buyerIn, nameWinner } from './buyer-numbers.ts';
import type { AuctionEvent, LotOutcome, LotSale } from './events.ts';
import type { BidderId } from './ids.ts';
import { hasRule } from './policy.ts';
import type { AuctionState, LotState } from './state.ts';
import type { StateEdit } from './state-edit.ts';
import { lotHeld, lotTimerNow } from './timers.ts';
import { AUCTION_TYPES, typeOf } from './types/auction-types.ts';

/** What corrections change of a state. `evolve.ts` applies every other event. */

/** [C2] How long the lot that the clerk closed last may be reopened, ms; 0 in sales where none is. */
export function reopenMs({ terms }: Pick<AuctionState, 'terms'>): number {
  if (terms === null || !hasRule(terms, 'reopening') || !AUCTION_TYPES[terms.type].byClerk) return 0;
  return (terms.reopenSeconds ?? 0) * 1_000;
}

/** [C1] Keeps the lot as it is before a floor bid. */
export function keepFloorBid(
  lot: LotState,
  cents: number,
  bidder: BidderId,
  { leader: next }: LotOutcome,
): void {
  const { currentBidCents, previousBidCents, leader, leadKind, participants, shown } = lot;
  const concerned = next === null || next === bidder ? [bidder] : [bidder, next];
  const before = {
    bidder,
    cents,
    currentBidCents,
    previousBidCents,
    leader,
    leadKind,
    joined: !participants.has(bidder),
    shown: concerned.map((id) => [id, shown.get(id) ?? null] as const),
  };
  lot.floorBids = [...(lot.floorBids ?? []), before];
}

/** [C1] The lot as it was before its last floor bid, but for its deadline. */
export function takeBack(edit: StateEdit, lot: LotState): void {
  const bids = lot.floorBids ?? [];
  const before = bids.at(-1);
  if (before === undefined) throw new RangeError(`lot ${lot.terms.lot} has no floor bid to take back`);
  const { currentBidCents, previousBidCents, leader, leadKind, bidder, joined, shown } = before;
  Object.assign(lot, { currentBidCents, previousBidCents, leader, leadKind });
  lot.bidCount -= 1;
  for (const [id, bid] of shown) edit.setShown(lot, id, bid);
  if (joined) edit.removeParticipant(lot, bidder);
  if (bids.length === 1) delete lot.floorBids;
  else lot.floorBids = bids.slice(0, -1);
}

/** A closed or withdrawn lot is for sale again [C2] [C3]. */
export function applyReopening(
  edit: StateEdit,
  lot: LotState,
  { type, data: { at } }: Extract<AuctionEvent, { type: 'LotReopened' | 'LotReinstated' }>,
): void {
  const state = edit.own();
  if (type === 'LotReopened') {
    lot.phase = 'live';
    lot.timerStoppedAt = lotHeld(state, lot) ? at : null;
  } else {
    keepTimeLeft(state, lot, at);
    lot.timerStoppedAt = null;
    lot.phase = phaseWhenReinstated(state);
    lot.biddingOpen = false;
  }
  lot.withdrawn = false;
  lot.status = null;
  lot.closedAt = null;
  delete lot.floorBuyer;
  delete lot.correction;
  delete lot.proposal;
  state.lotsUnclosed += 1;
  if (state.reopenable?.lot === lot.terms.lot) delete state.reopenable;
  delete state.closesAt;
  edit.deadlineChanged(lot.index);
}

/** A reinstated lot waits its turn, or for the sale. Where all lots are live together it goes live at once [C3]. */
function phaseWhenReinstated(state: AuctionState): LotState['phase'] {
  if (state.phase !== 'live') return state.phase;
  return typeOf(state)?.inTurn ? 'futureInLive' : 'open';
}

/** [C3] A lot that was live keeps the time it had left, and has at least as much as after a late bid. */
function keepTimeLeft({ terms }: AuctionState, lot: LotState, at: number): void {
  if (terms === null || lot.liveAt === null || lot.finishAt === null || lot.closedAt === null) return;
  const least = terms[AUCTION_TYPES[terms.type].lateBid] * 1_000;
  lot.finishAt = at + Math.max(lot.finishAt - lotTimerNow(lot, lot.closedAt), least);
}

type CorrectionEvent = Extract<
  AuctionEvent,
  {
    type: 'SaleCorrected' | 'CorrectionProposed' | 'CorrectionDeclined' | 'FloorBuyerNamed' | 'OfferAnswered';
  }
>;

export function applyCorrection(edit: StateEdit, lot: LotState, event: CorrectionEvent): void {
  switch (event.type) {
    case 'CorrectionProposed': {
      const { correction, awaits } = event.data;
      lot.proposal = { correction, awaits };
      break;
    }
    case 'CorrectionDeclined':
      delete lot.proposal;
      break;
    case 'OfferAnswered':
      if (!event.data.accepts) delete lot.proposal;
      break;
    case 'FloorBuyerNamed':
      nameWinner(edit, lot, buyerIn(edit.current, event.data.buyer));
      break;
    case 'SaleCorrected': {
      const { at, correction, was } = event.data;
      const { outcome, cents } = correction;
      const buyer = correction.buyer === null ? null : buyerIn(edit.current, correction.buyer);
      const first: LotSale = lot.correction?.first ?? was;
      lot.correction = { at, outcome, buyer, cents, first };
      lot.withdrawn = outcome === 'withdrawn';
      lot.status = STATUS[outcome];
      delete lot.proposal;
      delete lot.soldAfter;
      delete lot.floorBuyer;
      if (buyer !== null) edit.givePaddle(buyer);
      break;
    }
  }
}

const STATUS = { sold: 'sold', passed: 'passed', annulled: 'passed', withdrawn: null } as const;
