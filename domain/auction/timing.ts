import { resolveSealed } from './bidding.ts';
import { lotsDueAt, nextDeadline } from './deadlines.ts';
import type { AuctionEvent, LotOutcome } from './events.ts';
import { AuctionFold } from './evolve.ts';
import type { BidderId } from './ids.ts';
import { pricingOf } from './pricing.ts';
import { closingResult, lotFinishAt, sealedInOrder } from './standing.ts';
import type { AuctionState, LotState } from './state.ts';
import type { AuctionTerms } from './terms.ts';
import { lotTimerNow, timerNow } from './timers.ts';
import { AUCTION_TYPES, opensNextByTimer } from './types/auction-types.ts';

/** What had become due, and the auction after it. */
export type Due = { events: AuctionEvent[]; state: AuctionState };

/**
 * [T1] All that is due by `at` (ms), each at its own deadline, in order. Every turn closes a lot or moves the
 * auction on, so the turns are bounded by the number of lots.
 */
export function dueBy(state: AuctionState, at: number): Due {
  const first = nextDeadline(state);
  if (first === null || first > at) return { events: [], state };
  const events: AuctionEvent[] = [];
  const fold = new AuctionFold(state);
  for (let deadline: number | null = first; deadline !== null && deadline <= at; ) {
    const before = events.length;
    for (const step of dueAt(fold, deadline)) {
      fold.apply(step);
      events.push(step);
    }
    // A deadline without events would repeat for ever. No events lead to such a state.
    if (events.length === before)
      throw new Error(`nothing is due at ${deadline}, which was the next deadline`);
    deadline = fold.read(nextDeadline);
  }
  return { events, state: fold.state };
}

/** What happens at the auction's next deadline. Yields one event at a time, each decided after the one before. */
function* dueAt(fold: AuctionFold, deadline: number): Generator<AuctionEvent> {
  const state = fold.state;
  const { terms } = state;
  if (terms === null) return;
  // A sale scheduled after its own opening time opens when it is scheduled: time never goes back.
  const at = Math.max(deadline, state.lastAt);
  if (state.cancelledAt !== undefined) {
    yield { type: 'AuctionClosed', data: { at } };
    return;
  }
  switch (state.phase) {
    case 'future':
      yield { type: 'AuctionOpened', data: { at } };
      return;
    case 'open':
      yield* goLive(fold, terms, at);
      return;
    case 'live':
      yield* advance(fold, terms, deadline, at);
      return;
    case 'closed':
      return;
  }
}

/** [T2] The auction goes live, with the lots that its type begins with. */
function* goLive(fold: AuctionFold, terms: AuctionTerms, at: number): Generator<AuctionEvent> {
  const type = AUCTION_TYPES[terms.type];
  yield { type: 'AuctionWentLive', data: { at, finishAt: type.saleFinishAt(at, terms) } };
  const waiting = fold.state.lots.filter(({ phase }) => phase !== 'closed');
  if (!type.inTurn) yield* lotsGoLive(fold, waiting, at);
  else if (opensNextByTimer(type)) yield* lotsGoLive(fold, waiting.slice(0, 1), at);
  yield* closeEmpty(fold, at);
}

/** A live sale moves on: lots close at their deadline, or the next one goes live [T3] [T4] [T6]. */
function* advance(
  fold: AuctionFold,
  terms: AuctionTerms,
  deadline: number,
  at: number,
): Generator<AuctionEvent> {
  const state = fold.state;
  if (state.closesAt !== undefined) {
    yield { type: 'AuctionClosed', data: { at } };
    return;
  }
  const due = AUCTION_TYPES[terms.type].closesTogether
    ? state.lots.filter(({ phase }) => phase === 'live')
    : lotsDueAt(state, deadline);
  if (due.length > 0) yield lotsClosed(due, 'time', at);
  else {
    const next = state.lots.find(({ phase }) => phase === 'futureInLive');
    const lots = next === undefined ? [] : [next];
    yield* lotsGoLive(fold, lots, at);
  }
  yield* closeEmpty(fold, at);
}

/** Lots go live, and the auto-bids sealed on them are taken [E7]. */
export function* lotsGoLive(
  fold: AuctionFold,
  lots: readonly LotState[],
  at: number,
): Generator<AuctionEvent> {
  const { terms, finishAt: saleFinishAt } = fold.state;
  if (lots.length === 0 || terms === null) return;
  const { closesTogether, inTurn, lotFinishAt: ownFinishAt } = AUCTION_TYPES[terms.type];
  const going = lots.map((lot) => ({
    lot: lot.terms.lot,
    // A lot that is reinstated has the time that it had left [C3].
    finishAt: lot.liveAt === null || inTurn ? ownFinishAt(at, terms, lot.index) : lot.finishAt,
  }));
  yield { type: 'LotsWentLive', data: { at, lots: going } };
  for (const [place, lot] of lots.entries()) {
    const sealed = lot.liveAt === null ? sealedInOrder(lot) : [];
    const steps = resolveSealed(pricingOf(lot, terms), sealed);
    const last = steps.at(-1);
    if (last === undefined) continue;
    const own = closesTogether ? saleFinishAt : (going[place]?.finishAt ?? null);
    const outcome: LotOutcome = { currentBidCents: last.cents, leader: last.leader, finishAt: own };
    yield { type: 'SealedAutoBidsTaken', data: { at, lot: lot.terms.lot, steps, outcome } };
  }
}

/** Lots close with their present price and leader. */
export const lotsClosed = (
  lots: readonly LotState[],
  by: 'time' | 'knockDown' | 'passIn',
  at: number,
  buyer?: BidderId,
): AuctionEvent => ({
  type: 'LotsClosed',
  data: {
    at,
    by,
    lots: lots.map((lot) => {
      const natural = closingResult(lot);
      const status = by === 'passIn' && natural === 'sold' ? 'passed' : natural;
      const winner = status === 'sold' ? (buyer ?? lot.leader) : null;
      return { lot: lot.terms.lot, status, winner, priceCents: lot.currentBidCents };
    }),
    ...(buyer !== undefined && { buyer }),
  },
});

/**
 * [T15] A live auction whose last lot has closed or been withdrawn closes at that instant, unless a lot may be reopened
 * [C2].
 */
export function* closeEmpty(fold: AuctionFold, at: number): Generator<AuctionEvent> {
  const over = fold.read(
    ({ phase, lotsUnclosed, closesAt }) => phase === 'live' && lotsUnclosed === 0 && closesAt === undefined,
  );
  if (over) yield { type: 'AuctionClosed', data: { at } };
}

/**
 * The deadline that an accepted bid made at `at` moves the lot (or the sale whose lots close together) to, in ms; null
 * when it leaves enough time [T3] [T4] [T6]. While timers stand, the time left is what was left when they stopped
 * [T10].
 */
export function extendedFinishAt(
  state: AuctionState,
  terms: AuctionTerms,
  lot: LotState,
  at: number,
): number | null {
  const finishAt = lotFinishAt(state, lot);
  if (finishAt === null) return null;
  const { closesTogether, lateBid } = AUCTION_TYPES[terms.type];
  const least = terms[lateBid] * 1000;
  const now = closesTogether ? timerNow(state, at) : lotTimerNow(lot, at);
  return finishAt - now < least ? now + least : null;
}
