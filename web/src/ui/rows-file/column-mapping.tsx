import type { Mapping, RowColumn, Sheet } from '@saleyard/contract/rows-file.ts';
import { Select } from '@/ui/inputs.tsx';
import { Grid, Stack } from '@/ui/layout.tsx';
import { hasHeadings, sampleOf } from './remembered-mapping.ts';

/** Characters of a sample that are shown. */
const SAMPLE = 40;

/** The mapping after a heading was given to a column ('' for none): a column has one heading, a heading one column. */
function assigned(mapping: Mapping, heading: number, column: string): Mapping {
  const others = Object.entries(mapping).map(([name, at]) => [name, at === heading ? null : at] as const);
  return { ...Object.fromEntries(others), ...(column !== '' && { [column]: heading }) };
}

/** Titles of the columns that a file must have and that no heading was chosen for. */
export const missingColumns = (columns: readonly RowColumn[], mapping: Mapping): readonly string[] =>
  columns
    .filter(({ name, required }) => required && (mapping[name] ?? null) === null)
    .map(({ title }) => title);

/** What the person is to choose, and why. */
export function MappingQuestion({
  why,
  headings,
  headingRow,
}: {
  /** null: it was clear. */
  why: string | null;
  headings: readonly string[];
  headingRow: number;
}) {
  return (
    <p>
      {why !== null && `${why}. `}
      {hasHeadings(headings)
        ? `Choose which column each heading of row ${headingRow} is. This is remembered on this device for files with the same headings.`
        : 'Choose what each column is.'}
    </p>
  );
}

/** Which column each heading of a file is: those that were not recognised first, the others to be looked at. */
export function ColumnMapping({
  columns,
  sheet,
  headings,
  headingRow,
  guess,
  value,
  onChange,
}: {
  columns: readonly RowColumn[];
  sheet: Sheet;
  headings: readonly string[];
  headingRow: number;
  /** What was recognised. */
  guess: Mapping;
  value: Mapping;
  onChange: (mapping: Mapping) => void;
}) {
  const options = [
    { value: '', label: 'Leave this column out' },
    ...columns.map(({ name, title }) => ({ value: name, label: title })),
  ];
  const used = headings
    .map((heading, at) => ({ heading, at, sample: sampleOf(sheet, headingRow, at) }))
    .filter(({ heading, sample }) => heading !== '' || sample !== '');
  const recognised = new Set(Object.values(guess));
  const choice = ({ heading, at, sample }: (typeof used)[number]) => (
    <Select
      key={at}
      label={heading || `Column ${at + 1}`}
      description={sample === '' ? 'It is empty' : `First value: ${sample.slice(0, SAMPLE)}`}
      options={options}
      value={Object.entries(value).find(([, of]) => of === at)?.[0] ?? ''}
      onChange={({ currentTarget }) => onChange(assigned(value, at, currentTarget.value))}
    />
  );
  const known = used.filter(({ at }) => recognised.has(at));
  return (
    <Stack gap="md">
      <Grid>{used.filter(({ at }) => !recognised.has(at)).map(choice)}</Grid>
      {known.length > 0 && (
        <details open={known.length === used.length}>
          <summary>Recognised: {known.length}</summary>
          <Grid mt="sm">{known.map(choice)}</Grid>
        </details>
      )}
    </Stack>
  );
}
