import { testAttacks } from '../test-support/test-attacks.ts';
import { LOT_VALUE_ATTACKS } from './lot-values.ts';

testAttacks('attacks: dates and links of lots', LOT_VALUE_ATTACKS);
