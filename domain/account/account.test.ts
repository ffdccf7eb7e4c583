import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { AccountCommandBody } from './commands.ts';
import { decideAccount, WATCH_LIST_LIMIT } from './decide.ts';
import type { AccountEvent } from './events.ts';
import { accountStream } from './ids.ts';
import { type AccountState, evolveAccount, initialAccount } from './state.ts';
import { ACCOUNT_STATUSES, headerLabel, mayBid, statusLabel } from './status.ts';

const test = suite('account');

const registration = {
  numericId: 12,
  shortId: 'B12',
  personal: 'sealed',
  status: 'registered',
  type: 'guest',
  role: null,
  stockTypes: ['Cattle'],
  approvedStockTypes: [],
} as const;

const registered: AccountEvent = { type: 'AccountRegistered', data: { at: 1, ...registration } };
const watched: AccountEvent = { type: 'LotWatched', data: { at: 2, lot: 'l1', auction: 'a1' } };
const given = (...events: AccountEvent[]): AccountState => events.reduce(evolveAccount, initialAccount);
const when = (state: AccountState, body: AccountCommandBody) => decideAccount(state, { at: 9, body });

test('a registration is recorded once', () => {
  const first = when(given(), { type: 'register', registration });
  assert.equal(first, {
    outcome: 'accepted',
    events: [{ type: 'AccountRegistered', data: { at: 9, ...registration } }],
  });
  assert.equal(when(given(registered), { type: 'register', registration }), {
    outcome: 'refused',
    code: 'already-registered',
  });
});

test('nothing happens to an account that is not registered', () => {
  assert.equal(when(given(), { type: 'unwatchLot', lot: 'l1' }), {
    outcome: 'refused',
    code: 'not-registered',
  });
  assert.is(given(watched), null);
});

test('a status change keeps what it does not name', () => {
  const state = given(registered);
  const change = when(state, { type: 'changeStatus', status: 'approved-buyer', accountType: 'buyer' });
  const data = { at: 9, status: 'approved-buyer', type: 'buyer', approvedStockTypes: [] } as const;
  assert.equal(change, { outcome: 'accepted', events: [{ type: 'AccountStatusChanged', data }] });
  const after = evolveAccount(state, { type: 'AccountStatusChanged', data });
  assert.is(after?.status, 'approved-buyer');
  assert.equal(after?.stockTypes, ['Cattle']);
  assert.is(state?.status, 'registered', 'the state before is untouched');
  assert.equal(when(after, { type: 'changeStatus', status: 'approved-buyer' }), {
    outcome: 'accepted',
    events: [],
  });
});

test('approving another kind of stock is a change', () => {
  const kinds = when(given(registered), {
    type: 'changeStatus',
    status: 'registered',
    approvedStockTypes: ['Goat'],
  });
  assert.is(kinds.outcome === 'accepted' && kinds.events.length, 1);
});

test('a lot is watched once and unwatched once', () => {
  const state = given(registered, watched);
  assert.equal(state?.watchList, [{ lot: 'l1', auction: 'a1' }]);
  assert.equal(when(state, { type: 'watchLot', lot: 'l1', auction: 'a1' }), {
    outcome: 'accepted',
    events: [],
  });
  const unwatched: AccountEvent = { type: 'LotUnwatched', data: { at: 9, lot: 'l1' } };
  assert.equal(when(state, { type: 'unwatchLot', lot: 'l1' }), { outcome: 'accepted', events: [unwatched] });
  const after = evolveAccount(state, unwatched);
  assert.equal(after?.watchList, []);
  assert.equal(when(after, { type: 'unwatchLot', lot: 'l1' }), { outcome: 'accepted', events: [] });
});

test('one lot more than the watch list’s limit is refused', () => {
  const base = given(registered);
  if (base === null) throw new Error('registered above');
  const full = Array.from({ length: WATCH_LIST_LIMIT }, (_, n) => ({ lot: `l${n}`, auction: 'a1' }));
  assert.equal(when({ ...base, watchList: full }, { type: 'watchLot', lot: 'one-more', auction: 'a1' }), {
    outcome: 'refused',
    code: 'watch-list-full',
  });
  const oneLess = { ...base, watchList: full.slice(1) };
  assert.is(when(oneLess, { type: 'watchLot', lot: 'one-more', auction: 'a1' }).outcome, 'accepted');
});

test('who may bid, and what each status is called', () => {
  assert.equal(ACCOUNT_STATUSES.filter(mayBid), [
    'approved-buyer',
    'approved-buyer-updated',
    'approved-buyer-seller',
  ]);
  // [B294]
  assert.equal(ACCOUNT_STATUSES, [
    'registered',
    'registered-updated',
    'approved-buyer',
    'approved-buyer-updated',
    'approved-buyer-seller',
    'approved-seller',
    'partially-approved',
    'partially-approved:updated',
  ]);
  assert.equal(ACCOUNT_STATUSES.map(statusLabel), [
    'Guest Account',
    'Guest Account',
    'Buyer',
    'Buyer',
    'Buyer and Seller',
    'Seller',
    'must complete profile',
    'under review, approval expected within 24 hours',
  ]);
  assert.equal(
    [...new Set(ACCOUNT_STATUSES.map(headerLabel))],
    ['Guest', 'Buyer', 'Buyer & Seller', 'Seller'],
  );
});

test('an account has its own stream', () => {
  assert.is(accountStream('x'), 'account-x');
});

test('an address is unconfirmed where an event says so, until it is confirmed or changed', () => {
  const unconfirmed: AccountEvent = {
    type: 'AccountRegistered',
    data: { at: 1, ...registration, isEmailUnconfirmed: true },
  };
  assert.is(given(registered)?.isEmailUnconfirmed, false, 'events of earlier versions');
  const state = given(unconfirmed);
  assert.is(state?.isEmailUnconfirmed, true);
  assert.equal(when(state, { type: 'confirmEmail', from: 'older' }), {
    outcome: 'refused',
    code: 'profile-changed',
  });
  const confirmed = when(state, { type: 'confirmEmail', from: 'sealed' });
  assert.equal(confirmed, { outcome: 'accepted', events: [{ type: 'EmailConfirmed', data: { at: 9 } }] });
  const after = evolveAccount(state, { type: 'EmailConfirmed', data: { at: 9 } });
  assert.is(after?.isEmailUnconfirmed, false);
  assert.equal(when(after, { type: 'confirmEmail', from: 'older' }), { outcome: 'accepted', events: [] });
  const change = { type: 'changeProfile', from: 'sealed', personal: 'new' } as const;
  const changed = (fields: string[]) => {
    const decision = when(after, { ...change, fields });
    return decision.outcome === 'accepted'
      ? decision.events.reduce<AccountState>(evolveAccount, after)
      : null;
  };
  assert.is(changed(['email'])?.isEmailUnconfirmed, true);
  assert.is(changed(['phone'])?.isEmailUnconfirmed, false);
});

test.run();
