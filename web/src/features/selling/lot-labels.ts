import type { Signer } from '@saleyard/contract/lot-media.ts';
import { type Field, type Form, headFields, lotFields } from '@saleyard/domain/listing/forms/field.ts';
import { LOT_TITLES } from '@saleyard/domain/listing/lot-titles.ts';
import { countOf, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { fieldText } from '@saleyard/domain/presentation/field-text.ts';
import { headOfPath } from './heads-values.ts';
import type { Side } from './merge.ts';

export const SIGNATURE_LABELS: Readonly<Record<Signer, string>> = {
  agent: 'Agent Signature',
  vendor: 'Vendor Signature',
};

/** The titles of a lot's parts, with those of the form that are no single field. */
const LOT_LABELS: Readonly<Record<string, string>> = {
  ...LOT_TITLES,
  heads: 'Weights of single head',
  optiweigh: 'Readings of the scales',
  usefulLinks: 'Useful links',
  documents: 'Documents',
  media: 'Pictures and Videos',
  agentSignature: SIGNATURE_LABELS.agent,
  vendorSignature: SIGNATURE_LABELS.vendor,
  acceptenceOnTerms: 'Terms & Conditions',
  isLicencedAgent: 'Licensed Agent',
  vendorSignedForm: 'Signed Assessment Form',
  emailToVendor: 'Send Email to Vendor',
};

/** The field of the form at a place; undefined where it is of no group. */
function fieldAt(form: Form, path: string): Field | undefined {
  const head = headOfPath(path);
  if (head !== null) return headFields(form).find(({ name }) => name === head.name);
  const detail = path.replace(/^details\./, '');
  return lotFields(form).find(({ name }) => name === detail);
}

/** What a person calls the place of a value in the form. */
export function labelOf(form: Form, path: string): string {
  const title = fieldAt(form, path)?.title;
  const head = headOfPath(path);
  if (head !== null) return `${title ?? head.name} of head ${head.row + 1}`;
  return title ?? LOT_LABELS[path.replace(/[.[].*$/, '')] ?? path;
}

const PRICES: ReadonlySet<string> = new Set(['startCents', 'reserveCents', 'incrementCents']);

/** A value at a place of the form as a person reads it. */
export function valueText(form: Form, path: string, { value, unit }: Side): string {
  if (value === null || value === undefined || value === '') return 'empty';
  // Before a unit is chosen prices are per head.
  if (PRICES.has(path) && typeof value === 'number') return formatPriceWithUnit(value, unit ?? 'head');
  if (path === 'unit') return value === 'kg' ? 'Kg' : 'Head';
  if (path === 'adjustWeight') return `${value}%`;
  if (path === 'usefulLinks') return countOf((value as readonly unknown[]).length, 'link');
  if (typeof value === 'object' && 'days' in value && Array.isArray(value.days))
    return countOf(value.days.length, 'reading');
  return fieldText(fieldAt(form, path) ?? { type: 'text' }, value as string);
}
