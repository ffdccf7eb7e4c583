import type { Static } from 'typebox';
import * as Type from 'typebox';
import { AuctionSummary } from './auctions.ts';
import { OwnAutoBid, OwnBid } from './bids.ts';
import { CatalogueLot } from './lots.ts';
import { centsPerUnit, list, oneOf, orNull, strictObject } from './schema.ts';

/** How eagerly the simulated bidders of a practice sale bid. */
export const PRACTICE_LEVELS = ['relaxed', 'keen'] as const;

export type PracticeLevel = (typeof PRACTICE_LEVELS)[number];

/** The result of a closed lot of a practice sale for its person. Only practice sales show the others' limits. */
export const PracticeLotResult = strictObject({
  lot: Type.String(),
  outcome: oneOf('won', 'lost', 'not-tried', 'passed-in'),
  priceCents: orNull(centsPerUnit('what it went for; null without a bid')),
  ownBestCents: orNull(centsPerUnit('the most the person bid or set as an auto-bid')),
  othersLimitCents: centsPerUnit('the most any simulated bidder would have paid'),
});

export type PracticeLotResult = Static<typeof PracticeLotResult>;

/** A person's practice sale: everything its room shows besides what is pushed, and its results. */
export const PracticeSale = strictObject({
  auction: AuctionSummary,
  lots: list(CatalogueLot),
  bids: list(OwnBid),
  autobids: list(OwnAutoBid),
  level: oneOf(...PRACTICE_LEVELS),
  /** False once it ended, was stopped, or was lost with its process. */
  running: Type.Boolean({ description: 'its simulated bidders are there' }),
  /** The closed lots, in catalogue order. */
  results: list(PracticeLotResult),
});

export type PracticeSale = Static<typeof PracticeSale>;

/** A practice sale that was started or stopped. */
export const PracticeNamed = strictObject({ _id: Type.String() });

export type PracticeNamed = Static<typeof PracticeNamed>;

/** null for somebody who never started one. */
export const PracticeAnswer = strictObject({ practice: orNull(PracticeSale) });

export type PracticeAnswer = Static<typeof PracticeAnswer>;
