import { ListingChange } from '@saleyard/contract/selling.ts';
import { emptyContent, type ListingContent } from '@saleyard/domain/listing/content.ts';
import {
  type Form,
  headFields,
  lotFields,
  type Value,
  type Values,
} from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { parse } from 'csv-parse/browser/esm/sync';
import { Check, type XSchema } from 'typebox/schema';
import { changeOf } from './lot-values.ts';

// Files that fill in a lot's form: weights as CSV, and for administrators the whole form as JSON.

const INVALID_CSV = 'Invalid CSV-file';
const TOO_MANY = `Maximum allowed upload of head weighted is ${LOT_LIMITS.countWeighed} per lot`;

/** What a file says, or why it can't be taken. `leftOut`: what of it is taken no more, by its names. */
export type Taken<T> =
  | { outcome: 'taken'; taken: T; leftOut?: readonly string[] }
  | { outcome: 'refused'; message: string };

/** A heading without what people write differently: "Live Weight (kg)" as "liveweightkg". */
const plain = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z]/g, '');

/** What the columns of scales and of other marketplaces are called, by the field that they fill. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  weightLive: ['weight', 'liveweight', 'weightkg', 'liveweightkg', 'kg', 'weightlive'],
  fatScore: ['fatscore', 'fat', 'score'],
  animalIndividualId: ['animalid', 'id', 'eid', 'vid', 'tag', 'animalindividualid'],
};

const NUMBERS: ReadonlySet<string> = new Set(['weightLive', 'fatScore']);

/**
 * The heads of a CSV file with a heading: a weight for each (kg), a fat score where the form asks for it for each head,
 * and an animal's number where there is one.
 */
export function weightsIn(text: string, form: Form): Taken<Values[]> {
  const fields = headFields(form).map(({ name }) => name);
  let rows: string[][];
  try {
    rows = parse(text, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true });
  } catch {
    return { outcome: 'refused', message: INVALID_CSV };
  }
  const [headings = [], ...body] = rows;
  const columns = fields.map((name) => ({
    name,
    at: headings.findIndex((heading) => HEADINGS[name]?.includes(plain(heading))),
  }));
  const isMissing = columns.some(({ name, at }) => NUMBERS.has(name) && at === -1);
  if (isMissing || body.length === 0) return { outcome: 'refused', message: INVALID_CSV };
  if (body.length > LOT_LIMITS.countWeighed) return { outcome: 'refused', message: TOO_MANY };
  const heads: Values[] = [];
  for (const row of body) {
    const head: Record<string, Value> = {};
    for (const { name, at } of columns) {
      const cell = at === -1 ? '' : (row[at] ?? '');
      if (!NUMBERS.has(name)) {
        if (cell !== '') head[name] = cell;
        continue;
      }
      const value = Number(cell);
      if (cell === '' || !Number.isFinite(value) || value <= 0)
        return { outcome: 'refused', message: INVALID_CSV };
      head[name] = name === 'weightLive' ? Math.round(value * 100) / 100 : value;
    }
    heads.push(head);
  }
  return { outcome: 'taken', taken: heads };
}

/** The weight gain of a form that comes without one. kg a day. */
const weightGainOf = ({ kind }: Form): number => (kind === 'cattle' ? 0.5 : 0.05);

/** The whole form as a JSON text. */
export const exportedForm = (form: Form, content: ListingContent): string =>
  JSON.stringify({ kind: form.kind, lot: changeOf(emptyContent(form.countWeighed), content) }, null, 2);

/** Names of the fields of all forms. */
const FIELDS: ReadonlySet<string> = new Set(
  Object.values(FORMS).flatMap((form) => lotFields(form).map(({ name }) => name)),
);

/** A stored lot without the details that no form asks for any more, and their names. */
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
