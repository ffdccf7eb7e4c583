import { lowestBidCents } from './bidding.ts';
import { assignBuyerNumber, buyerIn } from './buyer-numbers.ts';
import { type BidCommand, bidderOf, madeBy, type PlacedLot, placedFor } from './commands.ts';
import { allBlockDeadlines } from './deadlines.ts';
import type { AuctionEvent, LotOutcome } from './events.ts';
import { applyCorrection, applyReopening, keepFloorBid, reopenMs, takeBack } from './evolve-corrections.ts';
import type { BidderId, LotId } from './ids.ts';
import { hasRule } from './policy.ts';
import { pricingOf } from './pricing.ts';
import { autoBidActive, sealedInOrder } from './standing.ts';
import type { AuctionState, LeadKind, LotState } from './state.ts';
import { StateEdit } from './state-edit.ts';
import type { LotTerms } from './terms.ts';
import { lotHeld, restartTimers, timerNow } from './timers.ts';
import { AUCTION_TYPES, opensNextByTimer, typeOf } from './types/auction-types.ts';

/** The auction before its first event. */
export const initialState: AuctionState = {
  phase: 'future',
  details: null,
  terms: null,
  lots: [],
  lotIndex: new Map(),
  lotsUnclosed: 0,
  paddles: new Map(),
  autoBidsSet: 0,
  openAt: null,
  liveAt: null,
  finishAt: null,
  nextLotAt: null,
  blockDeadlines: [],
  frozenAt: null,
  pausedAt: null,
  timersStoppedAt: null,
  closedAt: null,
  lastAt: 0,
  version: 0,
};

/** The auction after `event`. Pure: the argument is never changed, and shares what the event left alone. */
export function evolve(state: AuctionState, event: AuctionEvent): AuctionState {
  const edit = new StateEdit(state);
  applyEvent(edit, event);
  return edit.share();
}

/** The auction after many events, copying each part at most once. */
export function fold(events: Iterable<AuctionEvent>, from: AuctionState = initialState): AuctionState {
  const edit = new StateEdit(from);
  for (const event of events) applyEvent(edit, event);
  return edit.share();
}

/** An auction that is kept folded as its events come. */
export class AuctionFold {
  readonly #edit: StateEdit;

  constructor(from: AuctionState = initialState) {
    this.#edit = new StateEdit(from);
  }

