import type { AssessmentForm, Kind } from '@saleyard/contract/reference.ts';
import type { FeeTable } from '@saleyard/domain/fees/fee-tables.ts';
import { listingPriceCents } from '@saleyard/domain/fees/fees.ts';
import { lotFields } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { KIND_TITLES, KIND_TYPES, type STATES } from '@saleyard/domain/listing/stock.ts';

/** Kinds of stock. `listingPriceCents` is the first tier's fee per head in a table, without GST. */
export const kindsWith = (fees: FeeTable): readonly Kind[] =>
  KIND_TYPES.map((type) => ({
    _id: type,
    type,
    title: KIND_TITLES[type],
    sellingCategory: type === 'cattle' ? 'cattle' : 'sheep and goats',
    listingPriceCents: listingPriceCents(type, fees),
  }));

/** The form of each kind, with its fields in order. */
export const ASSESSMENT_FORMS: readonly AssessmentForm[] = Object.values(FORMS).map((form) => ({
  kind: form.kind,
  title: form.title,
  fields: lotFields(form).map(({ name, title, type, required, options, open }) => ({
    name,
    title,
    type,
    required: required === true,
    options: [...(options ?? [])],
    isOpen: open === true,
  })),
}));

/** Districts of each state, as landholders know them. */
export const STATE_DISTRICTS: Readonly<Record<(typeof STATES)[number], readonly string[]>> = {
  NSW: [
    'Central Tablelands',
    'Central West',
    'Greater Sydney',
    'Hunter',
    'Murray',
    'North Coast',
    'North West',
    'Northern Tablelands',
    'Riverina',
    'South East',
    'Western',
  ],
  VIC: ['Barwon South West', 'Gippsland', 'Grampians', 'Hume', 'Loddon Mallee', 'Port Phillip'],
  QLD: [
    'Central Queensland',
    'Central West',
    'Darling Downs',
    'Far North',
    'North Queensland',
    'North West',
    'South East',
    'South West',
    'Wide Bay Burnett',
  ],
  SA: [
    'Adelaide Hills',
    'Barossa',
    'Eyre Peninsula',
    'Far North',
    'Fleurieu and Kangaroo Island',
    'Limestone Coast',
    'Murray and Mallee',
    'Yorke and Mid North',
  ],
  WA: [
    'Gascoyne',
    'Goldfields-Esperance',
    'Great Southern',
    'Kimberley',
    'Mid West',
    'Peel',
    'Pilbara',
    'South West',
    'Wheatbelt',
  ],
  TAS: ['North', 'North West', 'South'],
  NT: ['Alice Springs', 'Barkly', 'Darwin', 'Katherine', 'Victoria River'],
  ACT: ['Canberra'],
};
