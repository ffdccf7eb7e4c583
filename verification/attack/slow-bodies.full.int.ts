import { request } from 'node:http';
import { Session } from '@saleyard/app/client/session.ts';
import { DEMO_PASSWORD } from '@saleyard/app/demo/demo-accounts.ts';
import { schedule, steers } from '@saleyard/app/test-support/sales.ts';
import { startTestServer, type TestServer } from '@saleyard/app/test-support/test-server.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { halfRequest, loopbackAddresses, type SlowConnections, slowConnections } from './slow-connections.ts';

const test = suite('slow connections', { limitMs: 120_000 });

const ANONYMOUS = halfRequest('POST', '/api/v1/delete-anonymous-user');
/** An address that no slow connection comes from. */
const ELSEWHERE = '127.0.0.1';

let server: TestServer;
let base = '';
let lot = '';
let auction = '';
let staff: Session;
let buyer: Session;
let guest: Session;
const slow: SlowConnections[] = [];

test.before(async () => {
  server = await startTestServer();
  base = server.base;
  [staff, buyer, guest] = (await Promise.all(['staff', 'buyer', 'guest'].map(server.signedIn))) as [
    Session,
    Session,
    Session,
  ];
  const terms = { type: 'simultaneous', durationSeconds: 600, allowAutoBid: true } as const;
  const sale = await schedule(staff, terms, [steers('1'), steers('2')]);
  [auction, lot] = [sale._id, sale.lots[0] ?? ''];
  for (let state = ''; state !== 'live'; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    ({ state } = (await staff.call<{ auction: { state: string } }>('GET', `auctions/${auction}`)).auction);
  }
});
test.afterEach(() => {
  for (const one of slow.splice(0)) one.close();
});
test.after(() => server.close());

/** The calls of everyone else, many at a time, for a while: the failed ones, with the reason. */
async function notServed(rounds = 10): Promise<string[]> {
  const failed: string[] = [];
  const done = async (what: string, work: () => Promise<unknown>, tries = 1): Promise<void> => {
    for (let left = tries - 1; ; left -= 1) {
      const why = await work().then(
        () => null,
        (error: unknown) => String(error),
      );
      if (why === null) return;
      if (left === 0) {
        failed.push(`${what}: ${why}`);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  // A machine that is busy for other reasons sheds calls that can wait: these are retried as instructed.
  const tries = 20;
  for (let n = 0; n < rounds; n += 1) {
    await Promise.all([
      done('sign-in', () => Session.signIn(base, 'seller@saleyard.test', DEMO_PASSWORD)),
      done('staff', () => staff.call('GET', `staff/auctions/${auction}`)),
      done('read', () => buyer.call('GET', `auctions/${auction}/lots`), tries),
      done('own bids', () => buyer.call('GET', 'users/me/bids'), tries),
      done('visitor', () => visited(ELSEWHERE), tries),
    ]);
  }
  const commandId = newId();
  await done('auto-bid', () => buyer.call('PUT', 'users/me/autobids', { lot, autobid: 60_000, commandId }));
  await done('watch list', () => buyer.call('PUT', 'users/me/watchlist2', { lotId: lot, commandId }), tries);
  return failed;
}

/** A visitor's read from an address. Rejects unless it is answered with 200. */
const visited = (localAddress: string): Promise<void> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: server.port, localAddress, path: '/api/v1/auctions' }, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(response.statusCode)));
    })
      .on('error', reject)
      .end();
  });

const attacked = async (parts: { count: number; addresses: readonly string[]; head: string }) => {
  const connections = await slowConnections({ port: server.port, ...parts });
  slow.push(connections);
  return connections;
};

test('2,000 connections of one address that send half a body keep nobody else waiting', async () => {
  const attack = await attacked({ count: 2_000, addresses: ['127.0.1.1'], head: ANONYMOUS });
  assert.equal(await notServed(), []);
  // What is more than one client may have under way is turned away. How many depends on how fast they come: those that
  // are cut in the meantime make room for others.
  assert.ok((attack.statuses()['429'] ?? 0) > 0, JSON.stringify(attack.statuses()));
});

test('2,000 connections of 200 addresses keep nobody waiting either, and are closed', async () => {
  const attack = await attacked({ count: 2_000, addresses: loopbackAddresses(200), head: ANONYMOUS });
  assert.equal(await notServed(), []);
  while (attack.open() > 0) {
    assert.equal(await notServed(1), []);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
});

test('2,000 connections that send half of their headers keep nobody waiting, and are closed', async () => {
  const half = 'POST /api/v1/delete-anonymous-user HTTP/1.1\r\nHost: a\r\nX-Slow: ';
  const attack = await attacked({ count: 2_000, addresses: loopbackAddresses(200), head: half });
  assert.equal(await notServed(), []);
  while (attack.open() > 0) {
    assert.equal(await notServed(1), []);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
});

test('a signed-in guest holds nobody up: by slow bodies', async () => {
  const head = halfRequest('PUT', '/api/v1/users/me/watchlist2', { cookie: guest.cookie });
  await attacked({ count: 400, addresses: [ELSEWHERE], head });
  assert.equal(await notServed(), []);
});

test('a signed-in guest holds nobody up: by requesting positions that do not exist', async () => {
  const ending = new AbortController();
  const asked = Array.from({ length: 300 }, () =>
    fetch(`${base}/api/v1/users/me/bids`, {
      headers: { cookie: guest.cookie, 'x-saleyard-position': '9007199254740991' },
      signal: ending.signal,
    }).then(
      (response) => response.status,
      () => 0,
    ),
  );
  assert.equal(await notServed(3), []);
  ending.abort();
  await Promise.all(asked);
});

// Waited for one after the other, this many reads would take longer than this test has.
test('a position beyond the log is answered at once, as stale', async () => {
  for (const path of ['users/me/bids', 'users/me']) {
    for (let n = 0; n < 20; n += 1) {
      const answer = await fetch(`${base}/api/v1/${path}`, {
        headers: { cookie: buyer.cookie, 'x-saleyard-position': '9007199254740991' },
      });
      assert.equal([answer.status, answer.headers.get('x-saleyard-stale')], [200, 'true'], path);
    }
  }
}, 30_000);

test.run();
