import {
  allCatalogueFields,
  type CatalogueName,
  type CatalogueValues,
  isAlwaysRequired,
  type RequiredName,
} from '@saleyard/domain/listing/forms/catalogue.ts';
import { type Field, type Form, isFlag, isNumeric } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { type LotView, publicFields } from '@saleyard/domain/listing/forms/lot-view.ts';
import type { TObject, TOptional, TProperties, TSchema, TUnsafe } from 'typebox';
import * as Type from 'typebox';
import { list, oneOf, orNull, strictObject, text, whole } from './schema.ts';

// Schemas derived from the assessment forms' data, so a new field of a form is included automatically.

const ALL_FORMS: readonly Form[] = Object.values(FORMS);

/** Members of a catalogued lot's body, each with its static type. */
type BodyMembers = { [N in RequiredName]: TUnsafe<CatalogueValues[N]> } & {
  [N in Exclude<CatalogueName, RequiredName>]: TOptional<TUnsafe<Exclude<CatalogueValues[N], undefined>>>;
};

/** A member of a lot's body as staff send it; optional numbers may be null. */
function valueSchema(field: Field, isRequired: boolean): TSchema {
  const { options, open, least = 0, most = Number.MAX_SAFE_INTEGER, pattern } = field;
  if (isNumeric(field)) {
    const number = field.whole ? whole(least, most) : Type.Number({ minimum: least, maximum: most });
    return isRequired ? number : orNull(number);
  }
  if (isFlag(field)) return Type.Boolean();
  const choice = options && !open ? oneOf(...options) : text(most, isRequired ? 1 : 0);
  if (field.type === 'multiDropdown') return Type.Array(choice, { maxItems: field.most ?? 100 });
  return pattern === undefined ? choice : Type.String({ pattern });
}

/** The form fields of a catalogued lot, of any kind, as members of its body. */
export function catalogueMembers(forms: readonly Form[] = ALL_FORMS): BodyMembers {
  const members: TProperties = {};
  for (const field of allCatalogueFields(forms)) {
    const isRequired = isAlwaysRequired(field, forms);
    const schema = valueSchema(field, isRequired);
    members[field.name] = isRequired ? schema : Type.Optional(schema);
  }
  return members as unknown as BodyMembers;
}

/** A value as buyers see it: a text, or '' when not stated; a number or a boolean, or null when not stated. */
function shownSchema(field: Field): TSchema {
  if (isNumeric(field)) return orNull(Type.Number());
  if (isFlag(field)) return orNull(Type.Boolean());
  return field.type === 'multiDropdown' ? Type.Array(Type.String()) : Type.String();
}

/** What buyers see, as a tree: its leaves are fields, each with whether lots of every kind have it. */
type Branch = Map<string, Branch | { field: Field; isCommon: boolean }>;

function branchOf(forms: readonly Form[]): Branch {
  const root: Branch = new Map();
  const isCommon = ({ name }: Field) =>
    forms.every((form) => publicFields(form).some((one) => one.name === name));
  for (const field of forms.flatMap(publicFields)) {
    const path = field.shown.split('.');
    const last = path.pop() ?? '';
    let branch = root;
    for (const name of path) {
      const below = branch.get(name);
      const next: Branch = below instanceof Map ? below : new Map();
      branch.set(name, next);
      branch = next;
    }
    branch.set(last, { field, isCommon: isCommon(field) });
  }
  return root;
}

/** Members composed of several fields, by the path of the object they are in. */
const COMPOSED: Readonly<Record<string, TProperties>> = {
  publicDetails: {
    summary: strictObject({ age: Type.String(), weight: Type.String() }),
    titleLive: Type.String({ description: 'the title with the age' }),
  },
  'publicDetails.age': { average: orNull(Type.Number()) },
};

/** How the weights of a lot were measured. */
const WEIGHING = {
  optiweighAllowed: Type.Boolean({ description: 'the mob walks over scales' }),
  mobEntryWeight: orNull(Type.Number({ description: 'per head when the mob came, kg' })),
  weightGain: Type.Number({ description: 'kg a day' }),
  weightGainTotal: Type.Number({ description: 'from the assessment until the sale, kg' }),
  adjustWeight: Type.Number({ description: 'percent' }),
  countWeighed: Type.Integer({ description: 'head that were weighed one by one' }),
} as const;

/** `path`: of the object in a lot. An object whose values share a unit describes it. */
function schemaOf(branch: Branch, path = ''): TObject {
  const properties: TProperties = {};
  const more = COMPOSED[path] ?? {};
  const units = new Set<string | undefined>();
  for (const [name, end] of branch) {
    units.add(end instanceof Map ? undefined : end.field.unit);
    if (end instanceof Map) properties[name] = schemaOf(end, path === '' ? name : `${path}.${name}`);
    else properties[name] = end.isCommon ? shownSchema(end.field) : Type.Optional(shownSchema(end.field));
  }
  const [unit] = units;
  return strictObject(
    { ...properties, ...more },
    units.size === 1 && unit !== undefined ? { description: unit } : {},
  );
}

/** What anyone may read about a lot of any kind, besides its live state. */
export function lotDetailsSchema(
  forms: readonly Form[] = ALL_FORMS,
): TObject<{ [K in keyof LotView]: TUnsafe<LotView[K]> }> {
  const media = list(strictObject({ thumbnail: Type.String(), url: Type.String(), title: Type.String() }));
  return strictObject({ ...schemaOf(branchOf(forms)).properties, media, ...WEIGHING }) as unknown as TObject<{
    [K in keyof LotView]: TUnsafe<LotView[K]>;
  }>;
}
