import type { Field, Form, Values } from './field.ts';

/** A field of a lot as its page lists it. `value`: as it was stated; null where nothing was. */
export type DetailField = {
  publicId: string;
  title: string;
  type: Field['type'];
  value: Values[string] | null;
  /** Buyers read it. */
  isPublic: boolean;
  options: readonly string[];
};

/** A group of the form with its fields. */
export type DetailGroup = { publicId: string; title: string; type: 'group'; values: readonly DetailField[] };

/**
 * The fields of a lot that are stated, under the groups of its form; groups without any are left out. `all`: those
 * that only the owner and staff read, too. Heads that were weighed are not among them (`assessmentOf`).
 */
export function detailGroups(form: Form, details: Values, { all }: { all: boolean }): DetailGroup[] {
  return form.groups.flatMap(({ id, title, type, fields }) => {
    if (type !== 'group') return [];
    const values = (fields as readonly Field[])
      .filter((field) => details[field.name] !== undefined && (all || field.shown !== undefined))
      .map(
        (field): DetailField => ({
          publicId: field.publicId ?? field.name,
          title: field.title,
          type: field.type,
          value: details[field.name] ?? null,
          isPublic: field.shown !== undefined,
          options: field.options ?? [],
        }),
      );
    return values.length === 0 ? [] : [{ publicId: id, title, type, values }];
  });
}
