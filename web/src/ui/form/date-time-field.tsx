import { SALE_ZONE_NAME } from '@saleyard/domain/presentation/dates.ts';
import { fromDateTimeField, toDateTimeField } from '@/lib/date-fields.ts';
import { DateTimeInput } from './day-input.tsx';
import { type FieldProps, useTypedText } from './fields.tsx';

/** A day and a time in the sale's zone, which its label names. The value is ms since the epoch. */
export function DateTimeField({ name, label, className: _, ...shown }: FieldProps) {
  const { change, ref, name: __, ...field } = useTypedText(name, fromDateTimeField, toDateTimeField);
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
