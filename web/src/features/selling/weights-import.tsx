import { type Mapping, plainHeading, problemText, type Sheet } from '@saleyard/contract/rows-file.ts';
import type { Form as FormData, Values } from '@saleyard/domain/listing/forms/field.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { useState } from 'react';
import { ICON_SIZES, IconDownload } from '@/config/icons.ts';
import { readSheet } from '@/lib/rows-file.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Select } from '@/ui/inputs.tsx';
import { FileButton } from './form-files-buttons.tsx';
import { type WeightsFile, weightColumns, weightsOf, weightsTemplate } from './weights-file.ts';

export const IMPORT_WEIGHTS = 'Import Weights';
/** Rows of each list that are shown; the rest are counted. */
const LISTED = 100;

/** What was chosen for the headings of a file is chosen again for the next file with the same headings. */
const keyOf = (headings: readonly string[]): string =>
  `saleyard-columns weights ${headings.map(plainHeading).join('|')}`;

function rememberedFor(headings: readonly string[]): Mapping | undefined {
  try {
    return (JSON.parse(localStorage.getItem(keyOf(headings)) ?? 'null') as Mapping | null) ?? undefined;
  } catch {
    return undefined;
  }
}

type Read = ReturnType<typeof weightsOf>;

/** Reads the sheet by what was chosen before, where its headings are the same. */
function readWith(sheet: Sheet, form: FormData): Read {
  const first = weightsOf(sheet, form);
  const chosen = first.outcome === 'unreadable' ? undefined : rememberedFor(first.headings);
  return chosen === undefined ? first : weightsOf(sheet, form, chosen);
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {lines.slice(0, LISTED).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > LISTED && <li>and {lines.length - LISTED} more</li>}
      </ul>
    </section>
  );
}

/** Which heading is which column, for a file whose headings are not known. */
function MappingFields({
  form,
  headings,
  value,
  onChange,
}: {
  form: FormData;
  headings: readonly string[];
  value: Mapping;
  onChange: (mapping: Mapping) => void;
}) {
  const options = [
    { value: '', label: 'Not in the file' },
    ...headings.map((heading, at) => ({ value: String(at), label: heading || `Column ${at + 1}` })),
  ];
  return weightColumns(form).map(({ name, title, required }) => (
    <Select
      key={name}
      label={title}
      withAsterisk={required}
      options={options}
      value={value[name] === null || value[name] === undefined ? '' : String(value[name])}
      onChange={({ currentTarget }) =>
        onChange({ ...value, [name]: currentTarget.value === '' ? null : Number(currentTarget.value) })
      }
    />
  ));
}

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
    const lacks = weightColumns(form).filter(
      ({ name, required }) => required && (mapping[name] ?? null) === null,
    );
    const chosen = Object.values(mapping).filter((at) => at !== null);
    const isTwice = new Set(chosen).size < chosen.length;
    return (
      <Dialog
        title={IMPORT_WEIGHTS}
        onClose={onClose}
        withCancel
        actions={
          <Button
            disabled={lacks.length > 0 || isTwice}
            onClick={() => {
              localStorage.setItem(keyOf(read.headings), JSON.stringify(mapping));
              setRead(weightsOf(sheet, form, mapping));
            }}
          >
            Next
          </Button>
        }
      >
        <p>
          {read.why}. Row {read.headingRow} has the headings {read.headings.filter(Boolean).join(', ')}.
          Choose which is which; this is remembered for files with the same headings.
        </p>
        <MappingFields form={form} headings={read.headings} value={mapping} onChange={setMapping} />
        {lacks.length > 0 && (
          <div role="alert">
            <p>Invalid CSV-file</p>
            <p>The file must have {lacks.map(({ title }) => title).join(' and ')}.</p>
          </div>
        )}
        {isTwice && <p role="alert">A column can be chosen once.</p>}
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
