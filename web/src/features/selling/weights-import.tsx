import type { Form as FormData, Values } from '@saleyard/domain/listing/forms/field.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { ICON_SIZES, IconDownload } from '@/config/icons.ts';
import { kgText, rangeText, weighedSummary } from './heads-values.ts';
import { type ImportedRows, RowsImport } from './rows-import.tsx';
import { type WeightsFile, weightColumns, weightsOf, weightsTemplate } from './weights-file.ts';

/** The heads of a file in a sentence: how many, how heavy. */
function Heads({ file }: { file: WeightsFile }) {
  const summary = weighedSummary(file.heads.map(({ head }) => head));
  return (
    <>
      <strong>{countOf(file.heads.length, 'head', 'head')}</strong>
      {summary.average !== null && `, ${rangeText(summary)}`}
      {summary.weighed > 1 && `, average ${kgText(summary.average ?? 0)}`}.
    </>
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
  const rows: ImportedRows<WeightsFile> = {
    kind: 'weights',
    title: 'Import Weights',
    columns: weightColumns(form),
    read: (sheet, chosen) => weightsOf(sheet, form, chosen),
    what: (file) => <Heads file={file} />,
    action: ({ heads }) => (heads.length === 0 ? null : `Import ${heads.length} Head`),
    onTake: ({ heads }) => onTake(heads.map(({ head }) => head)),
  };
  return (
    <>
      <RowsImport
        rows={rows}
        label="CSV file of weights"
        replaces={() => (hasHeads() ? 'Data that was entered by hand will be deleted.' : null)}
      />
      <a
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(weightsTemplate(form))}`}
        download="weights-template.csv"
      >
        <IconDownload size={ICON_SIZES.sm} aria-hidden="true" /> Template
      </a>
    </>
  );
}
