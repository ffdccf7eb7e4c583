import type { Mapping, ReadTable, Sheet } from '@saleyard/contract/rows-file.ts';
import { csvText } from '@saleyard/contract/rows-file.ts';
import { LOTS_BYTES } from '@saleyard/contract/staff.ts';
import { countOf, formatPriceWithUnit, parsePrice } from '@saleyard/domain/presentation/amounts.ts';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { ICON_SIZES, IconDownload } from '@/config/icons.ts';
import { readSheet } from '@/lib/rows-file.ts';
import { Button } from '@/ui/button.tsx';
import { fieldId } from '@/ui/form/fields.tsx';
import { ColumnMapping, MappingQuestion } from '@/ui/rows-file/column-mapping.tsx';
import { readRemembered, rememberMapping } from '@/ui/rows-file/remembered-mapping.ts';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import { UploadField } from '@/ui/upload/upload-field.tsx';
import type { Kind } from './lot-columns.ts';
import { type LotDraft, unitOf } from './lot-draft.ts';
import { LotPicture } from './lot-picture.tsx';
import { CATALOGUE_COLUMNS, catalogueTable, catalogueText, templateCsv } from './lots-file.ts';
import { type LotsValues, readFile, wrongRows } from './lots-form.ts';
import classes from './schedule.module.css';

/** Lots shown of a file before the rest is only counted. */
const PREVIEWED = 50;

const price = (draft: LotDraft, text: string): string | null =>
  text === '' ? null : formatPriceWithUnit(parsePrice(text, unitOf(draft)), unitOf(draft));

type FileRow = { draft: LotDraft; line: number | undefined; bad: boolean };

const COLUMNS: readonly Column<FileRow>[] = [
  { id: 'row', header: 'Row', cell: ({ line }) => line },
  { id: 'lot', header: 'Lot', cell: ({ draft }) => draft.number },
  { id: 'title', header: 'Title', rowHeader: true, phone: 'title', cell: ({ draft }) => draft.title },
  { id: 'head', header: 'Head', align: 'end', cell: ({ draft }) => draft.count },
  { id: 'start', header: 'Start', align: 'end', cell: ({ draft }) => price(draft, draft.startCents) },
  { id: 'reserve', header: 'Reserve', align: 'end', cell: ({ draft }) => price(draft, draft.reserveCents) },
  { id: 'vendor', header: 'Vendor', cell: ({ draft }) => draft.vendorName },
  {
    id: 'place',
    header: 'Place',
    cell: ({ draft }) => [draft.town, draft.state].filter(Boolean).join(', '),
  },
];

function Preview({
  drafts,
  lines,
  bad,
}: {
  drafts: readonly LotDraft[];
  lines: readonly number[];
  bad: ReadonlySet<number>;
}) {
  const rows = drafts
    .slice(0, PREVIEWED)
    .map((draft, row) => ({ draft, line: lines[row], bad: bad.has(row) }));
  const more = drafts.length > PREVIEWED ? `, the first ${PREVIEWED} shown` : '';
  return (
    <DataTable
      caption="Lots of the file"
      title={`${countOf(drafts.length, 'lot')} read${more}`}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ draft }) => draft.key}
      mark={(row) => (row.bad ? 'wrong' : undefined)}
    />
  );
}

