import type { Static } from 'typebox';
import * as Type from 'typebox';
import { BID_REFUSALS, operations, READ, UNDECIDED, WRITE } from './operation.ts';
import { Cents, CommandId, centsPerUnit, Id, list, ms, oneOf, only, orNull, wholeSaid } from './schema.ts';

/** What every decision about a lot tells of it. */
export const decided = {
  currentBidCents: orNull(centsPerUnit('the price after it')),
  finishAt: orNull(ms('when the lot closes now')),
  seq: wholeSaid("the decision's revision in the auction's stream"),
};

/** The answer to a bid or an auto-bid: what the engine decided. */
export const BidDecision = only({
  outcome: oneOf('accepted', 'refused'),
  lot: Type.String(),
  /** Refused: the code, and its message in the specification's words. */
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  ...decided,
  leading: Type.Boolean({ description: 'the sender leads after it; false: outbid at once by an auto-bid' }),
});
export type BidDecision = Static<typeof BidDecision>;

export const OwnBid = only({
  auction: Type.String(),
  lot: Type.String(),
  cents: centsPerUnit('the amount'),
  at: ms('when'),
});
export type OwnBid = Static<typeof OwnBid>;

export const OwnAutoBid = only({
  auction: Type.String(),
  lot: Type.String(),
  cents: centsPerUnit('the most it goes to'),
  active: Type.Boolean(),
});
export type OwnAutoBid = Static<typeof OwnAutoBid>;

const OwnBidsQuery = only({ auction: Type.Optional(Id), lot: Type.Optional(Id) });

export const bidOperations = operations({
  setAutoBid: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/users/me/autobids',
    summary: 'Set or change an auto-bid',
    more: '`autobid` is the most it goes to, in cents per unit. Bids are made over the [live connection](realtime.md).',
    body: only({ autobid: Cents, lot: Id, commandId: Type.Optional(CommandId) }),
    shed: 'never',
    answer: BidDecision,
    errors: [
      ...BID_REFUSALS,
      ...(['too-low', 'off-increment', 'invalid-amount', 'auto-bid-not-allowed'] as const),
      ...(['upcoming-not-allowed', ...UNDECIDED] as const),
    ],
  },
  stopAutoBid: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/users/me/autobids/stop',
    summary: 'Stop an auto-bid',
    more: '`autobid` names the lot.',
    body: only({ autobid: Id, commandId: Type.Optional(CommandId) }),
    shed: 'never',
    answer: BidDecision,
    errors: [...BID_REFUSALS, 'no-auto-bid', ...UNDECIDED],
  },
  ownBids: {
    ...READ,
    path: '/api/v1/users/me/bids',
    summary: 'My bids, the newest on each lot',
    who: 'signed-in',
    query: OwnBidsQuery,
    answer: only({ bids: list(OwnBid) }),
  },
  ownAutoBids: {
    ...READ,
    path: '/api/v1/users/me/autobids',
    summary: 'My auto-bids',
    who: 'signed-in',
    query: OwnBidsQuery,
    answer: only({ autobids: list(OwnAutoBid) }),
  },
});
