import { subjects } from '@saleyard/contract/commands.ts';
import type { SaleTermsBody } from '@saleyard/contract/staff.ts';
import { ACCOUNT_STATUSES, type AccountStatus } from '@saleyard/domain/account/status.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { scheduleSale } from '../sales/schedule-sale.ts';
import { lotBody, saleTerms } from '../test-support/example-bodies.ts';
import { startCommandApi } from '../test-support/running-command-api.ts';

type Api = Awaited<ReturnType<typeof startCommandApi>>;

const test = suite('users/me', { limitMs: 20_000 });
const STAFF = { kind: 'staff', id: 'test' } as const;

let api: Api;
let buyer: string;
test.before(async () => {
  api = await startCommandApi();
  buyer = await api.register('jane@farm.example');
});
test.after(() => api.stop());

const errorOf = (body: Record<string, unknown>) =>
  (body['errors'] as { code: string; message: string; field?: string }[])[0];
const userOf = (body: Record<string, unknown>) => (body['data'] as { user: Record<string, unknown> }).user;

const sessionCookie = (headers: Headers): string =>
  headers.getSetCookie().find((one) => one.startsWith('saleyard=')) ?? '';

test('Basic credentials sign in, and the session is restored by its cookie alone', async () => {
  const signedIn = await api.call('GET', 'users/me', { headers: api.basic('Jane@Farm.example', 'hunter22') });
  assert.is(signedIn.status, 200); // [A419] [A610]
  const user = userOf(signedIn.body);
  assert.equal(
    [user['_id'], user['email'], user['firstName'], user['status'], user['watchList2']],
    [buyer, 'jane@farm.example', 'Jane', 'approved-buyer', []],
  );
  assert.match(String(user['shortId']), /^S\d+$/);
  assert.not.match(JSON.stringify(signedIn.body), /password|hunter22/i); // [A269]
  const cookie = sessionCookie(signedIn.headers);
  assert.match(cookie, /^saleyard=/);
  assert.match(cookie, /HttpOnly/);
  assert.match(cookie, /SameSite=Lax/);
  assert.not.match(cookie, /Expires|Max-Age/i, 'the browser forgets it when it closes'); // [A061]
  const restored = await api.call('GET', 'users/me', { cookie: signedIn.cookie });
  assert.equal(restored.body, signedIn.body); // [A611]
});

test('remember-me outlives the browser', async () => {
  const headers = { ...api.basic('jane@farm.example', 'hunter22'), 'x-remember-me': 'true' };
  const { headers: answered } = await api.call('GET', 'users/me', { headers });
  const cookie = sessionCookie(answered);
  const expires = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '');
  const days = (expires - api.clock.now()) / 86_400_000;
  assert.ok(days > 29.9 && days < 30.1, `${days} days`); // [A061]
});

test('signing in changes the session id, and the old one says nothing', async () => {
  const before = await api.signIn('jane@farm.example');
  const again = await api.call('GET', 'users/me', {
    cookie: before,
    headers: api.basic('jane@farm.example', 'hunter22'),
  });
  assert.is.not(again.cookie, before);
  assert.is((await api.call('GET', 'users/me', { cookie: before })).status, 401);
});

test('missing and impossible credentials are answered in the words of the specification', async () => {
  const cases = [
    ['', 'hunter22', 'email', 'Please Enter Email'], // [A416]
    ['jane', 'hunter22', 'email', 'Sorry, invalid Email. It must be one e-mail address'], // [A417]
    ['jane@farm', 'hunter22', 'email', 'Sorry, invalid Email. It must be one e-mail address'], // [A417]
    ['a@', 'hunter22', 'email', 'Sorry, invalid Email. It must be one e-mail address'], // [A418]
    [
      `${'j'.repeat(48)}@farm.example`,
      'hunter22',
      'email',
      'Sorry, invalid Email. It must be one e-mail address',
    ], // [A418]
    ['jane@farm.example', '', 'password', 'Please Enter Password'], // [A420]
    ['jane@farm.example', 'short', 'password', 'Sorry, invalid password. It must be 6 to 50 letters'], // [A422]
    ['jane@farm.example', 'with space', 'password', 'Sorry, invalid password. It must be 6 to 50 letters'], // [A421]
    ['jane@farm.example', 'x'.repeat(51), 'password', 'Sorry, invalid password. It must be 6 to 50 letters'], // [A422]
  ] as const;
  for (const [email, password, field, message] of cases) {
    const { status, body } = await api.call('GET', 'users/me', { headers: api.basic(email, password) });
    assert.is(status, 400, message);
    const error = errorOf(body);
    assert.equal([error?.code, error?.field], ['invalid-request', field]);
    assert.ok(error?.message.startsWith(message), error?.message);
  }
  // At the limits they are tried, and are those of nobody.
  for (const [email, password] of [
    [`${'j'.repeat(47)}@farm.example`, 'hunter22'], // [A418]
    ...['abc123', 'x'.repeat(50), '&@%+/!#$^?:,(){}~_-'].map((one) => ['nobody@farm.example', one]), // [A421] [A422]
  ] as [string, string][]) {
    const { status } = await api.call('GET', 'users/me', { headers: api.basic(email, password) });
    assert.is(status, 401, `${email} ${password}`);
  }
});

