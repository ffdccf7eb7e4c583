import {
  FEE_LIMITS,
  type FeeGroup,
  type FeeTable,
  type FREE_DAY_GROUPS,
  feeTableProblem,
} from '@saleyard/domain/fees/fee-tables.ts';
import { type Parser, parseNumber, parseWhole } from '@saleyard/domain/fields/typed.ts';
import { type FeeRow, feeRows } from '@/ui/fees/fee-rows.ts';

type GroupDraft = {
  /** `key`: of its row, unique in the group. */
  tiers: readonly { key: number; fromHead: string; fee: string }[];
  sire: string;
  stud: string;
  percent: string;
};

/** A table of fees as a person types it: amounts in dollars, without GST. */
export type FeeDraft = { [Group in FeeGroup]: GroupDraft } & {
  free: Record<(typeof FREE_DAY_GROUPS)[number], string>;
};

const dollars = (cents: number): string => (cents / 100).toFixed(2);

/** A table as a person would type it. */
export function draftOf(table: FeeTable): FeeDraft {
  const groupOf = (group: FeeGroup): GroupDraft => {
    const { tiers, sireCentsPerHead, studCentsPerHead, settlementPercent } = table[group];
    return {
      tiers: tiers.map(({ fromHead, centsPerHead }, key) => ({
        key,
        fromHead: String(fromHead),
        fee: dollars(centsPerHead),
      })),
      sire: dollars(sireCentsPerHead),
      stud: dollars(studCentsPerHead),
      percent: String(settlementPercent),
    };
  };
  const { cattle, lambs, sheep, goats } = table.freeReofferDays;
  return {
    cattle: groupOf('cattle'),
    sheepAndGoats: groupOf('sheepAndGoats'),
    free: { cattle: String(cattle), lambs: String(lambs), sheep: String(sheep), goats: String(goats) },
  };
}

/** Dollars to the cent, or zero: "$1,250", "0.90". */
const parseFee: Parser<number> = (typed) => {
  const parsed = parseNumber({ most: FEE_LIMITS.cents / 100 })(typed.trim().replace(/^\$/, ''));
  if (!('value' in parsed)) return { rule: 'must be dollars, such as 10 or 0.90' };
  const cents = Math.round(parsed.value * 100);
  return Math.abs(parsed.value * 100 - cents) > 1e-6 ? { rule: 'must be whole cents' } : { value: cents };
};

const parsePercent: Parser<number> = (typed) => {
  const parsed = parseNumber({ most: 100, unit: '%' })(typed);
  if (!('value' in parsed)) return parsed;
  return Number.isInteger(parsed.value * 4) ? parsed : { rule: 'must be in steps of a quarter' };
};

const parseHead = parseWhole(1, FEE_LIMITS.head);
const parseDays = parseWhole(0, FEE_LIMITS.days);

/** The table that a draft means, and the message of each field that is wrong, by its path: "cattle.tiers.0.fee". */
export function readDraft(draft: FeeDraft): { table: FeeTable; problems: ReadonlyMap<string, string> } {
  const problems = new Map<string, string>();
  const read = (path: string, typed: string, parse: Parser<number>): number => {
    const parsed = parse(typed);
    if ('value' in parsed) return parsed.value;
    problems.set(path, `This ${parsed.rule}`);
    return 1;
  };
  const groupOf = (group: FeeGroup): FeeTable[FeeGroup] => {
    const { tiers, sire, stud, percent } = draft[group];
    return {
      tiers: tiers.map(({ fromHead, fee }, at) => ({
        fromHead: read(`${group}.tiers.${at}.fromHead`, fromHead, parseHead),
        centsPerHead: read(`${group}.tiers.${at}.fee`, fee, parseFee),
      })),
      sireCentsPerHead: read(`${group}.sire`, sire, parseFee),
      studCentsPerHead: read(`${group}.stud`, stud, parseFee),
      settlementPercent: read(`${group}.percent`, percent, parsePercent),
    };
  };
  const table: FeeTable = {
    cattle: groupOf('cattle'),
    sheepAndGoats: groupOf('sheepAndGoats'),
    freeReofferDays: {
      cattle: read('free.cattle', draft.free.cattle, parseDays),
      lambs: read('free.lambs', draft.free.lambs, parseDays),
      sheep: read('free.sheep', draft.free.sheep, parseDays),
      goats: read('free.goats', draft.free.goats, parseDays),
    },
  };
  const order = feeTableProblem(table);
  if (order !== null && !problems.has(order.field)) problems.set(order.field, order.message);
  return { table, problems };
}

/** A fee that differs between two tables. `before`, `after`: '' where there is none. */
export type FeeChange = { name: string; before: string; after: string };

/** What differs between two tables, in words. */
export function feeChanges(before: FeeTable, after: FeeTable): FeeChange[] {
  const named = (table: FeeTable): FeeRow[] => {
    const { cattle, sheepAndGoats, stud, reoffers } = feeRows(table);
    const within = (group: string, rows: readonly FeeRow[]) =>
      rows.map(({ name, price }) => ({ name: `${group}: ${name}`, price }));
    return [
      ...within('Cattle', cattle),
      ...within('Sheep and goats', sheepAndGoats),
      ...within('Stud and private sales', stud),
      ...reoffers,
    ];
  };
  const [old, now] = [named(before), named(after)];
  const priceIn = (rows: readonly FeeRow[], wanted: string): string =>
    rows.find(({ name }) => name === wanted)?.price ?? '';
  const names = [...new Set([...old, ...now].map(({ name }) => name))];
  return names.flatMap((name) => {
    const change = { name, before: priceIn(old, name), after: priceIn(now, name) };
    return change.before === change.after ? [] : [change];
  });
}
