import type { AccountEvent } from '@saleyard/domain/account/events.ts';
import { NO_SMS_REMINDERS } from '@saleyard/domain/account/state.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { accountSpec } from '../test-support/projection-spec.ts';
import { REMINDED, remindersProjection } from './reminders.projection.ts';

const test = suite('reminders');
const given = accountSpec(remindersProjection);

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
const cattle = { AuctionOpenReminder: true, OneDayReminder: true, TenDaysReminder: false };
const switched = (at: number, smsReminders = { ...NO_SMS_REMINDERS, cattle }): AccountEvent => ({
  type: 'SettingsChanged',
  data: { at, smsReminders },
});
const wants = ['cattle:AuctionOpenReminder', 'cattle:OneDayReminder'];

test('an account has a document while it has reminders', () => {
  assert.equal(given(registered).when(switched(2)).documents[REMINDED]?.['u1'], { wants });
  assert.equal(given(registered, switched(2)).when(switched(3, NO_SMS_REMINDERS)).documents[REMINDED], {});
  assert.is(given().when(registered).documents[REMINDED]?.['u1'], undefined);
});

test('nobody who is suspended or forgotten is reminded', () => {
  const suspended: AccountEvent = { type: 'AccountSuspended', data: { at: 3, reason: '' } };
  const restored: AccountEvent = { type: 'AccountRestored', data: { at: 4, reason: '' } };
  assert.equal(given(registered, switched(2)).when(suspended).documents[REMINDED], {});
  assert.equal(given(registered, switched(2), suspended).when(restored).documents[REMINDED]?.['u1'], {
    wants,
  });
  const forgotten: AccountEvent = { type: 'AccountForgotten', data: { at: 3 } };
  assert.equal(given(registered, switched(2)).when(forgotten).documents[REMINDED], {});
});

test.run();
