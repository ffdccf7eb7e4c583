import { isDay, saleDay } from '../days.ts';
import type { Decider } from '../decider.ts';

/** The one stream of the fee tables, by its id. */
export const FEES_ID = 'published';

/** Kinds of stock that share their fees. */
export const FEE_GROUPS = ['cattle', 'sheepAndGoats'] as const;
export type FeeGroup = (typeof FEE_GROUPS)[number];

/** The fee per head from a number of head on, up to the next tier. Cents per head, without GST. */
export type FeeTier = { readonly fromHead: number; readonly centsPerHead: number };

/** Fees for listing and settling. Cents per head, without GST. */
export type GroupFees = {
  /** In ascending order; the first begins at 1 head. */
  readonly tiers: readonly FeeTier[];
  /** Of bulls, or of rams and bucks, for any number of head. */
  readonly sireCentsPerHead: number;
  /** Of breeding stock in stud and private sales. */
  readonly studCentsPerHead: number;
  /** Percentage of the sale price, for settling through the marketplace. */
  readonly settlementPercent: number;
};

/** Kinds of stock with a number of free days of their own. */
export const FREE_DAY_GROUPS = ['cattle', 'lambs', 'sheep', 'goats'] as const;
type FreeDayGroup = (typeof FREE_DAY_GROUPS)[number];

/** All published fees, on the head in the catalogue. An auction's own `listingFee` replaces them. */
export type FeeTable = { readonly [Group in FeeGroup]: GroupFees } & {
  /** Days after an auction within which a lot is offered again without another listing fee. */
  readonly freeReofferDays: { readonly [Group in FreeDayGroup]: number };
};

/** Limits of a table: tiers of a group, cents per head, head, days. */
export const FEE_LIMITS = { tiers: 10, cents: 100_000_00, head: 1_000_000, days: 365 } as const;

/** The fees of the specification, in force until another table begins. */
export const FIRST_FEES: FeeTable = {
  cattle: {
    tiers: [
      { fromHead: 1, centsPerHead: 1_000 },
      { fromHead: 201, centsPerHead: 900 },
      { fromHead: 401, centsPerHead: 800 },
      { fromHead: 601, centsPerHead: 700 },
    ],
    sireCentsPerHead: 4_000,
    studCentsPerHead: 1_300,
    settlementPercent: 2,
  },
  sheepAndGoats: {
    tiers: [
      { fromHead: 1, centsPerHead: 100 },
      { fromHead: 1_251, centsPerHead: 90 },
      { fromHead: 2_251, centsPerHead: 80 },
      { fromHead: 3_251, centsPerHead: 70 },
    ],
    sireCentsPerHead: 2_000,
    studCentsPerHead: 700,
    settlementPercent: 2,
  },
  freeReofferDays: { cattle: 21, lambs: 7, sheep: 14, goats: 14 },
};

/** What is wrong with a table whose numbers are within their limits; null: nothing. `field`: "cattle.tiers.1.fromHead". */
export function feeTableProblem(table: FeeTable): { field: string; message: string } | null {
  for (const group of FEE_GROUPS) {
    for (const [at, { fromHead }] of table[group].tiers.entries()) {
      const before = table[group].tiers[at - 1]?.fromHead ?? 0;
      const field = `${group}.tiers.${at}.fromHead`;
      if (at === 0 && fromHead !== 1) return { field, message: 'The first tier begins at 1 head.' };
      if (fromHead <= before) return { field, message: `This tier must begin above ${before} head.` };
    }
  }
  return null;
}

/** Storage formats. `from`: the day of the sales' zone on which a table comes into force. */
export type FeesEvent =
  | { type: 'FeesSet'; data: { at: number; from: string; table: FeeTable; reason: string } }
  | { type: 'FeesWithdrawn'; data: { at: number; from: string; reason: string } };

/** A table and the day from which it is in force; null: from the beginning. */
export type DatedFees = { readonly from: string | null; readonly table: FeeTable };

/** The tables by their days, the earliest first, without the first one. `changes`: how often they were changed. */
export type FeesState = {
  readonly tables: readonly { readonly from: string; readonly table: FeeTable }[];
  readonly changes: number;
};

/** `seen`: the changes of the state that the person saw. */
export type FeesCommandBody =
  | { type: 'set'; from: string; table: FeeTable; reason: string; seen: number }
  | { type: 'withdraw'; from: string; reason: string; seen: number };

/**
 * `fees-in-force`: the day has begun, so sales may be charged by its table. `no-fee-table`: no table begins on that
 * day. `fees-changed`: somebody else changed the tables since.
 */
export type FeesRefusal = { code: 'fees-in-force' | 'no-fee-table' | 'fees-changed' };

/** The table in force on a day, and from when. A sale is charged by the table of the day on which it opens. */
export const feesOn = ({ tables }: Pick<FeesState, 'tables'>, day: string): DatedFees =>
  tables.findLast(({ from }) => from <= day) ?? { from: null, table: FIRST_FEES };

/** The tables that come into force after a day. */
export const feesAfter = ({ tables }: Pick<FeesState, 'tables'>, day: string): FeesState['tables'] =>
  tables.filter(({ from }) => from > day);

const isSame = (a: FeeTable | undefined, b: FeeTable): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The fee tables with the days from which they are in force. A table begins tomorrow at the earliest, and is fixed
 * from its day on: what a sale that has opened is charged never changes.
 */
export const feesDecider: Decider<FeesState, FeesCommandBody, FeesEvent, FeesRefusal> = {
  initial: { tables: [], changes: 0 },
  decide(state, { at, body }) {
    const { from, reason } = body;
    if (body.seen !== state.changes) return { outcome: 'refused', code: 'fees-changed' };
    const known = state.tables.find((one) => one.from === from);
    if (body.type === 'withdraw' && known === undefined) return { outcome: 'refused', code: 'no-fee-table' };
    if (!isDay(from) || from <= saleDay(at)) return { outcome: 'refused', code: 'fees-in-force' };
    if (body.type === 'withdraw') {
      return { outcome: 'accepted', events: [{ type: 'FeesWithdrawn', data: { at, from, reason } }] };
    }
    const { table } = body;
    if (isSame(known?.table, table)) return { outcome: 'accepted', events: [] };
    return { outcome: 'accepted', events: [{ type: 'FeesSet', data: { at, from, table, reason } }] };
  },
  evolve({ tables, changes }, { type, data }) {
    const others = tables.filter(({ from }) => from !== data.from);
    const after = type === 'FeesSet' ? [...others, { from: data.from, table: data.table }] : others;
    return { tables: after.toSorted((a, b) => (a.from < b.from ? -1 : 1)), changes: changes + 1 };
  },
};
