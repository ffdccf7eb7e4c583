import { testAttacks } from '../test-support/test-attacks.ts';
import { STORED_FILE_ATTACKS } from './stored-files.ts';

testAttacks('attacks: stored files', STORED_FILE_ATTACKS);
