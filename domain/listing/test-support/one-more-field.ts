import type { Form } from '../forms/field.ts';
import { CATTLE_FORM } from '../forms/forms.ts';

/** One more line of a form: a text that buyers read. */
const BRAND = {
  name: 'brand',
  title: 'Brand',
  type: 'text',
  most: 20,
  shown: 'publicDetails.brand',
} as const;

const [first, ...rest] = CATTLE_FORM.groups;

/** The form of cattle with the field `brand`, which no form has. */
export const CATTLE_WITH_BRAND: Form = {
  ...CATTLE_FORM,
  groups: [{ ...first, fields: [...first.fields, BRAND] }, ...rest],
};
