import { testAttacks } from '../test-support/test-attacks.ts';
import { INPUT_ATTACKS } from './input.ts';

testAttacks('attacks: input', INPUT_ATTACKS);
