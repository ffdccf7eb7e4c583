import { problemText, type RowColumn, type Sheet, tableOf } from '@saleyard/contract/rows-file.ts';
import type { TypedReading } from './lot-values.ts';

/** The columns of a file of readings. */
const COLUMNS: readonly RowColumn[] = [
  { name: 'date', title: 'Date', headings: ['day', 'weigh date', 'reading date'], required: true },
  {
    name: 'weight',
    title: 'Weight',
    headings: [
      'average weight',
      'avg weight',
      'avg wt',
      'wt',
      'weight kg',
      'average weight kg',
      'mob weight',
    ],
    required: true,
  },
  {
    name: 'averageDailyGain',
    title: 'Daily Gain',
    headings: ['adg', 'average daily gain', 'avg daily gain', 'gain', 'adg kg', 'gain kg day'],
    required: true,
  },
];

/** The readings of a file, in their order by row; or why none is taken. The form validates the cells. */
export function readingsIn(
  sheet: Sheet,
): { outcome: 'read'; readings: TypedReading[] } | { outcome: 'refused'; message: string } {
  const table = tableOf(sheet, COLUMNS);
  if (table.outcome === 'unreadable') return { outcome: 'refused', message: table.message };
  if (table.outcome === 'unclear')
    return { outcome: 'refused', message: `${table.why}. The columns are Date, Weight and Daily Gain` };
  const empty = table.rows.flatMap(({ row, cells }) =>
    COLUMNS.filter(({ name }) => (cells[name] ?? '').trim() === '').map(({ title }) =>
      problemText({ row, column: title, value: '', rule: 'is missing' }),
    ),
  );
  if (empty.length > 0) return { outcome: 'refused', message: empty.slice(0, 5).join('; ') };
  const readings = table.rows.map(({ cells }) => ({
    date: cells['date'] ?? '',
    weight: cells['weight'] ?? '',
    averageDailyGain: cells['averageDailyGain'] ?? '',
  }));
  return readings.length === 0
    ? { outcome: 'refused', message: 'The file has no readings' }
    : { outcome: 'read', readings };
}
