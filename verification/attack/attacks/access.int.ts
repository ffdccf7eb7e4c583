import { testAttacks } from '../test-support/test-attacks.ts';
import { ACCESS_ATTACKS } from './access.ts';

// Among them `roles`: every operation of staff refuses everyone else. [B340]
testAttacks('attacks: access', ACCESS_ATTACKS);
