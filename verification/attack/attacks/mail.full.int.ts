import { testAttacks } from '../test-support/test-attacks.ts';
import { MAIL_ATTACKS } from './mail.ts';

testAttacks('attacks: e-mails and contacts', MAIL_ATTACKS);
