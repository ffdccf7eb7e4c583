import { ListingChange } from '@saleyard/contract/selling.ts';
import { emptyContent, type ListingContent } from '@saleyard/domain/listing/content.ts';
import { type Form, lotFields, type Values } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { Check, type XSchema } from 'typebox/schema';
import { changeOf } from './lot-values.ts';

// Files that fill in a lot's form: for administrators the whole form as JSON.

/** What a file says, or why it can't be taken. `leftOut`: what of it is taken no more, by its names. */
export type Taken<T> =
  | { outcome: 'taken'; taken: T; leftOut?: readonly string[] }
  | { outcome: 'refused'; message: string };

/** The weight gain of a form that comes without one. kg a day. */
const weightGainOf = ({ kind }: Form): number => (kind === 'cattle' ? 0.5 : 0.05);

/** The whole form as a JSON text. Its weight gain is always stated: another one is assumed where none is. */
export function exportedForm(form: Form, content: ListingContent): string {
  const lot = { ...changeOf(emptyContent(form.countWeighed), content), weightGain: content.weightGain };
  return JSON.stringify({ kind: form.kind, lot }, null, 2);
}

/** Names of the fields of all forms. */
const FIELDS: ReadonlySet<string> = new Set(
  Object.values(FORMS).flatMap((form) => lotFields(form).map(({ name }) => name)),
);

/** A stored lot without the details that no form has any more, and their names. */
function migrated(lot: unknown): { lot: unknown; leftOut: readonly string[] } {
  const details = (lot as { details?: unknown } | null)?.details;
  if (typeof details !== 'object' || details === null) return { lot, leftOut: [] };
  const entries = Object.entries(details);
  const leftOut = entries.map(([name]) => name).filter((name) => !FIELDS.has(name));
  const kept = entries.filter(([name]) => FIELDS.has(name));
  return { lot: { ...(lot as object), details: Object.fromEntries(kept) }, leftOut };
}

/**
 * What a form that was exported says, of the same kind of stock. What an earlier form asked for and the present one does
 * not is left out.
 */
export function importedForm(form: Form, text: string): Taken<ListingContent> {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return { outcome: 'refused', message: 'Could not parse form data from the file' };
  }
  const refused = { outcome: 'refused', message: 'Could not import form data from the file' } as const;
  if (typeof file !== 'object' || file === null) return refused;
  const { kind, lot: stored } = file as { kind?: unknown; lot?: unknown };
  const { lot, leftOut } = migrated(stored);
  if (kind !== form.kind || !Check(ListingChange as XSchema, lot)) return refused;
  const { details = {}, ...written } = lot as ListingChange;
  const known = new Set(lotFields(form).map(({ name }) => name));
  // A field of another kind's form: the file is of that kind.
  if (Object.keys(details).some((name) => !known.has(name))) return refused;
  const stated = Object.entries(details).filter(([, value]) => value !== null);
  return {
    outcome: 'taken',
    taken: {
      ...emptyContent(form.countWeighed),
      weightGain: weightGainOf(form),
      ...written,
      details: Object.fromEntries(stated) as Values,
    },
    ...(leftOut.length > 0 && { leftOut }),
  };
}
