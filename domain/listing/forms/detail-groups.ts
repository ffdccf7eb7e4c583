import { type Field, type Form, type Group, publicIdOf, type Value, type Values } from './field.ts';
import { isEmpty, isRequired, valueProblem } from './problems.ts';

/** A field of a lot as its page and its form list it. `value`: as stated; null when unstated. */
type DetailField = {
  publicId: string;
  title: string;
  type: Field['type'];
  value: Value | null;
  options: readonly string[];
  /** Required in a submitted lot. */
  isRequired: boolean;
  /** Public: buyers see it. */
  isPublic: boolean;
  /** Required but missing: the form marks it. */
  isMarked: boolean;
  /** Its value is not of its type, or beyond its limits. */
  invalid: boolean;
};

/** A group of the form with its fields. */
export type DetailGroup = { publicId: string; title: string; type: 'group'; values: readonly DetailField[] };

/** The fields per head, and a row for each head. */
type DetailRepeat = {
  publicId: string;
  title: string;
  type: 'repeatForNumber';
  fields: readonly DetailField[];
  values: readonly Values[];
};

/** All fields of a form with the values of a lot. */
export type DetailTree = {
  title: string;
  type: 'group';
  values: readonly (Omit<DetailGroup, 'values'> & { values: readonly (DetailField | DetailRepeat)[] })[];
};

/** The group of the tree with the fields per head. */
const OF_HEADS = { publicId: 'individualAssessment', title: 'Individual Assessment', type: 'group' } as const;

/** Where a group of a form is in the tree: the `publicId`s from the tree's top to it. */
export const pathOf = ({ id, type }: Group): readonly string[] =>
  type === 'group' ? [id] : [OF_HEADS.publicId, id];

/** A field beside the values of its group's others. */
function detailField(field: Field, values: Values): DetailField {
  const { title, type, options = [], shown } = field;
  const value = values[field.name] ?? null;
  const required = isRequired(field, values);
  const empty = isEmpty(field, value);
  return {
    publicId: publicIdOf(field),
    title,
    type,
    value,
    options,
    isRequired: required,
    isPublic: shown !== undefined,
    isMarked: required && empty,
    invalid: !empty && valueProblem(field, value) !== null,
  };
}

/**
 * The fields of a lot that are stated, under the groups of its form; groups without any are left out. `all`: those
 * that only the owner and staff see, too. Heads that were weighed are not among them (`assessmentOf`).
 */
export function detailGroups(form: Form, details: Values, { all }: { all: boolean }): DetailGroup[] {
  return form.groups.flatMap(({ id, title, type, fields }) => {
    if (type !== 'group') return [];
    const values = (fields as readonly Field[])
      .filter((field) => details[field.name] !== undefined && (all || field.shown !== undefined))
      .map((field) => detailField(field, details));
    return values.length === 0 ? [] : [{ publicId: id, title, type, values }];
  });
}

/** All fields of a form, stated or not, in its order. Fields of each head have their own group. */
export function detailTree(
  form: Form,
  { details, heads }: { details: Values; heads: readonly Values[] },
): DetailTree {
  const values = form.groups.map(({ id, title, type, fields }: Group) => {
    const own = (of: Values) => fields.map((field) => detailField(field, of));
    if (type === 'group') return { publicId: id, title, type, values: own(details) };
    const repeat = { publicId: id, title, type, fields: own({}), values: heads };
    return { ...OF_HEADS, values: [repeat] };
  });
  return { title: 'Lot Details', type: 'group', values };
}
