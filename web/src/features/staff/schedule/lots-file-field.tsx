import { csvText } from '@saleyard/contract/rows-file.ts';
import { LOTS_BYTES } from '@saleyard/contract/staff.ts';
import { countOf, formatPriceWithUnit, parsePrice } from '@saleyard/domain/presentation/amounts.ts';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { ICON_SIZES, IconDownload } from '@/config/icons.ts';
import { readSheet } from '@/lib/rows-file.ts';
import { fieldId } from '@/ui/form/fields.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import { UploadField } from '@/ui/upload/upload-field.tsx';
import type { Kind } from './lot-columns.ts';
import { type LotDraft, unitOf } from './lot-draft.ts';
import { LotPicture } from './lot-picture.tsx';
import { templateCsv } from './lots-file.ts';
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

/** A catalogue from a CSV file: choose it, see what was read, and which rows are wrong. */
export function LotsFileField({ kind }: { kind: Kind }) {
  const { field } = useController<{ lots: LotsValues }, 'lots.file'>({ name: 'lots.file' });
  const file = field.value;
  const read = file && readFile(file);
  const [refused, setRefused] = useState<string | null>(null);
  const choose = async (chosen: File) => {
    const sheet = await readSheet(chosen);
    setRefused(sheet.outcome === 'unreadable' ? sheet.message : null);
    field.onChange(sheet.outcome === 'read' ? { name: chosen.name, text: csvText(sheet.sheet) } : null);
  };
  return (
    <div>
      <UploadField
        id={fieldId('lots.file')}
        kind="a CSV file or a spreadsheet"
        accept={CSV}
        mostBytes={LOTS_BYTES}
        chosen={file?.name ?? null}
        onFile={(chosen) => void choose(chosen)}
      />
      <div className={classes.fileBar}>
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(templateCsv())}`}
          download="lots-template.csv"
          className={classes.template}
        >
          <IconDownload size={ICON_SIZES.sm} aria-hidden="true" /> Download a template
        </a>
      </div>
      <p className="sy-dim">
        One row per lot, amounts in cents. Start from the template, whose first row names every column. CSV of
        any program, or XLSX.
      </p>
      <LotPicture />
      {refused !== null && (
        <p role="alert" className={classes.alert}>
          {refused}.
        </p>
      )}
      {read?.outcome === 'read' && read.leftOut.length > 0 && (
        <p>Left out: {read.leftOut.map(({ row, why }) => `row ${row} (${why})`).join(', ')}.</p>
      )}
      {read?.outcome === 'unreadable' && (
        <p role="alert" className={classes.alert}>
          {read.message}
        </p>
      )}
      {file && read?.outcome === 'read' && (
        <Preview drafts={read.drafts} lines={read.lines} bad={wrongRows(file, kind)} />
      )}
    </div>
  );
}
