import { testAttacks } from '../test-support/test-attacks.ts';
import { LOAD_ATTACKS } from './load.ts';

testAttacks('attacks: load', LOAD_ATTACKS);
