import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { RefusalCode } from './refusals.ts';

const test = suite('refusal codes');

/**
 * Every code that a refusal may have been recorded with. A code is added here and never taken out: removing or renaming
 * one in `refusals.ts` does not compile, and neither does a new one that is missing here.
 */
const RECORDED: { readonly [Code in RefusalCode]: true } = {
  'lot-frozen': true,
  'auction-frozen': true,
  'waiting-to-start': true,
  'auto-bids-only': true,
  'not-open': true,
  'lot-closed': true,
  'lot-withdrawn': true,
  'too-low': true,
  'off-increment': true,
  'invalid-amount': true,
  'auto-bid-not-allowed': true,
  'upcoming-not-allowed': true,
  'not-permitted': true,
  'own-lot': true,
  'vendor-bids-exhausted': true,
  'duplicate-conflict': true,
  'unknown-lot': true,
  'no-auto-bid': true,
  'wrong-auction-type': true,
  'already-so': true,
  'already-scheduled': true,
  'not-closed': true,
  'not-scheduled': true,
  'invalid-terms': true,
  'changed-elsewhere': true,
  'number-taken': true,
  'message-limit': true,
  'nothing-to-retract': true,
  'not-reopenable': true,
  'not-their-bid': true,
  'second-person-needed': true,
  'no-proposal': true,
  'no-floor-buyer': true,
};

/** The same as texts, for logs that hold them: of these lines none is ever changed, only more are added. */
const IN_LOGS = `
lot-frozen auction-frozen waiting-to-start auto-bids-only not-open lot-closed lot-withdrawn too-low
off-increment invalid-amount auto-bid-not-allowed upcoming-not-allowed not-permitted own-lot
vendor-bids-exhausted duplicate-conflict unknown-lot no-auto-bid wrong-auction-type already-so
already-scheduled not-closed not-scheduled invalid-terms changed-elsewhere number-taken
message-limit nothing-to-retract not-reopenable not-their-bid second-person-needed no-proposal
no-floor-buyer
`;

test('[E23] no code that was ever recorded is gone', () => {
  assert.equal(Object.keys(RECORDED).toSorted(), IN_LOGS.trim().split(/\s+/).toSorted());
});

test.run();
