import { once } from 'node:events';
import { handleCommand } from '@saleyard/command-api/handle-command.ts';
import type { AccountCommandBody } from '@saleyard/domain/account/commands.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { Client } from '@saleyard/gateway/test-support/client.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { auditAuction } from '../audit/audit.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { command, schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer } from '../test-support/test-server.ts';

const test = suite('signing in to a running server', { limitMs: 90_000 });

const basic = (email: string, password = DEMO_PASSWORD) => ({
  authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
});
const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');

let shared: TestServer;
test.before(async () => {
  shared = await startTestServer();
});
test.after(() => shared.close());

const signIn = (email: string, more: Record<string, string> = {}) =>
  fetch(`${shared.base}/api/v1/users/me`, { headers: { ...basic(email), ...more } });
const meWith = async (cookie: string): Promise<number> =>
  (await fetch(`${shared.base}/api/v1/users/me`, { headers: { cookie } })).status;

/** A command of staff on an account; resolves once the server has applied it. */
async function onAccount(account: string, body: AccountCommandBody): Promise<void> {
  const parts = { log: shared.stores.log, clock: shared.clock };
  const reply = await handleCommand(parts, STREAMS.account, {
    id: account,
    commandId: newId(),
    actor: { kind: 'staff', id: 'test' },
    body,
  });
  if (reply.outcome !== 'accepted') throw new Error(reply.outcome);
  await shared.accounts.directory.reached(reply.position, 60_000);
}

test('cookies are for our own site, for the server alone, and over https only', async () => {
  const origin = 'https://saleyard.example';
  const secure = await startTestServer({ settings: { publicUrl: origin } });
  const response = await fetch(`${secure.base}/api/v1/users/me`, { headers: basic('buyer@saleyard.test') });
  const cookies = response.headers.getSetCookie();
  assert.equal(cookies.map((one) => one.split('=')[0]).toSorted(), [
    '__Host-saleyard',
    '__Host-saleyard-device',
    'saleyard-session',
  ]);
  for (const cookie of cookies) {
    for (const flag of ['Secure', 'SameSite=Lax', 'Path=/']) assert.match(cookie, flag);
    // Scripts may read that there is a session, and nothing of it.
    if (cookie.startsWith('saleyard-session=')) assert.match(cookie, /^saleyard-session=1;/);
    else assert.match(cookie, 'HttpOnly');
    assert.not.match(cookie, /Domain=/i);
  }
  await secure.close();
});

test('the session id changes at sign-in and with the password, and the ids before say nothing', async () => {
  const first = cookiesOf(await signIn('both@saleyard.test'));
  const other = cookiesOf(await signIn('both@saleyard.test'));
  const second = cookiesOf(await signIn('both@saleyard.test', { cookie: first }));
  assert.equal([await meWith(first), await meWith(second), await meWith(other)], [401, 200, 200]);
  const changed = await fetch(`${shared.base}/api/v1/users/me/change-password`, {
    method: 'PUT',
    headers: { cookie: second, origin: shared.base, 'content-type': 'application/json' },
    body: JSON.stringify({
      user: { oldPassword: DEMO_PASSWORD, newPassword: 'another-1', confirmPassword: 'another-1' },
    }),
  });
  assert.is(changed.status, 200);
  const third = cookiesOf(changed);
  assert.equal([await meWith(second), await meWith(other), await meWith(third)], [401, 401, 200]);
});

test('a rotating X-Forwarded-For resets no limit of sign-in', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    const headers = { ...basic('seller@saleyard.test', 'wrong-one'), 'x-forwarded-for': `203.0.113.${n}` };
    statuses.push((await fetch(`${shared.base}/api/v1/users/me`, { headers })).status);
  }
  assert.equal(statuses, [...Array(10).fill(401), 429]);
});

