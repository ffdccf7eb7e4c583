import type { Operation } from '@saleyard/contract/operation.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import { lotMediaOperations } from '@saleyard/contract/operations/lot-media.ts';
import { lotOperations } from '@saleyard/contract/operations/lots.ts';
import { practiceOperations } from '@saleyard/contract/operations/practice.ts';
import { serverOperations } from '@saleyard/contract/operations/server.ts';
import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { workOf } from './work-of.ts';

const test = suite('kinds of work');

const kind = (operation: Operation | undefined, { signedIn = false, mode = '' } = {}) =>
  workOf(operation, { query: mode === '' ? {} : { mode } }, async () => signedIn);

test('[G24] documents and practice first, then what anonymous visitors read, then what people read', async () => {
  assert.is(await kind(practiceOperations.startPractice, { signedIn: true }), 'bulk');
  assert.is(await kind(staffOperations.addLotsFromFile, { signedIn: true }), 'bulk');
  assert.is(await kind(lotOperations.lots, { mode: 'live' }), 'bulk');
  assert.is(await kind(lotOperations.lots, { mode: 'live', signedIn: true }), 'signed-in');
  assert.is(await kind(lotOperations.lots, { mode: 'print', signedIn: true }), 'bulk');
  assert.is(await kind(lotMediaOperations.lotPicture, { signedIn: true }), 'anonymous', 'like all pictures');
  assert.is(await kind(lotOperations.lots), 'anonymous');
  assert.is(await kind(undefined), 'anonymous');
  assert.is(await kind(bidOperations.ownBids, { signedIn: true }), 'signed-in');
});

test('[G24] what bidding and running a sale need is vital', async () => {
  for (const operation of [
    accountOperations.signInOrMe,
    bidOperations.setAutoBid,
    bidOperations.stopAutoBid,
    serverOperations.checkServer,
  ])
    assert.is(await kind(operation), 'vital');
  assert.is(await kind(staffOperations.runSale, { signedIn: true }), 'vital');
  assert.is(await kind(staffOperations.staffAuction, { signedIn: true }), 'vital');
  assert.is(await kind(staffOperations.staffAuction), 'anonymous', 'for every caller');
});

test.run();
