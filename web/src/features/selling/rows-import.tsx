import {
  type Mapping,
  problemText,
  type ReadTable,
  type RowColumn,
  type Sheet,
} from '@saleyard/contract/rows-file.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { type ReactNode, useState } from 'react';
import { type ReadSheet, readSheet } from '@/lib/rows-file.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Text } from '@/ui/layout.tsx';
import { ColumnMapping, MappingQuestion, missingColumns } from '@/ui/rows-file/column-mapping.tsx';
import { Lines } from '@/ui/rows-file/lines.tsx';
import { type FileKind, readRemembered, rememberMapping } from '@/ui/rows-file/remembered-mapping.ts';
import { FileButton } from './form-files-buttons.tsx';
import type { RowsRead } from './rows-read.ts';

/** What stands before every reason why a file is not read. */
const INVALID = 'Invalid CSV-file';

/**
 * A file of rows that fills in a part of the form. `read`: the file, or why not; `what`: what is taken, before the list of
 * columns; `action`: of the button that takes it, null where there is nothing.
 */
export type ImportedRows<Rows extends RowsRead> = {
  readonly kind: FileKind;
  readonly title: string;
  readonly columns: readonly RowColumn[];
  readonly read: (sheet: Sheet, chosen?: Mapping) => Rows | Exclude<ReadTable, { outcome: 'read' }>;
  readonly what: (file: Rows) => ReactNode;
  readonly action: (file: Rows) => string | null;
  readonly onTake: (file: Rows) => void;
};

type Chosen = { sheet: Sheet; of: Extract<ReadSheet, { outcome: 'read' }>['of'] };

/** What of a file is taken, and what is not, before anything is. */
function Preview({
  file,
  columns,
  of,
  replaces,
  children,
}: {
  file: RowsRead;
  columns: readonly RowColumn[];
  of: Chosen['of'];
  /** What is deleted for it; null: nothing. */
  replaces: string | null;
  children: ReactNode;
}) {
  const wrongRows = new Set(file.problems.map(({ row }) => row)).size;
  const used = columns.flatMap(({ name, title }) => {
    const at = file.mapping[name] ?? null;
    return at === null ? [] : [`${title} from “${file.headings[at] || `Column ${at + 1}`}”`];
  });
  return (
    <>
      <p>
        {children} {used.join(', ')}.
      </p>
      {of !== undefined && of.unread.length > 0 && (
        <p>
          Read from the sheet “{of.name}”. Not read: {of.unread.map((name) => `“${name}”`).join(', ')}.
        </p>
      )}
      {replaces !== null && <p>{replaces}</p>}
      {wrongRows > 0 && (
        <Text tone="bad" role="alert">
          {countOf(wrongRows, 'row has a problem', 'rows have a problem')} and will not be taken.
        </Text>
      )}
      <Lines title="Problems" lines={file.problems.map(problemText)} />
      <Lines title="Taken with a change" lines={file.notes.map(problemText)} />
      <Lines title="Left out" lines={file.leftOut.map(({ row, why }) => `Row ${row}: ${why}`)} />
      {file.unused.length > 0 && (
        <p className="sy-dim">Columns that are not used: {file.unused.join(', ')}.</p>
      )}
    </>
  );
}

/** A file that was chosen: its columns where they are unclear or to be changed, then what is taken of it. */
function ImportDialog<Rows extends RowsRead>({
  rows,
  chosen: { sheet, of },
  replaces,
  onClose,
}: {
  rows: ImportedRows<Rows>;
  chosen: Chosen;
  replaces: string | null;
  onClose: () => void;
}) {
  const { kind, title, columns } = rows;
  const [read, setRead] = useState(() => readRemembered(kind, (chosen) => rows.read(sheet, chosen)));
  const [mapping, setMapping] = useState<Mapping | null>(read.outcome === 'unclear' ? read.guess : null);
  if (read.outcome === 'unreadable')
    return (
      <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>OK</Button>}>
        <p>{INVALID}</p>
        <p>{read.message}.</p>
      </Dialog>
    );
  if (mapping !== null || read.outcome === 'unclear') {
    const now = mapping ?? {};
    const lacks = missingColumns(columns, now);
    return (
      <Dialog
        key="columns"
        title={title}
        onClose={onClose}
        withCancel
        actions={
          <Button
            disabled={lacks.length > 0}
            onClick={() => {
              rememberMapping(kind, read.headings, now);
              setRead(rows.read(sheet, now));
              setMapping(null);
            }}
          >
            Next
          </Button>
        }
      >
        <MappingQuestion
          why={read.outcome === 'unclear' ? read.why : null}
          headings={read.headings}
          headingRow={read.headingRow}
        />
        <ColumnMapping
          columns={columns}
          sheet={sheet}
          headings={read.headings}
          headingRow={read.headingRow}
          guess={read.outcome === 'unclear' ? read.guess : read.mapping}
          value={now}
          onChange={setMapping}
        />
        {lacks.length > 0 && (
          <Text as="div" tone="bad" role="alert">
            <p>{INVALID}</p>
            <p>The file must have {lacks.join(' and ')}.</p>
          </Text>
        )}
      </Dialog>
    );
  }
  const action = rows.action(read);
  // Each step is a dialog of its own: read from its beginning, with the focus inside.
  return (
    <Dialog
      key="preview"
      title={title}
      onClose={onClose}
      withCancel
      actions={
        <>
          <Button variant="default" onClick={() => setMapping(read.mapping)}>
            Change columns
          </Button>
          <Button disabled={action === null} onClick={() => rows.onTake(read)}>
            {action ?? 'Import'}
          </Button>
        </>
      }
    >
      <Preview file={read} columns={columns} of={of} replaces={replaces}>
        {rows.what(read)}
      </Preview>
    </Dialog>
  );
}

/** A button that takes a part of the form from a CSV file or a spreadsheet, after a preview. */
export function RowsImport<Rows extends RowsRead>({
  rows,
  label,
  replaces,
}: {
  rows: ImportedRows<Rows>;
  label: string;
  /** What of the form is deleted for it, asked when a file is chosen; null: nothing. */
  replaces: () => string | null;
}) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const open = async (file: File) => {
    const read = await readSheet(file, rows.columns);
    if (read.outcome === 'unreadable') return `${INVALID}. ${read.message}.`;
    setChosen({ sheet: read.sheet, of: read.of });
    return null;
  };
  return (
    <>
      <FileButton title={rows.title} accept=".csv,.txt,.tsv,.xlsx,text/csv" label={label} take={open} />
      {chosen && (
        <ImportDialog
          rows={{
            ...rows,
            onTake: (file) => {
              setChosen(null);
              rows.onTake(file);
            },
          }}
          chosen={chosen}
          replaces={replaces()}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
