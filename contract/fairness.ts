import { STAFF_ACTS } from '@saleyard/domain/auction/fairness.ts';
import { FREEZE_CAUSES } from '@saleyard/domain/auction/freeze-cause.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { describedInteger, list, ms, oneOf, orNull, strictObject } from './schema.ts';

const duration = (what: string) => orNull(describedInteger(`${what}, ms; null: none`));

/** How a public sale was run, from its log: times and counts, without people, amounts or what staff wrote. */
export const SaleFairness = strictObject({
  auction: Type.String(),
  searchNumber: Type.Integer(),
  title: Type.String(),
  isClosed: Type.Boolean(),
  /** From when the gateway received a bid until it was sequenced. */
  delay: strictObject({
    bids: describedInteger('bids and auto-bids whose arrival was recorded'),
    notRecorded: describedInteger('bids and auto-bids whose arrival was not recorded'),
    p50: duration('half of them took no longer'),
    p99: duration('99% of them took no longer'),
    worst: duration('the longest'),
  }),
  extensions: describedInteger('times that a bid moved the close'),
  late: strictObject({
    bids: describedInteger('bids refused because the lot was closed'),
    least: duration('the shortest time after the close'),
    worst: duration('the longest time after the close'),
  }),
  interruptions: list(
    strictObject({
      kind: oneOf('outage', 'freeze', 'pause'),
      /** Of an outage or a freeze; null: not recorded. */
      cause: orNull(oneOf(...FREEZE_CAUSES)),
      lot: orNull(Type.String({ description: "the lot's number; null: the whole sale" })),
      from: ms('when it began'),
      until: orNull(ms('when it ended; null: it lasts')),
      lotsMoved: describedInteger(
        'live lots whose close its end moved; not those that another stop still holds',
      ),
      movedMs: describedInteger(
        'ms by which its end moved those closes, the most where lots differ; with no such lot, the start of the sale',
      ),
    }),
  ),
  acts: list(strictObject({ act: oneOf(...STAFF_ACTS), count: Type.Integer() }), {
    description: 'what staff did, counted by kind; kinds that did not happen are left out',
  }),
});

export type SaleFairness = Static<typeof SaleFairness>;
