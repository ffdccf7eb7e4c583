import type { Static } from 'typebox';
import * as Type from 'typebox';
import { centsPerUnit, describedInteger, Id, list, ms, oneOf, orNull, strictObject } from './schema.ts';

const Actor = strictObject({
  kind: oneOf('user', 'staff', 'system'),
  id: Type.String({ description: 'the account, or the part of Saleyard that acted' }),
  paddle: orNull(Type.String()),
  part: orNull(Type.String({ description: 'the part of Saleyard in words; null for people' })),
});

export const AuditStep = strictObject({
  revision: describedInteger('the event in the stream of the sale'),
  at: ms('when it took effect'),
  sequencedAt: ms('when its command was sequenced'),
  receivedAt: orNull(ms('when the gateway received the bid; null: not recorded')),
  actor: Actor,
  act: Type.String({ description: 'words that follow the name of the actor' }),
  ruling: list(Type.String(), { description: 'the rule that decided it, or why it was refused, in words' }),
  isBid: Type.Boolean({ description: 'a bid or an auto-bid, also one that staff entered' }),
  cents: orNull(centsPerUnit("the bid, an auto-bid's maximum, or the price at the close")),
  refused: orNull(Type.String({ description: 'the code of the refusal' })),
});

const AuditedLot = strictObject({
  lot: Type.String(),
  number: Type.String(),
  title: orNull(Type.String()),
  unit: oneOf('head', 'kg'),
  count: describedInteger('head'),
  startCents: centsPerUnit('where bidding starts'),
  incrementCents: centsPerUnit('a step of the price'),
  reserveCents: orNull(centsPerUnit('the reserve')),
  result: Type.String({
    description:
      'sold, passed, noBid, withdrawn, soldBeforeAuction, soldAfterAuction, or open: not closed yet',
  }),
  priceCents: orNull(centsPerUnit('the price')),
  winner: orNull(Type.String({ description: 'the account, or who bids without one' })),
  paddle: orNull(Type.String({ description: "the winner's" })),
  accepted: describedInteger('accepted bids'),
  refused: describedInteger('refused bids'),
  bidders: describedInteger('people who bid'),
});

const Difference = strictObject({
  found: Type.String({ description: 'the check that found it' }),
  revision: describedInteger('the wrong event in the stream of the sale'),
  what: Type.String(),
});

/** The audit of a sale: every event read again, and every command decided again. */
export const SaleAudit = strictObject({
  verdict: oneOf('proven', 'different', 'unreadable'),
  difference: orNull(Difference),
  differences: list(Difference, { description: 'by event; the first 1,000' }),
  differenceCount: describedInteger('all of them'),
  auction: strictObject({
    _id: Type.String(),
    number: Type.Integer(),
    title: Type.String(),
    type: orNull(Type.String()),
    rules: orNull(describedInteger('the version of the rules')),
    phase: Type.String(),
    openAt: orNull(ms('when it opens')),
    liveAt: orNull(ms('when it goes live')),
    closedAt: orNull(ms('when it closed')),
  }),
  chained: describedInteger('events proven by the chain of hashes'),
  decidedAgain: describedInteger('commands decided again with the same events'),
  notDecidedAgain: describedInteger('refused commands whose body the log does not hold'),
  headHash: Type.String({ description: 'the hash of the last event' }),
  lots: list(AuditedLot),
  sale: list(AuditStep, { description: 'what happened to the sale as a whole' }),
  ladders: list(strictObject({ lot: Type.String(), steps: list(AuditStep) }), {
    description: 'the requested ones',
  }),
  people: Type.Record(
    Type.String(),
    strictObject({
      name: Type.String({ description: "'' of a person who was forgotten" }),
      role: orNull(oneOf('admin', 'auditor')),
    }),
    { description: 'those of the steps, by account' },
  ),
});
export type SaleAudit = Static<typeof SaleAudit>;
export type AuditStep = Static<typeof AuditStep>;

export const AuditQuery = strictObject({
  lot: Type.Optional(
    Type.Union([Id, Type.Literal('all')], {
      description: 'The lot whose ladder is wanted, or `all`; left out: no ladder',
    }),
  ),
});
