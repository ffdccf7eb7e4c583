import { testAttacks } from '../test-support/test-attacks.ts';
import { CLOCK_ATTACKS } from './clock.ts';

testAttacks('attacks: clock', CLOCK_ATTACKS);
