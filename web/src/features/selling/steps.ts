import type { Form } from '@saleyard/domain/listing/forms/field.ts';
import { get } from 'react-hook-form';
import type { FormProblem } from '@/ui/form/schema-resolver.ts';
import type { LotValues } from './lot-values.ts';

/** The sections of a lot's form in their order. On a phone one of them is shown at a time. */
export const STEPS = [
  { id: 'vendor', title: 'Sale and vendor' },
  { id: 'stock', title: 'Stock' },
  { id: 'weights', title: 'Weights' },
  { id: 'media', title: 'Pictures and video' },
  { id: 'price', title: 'Price' },
  { id: 'delivery', title: 'Delivery and assessor' },
  { id: 'health', title: 'Treatment and accreditation' },
  { id: 'documents', title: 'Links and documents' },
  { id: 'declarations', title: 'Declarations' },
] as const;

export type StepId = (typeof STEPS)[number]['id'];

/** Groups of the forms that belong to another section than Stock. */
const STEP_OF_GROUP: Readonly<Record<string, StepId>> = {
  vendorDetails: 'vendor',
  assessmentGroup: 'weights',
  fatscoreGroup: 'weights',
  weights: 'weights',
  treatment: 'health',
  accreditations: 'health',
  assessorDetails: 'delivery',
  delivery: 'delivery',
  catalogue: 'delivery',
};

/** The section of a group of a kind's form. */
export const stepOfGroup = (id: string): StepId => STEP_OF_GROUP[id] ?? 'stock';

/** The section of the fields that every kind has. */
const STEP_OF_MEMBER: Readonly<Record<string, StepId>> = {
  auction: 'vendor',
  count: 'stock',
  description: 'stock',
  heads: 'weights',
  countWeighed: 'weights',
  optiweighAllowed: 'weights',
  mobEntryWeight: 'weights',
  optiweigh: 'weights',
  adjustWeight: 'weights',
  weightGain: 'weights',
  media: 'media',
  unit: 'price',
  incrementCents: 'price',
  startCents: 'price',
  reserveCents: 'price',
  maxVendorBids: 'price',
  usefulLinks: 'documents',
  documents: 'documents',
};

/** The section of a place in the form: "details.vendorPic", "heads.3.weightLive", "count". */
export function stepOf(form: Form, path: string): StepId {
  const [member = '', name = ''] = path.split('.');
  if (member !== 'details') return STEP_OF_MEMBER[member] ?? 'declarations';
  const group = form.groups.find(({ fields }) => fields.some((field) => field.name === name));
  return stepOfGroup(group?.id ?? '');
}

/** `fix`: something in it is wrong; `left`: something is missing; `done`: nothing is. `text`: what the list of sections says. */
export type StepState = { is: 'fix' | 'left' | 'done' | 'open'; text: string };

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** How far each section is. `problems`: everything that keeps the lot from being submitted. */
export function stepStates(
  form: Form,
  values: LotValues,
  problems: readonly FormProblem[],
): ReadonlyMap<StepId, StepState> {
  const counts = new Map<StepId, { wrong: Set<string>; missing: Set<string> }>(
    STEPS.map(({ id }) => [id, { wrong: new Set(), missing: new Set() }]),
  );
  for (const { path } of problems) {
    const count = counts.get(stepOf(form, path));
    (isNothing(get(values, path)) ? count?.missing : count?.wrong)?.add(path);
  }
  const kept: Partial<Record<StepId, number>> = {
    media: values.media.length,
    documents: values.documents.length + values.usefulLinks.length,
  };
  return new Map(
    STEPS.map(({ id }): [StepId, StepState] => {
      const { wrong, missing } = counts.get(id) ?? { wrong: new Set(), missing: new Set() };
      if (wrong.size > 0) return [id, { is: 'fix', text: `${wrong.size} to fix` }];
      const many = kept[id];
      if (many !== undefined) return [id, { is: 'open', text: many === 0 ? 'none' : String(many) }];
      if (missing.size > 0) return [id, { is: 'left', text: `${missing.size} left` }];
      return [id, id === 'health' ? { is: 'open', text: 'optional' } : { is: 'done', text: 'done' }];
    }),
  );
}
