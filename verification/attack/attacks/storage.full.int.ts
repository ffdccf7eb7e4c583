import { testAttacks } from '../test-support/test-attacks.ts';
import { STORAGE_ATTACKS } from './storage.ts';

testAttacks('attacks: storage', STORAGE_ATTACKS);
