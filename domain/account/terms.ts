import { LIVESTOCK_AGENT } from './profile.ts';
import { OTHER_PROFESSION } from './validation.ts';

/** The version of the terms that people accept now. A newer one is asked of everyone who accepted another. */
export const TERMS_VERSION = '1';

/** Professions that a person may name; a person with another one names it. */
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
