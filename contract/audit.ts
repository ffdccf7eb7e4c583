import { POLICY_VALUES } from '@saleyard/domain/auction/policy.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import {
  AuctionType,
  centsPerUnit,
  describedInteger,
  givenMs,
  Id,
  list,
  ms,
  oneOf,
  orNull,
  Page,
  pageSize,
  strictObject,
  text,
} from './schema.ts';

const Actor = strictObject({
  kind: {
    ...oneOf('user', 'seller', 'staff', 'system'),
    description:
      'the role in which they acted: `user` is a bidder, `seller` somebody who changed their own lot',
  },
  id: Type.String({ description: 'the account, or the part of Saleyard that acted' }),
  paddle: orNull(Type.String()),
  part: orNull(Type.String({ description: 'the part of Saleyard in words; null for people' })),
});

/** What a step is, for finding it. A step may be several of them; every step is `all`. */
export const AUDIT_ACTS = [
  'all',
  'bids',
  'enteredBids',
  'staff',
  'terms',
  'closes',
  'stops',
  'corrections',
  'refused',
  'automatic',
] as const;
export type AuditAct = (typeof AUDIT_ACTS)[number];

/** The parameter `lot` for the steps of the sale as a whole and of every lot. */
export const EVERY_LOT = 'all';

export const AuditStep = strictObject({
  lot: orNull(Type.String({ description: 'null: the sale as a whole' })),
  revision: describedInteger('the event in the stream of the sale'),
  at: ms('when it took effect'),
  sequencedAt: ms('when its command was sequenced'),
  receivedAt: orNull(ms('when the gateway received the bid; null: not recorded')),
  clockOffsetMs: orNull(
    Type.Integer({
      description: "how far the page's clock was ahead, as the page reported; null: not recorded",
    }),
  ),
  seenCents: Type.Union(
    [centsPerUnit('the price that the page showed'), Type.Null(), Type.Literal('not recorded')],
    {
      description: 'the price that the page showed, as the page reported; null: no bid',
    },
  ),
  actor: Actor,
  act: Type.String({ description: 'words that follow the name of the actor' }),
  ruling: list(Type.String(), { description: 'the rule that decided it, or why it was refused, in words' }),
  isBid: Type.Boolean({
    description: 'a bid, or an auto-bid that was set or stopped, also one that staff entered',
  }),
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
  knockedDown: Type.Optional(
    strictObject(
      {
        result: Type.String(),
        priceCents: orNull(centsPerUnit('the price')),
        winner: orNull(Type.String()),
        paddle: orNull(Type.String()),
      },
      { description: 'what it closed with, where that was corrected since' },
    ),
  ),
  accepted: describedInteger('accepted bids'),
  refused: describedInteger('refused bids'),
  bidders: describedInteger('people who bid'),
  steps: describedInteger('steps of its ladder'),
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
    type: orNull(AuctionType),
    rules: orNull(describedInteger('the version of the rules')),
    phase: Type.String(),
    cancelled: Type.Boolean(),
    openAt: orNull(ms('when it opens')),
    liveAt: orNull(ms('when it goes live')),
    closedAt: orNull(ms('when it closed')),
  }),
  events: describedInteger('events in its stream'),
  chained: describedInteger('events proven by the chain of hashes'),
  decidedAgain: describedInteger('commands decided again with the same events'),
  notDecidedAgain: describedInteger('refused commands whose body the log does not hold'),
  headHash: Type.String({ description: 'the hash of the last event' }),
  at: ms('when it was audited'),
  lots: list(AuditedLot),
  outages: list(
    strictObject({
      from: ms('when the sale was frozen or paused'),
      to: orNull(ms('when it went on; null: it has not')),
      movedMs: describedInteger(
        'ms by which its end moved the deadlines; 0 of a live interfaced sale, of one that ended meanwhile, and of a stop within another',
      ),
      by: Type.String({
        description: 'who did it: a member of staff by name and role, or a part of Saleyard',
      }),
      reason: Type.String(),
    }),
    { description: 'when the sale as a whole stood still' },
  ),
});
export type SaleAudit = Static<typeof SaleAudit>;
export type AuditStep = Static<typeof AuditStep>;

