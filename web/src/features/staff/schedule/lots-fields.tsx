import { useController, useFormContext, useWatch } from 'react-hook-form';
import { Radio, RadioGroup } from '@/ui/choices.tsx';
import { RowsField } from '@/ui/form/rows-field.tsx';
import { Row } from '@/ui/layout.tsx';
import { LotCell } from './lot-cell.tsx';
import { columnsOf, type Kind } from './lot-columns.ts';
import { type LotDraft, nextDraft } from './lot-draft.ts';
import { LotsFileField } from './lots-file-field.tsx';
import type { LotsValues } from './lots-form.ts';
import { OwnerField } from './owner-field.tsx';

const MODES = [
  { value: 'typed', label: 'Type the lots' },
  { value: 'file', label: 'From a CSV file' },
] as const;

/** How many rows were ever added: each has a key of its own. */
const keyOf = (rows: readonly LotDraft[]): string =>
  `typed-${1 + Math.max(0, ...rows.map(({ key }) => Number(key.split('-')[1] ?? 0)))}`;

/** Lots typed one per row. A new row carries over place and vendor from the one above. */
function LotRows({ kind, first }: { kind: Kind; first: string }) {
  const { getValues } = useFormContext<{ lots: LotsValues }>();
  return (
    <RowsField
      name="lots.rows"
      caption="Lots, one per row"
      rowLabel="lot"
      newRow={() => {
        const rows = getValues('lots.rows');
        return nextDraft(keyOf(rows), kind, rows.at(-1), first);
      }}
      columns={columnsOf(kind).map((column) => ({
        id: column.name,
        header: column.label,
        required: column.required,
        cell: (name, row) => <LotCell name={name} column={column} row={row} kind={kind} />,
      }))}
    />
  );
}

/**
 * Lots of a form, typed in a table or read from a file. The form keeps them as `lots`. `first`: the number of the
 * first typed lot.
 */
export function LotsFields({ kind, first = '1' }: { kind: Kind; first?: string }) {
  const { field } = useController<{ lots: LotsValues }, 'lots.mode'>({ name: 'lots.mode' });
  const mode = useWatch<{ lots: LotsValues }, 'lots.mode'>({ name: 'lots.mode' });
  return (
    <>
      <RadioGroup
        label="How to enter lots"
        value={mode}
        onChange={(chosen) => field.onChange(chosen === 'file' ? 'file' : 'typed')}
      >
        <Row mb="sm">
          {MODES.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Row>
      </RadioGroup>
      {mode === 'typed' ? (
        <>
          <OwnerField />
          <LotRows kind={kind} first={first} />
        </>
      ) : (
        <>
          <p className="sy-dim">
            The column listedBy names the vendor or agent of a lot by user ID, such as S1002. Empty: yours.
          </p>
          <LotsFileField kind={kind} />
        </>
      )}
    </>
  );
}
