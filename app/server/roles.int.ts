import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import { FIRST_VIEW_PATH } from '@saleyard/gateway/http/internal-service.ts';
import { createTrustedProxyHeaders } from '@saleyard/gateway/http/trusted-proxy-headers.ts';
import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { type ConfigFlags, readConfig } from '@saleyard/platform/config/config.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { Metrics } from '@saleyard/platform/metrics/metrics.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD, seedAccounts } from '../demo/demo-accounts.ts';
import { eventually } from '../test-support/eventually.ts';
import { LiveViewer } from '../test-support/live-viewer.ts';
import { schedule, steers } from '../test-support/sales.ts';
import type { Engines, RoleParts } from './engines.ts';
import { openIdentityService } from './identity-service.ts';
import { openMessaging } from './messaging.ts';
import { type ServedRole, serveCommandApi, serveGateway, serveProjections } from './role-server.ts';
import { startCommandRole } from './roles/command-api.ts';
import { startEdgeProxyRole } from './roles/edge-proxy.ts';
import { startProjectionsRole } from './roles/projections.ts';
import { openStores } from './stores.ts';

const test = suite('roles', { limitMs: 60_000 });

const KEY = 'k'.repeat(40);
/** Never contacted: the engines below replace what these name. */
const URLS = {
  EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
  MONGODB_URL: 'mongodb://127.0.0.1:1/none',
  NATS_URL: 'nats://127.0.0.1:1',
  SALEYARD_FORWARDING_KEY: KEY,
};

const clock = systemClock;
const logger = createLogger({ level: 'fatal' });
const metricsOf = new Map<string, Metrics>();
let folder = '';
let shared: Omit<Engines, 'join'>;
const groups = { commands: new EmbeddedLeases(clock), projections: new EmbeddedLeases(clock) };
/** What was started, the newest first. */
const running: { close(): Promise<unknown> }[] = [];

function partsOf(node: string, environment: Record<string, string>, flags: ConfigFlags = {}): RoleParts {
  const read = readConfig({ ...URLS, ...environment }, { node, port: 0, ...flags });
  if (read.outcome === 'invalid') throw new Error(read.problems.map(({ message }) => message).join());
  const metrics = new Metrics(node);
  metricsOf.set(node, metrics);
  const engines: Engines = {
    ...shared,
    join: async (group, holds) => groups[group].join(holds ? node : null),
  };
  return { config: read.config, clock, logger, engines, metrics };
}

const origin = ({ port }: { port: number }): string => `http://127.0.0.1:${port}`;

const kept = async <T extends { close(): Promise<unknown> }>(starting: Promise<T>): Promise<T> => {
  const started = await starting;
  running.unshift(started);
  return started;
};

/** Two of each side behind two gateways behind one edge proxy, as on several machines. */
async function startAll() {
  const side = (role: string) => ({ SALEYARD_ROLE: role });
  const commands = [
    await kept(serveCommandApi(partsOf('c1', side('command-api')))),
    await kept(serveCommandApi(partsOf('c2', side('command-api')))),
  ];
  const reads = [
    await kept(serveProjections(partsOf('p1', side('projections')))),
    await kept(serveProjections(partsOf('p2', side('projections')))),
  ];
  const upstreams = {
    ...side('gateway'),
    SALEYARD_COMMAND_API_URLS: commands.map(origin).join(),
    SALEYARD_PROJECTIONS_URLS: reads.map(origin).join(),
  };
  const gateways = [
    await kept(serveGateway(partsOf('g1', upstreams))),
    await kept(serveGateway(partsOf('g2', upstreams))),
  ];
  const proxyParts = partsOf('edge-proxy', {
    ...side('edge-proxy'),
    SALEYARD_GATEWAY_URLS: gateways.map(origin).join(),
  });
  const proxyHeaders = createTrustedProxyHeaders({ key: KEY, proxies: 0, secure: false });
  const proxy = await kept(startEdgeProxyRole(proxyParts, proxyHeaders));
  return { commands, reads, gateways, proxy };
}