test('[E21] a suspended account is out: its sessions, its sockets and its auto-bids', async () => {
  const { base } = shared;
  const staff = await shared.signedIn('staff');
  const terms = { type: 'simultaneous', durationSeconds: 600, allowAutoBid: true } as const;
  const sale = await schedule(staff, terms, [steers('1'), steers('2')]);
  const later = await schedule(staff, { ...terms, liveInMs: 3_600_000 }, [steers('1')]);
  for (let state = ''; state !== 'live'; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    ({ state } = (await staff.call<{ auction: { state: string } }>('GET', `auctions/${sale._id}`)).auction);
  }
  const buyer = await shared.signedIn('buyer');
  const account = (await buyer.call<{ user: { _id: string } }>('GET', 'users/me')).user._id;
  const [lot = '', second = ''] = sale.lots;
  for (const on of [lot, second]) await buyer.call('PUT', 'users/me/autobids', { autobid: 60_000, lot: on });
  // A lot that is put back [C3] must not be bid on for them.
  await command(staff, sale._id, 'withdraw', { lot: second, reason: 'lame' });
  assert.ok(later.lots.length > 0);
  const socket = new WebSocket(`${base.replace('http', 'ws')}/realtime`, {
    headers: { origin: base, cookie: cookiesOf(await signIn('buyer@saleyard.test')) },
  });
  await once(socket, 'open');
  const closed = once(socket, 'close') as Promise<[number]>;

  await onAccount(account, { type: 'suspend', reason: '' });
  const refused = await buyer
    .call('PUT', 'onlineState', { state: 'ACTIVE' })
    .catch((error: unknown) => error);
  assert.match(String(refused), 'Unauthorized');
  const again = await signIn('buyer@saleyard.test');
  assert.equal(
    [again.status, ((await again.json()) as { errors: { code: string }[] }).errors[0]?.code],
    [403, 'suspended'],
  );
  const [code] = await closed;
  assert.is(code, 1008);
  const stops = async (): Promise<unknown[]> => {
    const found: unknown[] = [];
    for await (const events of shared.stores.log.read(auctionStream(sale._id)))
      found.push(...events.filter(({ type }) => type === 'AutoBidStopped').map(({ meta }) => meta.actor));
    return found;
  };
  while ((await stops()).length < 2) await new Promise((resolve) => setTimeout(resolve, 50));
  const stopped = { kind: 'system', id: 'ended-accounts' };
  assert.equal(await stops(), [stopped, stopped]);

  const { searchNumber } = (
    await staff.call<{ auction: { searchNumber: number } }>('GET', `auctions/${sale._id}`)
  ).auction;
  const report = await auditAuction({ log: shared.stores.log, number: searchNumber });
  assert.is(report.difference, null);
  await onAccount(account, { type: 'restore', reason: '' });
  assert.is((await signIn('buyer@saleyard.test')).status, 200);
});

test('[G6] after signing out, a socket of that session is answered nothing more', async () => {
  const { base } = shared;
  const cookie = cookiesOf(await signIn('buyer@saleyard.test'));
  const client = await Client.connect(shared.port, { cookie, origin: base });
  const before = await client.bid('any', 100);
  assert.is(before.error?.code, 'unknown-lot');
  const out = await fetch(`${base}/api/v1/logout`, { headers: { cookie, origin: base } });
  assert.ok(out.ok, String(out.status));
  const answered = await client.bid('any', 100).catch((error: Error) => error.message);
  assert.is(answered, 'closed 1008 session-revoked');
});

test('a forgotten person’s session writes nothing and reads nothing', async () => {
  const guest = await shared.signedIn('guest');
  const account = (await guest.call<{ user: { _id: string } }>('GET', 'users/me')).user._id;
  await shared.accounts.forget(account, { kind: 'system', id: 'test' });
  for (let refused = false; !refused; ) {
    const answered = await guest
      .call('PUT', 'onlineState', { state: 'ACTIVE' })
      .catch((error: unknown) => error);
    refused = String(answered).includes('Unauthorized');
  }
  assert.match(String(await guest.call('GET', 'users/me').catch((error: unknown) => error)), 'Unauthorized');
});

test.run();
