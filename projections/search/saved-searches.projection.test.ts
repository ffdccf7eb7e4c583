import type { AccountEvent } from '@saleyard/domain/account/events.ts';
import { ALERT_GATHER_MS, type SearchAlert } from '@saleyard/domain/account/saved-searches.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { accountSpec } from '../test-support/projection-spec.ts';
import { ALERT_MAILS, AWAKE_SEARCHES, savedSearchesProjection } from './saved-searches.projection.ts';

const test = suite('saved searches and their e-mails');
const given = accountSpec(savedSearchesProjection);

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
const search = {
  name: 'sealed',
  criteria: 'sealed too',
  alertBy: { banner: true, email: true },
  isPaused: false,
  since: 2,
};
const saved: AccountEvent = { type: 'SearchSaved', data: { at: 2, search: 's1', ...search } };
const matched: AccountEvent = {
  type: 'LotsMatched',
  data: {
    at: 5,
    alert: 'x',
    auction: 'a1',
    lots: ['l1'],
    count: 1,
    searches: ['s1'],
    by: { banner: true, email: true },
  },
};

test('searches are there while they alert', () => {
  const { documents } = given(registered).when(saved);
  assert.equal(documents[AWAKE_SEARCHES]?.['u1'], { searches: [{ id: 's1', savedAt: 2, ...search }] });
  const paused: AccountEvent = {
    type: 'SearchSaved',
    data: { at: 3, search: 's1', ...search, isPaused: true },
  };
  assert.equal(given(registered, saved).when(paused).documents[AWAKE_SEARCHES], {});
  const deleted: AccountEvent = { type: 'SavedSearchDeleted', data: { at: 3, search: 's1' } };
  assert.equal(given(registered, saved).when(deleted).documents[AWAKE_SEARCHES], {});
});

test('an e-mail is due two minutes after the first lot, until it is decided on', () => {
  assert.equal(given(registered, saved).when(matched).documents[ALERT_MAILS]?.['u1'], {
    dueAt: 5 + ALERT_GATHER_MS,
  });
  const queued: AccountEvent = {
    type: 'AlertMailQueued',
    data: { at: 9, alerts: [{ id: 'x' } as SearchAlert] },
  };
  assert.equal(given(registered, saved, matched).when(queued).documents[ALERT_MAILS], {});
});

test('nobody who is suspended or forgotten has any of them, until restored', () => {
  const suspended: AccountEvent = { type: 'AccountSuspended', data: { at: 6, reason: '' } };
  const restored: AccountEvent = { type: 'AccountRestored', data: { at: 7, reason: '' } };
  const left = given(registered, saved, matched).when(suspended).documents;
  assert.equal([left[AWAKE_SEARCHES], left[ALERT_MAILS]], [{}, {}]);
  const back = given(registered, saved, matched, suspended).when(restored).documents;
  assert.equal(
    [back[AWAKE_SEARCHES]?.['u1'] !== undefined, back[ALERT_MAILS]?.['u1'] !== undefined],
    [true, true],
  );
  const forgotten: AccountEvent = { type: 'AccountForgotten', data: { at: 8 } };
  const gone = given(registered, saved, matched).when(forgotten).documents;
  assert.equal([gone[AWAKE_SEARCHES], gone[ALERT_MAILS]], [{}, {}]);
});

test.run();
