/** By which column rows are sorted, and which way. */
export type SortOrder = { column: string; direction: 'up' | 'down' };

/** "9" before "10", "10A" after "10", and case makes no difference. */
const asText = new Intl.Collator('en-AU', { numeric: true, sensitivity: 'base' });

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : asText.compare(String(a), String(b));
}

/**
 * Rows by what `by` reads of them. Those of which it reads null come last either way; equal ones keep their order.
 * Without `by` or `order` they stay as they are.
 */
export function sorted<Row>(
  rows: readonly Row[],
  by: ((row: Row) => string | number | null) | undefined,
  order: SortOrder | null,
): readonly Row[] {
  if (by === undefined || order === null) return rows;
  const sign = order.direction === 'up' ? 1 : -1;
  return rows
    .map((row) => ({ row, value: by(row) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return sign * compare(a.value, b.value);
    })
    .map(({ row }) => row);
}
