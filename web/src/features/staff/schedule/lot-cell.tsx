import { INCREMENTS } from '@saleyard/domain/listing/stock.ts';
import { memo } from 'react';
import { typedPrice } from '@/lib/money.ts';
import type { Kind, LotColumn, LotColumnName } from './lot-columns.ts';
import { type LotDraft, unitOf } from './lot-draft.ts';
import classes from './schedule.module.css';

/** The id of a lot's field, for the error summary to link to. */
export const lotFieldId = (row: number, column: string): string => `lot-${row}-${column}`;

type Option = { value: string; label: string };

function optionsOf(column: LotColumn, draft: LotDraft, kind: Kind): readonly Option[] | null {
  const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  switch (column.type) {
    case 'unit':
      return INCREMENTS[kind].kg.length > 0
        ? [
            { value: 'head', label: 'head ($)' },
            { value: 'kg', label: 'kg (¢)' },
          ]
        : [{ value: 'head', label: 'head ($)' }];
    case 'choice':
      return same(column.options);
    case 'flag':
      return same(['yes', 'no']);
    case 'increment': {
      const unit = unitOf(draft);
      return INCREMENTS[kind][unit].map((cents) => ({
        value: String(cents),
        label: unit === 'kg' ? `${cents}¢` : `$${typedPrice(cents, unit)}`,
      }));
    }
    default:
      return null;
  }
}

/** One field of the lots table: a plain, fast input named by its column and row. */
export const LotCell = memo(function LotCell({
  column,
  draft,
  row,
  kind,
  fault,
  onChange,
}: {
  column: LotColumn;
  draft: LotDraft;
  row: number;
  kind: Kind;
  fault: string | undefined;
  onChange: (row: number, column: LotColumnName, value: string) => void;
}) {
  const options = optionsOf(column, draft, kind);
  const field = {
    id: lotFieldId(row, column.name),
    'aria-label': `${column.label}, row ${row + 1}`,
    'aria-invalid': fault !== undefined,
    title: fault,
    className: classes.cell,
    style: { minWidth: `${column.digits + (options === null ? 3 : 6)}ch` },
    value: draft[column.name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(row, column.name, currentTarget.value),
  };
  if (options !== null) {
    const known = options.some(({ value }) => value === field.value);
    return (
      <select {...field}>
        {!known && <option value={field.value}>{field.value === '' ? 'Choose' : field.value}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  const number = column.type !== 'text' && column.type !== 'choices';
  return (
    <input
      {...field}
      type="text"
      inputMode={column.type === 'whole' ? 'numeric' : number ? 'decimal' : undefined}
      data-number={number || undefined}
      autoComplete="off"
    />
  );
});
