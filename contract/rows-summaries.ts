// Rows of a file that sum up others: totals, averages, counts. They are never data.

const setOf = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')));

/** What a summary row is called by. */
const SUMMED = setOf(
  'total totals subtotal subtotals sum sums average averages avg avge ave av mean median mode count counts tally summary',
  'headcount min minimum max maximum range lightest heaviest lowest highest smallest largest std stdev sd cv deviation',
);
/** What else its name may have: "Mob average", "Total weight (kg): 810.5", "Count: 2 head". */
const OF_WHAT = setOf(
  'grand sub mob group overall herd session draft standard dev of in per and the all',
  'head hd animal animals cattle sheep lamb lambs goat goats lot lots record records row rows weighed',
  'weight weights wt wts live liveweight lwt kg kgs fat score scores gain adg age price value',
);
const COUNTED = /^(total )?(no|number)\b\.? ?(of )?(head|animals?|records?|lots?|weighed)\b/i;
/** Characters of a summary's name at most. */
const SUMMARY_LENGTH = 60;

/** Whether a cell is the name of a summary row: every word of it is, and numbers after a word that is no short code. */
export function isSummary(cell: string): boolean {
  if (cell.length > SUMMARY_LENGTH) return false;
  if (COUNTED.test(cell)) return true;
  const found = cell.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const numbers = found.filter((one) => /^\d+$/.test(one));
  const named = found.filter((one) => !/^\d+$/.test(one));
  return (
    named.some((one) => SUMMED.has(one)) &&
    named.every((one) => SUMMED.has(one) || OF_WHAT.has(one)) &&
    (numbers.length === 0 || named.some((one) => SUMMED.has(one) && one.length > 2)) &&
    !/^\d+$/.test(found[0] ?? '')
  );
}

type Cells = Readonly<Record<string, string>>;

/** Rows of sums at the end of a file at most, and rows that there must be above them. */
const [MOST_SUMS, LEAST_SUMMED] = [3, 3];

/** The number of a cell, and how many decimals it is written with; null: it has other text. */
function numberOf(cell: string): { value: number; decimals: number } | null {
  const text = cell.replace(/^\$ ?| ?(kgs?|head|hd|%)$/gi, '').replaceAll(/[, ](?=\d{3}(\D|$))/g, '');
  const [, whole, decimals = ''] = /^(-?\d+)(?:[.,](\d*))?$/.exec(text) ?? [];
  return whole === undefined
    ? null
    : { value: Number(`${whole}.${decimals || '0'}`), decimals: decimals.length };
}

/** Whether a number is another one, to the decimals that it is written with. */
const isRounded = ({ value, decimals }: { value: number; decimals: number }, of: number): boolean =>
  Math.abs(value - of) <= 0.5 * 10 ** -decimals + 1e-9;

/**
 * What a row without a name says of the rows above it, by its numbers: their sums (with averages or not), or averages alone,
 * which have more decimals than what they are of. null: it may be a row of data.
 */
function saysOf(row: Cells, above: readonly Cells[], labels: readonly string[]): 'sums' | 'averages' | null {
  if (labels.some((name) => (row[name] ?? '') !== '')) return null;
  const kinds = Object.entries(row)
    .filter(([, cell]) => cell !== '')
    .map(([name, cell]) => {
      const number = numberOf(cell);
      const data = above.flatMap((cells) => numberOf(cells[name] ?? '') ?? []);
      if (number === null || data.length < LEAST_SUMMED) return null;
      const sum = data.reduce((total, { value }) => total + value, 0);
      if (isRounded(number, sum)) return 'sums';
      if (!isRounded(number, sum / data.length)) return null;
      return number.decimals > Math.max(...data.map(({ decimals }) => decimals)) ? 'averages' : 'either';
    });
  if (kinds.length === 0 || kinds.includes(null)) return null;
  if (kinds.includes('sums')) return 'sums';
  const isNamedElsewhere = labels.some((name) => above.every((cells) => (cells[name] ?? '') !== ''));
  return kinds.includes('averages') && isNamedElsewhere ? 'averages' : null;
}

/**
 * How many rows at the end sum up the rows above them without saying so, as a spreadsheet's sums do. `labels`: the columns
 * whose cells name their rows.
 */
export function unlabelledSummaries(rows: readonly Cells[], labels: readonly string[]): number {
  for (let count = Math.min(MOST_SUMS, rows.length - LEAST_SUMMED); count > 0; count -= 1) {
    const above = rows.slice(0, -count);
    if (rows.slice(-count).every((row) => saysOf(row, above, labels) !== null)) return count;
  }
  return 0;
}