let all: Awaited<ReturnType<typeof startAll>>;

test.before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'saleyard-roles-'));
  const stores = await openStores(
    { data: folder, eventStoreUrl: null, mongoUrl: null, s3Url: null },
    { clock, logger },
  );
  const bus = createEmbeddedBus({ clock });
  const outbox = { smtpUrl: null, mailFrom: null, smsUrl: null, smsKey: null };
  shared = { ...(await openMessaging(outbox, { ...stores, clock })), ...stores, bus };
  const identity = await openIdentityService(partsOf('seed', {}));
  await seedAccounts({ accounts: identity.accounts, secrets: stores.secrets });
  await identity.stop();
  all = await startAll();
});
test.after(async () => {
  for (const started of running) await started.close();
  await shared.bus.close();
  await shared.close();
  await rm(folder, { recursive: true, force: true });
});

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
};

/** When a request counts as lost, ms. */
const ANSWER_MS = 60_000;

const TERMS = { type: 'simultaneous', durationSeconds: 600, allowAutoBid: true } as const;

async function liveSale(base: string) {
  const staff = await eventually(() => Session.signIn(base, 'staff@saleyard.test', DEMO_PASSWORD));
  const sale = await schedule(staff, TERMS, [steers('1'), steers('2')]);
  await until(async () => {
    // A read without the position of the write may be answered by a process that has not seen the write yet.
    const read = await staff
      .call<{ auction: { state: string } }>('GET', `auctions/${sale._id}`)
      .catch(() => null);
    return read?.auction.state === 'live';
  });
  return { staff, sale };
}

test('a whole bid goes in through the edge proxy, and comes out of the read side', async () => {
  const base = origin(all.proxy);
  const { sale } = await liveSale(base);
  const buyer = await Session.signIn(base, 'buyer@saleyard.test', DEMO_PASSWORD);
  const lot = sale.lots[0] ?? '';
  const watchers = [new LiveViewer(base, ''), new LiveViewer(base, ''), new LiveViewer(base, '')];
  for (const one of watchers) await one.ask('join-auction', { _id: sale._id });
  const bidder = new LiveViewer(base, buyer.cookie);
  await bidder.ask('join-auction', { _id: sale._id });
  const decision = await bidder.ask('bid', { bid: { lot, cents: 40_500 }, commandId: 'roles-bid-1' });
  assert.equal([decision['outcome'], decision['leading']], ['accepted', true]);
  for (const one of [...watchers, bidder]) {
    await until(async () => one.heard.some(({ event }) => event === 'lot-update'));
  }
  await until(async () => {
    const { bids } = await buyer.call<{ bids: { lot: string }[] }>('GET', 'users/me/bids');
    return bids.some((bid) => bid.lot === lot);
  });
  const autobid = await buyer.call<{ outcome: string }>('PUT', 'users/me/autobids', { autobid: 60_000, lot });
  assert.is(autobid.outcome, 'accepted');
  // The same command again, wherever it comes in now, has the same answer.
  const again = await bidder.ask('bid', { bid: { lot, cents: 40_500 }, commandId: 'roles-bid-1' });
  assert.equal(again, decision);
  for (const one of [...watchers, bidder]) one.ws.close();
});

test('what a person changed is there on the next read, whichever process answers', async () => {
  const base = origin(all.proxy);
  const { sale } = await liveSale(base);
  const buyer = await Session.signIn(base, 'buyer2@saleyard.test', DEMO_PASSWORD);
  for (let n = 0; n < 6; n += 1) {
    const lot = sale.lots[n % 2] ?? '';
    const written = await fetch(`${base}/api/v1/users/me/watchlist2`, {
      method: 'PUT',
      headers: { origin: base, cookie: buyer.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ lotId: lot }),
    });
    assert.is(written.status, 200);
    const position = written.headers.get('x-saleyard-position') ?? '';
    const read = await fetch(`${base}/api/v1/lots/watchlist`, {
      headers: { cookie: buyer.cookie, 'x-saleyard-position': position },
    });
    assert.is(read.headers.get('x-saleyard-stale'), null);
    assert.match(await read.text(), new RegExp(lot));
  }
});

