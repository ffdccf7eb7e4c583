import { testAttacks } from '../test-support/test-attacks.ts';
import { ACCESS_ATTACKS } from './access.ts';

testAttacks('attacks: access', ACCESS_ATTACKS);
