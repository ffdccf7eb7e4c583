import {
  FIELD_TYPES,
  type Field,
  headFields,
  isFlag,
  isNumeric,
  lotFields,
  type Value,
  type Values,
} from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import type { Static, TObject, TProperties, TSchema, TUnsafe } from 'typebox';
import * as Type from 'typebox';
import { list, oneOf, orNull, strictObject, text } from './schema.ts';

// The fields of a lot's assessment form: by name, and as the tree of its groups.

/** Characters of a text field without its own limit, and choices of a list. */
const TEXT_MOST = 4_000;
const CHOICES_MOST = 100;
/** Characters of a `publicId`, levels of the tree, and changes of one save. */
const PUBLIC_ID = 100;
const DEPTH = 3;
export const CHANGES_MOST = 200;

/** A value of a draft: only its type is checked here, the form validates it. null clears it. */
function writtenSchema(field: Field): TSchema {
  if (isNumeric(field)) return orNull(Type.Number());
  if (isFlag(field)) return orNull(Type.Boolean());
  if (field.type === 'multiDropdown') return orNull(Type.Array(text(TEXT_MOST), { maxItems: CHOICES_MOST }));
  return orNull(text(TEXT_MOST));
}

/** An object of the fields of all forms, all of them optional. */
function fieldsOf(fields: readonly Field[]): TSchema {
  const members: TProperties = {};
  for (const field of fields) members[field.name] ??= Type.Optional(writtenSchema(field));
  return strictObject(members);
}

const FORM_LIST = Object.values(FORMS);
export const ListingDetails = fieldsOf(FORM_LIST.flatMap(lotFields)) as unknown as TUnsafe<
  Readonly<Record<string, Value | null>>
>;
const Head = fieldsOf(FORM_LIST.flatMap(headFields)) as unknown as TUnsafe<Readonly<Record<string, Value>>>;
export const Heads = list(Head, { maxItems: LOT_LIMITS.countWeighed });

/** A field with its new value; the form validates it. null clears it. */
const FieldReference = strictObject({
  publicId: text(PUBLIC_ID),
  value: orNull(
    Type.Union([
      text(TEXT_MOST),
      Type.Number(),
      Type.Boolean(),
      list(text(TEXT_MOST), { maxItems: CHOICES_MOST }),
    ]),
  ),
});
const path = list(text(PUBLIC_ID, 1), {
  minItems: 1,
  maxItems: DEPTH,
  description: 'the `publicId`s from the top of the tree to what changed',
});

/** A change of the tree: of one field, of some fields of a group, or of all rows of heads. */
export const DetailChangeEntry = Type.Union([
  strictObject({ type: oneOf('field-update'), path, reference: FieldReference }),
  strictObject({
    type: oneOf('group-update'),
    path,
    reference: strictObject({
      publicId: text(PUBLIC_ID),
      values: list(FieldReference, { maxItems: CHANGES_MOST }),
    }),
  }),
  strictObject({
    type: oneOf('repeatForNumber-update'),
    path,
    reference: strictObject({ publicId: text(PUBLIC_ID), values: Heads }),
  }),
]);

/** The groups of a sent tree: fields with their values, and in a group of heads the rows. */
export type SentTree = readonly {
  readonly publicId: string;
  readonly values: readonly {
    readonly publicId: string;
    readonly value?: Value | null;
    readonly values?: readonly Values[];
  }[];
}[];

const Given = Type.Optional(Type.Unknown({ description: 'as the server returns it; not read' }));
/** What the tree of details says beside its values. */
const DESCRIBED = {
  title: Given,
  type: Given,
  options: Given,
  fields: Given,
  isRequired: Given,
  isPublic: Given,
  isMarked: Given,
  invalid: Given,
};

/**
 * The details of a lot as a page sends them: its fields by name, or, in `values`, the tree that the server returns. Of the
 * tree only `publicId` and `value` are read, and of heads the rows.
 */
export const SentDetails = strictObject({
  ...(ListingDetails as unknown as TObject).properties,
  type: Type.Optional(oneOf('group')),
  values: Type.Optional(
    list(
      strictObject({
        ...DESCRIBED,
        publicId: text(PUBLIC_ID),
        values: list(
          strictObject({
            ...DESCRIBED,
            publicId: text(PUBLIC_ID),
            value: Type.Optional(FieldReference.properties.value),
            values: Type.Optional(Heads),
          }),
          { maxItems: CHANGES_MOST },
        ),
      }),
      { maxItems: CHANGES_MOST },
    ),
  ),
}) as unknown as TUnsafe<Readonly<Record<string, Value | null>> & { readonly values?: SentTree }>;

export const DetailField = strictObject({
  publicId: Type.String(),
  title: Type.String(),
  type: oneOf(...FIELD_TYPES),
  value: orNull(Type.Union([Type.String(), Type.Number(), Type.Boolean(), list(Type.String())])),
  options: list(Type.String()),
  isRequired: Type.Boolean({ description: 'a submitted lot must have it, beside what the others say' }),
  isPublic: Type.Boolean({ description: 'buyers read it; other fields come to the owner and staff alone' }),
  isMarked: Type.Boolean({ description: 'it must be there and is not: forms mark it' }),
  invalid: Type.Boolean({ description: 'its value is not of its type, or beyond its limits' }),
});

/** A group repeated for each head: its fields, and one row per head by `publicId`. */
const DetailRepeat = strictObject({
  publicId: Type.String(),
  title: Type.String(),
  type: oneOf('repeatForNumber'),
  fields: list(DetailField),
  values: Heads,
});

/** All fields of a form with the values of a lot. */
export const DetailTree = strictObject({
  title: Type.String(),
  type: oneOf('group'),
  values: list(
    strictObject({
      publicId: Type.String(),
      title: Type.String(),
      type: oneOf('group'),
      values: list(Type.Union([DetailField, DetailRepeat])),
    }),
  ),
});
export type DetailTree = Static<typeof DetailTree>;
