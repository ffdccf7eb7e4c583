import { testAttacks } from '../test-support/test-attacks.ts';
import { LIVE_SIDE_ATTACKS } from './live-side.ts';

testAttacks('attacks: the live side and addresses', LIVE_SIDE_ATTACKS);