test('a wrong e-mail and a wrong password are the same to the sender, and the same work', async () => {
  const { passwords } = api.accounts;
  const { verify } = passwords;
  const verified: (string | null)[] = [];
  passwords.verify = (account, password) => {
    verified.push(account);
    return verify(account, password);
  };
  const tried = (email: string) => api.call('GET', 'users/me', { headers: api.basic(email, 'hunter23') });
  const wrong = await tried('jane@farm.example');
  const nobody = await tried('nobody@farm.example');
  passwords.verify = verify;
  assert.is(wrong.status, 401);
  assert.equal(wrong.body, nobody.body);
  assert.is(errorOf(wrong.body)?.code, 'wrong-credentials');
  assert.equal(verified, [buyer, null], 'without an account a password is verified all the same');
  await api.signIn('jane@farm.example');
});

test('nobody is 401, and signing out ends the session', async () => {
  assert.equal(errorOf((await api.call('GET', 'users/me')).body)?.code, 'unauthorized');
  const cookie = await api.signIn('jane@farm.example');
  const out = await api.call('GET', 'logout', { cookie });
  assert.is(out.status, 200); // [A613]
  assert.match(out.headers.getSetCookie().join(), /saleyard=;.*Max-Age=0/);
  assert.is((await api.call('GET', 'users/me', { cookie })).status, 401);
});

/** The terms of a sale that are made from those of a timed one. */
type TermsOf = (timed: SaleTermsBody) => SaleTermsBody;
const asTimed: TermsOf = (timed) => timed;
const interfaced: TermsOf = ({ openAt, liveAt }) => ({
  ...{ type: 'sequentialOffline', openAt, liveAt },
  allowAutoBid: true,
});

/** A sale of two lots that opens in so many ms. */
async function scheduleIn(openInMs: number, termsOf = asTimed) {
  const terms = termsOf(saleTerms(api.clock.now(), { openInMs, liveInMs: 600_000 }));
  const request = {
    details: { title: 'Sale', kind: 'cattle' as const },
    terms,
    // The second starts between two multiples of its increment.
    lots: [lotBody(), lotBody({ startCents: 100_037 })],
  };
  const parts = {
    log: api.log,
    clock: api.clock,
    secrets: api.secrets,
    numbers: api.accounts.numbers,
    submit: api.submit,
  };
  return { terms, reply: await scheduleSale(parts, request, STAFF) };
}

/** The lots of an open sale: it opens in `openInMs`, or later when cataloguing its lots takes longer. */
async function openSale(openInMs = 500, termsOf = asTimed): Promise<string[]> {
  const { terms, reply } = await scheduleIn(openInMs, termsOf);
  if (reply.outcome !== 'scheduled') {
    if (api.clock.now() >= terms.openAt && openInMs < 10_000) return openSale(openInMs * 2, termsOf);
    throw new Error(JSON.stringify(reply.refusal));
  }
  await api.sales.reached(reply.position, 60_000);
  while (api.clock.now() <= terms.openAt) await new Promise((resolve) => setTimeout(resolve, 20));
  return [...reply.sale.lots];
}

