import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from '@saleyard/testing/suite.ts';
import express from 'express';
import * as assert from 'uvu/assert';
import { ManualClock } from '../clock/manual-clock.ts';
import { openLmdbDocuments } from '../documents/lmdb-documents.ts';
import type { Documents } from '../documents/port.ts';
import type { Secrets } from '../secrets/port.ts';
import { createSessions, SESSION_TIMES, type Sessions } from './sessions.ts';

const test = suite('sessions');
const START = 1_800_000_000_000;

let folder: string;
let documents: Documents;
const clock = new ManualClock(START);
const kept = new Map<string, string>();
/** The sessions whose sockets were to be closed. */
const ended: string[] = [];
const secrets: Secrets = {
  get: async (name) => kept.get(name),
  put: async (name, value) => void kept.set(name, value),
  putIfAbsent: async (name, value) => {
    if (!kept.has(name)) kept.set(name, value);
    return kept.get(name) ?? value;
  },
  delete: async (name) => void kept.delete(name),
  close: async () => {},
};

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saleyard-'));
  documents = await openLmdbDocuments({ folder, clock });
});
test.after(async () => {
  await documents.close();
  await rm(folder, { recursive: true });
});

/** A server that signs in who asks /in/{account}, out at /out, and says who asks elsewhere. */
async function served<T>(
  secure: boolean,
  use: (
    get: (path: string, cookie?: string) => Promise<{ text: string; set: string[] }>,
    sessions: Sessions,
  ) => Promise<T>,
): Promise<T> {
  const sessions = await createSessions({
    documents,
    secrets,
    clock,
    secure,
    ended: (sessionId) => ended.push(sessionId),
  });
  const app = express().use(sessions.middleware);
  app.get('/in/:account', async (request, response) => {
    const remember = request.query['remember'] !== undefined;
    const identity = await sessions.signIn(request, request.params.account, { remember });
    response.send(identity.sessionId);
  });
  app.get('/half/:account', async (request, response) => {
    await sessions.beginHalfWay(request, request.params.account, { remember: false });
    response.send('half');
  });
  app.get('/out', async (request, response) => {
    await sessions.signOut(request, response);
    response.send('out');
  });
  app.get(
    '/who',
    (request, response) => void response.send(sessions.identityOf(request)?.account ?? 'nobody'),
  );
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await use(async (path, cookie) => {
      const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      return { text: await response.text(), set: response.headers.getSetCookie() };
    }, sessions);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const cookieOf = (set: readonly string[]): string => set[0]?.split(';')[0] ?? '';
const upgrade = (cookie?: string): IncomingMessage =>
  ({ headers: cookie === undefined ? {} : { cookie } }) as IncomingMessage;

test('an upgrade identifies the same person by the same cookie, and nobody by a forged one', () =>
  served(false, async (get, sessions) => {
    const { text: sessionId, set } = await get('/in/jane');
    const cookie = cookieOf(set);
    assert.is((await get('/who', cookie)).text, 'jane');
    assert.equal(await sessions.sessionOf(upgrade(`other=1; ${cookie}`)), { sessionId, account: 'jane' });
    const [name = '', value = ''] = cookie.split('=');
    const signed = decodeURIComponent(value);
    const sid = signed.slice(2, signed.indexOf('.'));
    assert.match(sid, /^[0-9a-f]{32}$/, '128 random bits');
    const forged = [
      undefined,
      '',
      `${name}=`,
      `${name}=${sid}`,
      `${name}=s:${sid}`,
      `${name}=s:${sid}.AAAA`,
      `${name}=${value.slice(0, -4)}AAAA`,
      `x=${value}`,
      `${name}=${value}; ${'y=z;'.repeat(10_000)}`,
    ];
    for (const header of forged)
      assert.is(await sessions.sessionOf(upgrade(header)), null, header?.slice(0, 60));
  }));

test('each end of a session closes its sockets: signing out, in as another, and half a sign-in', () =>
  served(false, async (get) => {
    for (const [path, sockets] of [
      ['/out', 1],
      ['/in/joe', 1],
      ['/half/joe', 1],
      ['/who', 0],
    ] as const) {
      const { text: sessionId, set } = await get('/in/jane');
      ended.length = 0;
      await get(path, cookieOf(set));
      assert.equal(ended, new Array(sockets).fill(sessionId), path);
    }
  }));

test('the store holds no id that opens a session', () =>
  served(false, async (get) => {
    const { set } = await get('/in/jane');
    const sid = decodeURIComponent(cookieOf(set).split('=')[1] ?? '').slice(2, 34);
    const stored: string[] = [];
    for await (const document of documents.dump('sessions')) stored.push(JSON.stringify(document));
    assert.ok(stored.length > 0);
    assert.not.ok(stored.join().includes(sid));
  }));

test('a session ends at its time, however much it is used', () =>
  served(false, async (get, sessions) => {
    const browser = cookieOf((await get('/in/jane')).set);
    const remembered = cookieOf((await get('/in/jane?remember')).set);
    const from = clock.now();
    clock.advanceTo(from + SESSION_TIMES.browserMs - 1);
    assert.is((await get('/who', browser)).text, 'jane');
    clock.advanceTo(from + SESSION_TIMES.browserMs);
    assert.is((await get('/who', browser)).text, 'nobody');
    assert.is(await sessions.sessionOf(upgrade(browser)), null);
    assert.is((await get('/who', remembered)).text, 'jane');
    clock.advanceTo(from + SESSION_TIMES.rememberedMs);
    assert.is((await get('/who', remembered)).text, 'nobody');
  }));

test('a request that signs nobody in sets no cookie and stores nothing', () =>
  served(false, async (get) => {
    const before = await documents.count('sessions', {});
    assert.equal((await get('/who')).set, []);
    assert.is(await documents.count('sessions', {}), before);
  }));

test('revocations are reported, of one session and of all sessions of an account', () =>
  served(false, async (get, sessions) => {
    const one = await get('/in/kim');
    const two = await get('/in/kim');
    const other = await get('/in/lee');
    const ids = [one.text, two.text, other.text];
    assert.equal(await sessions.isRevoked([]), []);
    assert.equal(await sessions.isRevoked(ids), []);
    await sessions.revoke(one.text);
    assert.equal(await sessions.isRevoked([...ids, 'never']), [one.text, 'never']);
    assert.is((await get('/who', cookieOf(one.set))).text, 'nobody');
    const three = await get('/in/kim');
    await sessions.revokeAllOf('kim', three.text);
    assert.equal(await sessions.isRevoked([...ids, three.text]), [one.text, two.text]);
    await get('/out', cookieOf(other.set));
    assert.equal(await sessions.isRevoked([other.text]), [other.text]);
  }));

test('over https the cookie is secure and named so, also behind a proxy that says nothing', () =>
  served(true, async (get) => {
    const { set } = await get('/in/jane');
    assert.match(set[0] ?? '', /^__Host-saleyard=/);
    assert.match(set[0] ?? '', /; Secure/);
    assert.match(set[0] ?? '', /Path=\//);
    assert.not.match(set[0] ?? '', /Domain/);
    assert.is((await get('/who', cookieOf(set))).text, 'jane');
  }));

test('another process with the same secrets and store accepts the session', () =>
  served(false, async (get) => {
    const cookie = cookieOf((await get('/in/jane')).set);
    await served(false, async (again) => assert.is((await again('/who', cookie)).text, 'jane'));
  }));

test.run();
