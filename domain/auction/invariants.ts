import { allBlockDeadlines } from './deadlines.ts';
import { isOnFloor, VENDOR } from './ids.ts';
import { aliasOf } from './paddles.ts';
import { hasRule } from './policy.ts';
import {
  autoBidActive,
  closingResult,
  currentPriceCents,
  isOffered,
  takesSealedAutoBids,
  winnerOf,
} from './standing.ts';
import type { AuctionState, LotState } from './state.ts';
import { opensNextByTimer, typeOf } from './types/auction-types.ts';

/** A statement that must hold, and whether it does. */
type Claim = readonly [holds: boolean, statement: string];

/** Whether something holds for each, without a list of them. */
function all<T>(each: Iterable<T>, holds: (one: T) => boolean): boolean {
  for (const one of each) if (!holds(one)) return false;
  return true;
}

/**
 * What is wrong with a state that events led to, one line each; empty when all is well. Checks every lot: for
 * tests and simulations, too slow for the bid path.
 */
export function checkInvariants(state: AuctionState): string[] {
  const broken = (claims: readonly Claim[], where: string): string[] =>
    claims.flatMap(([holds, statement]) => (holds ? [] : [`${where}: ${statement}`]));
  return [
    ...broken(ofAuction(state), 'auction'),
    ...state.lots.flatMap((lot) => broken(ofLot(state, lot), `lot ${lot.terms.lot}`)),
  ];
}

function ofAuction(state: AuctionState): Claim[] {
  const { lots, phase } = state;
  const type = typeOf(state);
  const byTimer = type !== null && opensNextByTimer(type);
  const unclosed = lots.filter((lot) => lot.phase !== 'closed');
  const live = unclosed.filter((lot) => lot.phase === 'live').length;
  const expected = allBlockDeadlines(lots);
  const held = state.frozenAt !== null || state.pausedAt !== null;
  const ownPaddles = new Set(state.paddles.values());
  return [
    [
      state.lotsUnclosed === unclosed.length,
      `${unclosed.length} lots are unclosed, not ${state.lotsUnclosed}`,
    ],
    [
      lots.every((lot, place) => state.lotIndex.get(lot.terms.lot) === place),
      'a lot is not where it is listed',
    ],
    [
      expected.length === state.blockDeadlines.length &&
        expected.every((deadline, block) => deadline === state.blockDeadlines[block]),
      'the earliest deadlines are not those of the lots',
    ],
    [phase !== 'closed' || unclosed.length === 0, 'closed with a lot that is not'],
    [
      state.cancelledAt === undefined || (unclosed.length === 0 && phase !== 'live'),
      'cancelled, yet a lot is for sale [T20]',
    ],
    [
      phase !== 'live' || unclosed.length > 0 || state.closesAt !== undefined,
      'live with nothing left to sell [T15]',
    ],
    [
      state.closesAt === undefined || (phase === 'live' && unclosed.length === 0),
      'waits to close, yet something is for sale or it is over [C2]',
    ],
    [!byTimer || live <= 1, `${live} lots are live at once in a sequential sale [T4]`],
    [
      !byTimer || phase !== 'live' || (live === 1) === (state.nextLotAt === null),
      'a sequential sale waits for nothing [T4]',
    ],
    [
      (state.timersStoppedAt !== null) === held,
      'timers stand without a freeze or a pause, or run in one [T8]',
    ],
    [ownPaddles.size === state.paddles.size, 'two bidders have one paddle [E12]'],
  ];
}

function ofLot(state: AuctionState, lot: LotState): Claim[] {
  const held =
    state.frozenAt !== null || state.pausedAt !== null || lot.frozenAt !== null || lot.pausedAt !== null;
  const closed = lot.phase === 'closed';
  const winner = winnerOf(lot);
  return [
    ...ofLead(state, lot),
    [
      all(lot.participants, (bidder) => state.paddles.has(bidder) || bidder === VENDOR || isOnFloor(bidder)),
      'someone who bid has no paddle [E12]',
    ],
    [
      winner === null || !hasRule(state.terms, 'namedBuyerPaddle') || aliasOf(state, winner) !== null,
      'the buyer has no paddle [C7] [E18]',
    ],
    [
      winner === null || !hasRule(state.terms, 'numberIsAccount') || winner !== lot.terms.createdBy,
      'bought by the account that listed it [E12] [C9]',
    ],
    [lot.bidCount >= lot.participants.size, 'more people bid than bids were made'],
    [lot.vendorBids <= lot.terms.maxVendorBids, 'too many vendor bids [E9]'],
    [
      lot.phase !== 'live' || (lot.timerStoppedAt !== null) === held,
      'its timer stands without a reason, or runs against one [T8]',
    ],
    [closed === (lot.closedAt !== null), 'closed without a time, or a time without a close'],
    [!lot.withdrawn || (closed && lot.status === null), 'withdrawn, yet with a result'],
    [
      lot.soldBeforeAt === undefined || (closed && lot.status === null && lot.liveAt === null),
      'sold before the sale, yet offered in it [T21]',
    ],
    [
      lot.soldAfter === undefined || (state.phase === 'closed' && closed && lot.status !== 'sold'),
      'sold after the sale, yet sold in it or not over [T22]',
    ],
    [!closed || !isOffered(lot) || lot.status !== null, 'closed without a result'],
    [
      !closed ||
        !isOffered(lot) ||
        lot.correction !== undefined ||
        lot.status === closingResult(lot) ||
        lot.status === 'passed',
      'closed with a result it did not earn',
    ],
    [
      (lot.correction === undefined && lot.proposal === undefined) || closed,
      'corrected, yet not closed [C4]',
    ],
    [
      lot.correction === undefined || (lot.correction.outcome === 'sold') === (lot.correction.buyer !== null),
      'corrected to a sale without a buyer, or a buyer without a sale [C4]',
    ],
    [
      all(
        lot.shown,
        ([bidder, { cents }]) => lot.participants.has(bidder) && cents <= (lot.currentBidCents ?? 0),
      ),
      'more was shown of somebody than the price [C4]',
    ],
    [
      lot.finishAt === null || !(typeOf(state)?.closesTogether || typeOf(state)?.byClerk),
      'a deadline of its own in a sale that has none [T5] [T6]',
    ],
  ];
}

function ofLead(state: AuctionState, lot: LotState): Claim[] {
  const { leader } = lot;
  const price = currentPriceCents(lot);
  let active = 0;
  for (const autoBid of lot.autoBids.values()) if (autoBidActive(lot, autoBid)) active += 1;
  return [
    [
      (leader === null) === (lot.currentBidCents === null),
      'a leader without a price, or a price without one',
    ],
    [
      !hasRule(state.terms, 'bidKeepsLot') || price >= lot.terms.startCents,
      'the price is under the start price [T18]',
    ],
    [leader === null || lot.participants.has(leader), 'led by someone who did not bid'],
    [takesSealedAutoBids(lot) || active <= 1, 'more than the leader is bidding automatically [E3]'],
    [
      lot.liveAt === null ||
        all(
          lot.autoBids.values(),
          ({ bidder, maxCents, stopped }) => bidder === leader || stopped || maxCents <= price,
        ),
      'someone who bid more does not lead [E4]',
    ],
    [
      !takesSealedAutoBids(lot) || (leader === null && lot.bidCount === 0 && lot.participants.size === 0),
      'something sealed shows [E7]',
    ],
    [all(lot.autoBids.values(), ({ order }) => order < state.autoBidsSet), 'an auto-bid from the future'],
  ];
}
