import {
  type FileProblem,
  type Mapping,
  type RowColumn,
  type Sheet,
  type TableFile,
  tableOf,
} from '@saleyard/contract/rows-file.ts';
import { type Form, headFields, type Values } from '@saleyard/domain/listing/forms/field.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { readWeights, WEIGHT_HEADINGS } from '@saleyard/domain/listing/weights-file.ts';

const TOO_MANY = `Maximum allowed upload of head weighted is ${LOT_LIMITS.countWeighed} per lot`;

/** The columns of a file of weights for a form. */
export const weightColumns = (form: Form): readonly RowColumn[] =>
  headFields(form).map(({ name, title, required, type }) => ({
    name,
    title,
    headings: WEIGHT_HEADINGS[name] ?? [],
    required: required ?? false,
    ranked: type === 'text',
  }));

/** A file of weights as its preview shows it: heads that are taken, and everything that is not, by row. */
export type WeightsFile = Pick<
  TableFile,
  'outcome' | 'leftOut' | 'unused' | 'headings' | 'headingRow' | 'mapping'
> & {
  readonly heads: readonly { readonly row: number; readonly head: Values }[];
  readonly problems: readonly FileProblem[];
  /** Weights that were capped. */
  readonly notes: readonly FileProblem[];
};

/** Reads a file of weights. `chosen`: the headings that the person chose for the columns. */
export function weightsOf(sheet: Sheet, form: Form, chosen?: Mapping) {
  const columns = weightColumns(form);
  const table = tableOf(sheet, columns, { chosen });
  if (table.outcome !== 'read') return table;
  const { rows, mapping, headings } = table;
  if (rows.length > LOT_LIMITS.countWeighed) return { outcome: 'unreadable', message: TOO_MANY } as const;
  const headingOf = (field: string): string => {
    const at = mapping[field] ?? null;
    return (at === null ? '' : headings[at]) || (columns.find(({ name }) => name === field)?.title ?? field);
  };
  const inFile = ({ field, ...problem }: { row: number; field: string; value: string; rule: string }) => ({
    ...problem,
    column: headingOf(field),
  });
  const { heads, problems, notes } = readWeights(form, rows);
  const { leftOut, unused, headingRow } = table;
  const file: WeightsFile = {
    outcome: 'read',
    heads,
    problems: problems.map(inFile),
    notes: notes.map(inFile),
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
