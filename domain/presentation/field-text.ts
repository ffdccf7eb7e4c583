import { isDay } from '../days.ts';
import { type Field, lotFields, publicIdOf, type Value } from '../listing/forms/field.ts';
import { FORMS } from '../listing/forms/forms.ts';
import type { KindType } from '../listing/stock.ts';

/** A day as people read it: "2026-12-01" → "01/12/2026". A text that is no day stays as it is. */
export const formatCalendarDay = (day: string): string =>
  isDay(day) ? day.split('-').reverse().join('/') : day;

/** A value of a field as people read it: days as DD/MM/YYYY, numbers with their unit, yes and no; '' for none. */
export function fieldText({ type, unit }: Pick<Field, 'type' | 'unit'>, value: Value | null): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number')
    return unit === undefined ? `${value}` : `${value}${unit === '%' ? '' : ' '}${unit}`;
  if (typeof value === 'string') return type === 'date' ? formatCalendarDay(value) : value;
  return value.join(', ');
}

/** The same for a field as the detail tree names it. */
export function detailText(
  kind: KindType,
  { publicId, value }: { readonly publicId: string; readonly value: Value | null },
): string {
  const field = lotFields(FORMS[kind]).find((one) => publicIdOf(one) === publicId);
  return fieldText(field ?? { type: 'text' }, value);
}

/** When stock can be delivered: "01/10/2026 to 15/10/2026", "from 01/10/2026"; '' where nothing is stated. */
export function deliveryText(earliest: string, latest: string): string {
  const [from, to] = [formatCalendarDay(earliest), formatCalendarDay(latest)];
  if (from === '') return to === '' ? '' : `until ${to}`;
  if (to === '') return `from ${from}`;
  return from === to ? from : `${from} to ${to}`;
}
