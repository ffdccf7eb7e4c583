import { type Mapping, problemText, type Sheet } from '@saleyard/contract/rows-file.ts';
import type { Form as FormData, Values } from '@saleyard/domain/listing/forms/field.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { useState } from 'react';
import { ICON_SIZES, IconDownload } from '@/config/icons.ts';
import { readSheet } from '@/lib/rows-file.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { ColumnMapping, missingColumns } from '@/ui/rows-file/column-mapping.tsx';
import { Lines } from '@/ui/rows-file/lines.tsx';
import { readRemembered, rememberMapping } from '@/ui/rows-file/remembered-mapping.ts';
import { FileButton } from './form-files-buttons.tsx';
import { type WeightsFile, weightColumns, weightsOf, weightsTemplate } from './weights-file.ts';

export const IMPORT_WEIGHTS = 'Import Weights';
type Read = ReturnType<typeof weightsOf>;

/** Reads the sheet by what was chosen before, where its headings are the same. */
const readWith = (sheet: Sheet, form: FormData): Read =>
  readRemembered('weights', (chosen) => weightsOf(sheet, form, chosen));

/** What of a file is taken, and what is not, before anything is. */
function Preview({ file, form, replaces }: { file: WeightsFile; form: FormData; replaces: boolean }) {
  const weights = file.heads.map(({ head }) => Number(head['weightLive']));
  const average = weights.reduce((sum, kg) => sum + kg, 0) / Math.max(1, weights.length);
  const wrongRows = new Set(file.problems.map(({ row }) => row)).size;
  const used = weightColumns(form).flatMap(({ name, title }) => {
    const at = file.mapping[name] ?? null;
    return at === null ? [] : [`${title} from “${file.headings[at]}”`];
  });
  return (
    <>
      <p>
        <strong>{file.heads.length} head</strong>
        {weights.length > 0 &&
          `, ${Math.min(...weights)} to ${Math.max(...weights)} kg, average ${average.toFixed(1)} kg`}
        . {used.join(', ')}.
      </p>
      {replaces && <p>Data that was entered by hand will be deleted.</p>}
      {wrongRows > 0 && (
        <p role="alert">
          {countOf(wrongRows, 'row has a problem', 'rows have a problem')} and will not be taken.
        </p>
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

/** A file of weights that was chosen, until its heads are taken or it is closed. */
function ImportDialog({
  form,
  sheet,
  replaces,
  onTake,
  onClose,
}: {
  form: FormData;
  sheet: Sheet;
  replaces: boolean;
  onTake: (heads: readonly Values[]) => void;
  onClose: () => void;
}) {
  const [read, setRead] = useState(() => readWith(sheet, form));
  const [mapping, setMapping] = useState<Mapping>(read.outcome === 'unclear' ? read.guess : {});
  if (read.outcome === 'unreadable')
    return (
      <Dialog title={IMPORT_WEIGHTS} onClose={onClose} actions={<Button onClick={onClose}>OK</Button>}>
        <p>Invalid CSV-file</p>
        <p>{read.message}.</p>
      </Dialog>
    );
  if (read.outcome === 'unclear') {
    const columns = weightColumns(form);
    const lacks = missingColumns(columns, mapping);
    return (
      <Dialog
        title={IMPORT_WEIGHTS}
        onClose={onClose}
        withCancel
        actions={
          <Button
            disabled={lacks.length > 0}
            onClick={() => {
              rememberMapping('weights', read.headings, mapping);
              setRead(weightsOf(sheet, form, mapping));
            }}
          >
            Next
          </Button>
        }
      >
        <p>
          {read.why}. Choose which column each heading of row {read.headingRow} is; this is remembered for
          files with the same headings.
        </p>
        <ColumnMapping
          columns={columns}
          sheet={sheet}
          headings={read.headings}
          headingRow={read.headingRow}
          guess={read.guess}
          value={mapping}
          onChange={setMapping}
        />
        {lacks.length > 0 && (
          <div role="alert">
            <p>Invalid CSV-file</p>
            <p>The file must have {lacks.join(' and ')}.</p>
          </div>
        )}
      </Dialog>
    );
  }
  const { heads } = read;
  return (
    <Dialog
      title={IMPORT_WEIGHTS}
      onClose={onClose}
      withCancel
      actions={
        <Button disabled={heads.length === 0} onClick={() => onTake(heads.map(({ head }) => head))}>
          Import {heads.length} Head
        </Button>
      }
    >
      <Preview file={read} form={form} replaces={replaces} />
    </Dialog>
  );
}

/**
 * Takes the weights of all head from a CSV file or a spreadsheet, after a preview. `hasHeads`: whether heads were typed that
 * it would replace.
 */
export function WeightsImport({
  form,
  hasHeads,
  onTake,
}: {
  form: FormData;
  hasHeads: () => boolean;
  onTake: (heads: readonly Values[]) => void;
}) {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const open = async (file: File) => {
    const read = await readSheet(file);
    if (read.outcome === 'unreadable') return `Invalid CSV-file. ${read.message}.`;
    setSheet(read.sheet);
    return null;
  };
  return (
    <>
      <FileButton
        title={IMPORT_WEIGHTS}
        accept=".csv,.txt,.tsv,.xlsx,text/csv"
        label="CSV file of weights"
        take={open}
      />
      <a
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(weightsTemplate(form))}`}
        download="weights-template.csv"
      >
        <IconDownload size={ICON_SIZES.sm} aria-hidden="true" /> Template
      </a>
      {sheet && (
        <ImportDialog
          form={form}
          sheet={sheet}
          replaces={hasHeads()}
          onClose={() => setSheet(null)}
          onTake={(heads) => {
            setSheet(null);
            onTake(heads);
          }}
        />
      )}
    </>
  );
}
