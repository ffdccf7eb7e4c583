import { testAttacks } from '../test-support/test-attacks.ts';
import { ORDINARY_WORK_ATTACKS } from './ordinary-work.ts';

testAttacks('attacks: ordinary work', ORDINARY_WORK_ATTACKS);
