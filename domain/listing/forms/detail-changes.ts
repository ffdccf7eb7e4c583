import type { ContentChange } from '../content.ts';
import { pathOf } from './detail-groups.ts';
import { type Form, publicIdOf, type Value, type Values } from './field.ts';

/** The groups of a tree of details, as far as they are read. */
type Tree = readonly {
  publicId: string;
  values: readonly { publicId: string; value?: Value | null; values?: readonly Values[] }[];
}[];

/** A field with its new value; null empties it. */
type FieldReference = { publicId: string; value: Value | null };

/**
 * A change of the tree that a form makes of a lot's details (`detailTree`). `path`: the `publicId`s from the tree's
 * top to what changed. `reference`: the new value of the field; for a group its changed fields, for heads all rows.
 */
export type DetailChange =
  | { type: 'field-update'; path: readonly string[]; reference: FieldReference }
  | {
      type: 'group-update';
      path: readonly string[];
      reference: { publicId: string; values: readonly FieldReference[] };
    }
  | {
      type: 'repeatForNumber-update';
      path: readonly string[];
      reference: { publicId: string; values: readonly Values[] };
    };

/**
 * Converts a change of details and heads to changes of the tree, in the form's order: of one field, or several of a
 * group.
 */
export function detailChanges(form: Form, { details = {}, heads }: ContentChange): DetailChange[] {
  return form.groups.flatMap((group): DetailChange[] => {
    const path = pathOf(group);
    if (group.type === 'repeatForNumber')
      return heads === undefined
        ? []
        : [{ type: 'repeatForNumber-update', path, reference: { publicId: group.id, values: heads } }];
    const values = group.fields.flatMap((field) => {
      const value = details[field.name];
      return value === undefined ? [] : [{ publicId: publicIdOf(field), value }];
    });
    const [first] = values;
    if (first === undefined) return [];
    return values.length === 1
      ? [{ type: 'field-update', path: [...path, first.publicId], reference: first }]
      : [{ type: 'group-update', path, reference: { publicId: group.id, values } }];
  });
}

/**
 * Converts changes of the tree to a change of details and heads; null when one names a field the form does not have.
 */
export function changedDetails(
  form: Form,
  changes: readonly DetailChange[],
): Pick<ContentChange, 'details' | 'heads'> | null {
  const details: Record<string, Value | null> = {};
  let heads: readonly Values[] | undefined;
  for (const { type, path, reference } of changes) {
    const at = type === 'field-update' ? path.slice(0, -1) : path;
    const asked = type === 'repeatForNumber-update' ? 'repeatForNumber' : 'group';
    const group = form.groups.find((one) => one.type === asked && pathOf(one).join() === at.join());
    if (group === undefined) return null;
    const named = type === 'field-update' ? path.at(-1) : group.id;
    if (reference.publicId !== named) return null;
    if (type === 'repeatForNumber-update') {
      heads = reference.values;
      continue;
    }
    for (const { publicId, value } of type === 'field-update' ? [reference] : reference.values) {
      const field = group.fields.find((one) => publicIdOf(one) === publicId);
      if (field === undefined) return null;
      details[field.name] = value;
    }
  }
  return { ...(Object.keys(details).length > 0 && { details }), ...(heads && { heads }) };
}

/** Converts a tree of details (`detailTree`) to details and heads; null when it names a field the form does not have. */
export const treeDetails = (form: Form, tree: Tree): Pick<ContentChange, 'details' | 'heads'> | null =>
  changedDetails(
    form,
    tree.flatMap((group): DetailChange[] => {
      const path = [group.publicId];
      const heads = group.values.filter(({ values }) => values !== undefined);
      const fields = group.values.filter(({ values }) => values === undefined);
      return [
        ...heads.map(
          ({ publicId, values = [] }): DetailChange => ({
            type: 'repeatForNumber-update',
            path: [...path, publicId],
            reference: { publicId, values },
          }),
        ),
        ...(fields.length === 0
          ? []
          : [
              {
                type: 'group-update' as const,
                path,
                reference: {
                  publicId: group.publicId,
                  values: fields.map(({ publicId, value = null }) => ({ publicId, value })),
                },
              },
            ]),
      ];
    }),
  );
