import type { MustAccept } from '../content/text.ts';
import { LIVESTOCK_AGENT } from './profile.ts';
import { OTHER_PROFESSION } from './validation.ts';

/** The version of the terms that Saleyard ships, in force until staff publish another one. */
export const SHIPPED_TERMS = '1';

/**
 * Whether the last of the accepted versions still counts. `required`: the first version that everyone had to accept
 * again; null: there was none, and any version counts.
 */
export const hasAcceptedTerms = (
  accepted: readonly { readonly version: string }[],
  required: MustAccept | null,
): boolean => Number(accepted.at(-1)?.version ?? 0) >= (required?.version ?? Number(SHIPPED_TERMS));

/** Professions to choose from; a person with another one types it. */
export const PROFESSIONS: readonly string[] = [
  'Producer',
  LIVESTOCK_AGENT,
  'Livestock Buyer',
  'Feedlot Operator',
  'Farm Manager',
  'Processor',
  'Stud Breeder',
  'Livestock Transporter',
  'Veterinarian',
  OTHER_PROFESSION,
];