test('each side serves exactly the operations that are forwarded to it', async () => {
  const parts = partsOf('sides', {});
  const identity = await openIdentityService(parts);
  const [commands, reads] = [
    await startCommandRole(parts, identity),
    await startProjectionsRole(parts, identity),
  ];
  const served = { 'command-api': commands.routes, projections: reads.routes };
  for (const [side, routes] of Object.entries(served)) {
    const own = OPERATIONS.filter((one) => one.side === side).map(({ id }) => id);
    assert.ok(own.length > 8);
    assert.equal(routes.map(({ operation }) => operation.id).sort(), own.sort(), side);
  }
  await commands.close();
  await Promise.all([reads.close(), identity.stop()]);
});

test('[G22] a process behind the edge proxy answers nobody else', async () => {
  for (const inner of [...all.commands, ...all.reads]) {
    assert.is((await fetch(`${origin(inner)}/healthz`)).status, 200);
    assert.is((await fetch(`${origin(inner)}/readyz`)).status, 200);
    const direct = await fetch(`${origin(inner)}/api/v1/users/me`, { headers: { platform: 'web' } });
    assert.is(direct.status, 403);
    const forged = await fetch(`${origin(inner)}/api/v1/auctions`, {
      headers: { 'x-saleyard-door': `${KEY}x`, 'x-forwarded-for': '1.2.3.4' },
    });
    assert.is(forged.status, 403);
  }
});

