import type { AccountEvent } from '@saleyard/domain/account/events.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { accountSpec } from '../test-support/projection-spec.ts';
import {
  STAFF_ACCOUNTS,
  type StaffAccountDocument,
  staffAccountsProjection,
} from './staff-accounts.projection.ts';

const test = suite('accounts for staff');
const given = accountSpec(staffAccountsProjection, { searchKeys: ['k1', 'k2'] });

const registered: AccountEvent = {
  type: 'AccountRegistered',
  data: {
    at: 1,
    numericId: 12,
    shortId: 'B12',
    personal: 'sealed',
    status: 'registered',
    type: 'guest',
    role: null,
    stockTypes: [],
    approvedStockTypes: [],
  },
};
const requested: AccountEvent = {
  type: 'AccessRequested',
  data: {
    at: 5,
    kind: 'buyer',
    operationType: 'LLA',
    personal: 'sealed-2',
    fields: [],
    stockTypes: [],
    status: 'registered-updated',
    isRequestedAsBuyer: true,
    isRequestedAsSeller: false,
  },
};

const documentOf = ({ documents }: { documents: Record<string, Record<string, unknown>> }) =>
  documents[STAFF_ACCOUNTS]?.['u1'] as StaffAccountDocument | undefined;

test('an account is kept with its search keys and its sealed profile', () => {
  const document = documentOf(given().when(registered));
  assert.equal(
    [document?.shortId, document?.personal, document?.searchKeys],
    ['B12', 'sealed', ['k1', 'k2']],
  );
  assert.equal([document?.awaitsDecision, document?.isSuspended], [false, false]);
});

test('a request waits for a decision until staff decide', () => {
  const waiting = documentOf(given(registered).when(requested));
  assert.equal([waiting?.awaitsDecision, waiting?.requestedAt, waiting?.personal], [true, 5, 'sealed-2']);
  const declined: AccountEvent = {
    type: 'AccessDecided',
    data: {
      at: 6,
      decision: 'declined',
      reason: 'r',
      status: 'registered',
      type: 'guest',
      stockTypes: [],
      approvedStockTypes: [],
      isRequestedAsBuyer: false,
      isRequestedAsSeller: false,
    },
  };
  const decided = documentOf(given(registered, requested).when(declined));
  assert.equal([decided?.awaitsDecision, decided?.requestedAt], [false, null]);
});

test('what staff do not look for is not written again', () => {
  given(registered)
    .when({ type: 'LotWatched', data: { at: 3, lot: 'l1', auction: 'a1' } })
    .writesTo(STAFF_ACCOUNTS);
  given(registered)
    .when({ type: 'TermsAccepted', data: { at: 3, version: '1' } })
    .writesTo(STAFF_ACCOUNTS);
});

test('a forgotten person is not found', () => {
  assert.is(documentOf(given(registered).when({ type: 'AccountForgotten', data: { at: 9 } })), undefined);
});

test.run();
