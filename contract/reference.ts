import { FIELD_TYPES } from '@saleyard/domain/listing/forms/field.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { Html } from './content.ts';
import { describedInteger, KindType, list, oneOf, strictObject } from './schema.ts';

/** A kind of stock. */
export const Kind = strictObject({
  _id: Type.String(),
  type: KindType,
  title: Type.String(),
  /** For sellers only. */
  listingPriceCents: Type.Optional(describedInteger('fee per head, cents')),
  sellingCategory: Type.Optional(oneOf('cattle', 'sheep and goats')),
});

export type Kind = Static<typeof Kind>;

/** Stock categories of a kind, by sex. */
export const StockCategory = strictObject({
  kind: KindType,
  sex: Type.String(),
  categories: list(Type.String()),
});

export type StockCategory = Static<typeof StockCategory>;

export const Contacts = strictObject({
  callPhone: Type.String(),
  textPhone: Type.String(),
  email: Type.String(),
  secondaryEmail: Type.String(),
});

export type Contacts = Static<typeof Contacts>;

/** A part of the terms. `content`: Markdown. */
export const TermsCategory = strictObject({
  version: Type.String(),
  categoryName: Type.String(),
  content: Type.String(),
  html: Html,
});

export type TermsCategory = Static<typeof TermsCategory>;

export const AssessStep = strictObject({ categoryName: Type.String(), content: Type.String(), html: Html });

export type AssessStep = Static<typeof AssessStep>;

/** A field of an assessment form. `options`: the choices; `isOpen`: other values are allowed too. */
const AssessmentField = strictObject({
  name: Type.String(),
  title: Type.String(),
  type: oneOf(...FIELD_TYPES),
  required: Type.Boolean(),
  options: list(Type.String()),
  isOpen: Type.Boolean(),
});

/** The form for a lot of a kind. */
export const AssessmentForm = strictObject({
  kind: KindType,
  title: Type.String(),
  fields: list(AssessmentField),
});

export type AssessmentForm = Static<typeof AssessmentForm>;
