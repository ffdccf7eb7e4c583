import { BID_FATES } from '@saleyard/domain/presentation/own-bids.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { centsPerUnit, describedInteger, list, ms, oneOf, orNull, strictObject } from './schema.ts';

/** One bid of the viewer, or one that their auto-bid made, in plain sentences. */
export const ExplainedBid = strictObject({
  seq: describedInteger("the decision's revision in the auction's stream"),
  at: ms('when it was sequenced'),
  receivedAt: orNull(ms('when the gateway received it; null: not recorded, or not sent by the viewer')),
  enteredBy: oneOf('bidder', 'autoBid', 'staff', 'clerk', 'system'),
  cents: orNull(centsPerUnit("the bid, or the auto-bid's maximum")),
  title: Type.String({ description: '"You bid $415.00"' }),
  fate: oneOf(...BID_FATES),
  rules: list(Type.String(), { description: 'the ids of the rules that decided it' }),
  byCents: orNull(centsPerUnit('by how much another was above it; 0: of as much, and first')),
  sentences: list(Type.String(), {
    description: 'why it did not win, when it arrived, what the screen showed, and the clock',
  }),
});

/** Why the viewer's bids on a lot won or lost. Only what the room saw of others. */
export const WhyOfLot = strictObject({
  auction: Type.String(),
  lot: Type.String(),
  number: Type.String({ description: "the lot's number" }),
  paddle: orNull(Type.String({ description: 'what others call the viewer in this sale' })),
  summary: list(Type.String(), { description: 'what became of the lot, in sentences' }),
  bids: list(ExplainedBid, { description: 'the newest first' }),
  omitted: describedInteger('older bids that are not in `bids`'),
});

export type WhyOfLot = Static<typeof WhyOfLot>;
