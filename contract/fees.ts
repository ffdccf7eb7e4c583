import { FEE_LIMITS } from '@saleyard/domain/fees/fee-tables.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { describedInteger, list, ms, oneOf, orNull, strictObject, whole } from './schema.ts';

const FeeCents = whole(0, FEE_LIMITS.cents);
const FreeDays = whole(0, FEE_LIMITS.days);

const GroupFees = strictObject({
  tiers: list(strictObject({ fromHead: whole(1, FEE_LIMITS.head), centsPerHead: FeeCents }), {
    minItems: 1,
    maxItems: FEE_LIMITS.tiers,
    description: 'the fee per head from a number of head on, ascending; the first begins at 1',
  }),
  sireCentsPerHead: FeeCents,
  studCentsPerHead: FeeCents,
  settlementPercent: Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.25 }),
});

/** All fees for listing and settling. Cents per head, without GST. */
export const FeeTable = strictObject({
  cattle: GroupFees,
  sheepAndGoats: GroupFees,
  freeReofferDays: strictObject({ cattle: FreeDays, lambs: FreeDays, sheep: FreeDays, goats: FreeDays }),
});

/** A table, and the day from which sales that open are charged by it; null: from the beginning. */
export const DatedFees = strictObject({ from: orNull(Type.String()), table: FeeTable });

export type DatedFees = Static<typeof DatedFees>;

/** A table that is not in force yet. */
export const UpcomingFees = strictObject({ from: Type.String(), table: FeeTable });

/** A change to the tables. */
const FeesChange = strictObject({
  at: ms('when it was made'),
  by: Type.String({ description: "the person of staff; '' of a person who was forgotten" }),
  act: oneOf('set', 'withdrawn'),
  from: Type.String({ description: 'the day of the table' }),
  reason: Type.String(),
  table: orNull(FeeTable),
});

export type FeesChange = Static<typeof FeesChange>;

/** The tables as administrators edit them, and their changes, the newest first. */
export const StaffFees = strictObject({
  today: Type.String({ description: "today in the sales' zone; it decides which table is in force" }),
  tables: list(DatedFees, { description: 'the earliest first' }),
  changes: list(FeesChange),
  seen: describedInteger('the number of changes so far; a change sends the number that its author saw'),
});

export type StaffFees = Static<typeof StaffFees>;
