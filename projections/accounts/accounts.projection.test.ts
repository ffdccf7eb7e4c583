import type { AccountEvent } from '@saleyard/domain/account/events.ts';
import { NO_SAVED_SEARCHES } from '@saleyard/domain/account/saved-searches.ts';
import { NO_SMS_REMINDERS } from '@saleyard/domain/account/state.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { accountSpec } from '../test-support/projection-spec.ts';
import { ACCOUNTS, type AccountDocument, accountsProjection } from './accounts.projection.ts';

const test = suite('accounts');
const given = accountSpec(accountsProjection);

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
    stockTypes: ['Cattle'],
    approvedStockTypes: [],
  },
};

test('an account is kept with its encrypted personal data as it is', () => {
  assert.equal(given().when(registered).documents[ACCOUNTS]?.['u1'], {
    numericId: 12,
    shortId: 'B12',
    personal: 'sealed',
    status: 'registered',
    type: 'guest',
    role: null,
    stockTypes: ['Cattle'],
    approvedStockTypes: [],
    registeredAt: 1,
    bank: '',
    isRequestedAsBuyer: false,
    isRequestedAsSeller: false,
    requestedAt: null,
    operationType: null,
    isSuspended: false,
    isForgotten: false,
    terms: [],
    smsReminders: NO_SMS_REMINDERS,
    filters: [],
    closedNotifications: [],
    watchList: [],
    savedSearches: NO_SAVED_SEARCHES,
    favouritePics: [],
    revision: 0,
    isEmailUnconfirmed: false,
  });
});

test('its status and its watch list follow', () => {
  const seen = given(registered).when(
    {
      type: 'AccountStatusChanged',
      data: { at: 2, status: 'approved-buyer', type: 'buyer', approvedStockTypes: [] },
    },
    { type: 'LotWatched', data: { at: 3, lot: 'l1', auction: 'a1' } },
    { type: 'LotWatched', data: { at: 4, lot: 'l2', auction: 'a1' } },
    { type: 'LotUnwatched', data: { at: 5, lot: 'l1' } },
  );
  seen.writesTo(ACCOUNTS, 'u1');
  const account = seen.documents[ACCOUNTS]?.['u1'] as AccountDocument;
  assert.is(account.status, 'approved-buyer');
  assert.is(account.type, 'buyer');
  assert.equal(account.watchList, [{ lot: 'l2', auction: 'a1' }]);
});

test('what nobody registered is not kept', () => {
  given()
    .when({ type: 'LotUnwatched', data: { at: 5, lot: 'l1' } })
    .writesTo(ACCOUNTS);
});

test.run();
