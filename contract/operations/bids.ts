import * as Type from 'typebox';
import {
  BidDecision,
  OwnAutoBid,
  OwnBid,
  OwnBids,
  OwnOffer,
  OwnResult,
  OwnResultsQuery,
  OwnSale,
  OwnSalesQuery,
} from '../bids.ts';
import { BID_REFUSALS, operations, READ, UNDECIDED, WRITE } from '../operation.ts';
import { PageReport, PlacedBid } from '../realtime.ts';
import { Cents, CommandId, Id, list, strictObject } from '../schema.ts';
import { WhyOfLot } from '../why.ts';

const OwnBidsQuery = strictObject({ auction: Type.Optional(Id), lot: Type.Optional(Id) });

/** `autobid`: the maximum, in cents per unit. */
export const AutoBidBody = strictObject({
  autobid: Cents,
  lot: Id,
  commandId: Type.Optional(CommandId),
  // What the page showed. It decides nothing: it is recorded for those who ask later why the bid won or lost.
  page: Type.Optional(PageReport),
});
/** `autobid`: the lot. */
export const StopAutoBidBody = strictObject({ autobid: Id, commandId: Type.Optional(CommandId) });

export const AUTO_BID_ERRORS = [
  ...BID_REFUSALS,
  ...(['too-low', 'off-increment', 'invalid-amount', 'auto-bid-not-allowed'] as const),
  ...(['upcoming-not-allowed', ...UNDECIDED] as const),
] as const;
export const STOP_AUTO_BID_ERRORS = [...BID_REFUSALS, 'no-auto-bid', ...UNDECIDED] as const;

export const bidOperations = operations({
  placeBid: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/users/me/bids',
    summary: 'Place a bid',
    more: 'For a page whose [live connection](realtime.md) does not open. The same message, rules and answer as there: a bid that the engine refuses is answered with `outcome: "refused"`. The same `commandId` acts once, whichever way it is sent.',
    body: PlacedBid,
    shed: 'never',
    rate: 'bids',
    answer: BidDecision,
    errors: ['not-found', 'unknown-lot', ...UNDECIDED],
  },
  setAutoBid: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/users/me/autobids',
    summary: 'Set or change an auto-bid',
    more: '`autobid` is the maximum, in cents per unit. Bids are usually placed over the [live connection](realtime.md).',
    body: AutoBidBody,
    shed: 'never',
    rate: 'bids',
    answer: BidDecision,
    errors: AUTO_BID_ERRORS,
  },
  stopAutoBid: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/users/me/autobids/stop',
    summary: 'Stop an auto-bid',
    more: '`autobid` names the lot.',
    body: StopAutoBidBody,
    shed: 'never',
    rate: 'bids',
    answer: BidDecision,
    errors: STOP_AUTO_BID_ERRORS,
  },
  ownBids: {
    ...READ,
    path: '/api/v1/users/me/bids',
    summary: 'My newest bid on each lot',
    more: "Also one that staff or the clerk entered, or that the auto-bid made: `placedBy`. Bids that were refused are not among them: `refused` names their lots, `byNumber` those with bids by a buyer number that is the viewer's.",
    who: 'signed-in',
    query: OwnBidsQuery,
    answer: OwnBids,
  },
  ownLotBids: {
    ...READ,
    path: '/api/v1/lots/bids/{auction}/{lot}',
    summary: 'My bids on one lot',
    who: 'signed-in',
    answer: strictObject({ bids: list(OwnBid) }),
  },
  ownAutoBids: {
    ...READ,
    path: '/api/v1/users/me/autobids',
    summary: 'My auto-bids',
    who: 'signed-in',
    query: OwnBidsQuery,
    answer: strictObject({ autobids: list(OwnAutoBid) }),
  },
  whyOfLot: {
    ...READ,
    path: '/api/v1/users/me/auctions/{auction}/lots/{lot}/why',
    summary: 'Why my bids on a lot won or lost',
    more: 'Each bid of the viewer and of their auto-bid, from the log: when it arrived and was sequenced, the rule that decided it, by how much it lost, what the screen showed, and the clock. Of other people only what the room saw. 404 for a lot on which the viewer made no bid.',
    who: 'signed-in',
    answer: strictObject({ why: WhyOfLot }),
    errors: ['not-found'],
  },
  ownSales: {
    ...READ,
    path: '/api/v1/users/me/sales',
    summary: 'Sales I took part in, the newest first',
    more: 'Sales in which the viewer bid or set an auto-bid, with paddle and purchases.',
    who: 'signed-in',
    query: OwnSalesQuery,
    paged: true,
    answer: strictObject({ sales: list(OwnSale) }),
  },
  ownOffers: {
    ...READ,
    path: '/api/v1/users/me/offers',
    summary: 'Lots that are offered to me after a correction',
    more: 'They wait for the answer of the viewer, `answerOffer`, until staff end the offer.',
    who: 'signed-in',
    answer: strictObject({ offers: list(OwnOffer) }),
  },
  answerOffer: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/users/me/offers/{lot}',
    summary: 'Accept or decline a lot that is offered to me',
    more: '`cents` is the price that the viewer saw. If the lot is offered at another price by now, nothing is answered. The person who accepts has bought the lot.',
    body: strictObject({ accepts: Type.Boolean(), cents: Cents, commandId: Type.Optional(CommandId) }),
    shed: 'never',
    answer: strictObject({ lot: Type.String(), accepts: Type.Boolean() }),
    errors: ['not-found', 'no-proposal', 'not-permitted', 'lot-withdrawn', ...UNDECIDED],
  },
  myResults: {
    ...READ,
    path: '/api/v1/lots/my-results',
    summary: 'Lots that I bid on or sold in closed sales',
    more: 'The newest sale first, its lots in the order of the catalogue. Also lots on which every bid of the viewer was refused, or made by their buyer number. `status` names results, separated by commas. Sellers also get the contact details of their buyers and vendors.',
    who: 'signed-in',
    query: OwnResultsQuery,
    paged: true,
    answer: list(OwnResult),
  },
});