test('[G22] the read side renders first views for our gateways, of their build of the web only', async () => {
  const [reads] = all.reads;
  const view = {
    path: '/sign-in',
    isSignedIn: false,
    server: { isLive: true, message: '' },
    build: 'another',
  };
  const ask = (headers: Record<string, string>) =>
    fetch(`${origin(reads ?? all.proxy)}${FIRST_VIEW_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(view),
    });
  assert.is((await ask({})).status, 403);
  const { onward } = createTrustedProxyHeaders({ key: KEY, proxies: 0, secure: false });
  assert.is((await ask(onward({ headers: {} }))).status, 204);
});

test('[G18] the edge proxy checks the page’s origin, for forwarded requests too', async () => {
  const base = origin(all.proxy);
  const buyer = await Session.signIn(base, 'buyer@saleyard.test', DEMO_PASSWORD);
  const foreign = await fetch(`${base}/api/v1/logout`, {
    headers: { cookie: buyer.cookie, 'sec-fetch-site': 'cross-site' },
  });
  assert.is(foreign.status, 403);
  await buyer.call('GET', 'users/me');
  await buyer.call('GET', 'logout');
  const after = await fetch(`${base}/api/v1/users/me`, { headers: { cookie: buyer.cookie } });
  assert.is(after.status, 401);
});

const metricOf = async (node: string, line: RegExp): Promise<number> => {
  const { text } = (await metricsOf.get(node)?.read()) ?? { text: '' };
  const found = text.split('\n').filter((one) => line.test(one));
  return found.reduce((sum, one) => sum + Number(one.split(' ').at(-1)), 0);
};

test('each role reports its own metrics', async () => {
  const sum = async (nodes: string[], line: RegExp) =>
    (await Promise.all(nodes.map((node) => metricOf(node, line)))).reduce((a, b) => a + b, 0);
  assert.ok((await sum(['g1', 'g2'], /^saleyard_bids_total\{answer="accepted"/)) >= 2);
  assert.ok((await sum(['g1', 'g2'], /^saleyard_bid_seconds_count/)) >= 2);
  assert.ok((await sum(['g1', 'g2'], /^saleyard_socket_bytes_total/)) > 500);
  assert.ok((await sum(['g1', 'g2'], /^saleyard_forwarded_total\{to="command-api",outcome="answered"/)) > 5);
  assert.ok(
    (await sum(
      ['g1', 'g2'],
      /^saleyard_http_requests_total\{method="GET",route="\/users\/me",status="200"/,
    )) > 0,
  );
  assert.is(await sum(['p1', 'p2'], /^saleyard_projections_active/), 1);
  assert.is(await sum(['c1', 'c2'], /^saleyard_relay_active/), 1);
  assert.is(await sum(['c1', 'c2'], /^saleyard_auctions_owned/), 2);
  assert.ok((await sum(['c1', 'c2'], /^saleyard_commands_total\{outcome="accepted"/)) > 0);
  assert.is(await metricOf('edge-proxy', /^saleyard_upstreams_ready\{to="gateway"/), 2);
  const { text } = (await metricsOf.get('g1')?.read()) ?? { text: '' };
  assert.not.match(text, /saleyard\.test|127\.0\.0\.1|[0-9a-f]{8}-[0-9a-f]{4}-7/);
});

test('[G23] processes that stop are looked away from, and people come back to another', async () => {
  const base = origin(all.proxy);
  const { sale, staff } = await liveSale(base);
  const viewers = Array.from({ length: 4 }, () => new LiveViewer(base, ''));
  for (const one of viewers) await one.ask('join-auction', { _id: sale._id });
  const stopping = [all.gateways[0], all.commands[0], all.reads[0]].filter((one) => one !== undefined);
  let over = false;
  const answers: number[] = [];
  const limit = () => AbortSignal.timeout(ANSWER_MS);
  const asking = (async () => {
    while (!over) {
      const asked = [
        fetch(`${base}/api/v1/auctions/${sale._id}`, { headers: { cookie: staff.cookie }, signal: limit() }),
        fetch(`${base}/api/v1/users/me`, { headers: { cookie: staff.cookie }, signal: limit() }),
        fetch(`${base}/api/v1/onlineState`, {
          method: 'PUT',
          signal: limit(),
          headers: { cookie: staff.cookie, origin: base, 'content-type': 'application/json' },
          body: '{"state":"ACTIVE"}',
        }),
      ];
      for (const answer of await Promise.all(asked)) {
        await answer.arrayBuffer();
        answers.push(answer.status);
      }
      // A person's requests of a minute are counted.
      await pause(100);
    }
  })();
  for (const one of stopping) {
    running.splice(running.indexOf(one), 1);
    await one.close();
  }
  over = true;
  await asking;
  assert.equal([...new Set(answers)].sort(), [200, 204]);
  // Clients of the gateway that stopped got the reason; the others noticed nothing.
  const codes = viewers.map(({ closed }) => closed);
  assert.equal([...new Set(codes)].sort(), [1012, undefined]);
  const comingBack = new LiveViewer(base, '');
  await comingBack.ask('join-auction', { _id: sale._id });
  // A busy machine may ask a person to come again.
  const buyer = await eventually(() => Session.signIn(base, 'buyer@saleyard.test', DEMO_PASSWORD));
  const bidder = new LiveViewer(base, buyer.cookie);
  await bidder.ask('join-auction', { _id: sale._id });
  const bid = { bid: { lot: sale.lots[1], cents: 40_500 }, commandId: 'roles-bid-2' };
  assert.is((await bidder.ask('bid', bid))['outcome'], 'accepted');
  for (const one of [...viewers, comingBack, bidder]) one.ws.close();
});

test('readiness names what is away', async () => {
  const broken: ServedRole = await kept(serveProjections(partsOf('p3', { SALEYARD_ROLE: 'projections' })));
  await until(async () => (await broken.isReady()).ready);
  const { documents } = shared;
  const checkpoint = documents.checkpoint;
  documents.checkpoint = () => Promise.reject(new Error('away'));
  try {
    await until(async () => !(await broken.isReady()).ready);
    assert.equal(await broken.isReady(), { ready: false, why: 'documents' });
    const answer = await fetch(`${origin(broken)}/readyz`);
    assert.equal([answer.status, await answer.text()], [503, 'documents']);
  } finally {
    documents.checkpoint = checkpoint;
  }
});

test.run();