  apply(event: AuctionEvent): void {
    applyEvent(this.#edit, event);
  }

  /** The state for as long as the caller likes: later events never change it. */
  get state(): AuctionState {
    return this.#edit.share();
  }

  /** Calls `look` with the state itself, not a copy. `look` must not keep it. */
  read<T>(look: (state: AuctionState) => T): T {
    return look(this.#edit.current);
  }
}

function applyEvent(edit: StateEdit, event: AuctionEvent): void {
  const state = edit.own();
  const { at } = event.data;
  change(edit, state, event);
  state.lastAt = at;
  state.version += 1;
}

function change(edit: StateEdit, state: AuctionState, event: AuctionEvent): void {
  switch (event.type) {
    case 'AuctionScheduled': {
      const { at, details, terms } = event.data;
      state.details = details;
      state.terms = terms;
      state.openAt = terms.openAt;
      state.liveAt = terms.liveAt;
      // What was frozen before these times were set is not added to them.
      if (state.timersStoppedAt !== null) state.timersStoppedAt = at;
      state.scheduledIn = state.version + 1;
      if (event.data.lots !== undefined) arrange(edit, event.data.lots);
      break;
    }
    case 'LotsCatalogued': {
      const { lots, place } = event.data;
      catalogue(edit, lots);
      const [changed] = lots;
      if (place !== undefined && changed !== undefined) moveLot(edit, changed.lot, place);
      break;
    }
    case 'LotAmended': {
      const { lot: id, startCents, reserveCents, description } = event.data;
      const lot = lotNamed(edit, id);
      lot.terms = { ...lot.terms, startCents, reserveCents, description };
      if (state.phase === 'future') lot.cataloguedIn = state.version + 1;
      stopTooLow(edit, lot);
      break;
    }
    case 'AuctionOpened':
      state.phase = 'open';
      // From here on the schedule is not changed.
      for (const { index } of edit.lots()) delete edit.lot(index).cataloguedIn;
      moveLots(edit, 'future', 'open');
      break;
    case 'AuctionWentLive': {
      const { at, finishAt } = event.data;
      state.phase = 'live';
      state.liveAt = at;
      state.finishAt = finishAt;
      if (typeOf(state)?.inTurn) moveLots(edit, 'open', 'futureInLive');
      break;
    }
    case 'LotsWentLive':
      for (const { lot, finishAt } of event.data.lots) goLive(edit, lot, event.data.at, finishAt);
      state.nextLotAt = null;
      break;
    case 'SealedAutoBidsTaken':
      takeSealed(edit, event.data);
      break;
    case 'BidAccepted': {
      const { at, command, steps, outcome } = event.data;
      const bidder = madeBy(command, steps);
      const lot = lotNamed(edit, command.lot);
      if (command.type === 'vendorBid') lot.vendorBids += 1;
      if (command.type === 'floorBid') keepFloorBid(lot, command.cents, bidder, outcome);
      else delete lot.floorBids;
      delete lot.takenBack;
      takeOutcome(edit, lot, bidder, command.type, event.data);
      const isHighest = command.cents >= (lot.shown.get(bidder)?.cents ?? 0);
      if (isHighest) edit.setShown(lot, bidder, { cents: command.cents, at, ...placedFor(command) });
      break;
    }
    case 'AutoBidAccepted': {
      const { command, sealed } = event.data;
      const lot = lotNamed(edit, command.lot);
      setAutoBid(edit, lot, command);
      delete lot.floorBids;
      delete lot.takenBack;
      if (!sealed) takeOutcome(edit, lot, command.bidder, 'autoBid', event.data);
      break;
    }
    case 'AutoBidStopped': {
      const lot = lotNamed(edit, event.data.command.lot);
      const autoBid = lot.autoBids.get(event.data.command.bidder);
      if (autoBid === undefined) break;
      // A stop of one that did not answer leaves the floor bids as they are.
      if (autoBidActive(lot, autoBid)) delete lot.floorBids;
      edit.setAutoBid(lot, { ...autoBid, stopped: true });
      break;
    }
    case 'BidRefused': {
      const { command } = event.data;
      if (command.type !== 'stopAutoBid') edit.addRefused(command.lot, bidderOf(command));
      break;
    }
    case 'ActionRefused':
      break;
    case 'Frozen':
      setStop(edit, event.data.lot, event.data.at, 'frozenAt', event.data.at);
      if (event.data.cause !== undefined)
        (event.data.lot === null ? edit.own() : lotNamed(edit, event.data.lot)).frozenCause =
          event.data.cause;
      break;
    case 'Resumed':
      setStop(edit, event.data.lot, event.data.at, 'frozenAt', null);
      break;
    case 'Paused':
      setStop(edit, event.data.lot, event.data.at, 'pausedAt', event.data.at);
      break;
    case 'Unpaused':
      setStop(edit, event.data.lot, event.data.at, 'pausedAt', null);
      break;
    case 'BiddingOpened':
      lotNamed(edit, event.data.lot).biddingOpen = true;
      break;
    case 'LotWithdrawn': {
      const lot = lotNamed(edit, event.data.lot);
      lot.withdrawn = true;
      close(edit, [lot], event.data.at);
      break;
    }
    case 'LotSoldBefore': {
      const lot = lotNamed(edit, event.data.lot);
      lot.soldBeforeAt = event.data.at;
      close(edit, [lot], event.data.at);
      break;
    }
    case 'LotSoldAfter': {
      const { at, lot: id, buyer, cents } = event.data;
      const lot = lotNamed(edit, id);
      lot.soldAfter = { at, buyer: buyerIn(state, buyer), cents };
      delete lot.proposal;
      edit.givePaddle(lot.soldAfter.buyer);
      break;
    }
    case 'LotsClosed': {
      const lots = event.data.lots.map(({ lot: id, status }) => {
        const lot = lotNamed(edit, id);
        lot.status = status;
        if (status === 'sold') soldOnFloor(edit, lot, event.data.buyer);
        return lot;
      });
      close(edit, lots, event.data.at);
      const [closed] = lots;
      if (event.data.by !== 'time' && closed !== undefined) mayReopen(edit, closed, event.data.at);
      break;
    }
    case 'FloorBidRetracted': {
      const { at, lot: id, cents, reason } = event.data;
      const lot = lotNamed(edit, id);
      takeBack(edit, lot);
      lot.takenBack = { at, cents, reason };
      break;
    }
    case 'LotReopened':
    case 'LotReinstated':
      applyReopening(edit, lotNamed(edit, event.data.lot), event);
      break;
    case 'SaleCorrected':
    case 'CorrectionProposed':
    case 'CorrectionDeclined':
    case 'FloorBuyerNamed':
    case 'OfferAnswered':
      applyCorrection(edit, lotNamed(edit, event.data.lot), event);
      break;
    case 'CorrectionConfirmed':
      break;
    case 'BuyerNumberAssigned':
      assignBuyerNumber(edit, event.data);
      break;
    case 'AuctionCancelled': {
      const { at } = event.data;
      for (const { index, phase } of edit.lots()) {
        if (phase === 'closed') continue;
        const lot = edit.lot(index);
        lot.withdrawn = true;
        close(edit, [lot], at);
      }
      state.cancelledAt = at;
      stop(state, 'frozenAt', null);
      state.pausedAt = null;
      state.timersStoppedAt = null;
      break;
    }
    case 'Announced':
      if (event.data.text === null) delete state.announcement;
      else state.announcement = event.data.text;
      break;
    case 'EveryoneMessaged': {
      const { text } = event.data;
      state.messaged = { count: (state.messaged?.count ?? 0) + 1, text };
      if (state.phase !== 'closed' && state.cancelledAt === undefined) state.announcement = text;
      break;
    }
    case 'ResultsExported':
      break;
    case 'AuctionClosed':
      state.phase = 'closed';
      state.closedAt = event.data.at;
      delete state.closesAt;
      delete state.reopenable;
      stop(state, 'frozenAt', null);
      state.pausedAt = null;
      state.timersStoppedAt = null;
      break;
  }
}

/** [C7] [C9] Who bought a lot on the floor: the buyer that the clerk named, or the account of the number that leads. */
function soldOnFloor(edit: StateEdit, lot: LotState, named: BidderId | undefined): void {
  const buyer = named ?? lot.leader;
  if (buyer === null) return;
  const account = buyerIn(edit.current, buyer);
  if (account !== lot.leader) lot.floorBuyer = account;
  if (hasRule(edit.current.terms, 'namedBuyerPaddle') || account !== buyer) edit.givePaddle(account);
}

function lotNamed(edit: StateEdit, id: LotId): LotState {
  const index = edit.current.lotIndex.get(id);
  if (index === undefined) throw new RangeError(`the events name the lot ${id}, which was never catalogued`);
  return edit.lot(index);
}

/** Adds lots, or gives a lot that is there already its new terms. */
function catalogue(edit: StateEdit, catalogued: readonly LotTerms[]): void {
  const state = edit.own();
  const lots = edit.lots();
  const lotIndex = new Map(state.lotIndex);
  for (const terms of catalogued) {
    const known = lotIndex.get(terms.lot);
    if (known === undefined) {
      lotIndex.set(terms.lot, lots.length);
      lots.push(newLot(terms, lots.length));
      state.lotsUnclosed += 1;
    } else edit.lot(known).terms = terms;
    const lot = edit.lot(known ?? lots.length - 1);
    lot.cataloguedIn = state.version + 1;
  }
  state.lotIndex = lotIndex;
  state.blockDeadlines = allBlockDeadlines(lots);
}

/** The lots in another order, each with its number [T24]. */
function arrange(edit: StateEdit, placed: readonly PlacedLot[]): void {
  for (const { lot: id, number } of placed) {
    const lot = lotNamed(edit, id);
    if (lot.terms.number === number) continue;
    lot.terms = { ...lot.terms, number };
    lot.cataloguedIn = edit.current.version + 1;
  }
  const state = edit.own();
  const before = state.lotIndex;
  const lots = edit.lots();
  const moved = placed.map(({ lot }) => edit.lot(before.get(lot) ?? -1));
  for (const [index, lot] of moved.entries()) {
    lot.index = index;
    lots[index] = lot;
  }
  state.lotIndex = new Map(placed.map(({ lot }, index) => [lot, index]));
  state.blockDeadlines = allBlockDeadlines(lots);
}

/** One lot at another place, from 0; the others keep their order [T24]. */
function moveLot(edit: StateEdit, id: LotId, place: number): void {
  const { lots, lotIndex } = edit.current;
  const from = lotIndex.get(id) ?? -1;
  if (from === place) return;
  const placed = lots.map(({ terms: { lot, number } }) => ({ lot, number }));
  const [moved] = placed.splice(from, 1);
  if (moved !== undefined) arrange(edit, placed.toSpliced(place, 0, moved));
}

const newLot = (terms: LotTerms, index: number): LotState => ({
  terms,
  index,
  phase: 'future',
  status: null,
  withdrawn: false,
  currentBidCents: null,
  previousBidCents: null,
  leader: null,
  leadKind: null,
  autoBids: new Map(),
  participants: new Set(),
  shown: new Map(),
  vendorBids: 0,
  bidCount: 0,
  biddingOpen: false,
  liveAt: null,
  finishAt: null,
  frozenAt: null,
  pausedAt: null,
  timerStoppedAt: null,
  closedAt: null,
});

function moveLots(edit: StateEdit, from: LotState['phase'], to: LotState['phase']): void {
  for (const { index, phase } of edit.lots()) if (phase === from) edit.lot(index).phase = to;
}

function goLive(edit: StateEdit, id: LotId, at: number, finishAt: number | null): void {
  const lot = lotNamed(edit, id);
  lot.phase = 'live';
  lot.liveAt = at;
  lot.finishAt = finishAt;
  // Frozen or paused before it went live: it goes live with its timer stopped [T11].
  lot.timerStoppedAt = lotHeld(edit.current, lot) ? at : null;
  edit.deadlineChanged(lot.index);
}

type SealedTaken = Extract<AuctionEvent, { type: 'SealedAutoBidsTaken' }>['data'];

/** Applies sealed auto-bids in the order they were set [E7]. */
function takeSealed(edit: StateEdit, { at, lot: id, steps, outcome }: SealedTaken): void {
  const lot = lotNamed(edit, id);
  for (const { bidder } of sealedInOrder(lot)) {
    edit.addParticipant(lot, bidder);
    lot.bidCount += 1;
  }
  lot.currentBidCents = outcome.currentBidCents;
  lot.leader = outcome.leader;
  lot.leadKind = 'autoBid';
  for (const { leader, cents } of steps) edit.setShown(lot, leader, { cents, at, placedBy: 'autoBid' });
}

/** [T18] Sealed auto-bids below the lowest bid of a lot's new prices no longer answer. */
function stopTooLow(edit: StateEdit, lot: LotState): void {
  const { terms } = edit.current;
  if (terms === null) return;
  const lowest = lowestBidCents(pricingOf(lot, terms), null);
  for (const autoBid of sealedInOrder(lot)) {
    if (autoBid.maxCents < lowest) edit.setAutoBid(lot, { ...autoBid, stopped: true });
  }
}

function setAutoBid(
  edit: StateEdit,
  lot: LotState,
  { bidder, maxCents, placedBy }: Extract<BidCommand, { type: 'autoBid' }>,
): void {
  const before = lot.autoBids.get(bidder);
  // The same maximum again is no change: it keeps its place among equals [E13].
  if (before !== undefined && !before.stopped && before.maxCents === maxCents) return;
  const state = edit.own();
  const placed = placedBy !== undefined && { placedBy: 'staff' as const };
  edit.setAutoBid(lot, { bidder, maxCents, stopped: false, order: state.autoBidsSet, ...placed });
  state.autoBidsSet += 1;
}

function takeOutcome(
  edit: StateEdit,
  lot: LotState,
  bidder: BidderId,
  kind: LeadKind,
  { at, extended, outcome }: { at: number; extended: boolean; outcome: LotOutcome },
): void {
  edit.addParticipant(lot, bidder);
  lot.bidCount += 1;
  const raised = outcome.currentBidCents !== lot.currentBidCents;
  if (raised || outcome.leader !== lot.leader) {
    if (raised) lot.previousBidCents = lot.currentBidCents;
    lot.currentBidCents = outcome.currentBidCents;
    // A leader who is not the bidder stays in the lead by an auto-bid's answer.
    lot.leadKind = outcome.leader === bidder ? kind : 'autoBid';
    lot.leader = outcome.leader;
  }
  const { leader, currentBidCents: cents } = outcome;
  if (leader !== null && cents !== null && lot.shown.get(leader)?.cents !== cents)
    edit.setShown(lot, leader, { cents, at, placedBy: 'autoBid' });
  if (!extended) return;
  if (typeOf(edit.current)?.closesTogether) edit.own().finishAt = outcome.finishAt;
  else {
    lot.finishAt = outcome.finishAt;
    edit.deadlineChanged(lot.index);
  }
}

type Stoppable = Pick<AuctionState, 'frozenAt' | 'pausedAt' | 'frozenCause'>;

function stop(one: Stoppable, which: 'frozenAt' | 'pausedAt', value: number | null): void {
  one[which] = value;
  if (which === 'frozenAt' && value === null) delete one.frozenCause;
}

/** Freezes or pauses (`value` is when), or ends it (null), for a lot or the whole auction [T8]. */
function setStop(
  edit: StateEdit,
  id: LotId | null,
  at: number,
  which: 'frozenAt' | 'pausedAt',
  value: number | null,
): void {
  if (id === null) {
    stop(edit.own(), which, value);
    restartTimers(edit, at, null);
  } else {
    const lot = lotNamed(edit, id);
    stop(lot, which, value);
    restartTimers(edit, at, lot.index);
  }
}

/** Ends lots, sold or not. What was frozen on them ends too, and a sequential sale looks for the next [T4]. */
function close(edit: StateEdit, lots: readonly LotState[], at: number): void {
  const state = edit.own();
  const { terms } = state;
  for (const lot of lots) {
    if (lot.phase === 'live' && terms !== null && opensNextByTimer(AUCTION_TYPES[terms.type])) {
      state.nextLotAt = timerNow(state, at) + terms.gapSeconds * 1000;
    }
    lot.phase = 'closed';
    lot.closedAt = at;
    stop(lot, 'frozenAt', null);
    lot.pausedAt = null;
    // A withdrawn lot may be put back with the time that it had left [C3].
    if (!lot.withdrawn || !hasRule(terms, 'withdrawnHeld')) lot.timerStoppedAt = null;
    state.lotsUnclosed -= 1;
    edit.deadlineChanged(lot.index);
  }
  if (state.lotsUnclosed > 0) return;
  state.nextLotAt = null;
  // [C2] There is still time to reopen its last lot.
  const open = reopenMs(state);
  if (state.phase === 'live' && open > 0) state.closesAt = timerNow(state, at) + open;
}

/** [C2] The clerk closed this lot last: it may be reopened for a while, and no other one any more. */
function mayReopen(edit: StateEdit, lot: LotState, at: number): void {
  const state = edit.own();
  const open = reopenMs(state);
  if (open === 0) return;
  const before = state.reopenable === undefined ? undefined : state.lotIndex.get(state.reopenable.lot);
  if (before !== undefined && before !== lot.index) delete edit.lot(before).floorBids;
  state.reopenable = { lot: lot.terms.lot, until: timerNow(state, at) + open };
}