const People = Type.Record(
  Type.String(),
  strictObject({
    name: Type.String({ description: "'' of a person who was forgotten" }),
    role: orNull(oneOf('admin', 'auditor')),
  }),
  { description: 'those of the steps, by account' },
);

/** People and parts of Saleyard that one answer lists. */
export const AUDIT_ACTORS = 200;

/** Steps in one answer when the query names no limit. */
export const AUDIT_STEPS_PAGE = 100;

const StepsWanted = {
  lot: Type.Optional(
    Type.Union([Id, Type.Literal(EVERY_LOT)], {
      description: 'The steps of this lot, or `all`; left out: those of the sale as a whole',
    }),
  ),
  person: Type.Optional({
    ...text(64),
    description: 'an account, a part of Saleyard, or a paddle',
  }),
  act: Type.Optional(oneOf(...AUDIT_ACTS)),
  from: Type.Optional(givenMs('steps from then on')),
  to: Type.Optional(givenMs('steps before then')),
};

export const AuditStepsQuery = strictObject({
  ...StepsWanted,
  page: Page,
  limit: pageSize(AUDIT_STEPS_PAGE),
});
/** Every `field=value` of a sale's policy. */
export const POLICY_SWAPS = Object.entries(POLICY_VALUES).flatMap(([field, values]) =>
  values.map((value) => `${field}=${value}`),
);
const Policy = oneOf(...POLICY_SWAPS);

export const AuditPrintQuery = strictObject({
  ...StepsWanted,
  policy: Type.Optional(Policy),
  mode: Type.Optional(oneOf('print')),
});
export type AuditStepsWanted = Omit<Static<typeof AuditPrintQuery>, 'policy' | 'mode'>;

/** A page of the steps that fit, in the order in which they were sequenced. */
export const AuditSteps = strictObject({
  steps: list(AuditStep),
  matching: describedInteger('steps that fit'),
  inAll: describedInteger('steps of the lot or the sale, also those that do not fit'),
  actors: list(Actor, {
    description: `who acts in the lot or the sale, or for whom others act, at most ${AUDIT_ACTORS}: first who is no bidder, then bidders in the order of their first step`,
  }),
  actorCount: describedInteger('all of these people'),
  people: People,
});
export type AuditSteps = Static<typeof AuditSteps>;
export type AuditPeople = AuditSteps['people'];

const End = strictObject({
  result: Type.String({ description: 'as in the audit' }),
  priceCents: orNull(centsPerUnit('the price')),
  winner: orNull(Type.String({ description: 'the account, or who bids without one' })),
  paddle: orNull(Type.String()),
});

/** The stored commands of a sale, decided under another policy. */
export const SaleWhatIf = strictObject({
  policy: Type.String({ description: 'the policy, as `field=value`' }),
  stood: Type.String({ description: 'the value that the sale had' }),
  decisions: describedInteger('commands that would have been decided otherwise'),
  compared: describedInteger('commands compared'),
  lots: list(
    strictObject({
      lot: Type.String(),
      number: Type.String(),
      title: orNull(Type.String()),
      was: End,
      would: End,
    }),
    { description: 'lots that would have ended otherwise' },
  ),
});
export type SaleWhatIf = Static<typeof SaleWhatIf>;

export const WhatIfQuery = strictObject({ policy: Policy });

export const AuditedSalesQuery = strictObject({
  find: Type.Optional(text(100)),
  page: Page,
  limit: pageSize(50),
});
export const AuditedSales = strictObject({
  sales: list(
    strictObject({
      _id: Type.String(),
      number: Type.Integer(),
      title: Type.String(),
      type: AuctionType,
      state: Type.String(),
      cancelled: Type.Boolean(),
      liveAt: ms('when it goes live'),
      lotCount: describedInteger('lots'),
      audit: orNull(
        strictObject({
          verdict: oneOf('proven', 'different', 'unreadable'),
          differenceCount: describedInteger('differences'),
          events: describedInteger('events that were audited'),
          at: ms('when'),
        }),
      ),
      eventsSince: describedInteger('events since the last audit; all where there is none'),
      because: orNull(Type.String({ description: 'what fits the search, where it is not the sale itself' })),
    }),
  ),
});
export type AuditedSales = Static<typeof AuditedSales>;
