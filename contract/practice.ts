import Type, { type Static } from 'typebox';
import type { OwnAutoBid, OwnBid } from './realtime.ts';
import type { AuctionSummary, CatalogueLot } from './rest.ts';

/** How keen the made-up bidders of a practice sale are. */
export const PRACTICE_LEVELS = ['relaxed', 'keen'] as const;
export type PracticeLevel = (typeof PRACTICE_LEVELS)[number];

/** POST practice */
export const StartPracticeBody = Type.Object(
  { level: Type.Unsafe<PracticeLevel>({ type: 'string', enum: [...PRACTICE_LEVELS] }) },
  { additionalProperties: false },
);
export type StartPracticeBody = Static<typeof StartPracticeBody>;

/** Answer to a practice sale begun or stopped. */
export type PracticeNamed = { _id: string };

/**
 * What became of a closed lot of a practice sale for the person it is for. Amounts in cents per the lot's unit.
 * Only in practice is anyone told how far the others would have gone.
 */
export type PracticeLotResult = {
  lot: string;
  outcome: 'won' | 'lost' | 'not-tried' | 'passed-in';
  /** null without a bid. */
  priceCents: number | null;
  /** The most the person bid or set as an auto-bid; null when they did neither. */
  ownBestCents: number | null;
  /** The most any made-up bidder would have paid. */
  othersLimitCents: number;
};

/** A person's practice sale: everything its room shows beside what is pushed, and how it went. */
export type PracticeSale = {
  auction: AuctionSummary;
  lots: readonly CatalogueLot[];
  bids: readonly OwnBid[];
  autobids: readonly OwnAutoBid[];
  level: PracticeLevel;
  /** Its made-up bidders are there. False once it is over, was stopped, or was lost with the process that ran it. */
  running: boolean;
  /** Of the lots that have closed, in catalogue order. */
  results: readonly PracticeLotResult[];
};

/** Answer to GET practice: null for somebody who never began one. */
export type PracticeAnswer = { practice: PracticeSale | null };
