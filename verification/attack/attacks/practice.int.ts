import { testAttacks } from '../test-support/test-attacks.ts';
import { PRACTICE_ATTACKS } from './practice.ts';

testAttacks('attacks: practice', PRACTICE_ATTACKS);
