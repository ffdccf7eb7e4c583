import type { Parser } from '@saleyard/domain/fields/typed.ts';
import { SALE_ZONE_NAME } from '@saleyard/domain/presentation/dates.ts';
import { fromDateTimeField, toDateTimeField } from '@/lib/date-fields.ts';
import { DateTimeInput } from './day-input.tsx';
import { type FieldProps, useTypedText } from './fields.tsx';

const parseDateTime: Parser<number> = (text) => {
  const value = fromDateTimeField(text);
  return value === null ? { rule: 'must be a date and a time' } : { value };
};

/** A day and a time in the sale's zone, which its label names. The value is ms since the epoch. */
export function DateTimeField({ name, label, className: _, ...shown }: FieldProps) {
  const { change, ref, name: __, ...field } = useTypedText(name, parseDateTime, toDateTimeField);
  return (
    <DateTimeInput
      {...shown}
      {...field}
      inputRef={ref}
      label={`${label} (${SALE_ZONE_NAME})`}
      onChange={change}
    />
  );
}
