import { deciderSpec } from '@saleyard/testing/decider.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { awaitsDecision, sells } from './access.ts';
import type { AccountCommandBody } from './commands.ts';
import { accountDecider } from './decide.ts';
import type { AccessKind, AccountEvent, StockType } from './events.ts';
import { assumedOperationType } from './profile.ts';
import { ACCOUNT_STATUSES, type AccountStatus } from './status.ts';

const test = suite('access');
const given = deciderSpec(accountDecider);

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

/** An account of this status, with what it is approved for. */
const being = (status: AccountStatus, approvedStockTypes: readonly StockType[] = []): AccountEvent[] => [
  registered,
  { type: 'AccountStatusChanged', data: { at: 2, status, type: 'guest', approvedStockTypes } },
];

const command = (body: AccountCommandBody) => ({ at: 9, body });
const ask = (kind: AccessKind, ...stockTypes: StockType[]) =>
  command({
    type: 'requestAccess',
    kind,
    stockTypes,
    operationType: 'LLA',
    from: 'sealed',
    personal: 'sealed-2',
    fields: ['PIC'],
  });
const approve = (
  status: 'approved-buyer' | 'approved-seller' | 'approved-buyer-seller',
  ...approvedStockTypes: StockType[]
) => command({ type: 'decideAccess', decision: 'approved', reason: 'r', status, approvedStockTypes });

/** The status after a request, by the status before it. A text in brackets is the reason for a refusal. */
const statusesAfter = (kind: AccessKind, approved: readonly StockType[], ...stock: StockType[]) =>
  Object.fromEntries(
    ACCOUNT_STATUSES.map((status) => {
      const { code, state } = given(...being(status, approved)).when(ask(kind, ...stock));
      return [status, code === null ? state?.status : `(${code})`];
    }),
  );

test('what the buyer form makes of each status', () => {
  assert.equal(statusesAfter('buyer', []), {
    registered: 'registered-updated', // [A334] [S289]
    'registered-updated': '(already-requested)', // [A585]
    'approved-buyer': '(already-may-buy)', // [A581]
    'approved-buyer-updated': '(already-may-buy)',
    'approved-buyer-seller': '(already-may-buy)',
    'approved-seller': 'approved-seller',
    'partially-approved': 'registered-updated',
    'partially-approved:updated': '(already-requested)',
  });
});

test('what the buyer-and-seller form makes of each status', () => {
  assert.equal(statusesAfter('buyer-and-seller', ['Cattle'], 'Cattle', 'Sheep'), {
    registered: 'registered-updated', // [A332] [S287]
    'registered-updated': '(already-requested)',
    'approved-buyer': 'approved-buyer-updated', // [A331] [S286]
    'approved-buyer-updated': '(already-requested)',
    'approved-buyer-seller': 'approved-buyer-seller', // [A333] [S288]
    'approved-seller': 'approved-seller',
    'partially-approved': 'registered-updated',
    'partially-approved:updated': '(already-requested)',
  });
});

test('[A582] [A588] a buyer and seller requests new kinds only, and is blocked once all kinds are approved or asked for', () => {
  const both = given(...being('approved-buyer-seller', ['Cattle']));
  both.when(ask('buyer-and-seller', 'Cattle')).isRefused('already-may-buy-and-sell');
  const asked = both.and(ask('buyer-and-seller', 'Sheep'));
  assert.is(asked.state?.isRequestedAsSeller, true);
  asked
    .when({ at: 9, body: { ...ask('buyer-and-seller', 'Sheep').body, from: 'sealed-2' } as never })
    .isRefused('already-requested');
});

test('[A479] [S443] stock types that were asked for stay asked for', () => {
  const first = given(registered).and(ask('buyer-and-seller', 'Cattle'));
  const declined = first.and(command({ type: 'decideAccess', decision: 'partially-approved', reason: '' }));
  assert.equal(declined.state?.stockTypes, ['Cattle']);
  const { state } = declined.when(
    command({
      type: 'changeProfile',
      from: 'sealed-2',
      personal: 'sealed-2',
      fields: [],
      stockTypes: ['Goat'],
    }),
  );
  assert.equal(state?.stockTypes, ['Cattle', 'Goat']);
});

test('[A476] the buyer-and-seller form needs a stock type', () => {
  given(registered).when(ask('buyer-and-seller')).isRefused('no-stock-type');
  assert.is(given(registered).when(ask('buyer')).code, null); // [A183]
});

test('a request is recorded with its profile, and waits for staff', () => {
  const { events, state } = given(registered).when(ask('buyer-and-seller', 'Cattle'));
  const data = {
    at: 9,
    kind: 'buyer-and-seller',
    operationType: 'LLA',
    personal: 'sealed-2',
    fields: ['PIC'],
    status: 'registered-updated',
    stockTypes: ['Cattle'],
    isRequestedAsBuyer: true,
    isRequestedAsSeller: true,
  };
  assert.equal(events, [{ type: 'AccessRequested', data }]);
  assert.is(state !== null && awaitsDecision(state), true);
  assert.equal([state?.requestedAt, state?.personal], [9, 'sealed-2']);
});

test('a request based on an outdated profile is refused and made again', () => {
  const past = given(registered, { type: 'ProfileChanged', data: { at: 3, personal: 'newer', fields: [] } });
  past.when(ask('buyer')).isRefused('profile-changed');
});

