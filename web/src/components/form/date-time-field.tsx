import { TextInput } from '@/components/controls.tsx';
import { fromDateTimeField, toDateTimeField } from '@/lib/date-fields.ts';
import { SALE_ZONE_NAME } from '@/lib/dates.ts';
import { type FieldProps, useTypedText } from './fields.tsx';

/** A date and time in the sale's zone, which its label names. The value is ms since the epoch. */
export function DateTimeField({ name, label, ...shown }: FieldProps) {
  const { change, ...field } = useTypedText(name, fromDateTimeField, toDateTimeField);
  return (
    <TextInput
      {...shown}
      {...field}
      label={`${label} (${SALE_ZONE_NAME})`}
      type="datetime-local"
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
