import { testAttacks } from '../test-support/test-attacks.ts';
import { BIDS_FIRST_ATTACKS } from './bids-first.ts';

testAttacks('attacks: what delays bids and breaks proofs', BIDS_FIRST_ATTACKS);
