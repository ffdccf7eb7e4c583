import { testAttacks } from '../test-support/test-attacks.ts';
import { KNOWN_EMAIL_ATTACKS } from './known-emails.ts';

testAttacks('attacks: known e-mails', KNOWN_EMAIL_ATTACKS);