test('the last 100 closed notifications, and the filters of the last 100 screens, are kept', async () => {
  await api.register('meg@farm.example');
  const cookie = await api.signIn('meg@farm.example');
  const names = Array.from({ length: 101 }, (_, n) => `n${n}`);
  for (const name of names) {
    const user = { closedNotifications: [name], filters: { [name]: { breed: 'Angus' } } };
    const answer = await api.call('PUT', 'users/me', { cookie, body: { user } });
    assert.is(answer.status, 200, JSON.stringify(answer.body));
  }
  const user = userOf((await api.call('GET', 'users/me', { cookie })).body);
  assert.equal(user['closedNotifications'], names.slice(1)); // [A224]
  assert.equal(Object.keys(user['filters'] as object), names.slice(1)); // [A769]
});

test('[B056] [B131] [B230] the filters of a screen are kept on the user, each of them, and those of other screens stay', async () => {
  await api.register('fil@farm.example');
  const cookie = await api.signIn('fil@farm.example');
  const every = {
    ...{ breed: ['Angus', 'Hereford'], stockCategory: ['Weaner'], sex: ['Steers'], age: { from: 6, to: 12 } },
    ...{
      weight: { from: 100, to: 400 },
      location: ['NSW'],
      assessorType: ['Agent Assessed'],
      region: ['Riverina'],
    },
  };
  const keep = async (filters: object) => {
    const answer = await api.call('PUT', 'users/me', { cookie, body: { user: { filters } } });
    assert.is(answer.status, 200, JSON.stringify(answer.body));
    return userOf((await api.call('GET', 'users/me', { cookie })).body)['filters'];
  };
  await keep({ 'catalogue/1042': every });
  const upcoming = { sex: ['Steers'] };
  assert.equal(await keep({ upcoming }), { 'catalogue/1042': every, upcoming }); // [A276]
  assert.equal(await keep({ 'catalogue/1042': {} }), { 'catalogue/1042': {}, upcoming });
});

test('a lot is watched, is seen on the next read, and is unwatched', async () => {
  const [lot = '', other = ''] = await openSale();
  const cookie = await api.signIn('jane@farm.example');
  const watched = await api.call('PUT', 'users/me/watchlist2', { cookie, body: { lotId: lot } });
  assert.equal(watched.body, { data: { watchList: [{ lotId: lot }], isError: false } }); // [A621] [B354]
  const position = watched.headers.get('x-saleyard-position') ?? '';
  assert.match(position, /^\d+$/);
  const me = await api.call('GET', 'users/me', { cookie, headers: { 'x-saleyard-position': position } });
  for (const list of ['watchList', 'watchList2']) assert.equal(userOf(me.body)[list], [{ lotId: lot }]); // [B229] [A272]
  await api.call('PUT', 'users/me/watchlist2', { cookie, body: { lotId: other } });
  const unwatch = (lotId: string) => api.call('DELETE', `users/me/watchList/${lotId}`, { cookie });
  assert.equal((await unwatch(lot)).body, { data: { watchList: [{ lotId: other }] } }); // [A623] [B355]
  assert.equal((await unwatch(other)).body, { data: { watchList: [] } }); // [A623] [B355]
  const unknown = await api.call('PUT', 'users/me/watchlist2', { cookie, body: { lotId: 'nothing' } });
  assert.is(unknown.status, 404);
});

test('an auto-bid is decided, its refusals are answered, and it is stopped', async () => {
  const [lot = '', between = ''] = await openSale();
  const cookie = await api.signIn('jane@farm.example');
  const put = (body: unknown) => api.call('PUT', 'users/me/autobids', { cookie, body });
  const first = await put({ autobid: 120_000, lot, commandId: 'command-1' });
  assert.is(first.status, 200, JSON.stringify(first.body)); // [A670]
  const decision = first.body['data'] as Record<string, unknown>;
  assert.equal([decision['outcome'], decision['lot'], decision['currentBidCents']], ['accepted', lot, null]);
  assert.match(first.headers.get('x-saleyard-position') ?? '', /^\d+$/);
  assert.equal((await put({ autobid: 120_000, lot, commandId: 'command-1' })).body, first.body);
  assert.is((await put({ autobid: 130_000, lot, commandId: 'command-1' })).status, 409);
  const odd = await put({ autobid: 120_100, lot });
  assert.is(odd.status, 400);
  assert.equal(errorOf(odd.body)?.message, 'Please Enter a number that is a multiple of $10'); // [A553]
  // A multiple of $10 would be refused there.
  assert.equal(
    errorOf((await put({ autobid: 120_000, lot: between })).body)?.message,
    'Please enter the start price plus a multiple of $10: $1,010.37, $1,020.37 and so on.',
  );
  assert.is((await put({ autobid: 101_037, lot: between })).status, 200);
  const low = await put({ autobid: 100, lot });
  assert.is(errorOf(low.body)?.code, 'too-low');
  assert.is((await put({ autobid: 120_000, lot: 'nothing' })).status, 404);
  const stopped = await api.call('PUT', 'users/me/autobids/stop', { cookie, body: { autobid: lot } });
  assert.is(stopped.status, 200, JSON.stringify(stopped.body)); // [A671]
  const twice = await api.call('PUT', 'users/me/autobids/stop', { cookie, body: { autobid: lot } });
  assert.equal(errorOf(twice.body)?.message, 'Could not stop Auto Bid'); // [A564]
});

