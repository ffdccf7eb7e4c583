import { testAttacks } from '../test-support/test-attacks.ts';
import { BASIC_CONNECTION_ATTACKS } from './basic-connection.ts';

testAttacks('attacks: sales followed and bids placed by requests', BASIC_CONNECTION_ATTACKS);
