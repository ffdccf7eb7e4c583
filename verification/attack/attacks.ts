import type { Attack } from './attack.ts';
import { ACCESS_ATTACKS } from './attacks/access.ts';
import { BASIC_CONNECTION_ATTACKS } from './attacks/basic-connection.ts';
import { BIDS_FIRST_ATTACKS } from './attacks/bids-first.ts';
import { CLOCK_ATTACKS } from './attacks/clock.ts';
import { INPUT_ATTACKS } from './attacks/input.ts';
import { KNOWN_EMAIL_ATTACKS } from './attacks/known-emails.ts';
import { LIVE_SIDE_ATTACKS } from './attacks/live-side.ts';
import { LOAD_ATTACKS } from './attacks/load.ts';
import { LOT_VALUE_ATTACKS } from './attacks/lot-values.ts';
import { MAIL_ATTACKS } from './attacks/mail.ts';
import { ORDINARY_WORK_ATTACKS } from './attacks/ordinary-work.ts';
import { PRACTICE_ATTACKS } from './attacks/practice.ts';
import { DAMAGE_ATTACKS, STORAGE_ATTACKS } from './attacks/storage.ts';
import { STORED_FILE_ATTACKS } from './attacks/stored-files.ts';

/** Every attack, in the order in which they run and are shown. */
export const ATTACKS: readonly Attack[] = [
  ...LOAD_ATTACKS,
  ...INPUT_ATTACKS,
  ...LOT_VALUE_ATTACKS,
  ...ACCESS_ATTACKS,
  ...PRACTICE_ATTACKS,
  ...KNOWN_EMAIL_ATTACKS,
  ...MAIL_ATTACKS,
  ...BIDS_FIRST_ATTACKS,
  ...ORDINARY_WORK_ATTACKS,
  ...BASIC_CONNECTION_ATTACKS,
  ...LIVE_SIDE_ATTACKS,
  ...STORAGE_ATTACKS,
  ...DAMAGE_ATTACKS,
  ...STORED_FILE_ATTACKS,
  ...CLOCK_ATTACKS,
];