test('[A575] [A576] auto-bids on open lots, and on upcoming lots, are taken where the sale allows them', async () => {
  const cookie = await api.signIn('jane@farm.example');
  const answerFor = async (lot = '', autobid = 120_000) => {
    const body = { autobid, lot };
    const answer = await api.call('PUT', 'users/me/autobids', { cookie, body });
    if (answer.status === 200) return 'accepted';
    const { code, message } = errorOf(answer.body) ?? {};
    return [answer.status, code, message];
  };
  const refusedBy = (code: string) => [400, code, 'Bidding for Lot not open yet'];
  for (const allowAutoBid of [true, false]) {
    const [open] = await openSale(500, (timed) => ({ ...timed, allowAutoBid }));
    assert.equal(await answerFor(open), allowAutoBid ? 'accepted' : refusedBy('auto-bid-not-allowed'));
  }
  for (const allowUpcomingBid of [true, false]) {
    const [live, upcoming] = await openSale(500, ({ openAt }) => ({
      ...{ type: 'sequential', openAt, liveAt: openAt },
      ...{ lotOpeningSeconds: 3_600, allowAutoBid: true, allowUpcomingBid },
    }));
    assert.is(await answerFor(live), 'accepted');
    assert.equal(
      await answerFor(upcoming, 120_037),
      allowUpcomingBid ? 'accepted' : refusedBy('upcoming-not-allowed'),
    );
  }
});

test('a bid by REST is decided as one over the socket: once for its id, a refusal as its outcome [A675] [A680]', async () => {
  const [lot = ''] = await openSale();
  const cookie = await api.signIn('jane@farm.example');
  const post = (cents: number, commandId: string, of = lot) =>
    api.call('POST', 'users/me/bids', { cookie, body: { bid: { lot: of, cents }, commandId } });
  const first = await post(100, 'rest-bid-1');
  assert.is(first.status, 200, JSON.stringify(first.body));
  const decision = first.body['data'] as Record<string, unknown>;
  assert.equal([decision['outcome'], decision['lot'], decision['leading']], ['refused', lot, false]);
  assert.type(decision['code'], 'string');
  assert.type(decision['message'], 'string');
  assert.equal((await post(100, 'rest-bid-1')).body, first.body);
  assert.is((await post(200, 'rest-bid-1')).status, 409);
  assert.is((await post(100, 'rest-bid-2', 'nothing')).status, 404);
  const anonymous = await api.call('POST', 'users/me/bids', {
    body: { bid: { lot, cents: 100 }, commandId: 'rest-bid-3' },
  });
  assert.is(anonymous.status, 401);
});

test('an auto-bid on a lot that is over is answered by whether that was sold, and on a frozen interfaced sale that it waits', async () => {
  const [sold = '', passed = ''] = await openSale();
  const cookie = await api.signIn('jane@farm.example');
  const auction = (await api.sales.lotOf(sold))?.auction ?? '';
  const order = (body: CommandBody, of = auction) =>
    api.submit({ auction: of, commandId: newId(), actor: STAFF, body });
  const messageFor = async (lot: string) =>
    errorOf((await api.call('PUT', 'users/me/autobids', { cookie, body: { autobid: 120_000, lot } })).body)
      ?.message;
  await order({ type: 'sellBefore', lot: sold, reason: 'private' });
  assert.is(await messageFor(sold), 'No further bids. Lot is sold'); // [A559]
  await order({ type: 'freeze', reason: 'storm' });
  assert.is(await messageFor(passed), 'This lot is frozen');
  const [waits = ''] = await openSale(500, interfaced);
  await order({ type: 'freeze', reason: 'storm' }, (await api.sales.lotOf(waits))?.auction);
  assert.is(await messageFor(waits), 'Waiting for bidding to start');
});