test('staff approve: status, type and stock types follow, and the request is closed', () => {
  const asked = given(registered).and(ask('buyer-and-seller', 'Cattle', 'Goat'));
  const { state, events } = asked.when(approve('approved-buyer-seller', 'Cattle'));
  assert.equal(
    [state?.status, state?.type, state?.stockTypes, state?.approvedStockTypes, state?.requestedAt],
    ['approved-buyer-seller', 'seller', ['Cattle'], ['Cattle'], null],
  );
  assert.equal([state?.isRequestedAsBuyer, state?.isRequestedAsSeller], [false, false]);
  assert.is(events[0]?.type === 'AccessDecided' && events[0].data.reason, 'r');
  const again = asked.and(approve('approved-buyer-seller', 'Cattle'));
  again.when(approve('approved-buyer-seller', 'Cattle')).leadsTo();
});

test('nobody is approved to sell without a kind of stock; a buyer has none', () => {
  const asked = given(registered).and(ask('buyer-and-seller', 'Cattle'));
  asked.when(approve('approved-seller')).isRefused('no-stock-type');
  const { state } = asked.when(approve('approved-buyer', 'Cattle'));
  assert.equal([state?.status, state?.type, state?.approvedStockTypes], ['approved-buyer', 'buyer', []]);
});

test('staff decline: the account is as before, and may request again', () => {
  const decline = command({ type: 'decideAccess', decision: 'declined', reason: 'no PIC' });
  const guest = given(registered).and(ask('buyer'), decline);
  assert.equal([guest.state?.status, guest.state?.isRequestedAsBuyer], ['registered', false]);
  const again = { ...ask('buyer'), body: { ...ask('buyer').body, from: 'sealed-2' } as AccountCommandBody };
  assert.is(guest.when(again).code, null);
  const buyer = given(...being('approved-buyer')).and(ask('buyer-and-seller', 'Goat'), decline);
  assert.equal([buyer.state?.status, buyer.state?.stockTypes], ['approved-buyer', []]);
  given(registered).when(decline).isRefused('nothing-requested');
});

test('partially approved: the person completes the profile, and that change goes back to staff', () => {
  const partly = command({ type: 'decideAccess', decision: 'partially-approved', reason: 'no licence' });
  const asked = given(registered).and(ask('buyer'), partly);
  assert.is(asked.state?.status, 'partially-approved');
  assert.is(asked.state !== null && awaitsDecision(asked.state), false);
  const { state } = asked.when(
    command({ type: 'changeProfile', from: 'sealed-2', personal: 'sealed-3', fields: ['ABN'] }),
  );
  assert.is(state?.status, 'partially-approved:updated');
  assert.is(state !== null && awaitsDecision(state), true);
});

test('[A796] [A797] [A798] [S541] [S542] what kind of agent is assumed, by the state of the office', () => {
  assert.is(assumedOperationType('NSW'), 'LLA');
  assert.is(assumedOperationType('QLD'), 'LLA');
  for (const state of ['VIC', 'SA', 'WA', 'TAS', 'NT', 'ACT']) assert.is(assumedOperationType(state), 'ULA');
});

test('which statuses may sell', () => {
  assert.equal(ACCOUNT_STATUSES.filter(sells), ['approved-buyer-seller', 'approved-seller']);
});

test('an account is suspended and restored, each once', () => {
  const suspend = command({ type: 'suspend', reason: 'unpaid' });
  const restore = command({ type: 'restore', reason: 'paid' });
  given(registered)
    .when(suspend)
    .leadsTo({ type: 'AccountSuspended', data: { at: 9, reason: 'unpaid' } });
  const suspended = given(registered).and(suspend);
  assert.is(suspended.state?.isSuspended, true);
  suspended.when(suspend).leadsTo();
  suspended.when(restore).leadsTo({ type: 'AccountRestored', data: { at: 9, reason: 'paid' } });
  given(registered).when(restore).leadsTo();
});

test('a role is granted and revoked', () => {
  const admin = command({ type: 'changeRole', role: 'admin' });
  given(registered)
    .when(admin)
    .leadsTo({ type: 'RoleChanged', data: { at: 9, role: 'admin' } });
  assert.is(given(registered).and(admin).state?.role, 'admin');
  given(registered).and(admin).when(admin).leadsTo();
});

test('nobody can act for a forgotten person', () => {
  const forget = command({ type: 'forget' });
  const gone = given(...being('approved-buyer')).and(forget);
  assert.equal([gone.state?.personal, gone.state?.isForgotten], ['', true]);
  gone.when(forget).leadsTo();
  gone.when(approve('approved-buyer')).isRefused('not-registered');
  gone.when(command({ type: 'watchLot', lot: 'l1', auction: 'a1' })).isRefused('not-registered');
});

test('[A224] [A769] the last 100 closed notifications, and the filters of the last 100 screens, are kept', () => {
  const names = Array.from({ length: 101 }, (_, n) => `n${n}`);
  const closed = given(registered).and(
    ...names.map((name) => command({ type: 'closeNotifications', notifications: [name] })),
  );
  assert.equal(closed.state?.closedNotifications, names.slice(1));
  closed.when(command({ type: 'closeNotifications', notifications: ['n100'] })).leadsTo();
  const kept = given(registered).and(
    ...names.map((screen) => command({ type: 'keepFilters', screen, filters: { breed: 'Angus' } })),
  );
  assert.equal(
    kept.state?.filters.map(({ screen }) => screen),
    names.slice(1),
  );
  kept.when(command({ type: 'keepFilters', screen: 'n100', filters: { breed: 'Angus' } })).leadsTo();
});

test.run();
