import type { FileProblem, RowColumn, TableFile } from '@saleyard/contract/rows-file.ts';

/** What every preview of a file of rows shows: what is taken with a change, what has a problem, and what is left out. */
export type RowsRead = Pick<
  TableFile,
  'outcome' | 'leftOut' | 'unused' | 'headings' | 'headingRow' | 'mapping'
> & {
  readonly problems: readonly FileProblem[];
  readonly notes: readonly FileProblem[];
};

/** A problem of a field, by the heading that the file has for it. */
export const inFile =
  ({ mapping, headings }: Pick<TableFile, 'mapping' | 'headings'>, columns: readonly RowColumn[]) =>
  ({ field, ...problem }: { row: number; field: string; value: string; rule: string }): FileProblem => {
    const at = mapping[field] ?? null;
    const title = columns.find(({ name }) => name === field)?.title ?? field;
    return { ...problem, column: (at === null ? '' : headings[at]) || title };
  };

/** Problems from the first row of the file on. */
export const inRows = (problems: readonly FileProblem[]): readonly FileProblem[] =>
  [...problems].sort((a, b) => a.row - b.row);
