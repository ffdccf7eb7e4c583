import { INCREMENTS } from '@saleyard/domain/listing/stock.ts';
import { typedPrice } from '@saleyard/domain/presentation/amounts.ts';
import { memo } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { fieldId } from '@/ui/form/fields.tsx';
import { cellClass, cellWidth } from '@/ui/form/rows-field.tsx';
import type { Kind, LotColumn, Unit } from './lot-columns.ts';
import { firstIncrement } from './lot-draft.ts';

type Option = { value: string; label: string };

function optionsOf(column: LotColumn, unit: Unit, kind: Kind): readonly Option[] | null {
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
    case 'increment':
      return INCREMENTS[kind][unit].map((cents) => ({
        value: String(cents),
        label: unit === 'kg' ? `${cents}¢` : `$${typedPrice(cents, unit)}`,
      }));
    default:
      return null;
  }
}

/**
 * One field of the lots table: a plain, fast input named by its column and row. `name`: its row's, "lots.rows.3". `closed`: why
 * it cannot be changed.
 */
export const LotCell = memo(function LotCell({
  name,
  column,
  row,
  kind,
  closed,
}: {
  name: string;
  column: LotColumn;
  row: number;
  kind: Kind;
  closed?: string | undefined;
}) {
  const { setValue } = useFormContext();
  const { field, fieldState } = useController({ name: `${name}.${column.name}` });
  const unit = useWatch({ name: `${name}.unit`, disabled: column.type !== 'increment' });
  const options = optionsOf(column, unit === 'kg' ? 'kg' : 'head', kind);
  const problem = fieldState.error?.message;
  const value = String(field.value ?? '');
  const attributes = {
    ...field,
    id: fieldId(`${name}.${column.name}`),
    'aria-label': `${column.label}, row ${row + 1}`,
    'aria-invalid': problem !== undefined,
    title: problem ?? closed,
    disabled: closed !== undefined,
    className: cellClass,
    style: cellWidth(column.digits + (options === null ? 3 : 6)),
    value,
  };
  if (options !== null) {
    const known = options.some((option) => option.value === value);
    return (
      <select
        {...attributes}
        onChange={({ currentTarget }) => {
          field.onChange(currentTarget.value);
          if (column.type !== 'unit') return;
          // Another unit has other increments, and prices of the other one would mean other amounts.
          setValue(
            `${name}.incrementCents`,
            firstIncrement(kind, currentTarget.value === 'kg' ? 'kg' : 'head'),
          );
          for (const price of ['startCents', 'reserveCents']) setValue(`${name}.${price}`, '');
        }}
      >
        {!known && <option value={value}>{value === '' ? 'Choose' : value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  const number = column.type !== 'text' && column.type !== 'choices';
  return (
    <input
      {...attributes}
      type="text"
      inputMode={column.type === 'whole' ? 'numeric' : number ? 'decimal' : undefined}
      data-number={number || undefined}
      autoComplete="off"
    />
  );
});
