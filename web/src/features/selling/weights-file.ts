import { type Mapping, type RowColumn, type Sheet, tableOf } from '@saleyard/contract/rows-file.ts';
import { type Form, headFields, type Values } from '@saleyard/domain/listing/forms/field.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { readWeights, WEIGHT_HEADINGS } from '@saleyard/domain/listing/weights-file.ts';
import { inFile, inRows, type RowsRead } from './rows-read.ts';

const TOO_MANY = `Maximum allowed upload of head weighted is ${LOT_LIMITS.countWeighed} per lot`;

/** The columns of a file of weights for a form. */
export const weightColumns = (form: Form): readonly RowColumn[] =>
  headFields(form).map(({ name, title, required, type }) => ({
    name,
    title,
    headings: WEIGHT_HEADINGS[name] ?? [],
    required: required ?? false,
    ranked: type === 'text',
    isLabel: type === 'text',
  }));

/** A file of weights as its preview shows it: heads that are taken, and everything that is not, by row. */
export type WeightsFile = RowsRead & {
  readonly heads: readonly { readonly row: number; readonly head: Values }[];
};

/** Reads a file of weights. `chosen`: the headings that the person chose for the columns. */
export function weightsOf(sheet: Sheet, form: Form, chosen?: Mapping) {
  const columns = weightColumns(form);
  const table = tableOf(sheet, columns, { chosen });
  if (table.outcome !== 'read') return table;
  if (table.rows.length > LOT_LIMITS.countWeighed)
    return { outcome: 'unreadable', message: TOO_MANY } as const;
  const { heads, problems, notes } = readWeights(form, table.rows);
  const { leftOut, unused, headings, headingRow, mapping } = table;
  const named = inFile(table, columns);
  const file: WeightsFile = {
    outcome: 'read',
    heads,
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

/** A file to fill in: the headings of a form, and one head to write over. */
export const weightsTemplate = (form: Form): string => {
  const columns = weightColumns(form);
  const example: Readonly<Record<string, string>> = {
    animalIndividualId: '982 000123456789',
    weightLive: '412.5',
    fatScore: '3',
  };
  return `${columns.map(({ title }) => title).join(',')}\r\n${columns.map(({ name }) => example[name] ?? '').join(',')}\r\n`;
};
