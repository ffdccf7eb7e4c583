import { LIVESTOCK_AGENT } from './profile.ts';
import { OTHER_PROFESSION } from './validation.ts';

/** The version of the terms that people accept now. A newer one must be accepted again by everyone. */
export const TERMS_VERSION = '1';

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