/** The streams that are read of the log while `act` runs. */
async function readWhile(act: () => Promise<void>): Promise<string[]> {
  const { log } = api;
  const { read } = log;
  const streams: string[] = [];
  log.read = (stream, options) => {
    streams.push(stream);
    return read.call(log, stream, options);
  };
  await act();
  log.read = read;
  return streams;
}

test('a bid that is refused because its lot is closed or frozen, and an order of staff, read nothing of their sale', async () => {
  const [sold = '', frozen = ''] = await openSale();
  const cookie = await api.signIn('jane@farm.example');
  const { auction = '' } = (await api.sales.lotOf(sold)) ?? {};
  const order = (body: CommandBody) => api.submit({ auction, commandId: newId(), actor: STAFF, body });
  const codeFor = async (lot: string) =>
    errorOf((await api.call('PUT', 'users/me/autobids', { cookie, body: { autobid: 120_000, lot } })).body)
      ?.code;
  await api.register('clerk@farm.example', { role: 'admin' });
  const clerk = await api.signIn('clerk@farm.example');
  await order({ type: 'sellBefore', lot: sold, reason: 'private' });
  const read = await readWhile(async () => {
    assert.is(await codeFor(sold), 'lot-closed');
    await order({ type: 'freeze', reason: 'storm' });
    assert.is(await codeFor(frozen), 'auction-frozen');
    const path = `staff/auctions/${auction}/commands`;
    const correct = { type: 'correctSale', lot: sold, outcome: 'passed', reason: 'typo', commandId: newId() };
    const { body } = await api.call('POST', path, { cookie: clerk, body: correct });
    assert.is(errorOf(body)?.message, 'This lot was sold before the auction, which is not corrected.');
  });
  assert.not.ok(read.includes(auctionStream(auction)));
});

test('who may not buy is answered so, and it is recorded', async () => {
  await api.register('guest@farm.example', { status: 'registered', type: 'guest' });
  const [lot = ''] = await openSale();
  const cookie = await api.signIn('guest@farm.example');
  const refused = await api.call('PUT', 'users/me/autobids', { cookie, body: { autobid: 120_000, lot } });
  assert.is(refused.status, 403);
  assert.match(errorOf(refused.body)?.message ?? '', /^You do not have permission to buy in this auction/); // [A568]
  assert.match(refused.headers.get('x-saleyard-position') ?? '', /^\d+$/);
});

test('what each status lets a person do: bid, and begin a lot', async () => {
  const [lot = ''] = await openSale();
  const { reply } = await scheduleIn(300_000);
  const auction = reply.outcome === 'scheduled' ? reply.sale._id : '';
  const may: Record<string, [buys: boolean, sells: boolean]> = {};
  for (const status of ACCOUNT_STATUSES) {
    const email = `${status.replace(':', '-')}@may.example`;
    await api.register(email, { status, approvedStockTypes: ['Cattle'] });
    const cookie = await api.signIn(email);
    const bid = await api.call('PUT', 'users/me/autobids', { cookie, body: { autobid: 120_000, lot } });
    const begun = await api.call('POST', `auctions/${auction}/lots`, { cookie, body: { lot: {} } });
    may[status] = [bid.status === 200, begun.status === 201];
  }
  assert.equal(may, {
    registered: [false, false], // [A002] [A571]
    'registered-updated': [false, false], // [A569]
    'approved-buyer': [true, false], // [A003] [A572]
    'approved-buyer-updated': [true, false],
    'approved-buyer-seller': [true, true], // [A573]
    'approved-seller': [false, true],
    'partially-approved': [false, false], // [A335] [A336]
    'partially-approved:updated': [false, false],
  }); // [B294]
});

