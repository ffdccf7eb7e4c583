import { type Field, isNumeric } from '@saleyard/domain/listing/forms/field.ts';
import { numberParser } from '@saleyard/domain/listing/forms/read-field.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { countOf, formatCount } from '@saleyard/domain/presentation/amounts.ts';

/** A head as the form has it: what is no value of its field yet is the text that was typed. */
type Head = Readonly<Record<string, unknown>>;

const weightOf = (head: Head | undefined): number | null => {
  const kg = head?.['weightLive'];
  return typeof kg === 'number' && kg > 0 ? kg : null;
};

/** How many heads have a weight, and these weights. kg; null without one. */
export type WeighedSummary = {
  weighed: number;
  average: number | null;
  least: number | null;
  most: number | null;
};

export function weighedSummary(heads: readonly (Head | undefined)[]): WeighedSummary {
  const weights = heads.map(weightOf).filter((kg) => kg !== null);
  if (weights.length === 0) return { weighed: 0, average: null, least: null, most: null };
  const sum = weights.reduce((total, kg) => total + kg, 0);
  return {
    weighed: weights.length,
    average: sum / weights.length,
    least: Math.min(...weights),
    most: Math.max(...weights),
  };
}

/** The average of the weights down to each head, kg; null before the first weight. */
export function runningAverages(heads: readonly (Head | undefined)[]): (number | null)[] {
  let [weighed, sum] = [0, 0];
  return heads.map((head) => {
    const kg = weightOf(head);
    if (kg !== null) {
      weighed += 1;
      sum += kg;
    }
    return weighed === 0 ? null : sum / weighed;
  });
}

/** The head (from 0) and its field that a path of the form is of; null: of the lot. */
export function headOfPath(path: string): { row: number; name: string } | null {
  const [, row, name] = /^heads\.(\d+)\.(.+)$/.exec(path) ?? [];
  return row === undefined || name === undefined ? null : { row: Number(row), name };
}

/** A weight to a tenth: "398.0 kg". */
export const kgText = (kg: number): string => `${kg.toFixed(1)} kg`;

/** The lightest and the heaviest: "398 to 412.5 kg"; where they are the same, one: "2,000 kg". */
export const rangeText = ({ least, most }: Pick<WeighedSummary, 'least' | 'most'>): string =>
  least === null || most === null
    ? ''
    : `${least === most ? '' : `${formatCount(least)} to `}${formatCount(most)} kg`;

/** The value of a pasted cell, and what is said of one that is not quite what was pasted. */
function cellOf(field: Field, text: string): { value: unknown; note?: string | undefined } {
  const typed = text.trim();
  if (typed === '' || !isNumeric(field)) return { value: typed };
  const parsed = numberParser(field)(typed);
  return 'value' in parsed ? parsed : { value: typed };
}

/** Changed values of a paste that are named; the rest are counted. */
const CHANGED_NAMED = 2;

/**
 * The heads with a text pasted into them from `row` on: its lines are heads, its tabs part them into `columns`. A cell that is
 * no value of its field is kept as text, which the form then marks. Headings are left out, and so are heads beyond the
 * most that a lot may have, and a weight over the most becomes the most; `note` says so. `end`: how many heads there are with it.
 */
export function pastedHeads(
  heads: readonly Head[],
  text: string,
  { row, columns }: { row: number; columns: readonly Field[] },
): { heads: readonly Head[]; end: number; note: string | null } {
  const lines = text.replace(/(\r\n|\r|\n)+$/, '').split(/\r\n|\r|\n/);
  const [first = '', ...others] = lines.map((line) => line.split('\t'));
  const isText = (cells: readonly string[]) =>
    columns.some((field, at) => isNumeric(field) && /^[^\d]*[a-z]/i.test((cells[at] ?? '').trim()));
  const hasHeading = others.length > 0 && isText(first as string[]) && !isText(others[0] ?? []);
  const rows = hasHeading ? others : [first as string[], ...others];
  const taken = rows.slice(0, Math.max(0, LOT_LIMITS.countWeighed - row));
  const next = Array.from(
    { length: Math.max(heads.length, row + taken.length) },
    (_, at): Head => heads[at] ?? {},
  );
  const changed: string[] = [];
  for (const [offset, cells] of taken.entries()) {
    const stated = columns.flatMap((field, at) => {
      if (cells[at] === undefined) return [];
      const { value, note } = cellOf(field, cells[at]);
      if (note !== undefined) changed.push(`Head ${row + offset + 1}: ${note}.`);
      return [[field.name, value] as const];
    });
    next[row + offset] = { ...next[row + offset], ...Object.fromEntries(stated) };
  }
  const more = changed.length - CHANGED_NAMED;
  const notes = [
    `${countOf(taken.length, 'row')} pasted.`,
    ...(hasHeading ? ['The heading was left out.'] : []),
    ...changed.slice(0, CHANGED_NAMED),
    ...(more > 0 ? [`The same for ${countOf(more, 'more weight', 'more weights')}.`] : []),
    ...(taken.length < rows.length
      ? [
          `${rows.length - taken.length} more were left out: a lot has at most ${LOT_LIMITS.countWeighed} head weighed.`,
        ]
      : []),
  ];
  return { heads: next, end: row + taken.length, note: notes.join(' ') };
}
