import { parseWeight } from '@saleyard/domain/fields/typed.ts';
import type { Form as FormData } from '@saleyard/domain/listing/forms/field.ts';
import { LOT_TITLES } from '@saleyard/domain/listing/lot-titles.ts';
import { READING_COLUMNS } from '@saleyard/domain/listing/optiweigh.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { Button } from '@/ui/button.tsx';
import { NumberField } from '@/ui/form/fields.tsx';
import { FieldGroup, Wide } from '@/ui/form/form.tsx';
import { RowsField, TextCell } from '@/ui/form/rows-field.tsx';
import { Row } from '@/ui/layout.tsx';
import { type LotValues, readingRows } from './lot-values.ts';
import { type ReadingsFile, readingsFile } from './optiweigh-readings.ts';
import { type ImportedRows, RowsImport } from './rows-import.tsx';
import { WeightsImport } from './weights-import.tsx';

const COLUMNS = [
  { id: 'date', header: 'Date' },
  { id: 'weight', header: 'Weight, kg per head' },
  { id: 'averageDailyGain', header: 'Daily gain, kg' },
] as const;

/** What walk-over scales say of a mob: its weight at entry, readings by day, and each head of the last day. */
export function OptiweighFields({ form }: { form: FormData }) {
  const { getValues, setValue } = useFormContext<LotValues>();
  const weights = useWatch<LotValues, 'optiweigh.weights'>({ name: 'optiweigh.weights' });
  const setWeights = (now: readonly number[]) =>
    setValue('optiweigh.weights', now, { shouldDirty: true, shouldValidate: false });
  const readings: ImportedRows<ReadingsFile> = {
    kind: 'readings',
    title: 'Import Readings',
    columns: READING_COLUMNS,
    read: readingsFile,
    what: ({ readings: { length } }) => (
      <>
        <strong>{countOf(length, 'reading')}</strong>.
      </>
    ),
    action: ({ readings: { length } }) => (length === 0 ? null : `Import ${countOf(length, 'Reading')}`),
    onTake: ({ readings: taken }) =>
      setValue('optiweigh.days', readingRows(taken.map(({ reading }) => reading)), { shouldDirty: true }),
  };
  const average = weights.reduce((sum, kg) => sum + kg, 0) / Math.max(1, weights.length);
  return (
    <FieldGroup title="Walk-over weighing">
      <NumberField
        name="mobEntryWeight"
        label={`${LOT_TITLES.mobEntryWeight} (kg per head)`}
        parse={parseWeight({ most: LOT_LIMITS.kgPerHead })}
      />
      <Wide>
        <RowsField
          name="optiweigh.days"
          caption="Readings of the scales"
          rowLabel="reading"
          most={LOT_LIMITS.optiweighDays}
          newRow={() => ({ date: '', weight: '', averageDailyGain: '' })}
          columns={COLUMNS.map(({ id, header }) => ({
            id,
            header,
            cell: (name, row) => <TextCell name={`${name}.${id}`} label={`${header}, row ${row + 1}`} />,
          }))}
        />
      </Wide>
      <Wide>
        <Row gap="sm">
          <RowsImport
            rows={readings}
            label="CSV file of readings"
            replaces={() => {
              const typed = getValues('optiweigh.days').filter((row) => Object.values(row).some(Boolean));
              return typed.length > 0 ? 'The readings that are in the form will be replaced.' : null;
            }}
          />
          <span className="sy-dim">
            CSV or XLSX with Date, Weight and Daily Gain. It replaces the readings above.
          </span>
        </Row>
      </Wide>
      <Wide>
        <p>
          {weights.length === 0
            ? 'Weights of single head on the last day: none.'
            : `Weights of single head on the last day: ${countOf(weights.length, 'head', 'head')}, ${average.toFixed(1)} kg on average.`}
        </p>
        <Row gap="sm">
          <WeightsImport
            form={form}
            hasHeads={() => getValues('optiweigh.weights').length > 0}
            onTake={(heads) => setWeights(heads.map(({ weightLive }) => Number(weightLive)))}
          />
          {weights.length > 0 && (
            <Button variant="default" onClick={() => setWeights([])}>
              Remove these weights
            </Button>
          )}
        </Row>
      </Wide>
    </FieldGroup>
  );
}
