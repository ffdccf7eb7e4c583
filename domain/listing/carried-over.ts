import type { ListingContent } from './content.ts';
import type { Form, Values } from './forms/field.ts';
import { isOwnFile } from './validation.ts';

/** Groups that hold what was measured on the head of one lot. */
const MEASURED: ReadonlySet<string> = new Set(['weights', 'fatscoreGroup']);

/** What is carried over and is seldom right for the next lot: the form marks it until the seller changes it. */
export const TO_CHECK = ['count', 'startCents', 'reserveCents'] as const satisfies (keyof ListingContent)[];

const CARRIED = [
  ...(['details', 'description', 'unit', 'startCents', 'incrementCents', 'reserveCents'] as const),
  ...(['maxVendorBids', 'count', 'adjustWeight', 'weightGain', 'saleConditions'] as const),
  ...(['emailToVendor', 'usefulLinks'] as const),
] satisfies (keyof ListingContent)[];

/** What of a lot's content others may take over. */
type CarriedOver = Pick<ListingContent, (typeof CARRIED)[number]>;

/**
 * What a new lot takes over from another lot or from a template. Left out is what is true of the other lot's head or day
 * alone: weights and scores, dates and withholding, pictures, documents and linked files; and what is signed or declared for each
 * lot.
 */
export function carriedOver(form: Form, from: ListingContent): CarriedOver {
  const names = form.groups
    .filter(({ id, type }) => type === 'group' && !MEASURED.has(id))
    .flatMap(({ fields }) => fields)
    .filter(({ type, shownWhen }) => type !== 'date' && shownWhen === undefined)
    .map(({ name }) => name);
  const details: Values = Object.fromEntries(
    names.flatMap((name) => {
      const value = from.details[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const written = Object.fromEntries(CARRIED.map((name) => [name, from[name]])) as CarriedOver;
  return { ...written, details, usefulLinks: from.usefulLinks.filter(({ url }) => !isOwnFile(url)) };
}
