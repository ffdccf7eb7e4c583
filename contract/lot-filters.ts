import { STATES } from '@saleyard/domain/listing/stock.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { oneOf, strictObject, text, whole } from './schema.ts';

/** The most values of one filter. */
const CHOICES = 50;
/** Characters of a search text, at most. */
export const SEARCH_LENGTH = 100;

/** Any of these values, each as its own parameter: `breed=Angus&breed=Hereford`. */
const choices = Type.Optional(Type.Array(text(60, 1), { maxItems: CHOICES }));
const months = Type.Optional(whole(0, 1_200));
const kilograms = Type.Optional(Type.Number({ minimum: 0, maximum: 10_000 }));

/** The filters of lists of lots. Ages in months, weights in kg per head (the average of a lot). */
export const LOT_FILTERS = {
  breed: choices,
  stockCategory: choices,
  sex: choices,
  assessorType: choices,
  location: Type.Optional(Type.Array(oneOf(...STATES), { maxItems: STATES.length })),
  region: choices,
  ageFrom: months,
  ageTo: months,
  weightFrom: kilograms,
  weightTo: kilograms,
} as const;

const LotFilters = strictObject(LOT_FILTERS);
export type LotFilters = Static<typeof LotFilters>;
