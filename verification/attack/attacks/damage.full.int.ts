import { testAttacks } from '../test-support/test-attacks.ts';
import { DAMAGE_ATTACKS } from './storage.ts';

testAttacks('attacks: damage', DAMAGE_ATTACKS);
