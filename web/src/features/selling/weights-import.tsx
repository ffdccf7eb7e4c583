import type { Form as FormData, Values } from '@saleyard/domain/listing/forms/field.ts';
import { ICON_SIZES, IconDownload } from '@/config/icons.ts';
import { type ImportedRows, RowsImport } from './rows-import.tsx';
import { type WeightsFile, weightColumns, weightsOf, weightsTemplate } from './weights-file.ts';

/** The heads of a file in a sentence: how many, how heavy. */
function Heads({ file }: { file: WeightsFile }) {
  const weights = file.heads.map(({ head }) => Number(head['weightLive']));
  const average = weights.reduce((sum, kg) => sum + kg, 0) / Math.max(1, weights.length);
  return (
    <>
      <strong>{file.heads.length} head</strong>
      {weights.length > 0 &&
        `, ${Math.min(...weights)} to ${Math.max(...weights)} kg, average ${average.toFixed(1)} kg`}
      .
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
