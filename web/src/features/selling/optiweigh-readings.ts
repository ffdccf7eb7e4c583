import { type Mapping, type Sheet, tableOf } from '@saleyard/contract/rows-file.ts';
import type { Optiweigh } from '@saleyard/domain/listing/content.ts';
import { READING_COLUMNS, readReadings } from '@saleyard/domain/listing/optiweigh.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { inFile, inRows, type RowsRead } from './rows-read.ts';

/** A file of readings as its preview shows it. */
export type ReadingsFile = RowsRead & {
  readonly readings: readonly { readonly row: number; readonly reading: Optiweigh['days'][number] }[];
};

/** Reads a file of readings of walk-over scales. `chosen`: the headings that the person chose for the columns. */
export function readingsFile(sheet: Sheet, chosen?: Mapping) {
  const table = tableOf(sheet, READING_COLUMNS, { chosen });
  if (table.outcome !== 'read') return table;
  const { readings, problems, notes } = readReadings(table.rows);
  if (readings.length > LOT_LIMITS.optiweighDays)
    return {
      outcome: 'unreadable',
      message: `At most ${LOT_LIMITS.optiweighDays} readings of the scales can be added`,
    } as const;
  const named = inFile(table, READING_COLUMNS);
  const { leftOut, unused, headings, headingRow, mapping } = table;
  const file: ReadingsFile = {
    outcome: 'read',
    readings,
    problems: inRows([...table.problems, ...problems.map(named)]),
    notes: notes.map(named),
    leftOut,
    unused,
    headings,
    headingRow,
    mapping,
  };
  return file;
}
