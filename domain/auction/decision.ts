import type { AuctionEvent, LotOutcome } from './events.ts';
import type { BidderId, LotId } from './ids.ts';
import type { RefusalCode } from './refusals.ts';

/**
 * The answer to a command. For bids the lot as the decision left it (cents, ms); for commands of staff these
 * three are null. `leader` is an account's id: it is for its owner and staff only [E12].
 */
export type Decision = {
  lot: LotId | null;
  currentBidCents: number | null;
  leader: BidderId | null;
  finishAt: number | null;
} & ({ outcome: 'accepted' } | { outcome: 'refused'; code: RefusalCode });

const NO_OUTCOME: LotOutcome = { currentBidCents: null, leader: null, finishAt: null };

/**
 * The answer that a command's recorded events give, now and for ever [E11]. null when they hold no decision:
 * events caused by time alone (`advanceClock`).
 */
export function decisionOf(events: readonly AuctionEvent[]): Decision | null {
  // Due events come first and consequences last, so there is exactly one decision.
  for (const event of events) {
    const decision = decisionIn(event);
    if (decision !== null) return decision;
  }
  return null;
}

function decisionIn(event: AuctionEvent): Decision | null {
  switch (event.type) {
    case 'BidAccepted':
    case 'AutoBidAccepted':
    case 'AutoBidStopped':
      return { outcome: 'accepted', lot: event.data.command.lot, ...event.data.outcome };
    case 'BidRefused': {
      const { code, command, outcome } = event.data;
      return { outcome: 'refused', code, lot: command.lot, ...(outcome ?? NO_OUTCOME) };
    }
    case 'ActionRefused':
      return { outcome: 'refused', code: event.data.code, lot: event.data.lot, ...NO_OUTCOME };
    case 'FloorBidRetracted':
      return { outcome: 'accepted', lot: event.data.lot, ...event.data.outcome };
    case 'Frozen':
    case 'Resumed':
    case 'Paused':
    case 'Unpaused':
    case 'BiddingOpened':
    case 'LotWithdrawn':
    case 'LotSoldBefore':
    case 'LotSoldAfter':
    case 'LotAmended':
    case 'LotReopened':
    case 'LotReinstated':
    case 'SaleCorrected':
    case 'CorrectionProposed':
    case 'CorrectionConfirmed':
    case 'CorrectionDeclined':
    case 'OfferAnswered':
    case 'FloorBuyerNamed':
      return { outcome: 'accepted', lot: event.data.lot, ...NO_OUTCOME };
    case 'LotsClosed': {
      if (event.data.by === 'time') return null;
      return { outcome: 'accepted', lot: event.data.lots[0]?.lot ?? null, ...NO_OUTCOME };
    }
    case 'AuctionCancelled':
    case 'Announced':
    case 'BuyerNumberAssigned':
    case 'EveryoneMessaged':
    case 'ResultsExported':
    case 'AuctionScheduled':
    case 'LotsCatalogued':
      return { outcome: 'accepted', lot: null, ...NO_OUTCOME };
    default:
      return null;
  }
}