test('[A581] [A582] a request for access that a person already has is answered so', async () => {
  const ALL = ['Sheep', 'Cattle', 'Goat'] as const;
  const asked = async (status: AccountStatus, more: object) => {
    const email = `${status}-${Object.keys(more).length}@has.example`;
    await api.register(email, { status, stockTypes: ALL, approvedStockTypes: ALL });
    const cookie = await api.signIn(email);
    const body = { user: { isRequestedAsBuyer: true, ...more } };
    const answer = await api.call('PUT', 'users/me', { cookie, body });
    return [answer.status, errorOf(answer.body)?.message];
  };
  for (const status of ['approved-buyer', 'approved-buyer-updated', 'approved-buyer-seller'] as const)
    assert.equal(await asked(status, {}), [409, 'You already have buy permissions'], status);
  assert.equal(await asked('approved-buyer-seller', { isRequestedAsSeller: true, stockTypes: ALL }), [
    409,
    'You already have buy and sell permissions',
  ]);
});

test('[A479] [S443] stock types that were asked for or approved stay when a later change names others', async () => {
  await api.register('stock@farm.example', {
    ...{ status: 'approved-seller', type: 'seller' },
    ...{ stockTypes: ['Sheep', 'Cattle'], approvedStockTypes: ['Cattle'] },
  });
  const cookie = await api.signIn('stock@farm.example');
  for (const [stockTypes, after] of [
    [[], ['Sheep', 'Cattle']],
    [['Goat'], ['Sheep', 'Cattle', 'Goat']],
  ]) {
    const answer = await api.call('PUT', 'users/me', { cookie, body: { user: { stockTypes } } });
    assert.is(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(userOf(answer.body)['stockTypes'], after);
  }
});

test('a body that does not fit is refused by the name of its field', async () => {
  const cookie = await api.signIn('jane@farm.example');
  const put = (path: string, body: unknown) => api.call('PUT', path, { cookie, body });
  const cases: [string, unknown, string, string][] = [
    ['users/me/autobids', { lot: 'x' }, 'autobid', 'Invalid autobid: it is missing'],
    ['users/me/autobids', { autobid: 1.5, lot: 'x' }, 'autobid', 'Invalid autobid: must be a whole number'],
    ['users/me/autobids', { autobid: 0, lot: 'x' }, 'autobid', 'Invalid autobid: must be >= 1'],
    [
      'users/me/autobids',
      { autobid: 2 ** 53, lot: 'x' },
      'autobid',
      'Invalid autobid: must be <= 9007199254740991',
    ],
    ['users/me/autobids', { autobid: '5', lot: 'x' }, 'autobid', 'Invalid autobid: must be a whole number'],
    [
      'users/me/autobids',
      { autobid: 5, lot: 'x', bidder: 'y' },
      'bidder',
      'Invalid bidder: it is not known here',
    ],
    ['onlineState', { state: 'ASLEEP' }, 'state', 'Invalid state: must be one of ONLINE, ACTIVE, OFFLINE'],
  ];
  for (const [path, body, field, message] of cases) {
    const answer = await put(path, body);
    assert.is(answer.status, 400);
    assert.equal(errorOf(answer.body), { code: 'invalid-request', message, field });
  }
  const said: unknown[] = [];
  const stop = api.bus.subscribe(subjects.onlineState, (message) => said.push(message));
  for (const state of ['ONLINE', 'ACTIVE']) assert.is((await put('onlineState', { state })).status, 204); // [A632]
  assert.equal(
    said,
    ['ONLINE', 'ACTIVE'].map((state) => ({ user: buyer, state })),
  ); // [A698]
  stop();
});

test('[G20] a body is JSON, whole, and not too large', async () => {
  const cookie = await api.signIn('jane@farm.example');
  const put = (path: string, body: unknown) => api.call('PUT', path, { cookie, body });
  const type = await api.call('PUT', 'onlineState', { cookie, body: 'a,b' });
  assert.is(type.status, 415);
  const broken = await fetch(`${api.origin}/api/v1/onlineState`, {
    method: 'PUT',
    headers: { cookie, origin: api.origin, 'content-type': 'application/json' },
    body: '{"state":',
  });
  assert.is(broken.status, 400);
  const large = await put('onlineState', { state: 'x'.repeat(70_000) });
  assert.is(large.status, 413);
});

test.run();
