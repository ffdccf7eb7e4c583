import type { ListingContent } from '../listing/content.ts';
import { lotFields, type Values } from '../listing/forms/field.ts';
import { FORMS } from '../listing/forms/forms.ts';
import type { KindType } from '../listing/stock.ts';
import { countOf, formatCount, formatPriceWithUnit } from './amounts.ts';
import { fieldText } from './field-text.ts';

/** A listing's content with its private texts readable, and the title of its auction. */
export type ReadableListing = {
  kind: KindType;
  auction: string;
  content: Omit<ListingContent, 'sealed' | 'details' | 'description' | 'documents'>;
  details: Values;
  description: string;
  /** Names of the documents. */
  documents: readonly string[];
};

/** A field that differs. `before`, `after`: as people read them, '' for nothing. */
export type ListingChange = { label: string; before: string; after: string };

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No');
const countText = (count: number | null): string => (count === null ? '' : formatCount(count));
const priceText = (cents: number | null, unit: ListingContent['unit']): string =>
  formatPriceWithUnit(cents, unit ?? 'head', '');
const namesText = (names: readonly string[]): string => names.join(', ');

/** Every field of a listing: a key, its label and its text. A field that two kinds of stock share has the same key. */
function fieldsOf({ kind, auction, content, details, description, documents }: ReadableListing) {
  const { unit } = content;
  const form = lotFields(FORMS[kind]).map(
    (field) => [`form ${field.name}`, field.title, fieldText(field, details[field.name] ?? null)] as const,
  );
  const written: readonly (readonly [string, string])[] = [
    ['Auction', auction],
    ['Head', countText(content.count)],
    ['Head weighed', countText(content.countWeighed)],
    ['Priced per', unit ?? ''],
    ['Start Price', priceText(content.startCents, unit)],
    ['Reserve Price', priceText(content.reserveCents, unit)],
    ['Bid Increment', priceText(content.incrementCents, unit)],
    ['Vendor Bids', content.maxVendorBids === 0 ? 'Nil' : String(content.maxVendorBids)],
    ['Stock Description', description],
    ['Weight adjustment', `${content.adjustWeight}%`],
    ['Weight gain', `${content.weightGain} kg a day`],
    ['Mob weight at entry', content.mobEntryWeight === null ? '' : `${content.mobEntryWeight} kg`],
    ['Walk-over weighing shown', yesNo(content.optiweighAllowed)],
    ['Special Conditions of Sale', content.saleConditions],
    ['Terms & Conditions accepted', yesNo(content.acceptenceOnTerms)],
    ['Assessed by a licensed agent', yesNo(content.isLicencedAgent)],
    ['Vendor signed the form', yesNo(content.vendorSignedForm)],
    ['E-mailed to the vendor', yesNo(content.emailToVendor ?? false)],
    ['Documents', namesText(documents)],
    ['Links', namesText(content.usefulLinks.map(({ url }) => url))],
  ];
  return [...written.map(([label, text]) => [label, label, text] as const), ...form];
}

/** What differs between two lists of items without a text: "3 files (2 new, 1 removed)". */
function listedChange<T>(
  label: string,
  before: readonly T[],
  after: readonly T[],
  one: string,
): ListingChange[] {
  const keysOf = (all: readonly T[]) => all.map((each) => JSON.stringify(each));
  const [old, now] = [keysOf(before), keysOf(after)];
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  const added = now.filter((key) => !old.includes(key)).length;
  const removed = old.filter((key) => !now.includes(key)).length;
  const what = [added > 0 && `${added} new`, removed > 0 && `${removed} removed`].filter(Boolean).join(', ');
  const detail = what === '' ? ', in another order' : ` (${what})`;
  return [{ label, before: countOf(before.length, one), after: `${countOf(after.length, one)}${detail}` }];
}

/** Weighings of head, row by row: a row with another value counts as changed. */
function headsChange(before: readonly Values[], after: readonly Values[]): ListingChange[] {
  const differs = (row: Values, at: number) => JSON.stringify(row) !== JSON.stringify(before[at]);
  const changed = after.slice(0, before.length).filter(differs).length;
  if (changed === 0 && before.length === after.length) return [];
  const rows = countOf(after.length, 'row');
  return [
    {
      label: 'Individual assessment',
      before: countOf(before.length, 'row'),
      after: changed === 0 ? rows : `${rows} (${formatCount(changed)} changed)`,
    },
  ];
}

/** A signature is a picture, so only the fact that it changed is shown. */
const signatureChange = (label: string, before: string, after: string): ListingChange[] => {
  if (before === after) return [];
  const text = (is: string) => (is === '' ? '' : 'Signed');
  return [
    { label, before: text(before), after: before === '' || after === '' ? text(after) : 'Signed again' },
  ];
};

/** What differs of a listing, field by field in the order of its form. */
export function listingChanges(before: ReadableListing, after: ReadableListing): ListingChange[] {
  const old = new Map(fieldsOf(before).map(([key, , text]) => [key, text]));
  const fields = fieldsOf(after).flatMap(([key, label, text]): ListingChange[] => {
    const was = old.get(key) ?? '';
    return was === text ? [] : [{ label, before: was, after: text }];
  });
  const [was, now] = [before.content, after.content];
  return [
    ...fields,
    ...headsChange(was.heads, now.heads),
    ...listedChange('Pictures and videos', was.media, now.media, 'file'),
    ...listedChange('Walk-over weighings', was.optiweigh?.days ?? [], now.optiweigh?.days ?? [], 'day'),
    ...signatureChange('Agent Signature', was.agentSignature, now.agentSignature),
    ...signatureChange('Vendor Signature', was.vendorSignature, now.vendorSignature),
  ];
}