/** Some systems call a CSV file a spreadsheet. */
const CSV = {
  'text/csv': ['.csv', '.txt', '.tsv'],
  'application/vnd.ms-excel': ['.csv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
};

/** A spreadsheet that was chosen, with its headings. */
type Chosen = { name: string; sheet: Sheet; table: Exclude<ReadTable, { outcome: 'unreadable' }> };

/** Which column each heading is, where that is not clear or is to be changed. */
function MappingStep({ chosen, onNext }: { chosen: Chosen; onNext: (mapping: Mapping) => void }) {
  const { sheet, table } = chosen;
  const { headings, headingRow } = table;
  const guess = table.outcome === 'unclear' ? table.guess : table.mapping;
  const [mapping, setMapping] = useState(guess);
  return (
    <section className={classes.mapping} aria-label="Which column is which?">
      <MappingQuestion
        why={table.outcome === 'unclear' ? table.why : null}
        headings={headings}
        headingRow={headingRow}
      />
      <ColumnMapping
        columns={CATALOGUE_COLUMNS}
        sheet={sheet}
        headings={headings}
        headingRow={headingRow}
        guess={guess}
        value={mapping}
        onChange={setMapping}
      />
      <Button
        onClick={() => {
          rememberMapping('catalogue', headings, mapping);
          onNext(mapping);
        }}
      >
        Next
      </Button>
    </section>
  );
}

/** A catalogue from a file: choose it, say what its columns are, see what was read, and which rows are wrong. */
export function LotsFileField({ kind }: { kind: Kind }) {
  const { field } = useController<{ lots: LotsValues }, 'lots.file'>({ name: 'lots.file' });
  const file = field.value;
  const read = file && readFile(file);
  const [refused, setRefused] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isMapping, setIsMapping] = useState(false);
  const take = (name: string, sheet: Sheet, table: ReadTable) => {
    const isUnclear = table.outcome === 'unclear';
    setChosen(table.outcome === 'unreadable' ? null : { name, sheet, table });
    setIsMapping(isUnclear);
    // What can't be read is read as it is, for its problems to be named.
    const text = table.outcome === 'read' ? catalogueText(sheet, table) : csvText(sheet);
    field.onChange(isUnclear ? null : { name, text });
  };
  const choose = async (given: File) => {
    const of = await readSheet(given, CATALOGUE_COLUMNS);
    setRefused(of.outcome === 'unreadable' ? of.message : null);
    if (of.outcome === 'unreadable') {
      setChosen(null);
      return field.onChange(null);
    }
    const { sheet } = of;
    take(
      given.name,
      sheet,
      readRemembered('catalogue', (mapping) => catalogueTable(sheet, mapping)),
    );
  };
  const table = chosen?.table.outcome === 'read' ? chosen.table : null;
  const leftOut = table?.leftOut ?? (read?.outcome === 'read' ? read.leftOut : []);
  const unused = table?.unused ?? [];
  return (
    <div>
      <UploadField
        id={fieldId('lots.file')}
        kind="a CSV file or a spreadsheet"
        accept={CSV}
        mostBytes={LOTS_BYTES}
        chosen={chosen?.name ?? file?.name ?? null}
        onFile={(given) => void choose(given)}
      />
      <div className={classes.fileBar}>
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(templateCsv())}`}
          download="lots-template.csv"
          className={classes.template}
        >
          <IconDownload size={ICON_SIZES.sm} aria-hidden="true" /> Download a template
        </a>
        {chosen !== null && !isMapping && (
          <Button variant="default" onClick={() => setIsMapping(true)}>
            Change columns
          </Button>
        )}
      </div>
      <p className="sy-dim">
        One row per lot, amounts in cents, or in dollars where their heading says so. Start from the template,
        whose first row names every column. CSV of any program, or XLSX.
      </p>
      <LotPicture />
      {refused !== null && (
        <p role="alert" className={classes.alert}>
          {refused}.
        </p>
      )}
      {chosen !== null && isMapping ? (
        <MappingStep
          chosen={chosen}
          onNext={(mapping) => take(chosen.name, chosen.sheet, catalogueTable(chosen.sheet, mapping))}
        />
      ) : (
        <>
          {leftOut.length > 0 && (
            <p>Left out: {leftOut.map(({ row, why }) => `row ${row} (${why})`).join(', ')}.</p>
          )}
          {unused.length > 0 && <p className="sy-dim">Columns that are not used: {unused.join(', ')}.</p>}
          {read?.outcome === 'unreadable' && (
            <p role="alert" className={classes.alert}>
              {read.message}
            </p>
          )}
          {file && read?.outcome === 'read' && (
            <Preview drafts={read.drafts} lines={read.lines} bad={wrongRows(file, kind)} />
          )}
        </>
      )}
    </div>
  );
}
