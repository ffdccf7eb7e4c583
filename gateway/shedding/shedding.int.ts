import type { CommandReply } from '@saleyard/contract/commands.ts';
import { API } from '@saleyard/contract/operation.ts';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import type { Route } from '@saleyard/http/endpoint.ts';
import { suite } from '@saleyard/testing/suite.ts';
import type { RequestHandler } from 'express';
import * as assert from 'uvu/assert';
import { LIVE_LIMITS } from '../socket/live-limits.ts';
import { Client } from '../test-support/client.ts';
import { type RunningSale, runningSale } from '../test-support/running-sale.ts';
import { SHEDDING_LIMITS, type SheddingLimits, STEADY_SHEDDING, type Threshold } from './work.ts';

const test = suite('shedding', { limitMs: 60_000 });

/** Only waiting or rejected bids raise the level, so that a loaded machine's own delays don't affect the test. */
const byBids = (bidWaitMs: number): Threshold => ({ loopDelayMs: Number.POSITIVE_INFINITY, bidWaitMs });
const NEVER = byBids(Number.POSITIVE_INFINITY);
const LIMITS: SheddingLimits = { ...STEADY_SHEDDING, waitMs: 1_000, sliceMs: 200, calmMs: 400 };
/** ms of calm that no test reaches, so the level stays up. */
const NEVER_CALM_MS = 3_600_000;

const decidedBid: CommandReply = {
  outcome: 'decided',
  accepted: true,
  code: null,
  lot: 'lot-1',
  currentBidCents: 30_500,
  leader: 'jane',
  finishAt: null,
  seq: 3,
  position: 3,
};

/** A sale whose owner takes a given time for each bid, or rejects all bids. */
async function slowSale(limits: SheddingLimits, routes = answering(), live = LIVE_LIMITS) {
  const owner = { delayMs: 0, crowded: false, asked: 0 };
  const sale = await runningSale({
    gateway: { routes, sheddingLimits: limits, limits: live },
    async owner() {
      owner.asked += 1;
      if (owner.crowded) return { outcome: 'unavailable', code: 'rate-limited', retryAfterMs: 1_000 };
      await new Promise((resolve) => setTimeout(resolve, owner.delayMs));
      return decidedBid;
    },
  });
  return { sale, owner };
}

/** Serves every operation of the other sides with one handler. */
const answering = (
  handler: RequestHandler = (_request, response) => void response.json({ data: {} }),
): Route[] =>
  OPERATIONS.filter(({ side }) => side !== 'gateway').map((operation) => ({ operation, handler }));

type ReceivedMessage = { status: number; code: string | undefined; retryAfter: number };

async function received(
  sale: RunningSale,
  method: string,
  path: string,
  user?: string,
): Promise<ReceivedMessage> {
  const response = await fetch(`http://127.0.0.1:${sale.port}${path}`, {
    method,
    headers: { 'sec-fetch-site': 'same-origin', ...(user && { cookie: `user=${user}` }) },
  });
  const body = (await response.json().catch(() => ({}))) as { errors?: { code: string }[] };
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return { status: response.status, code: body.errors?.[0]?.code, retryAfter };
}

/** One request of each kind, and whether a new anonymous and a new signed-in socket come in. */
async function served(sale: RunningSale): Promise<string[]> {
  const asked: readonly [string, string, string, string?][] = [
    ['practice', 'POST', `${API}/practice`, 'jane'],
    ['whole list', 'GET', `${API}/auctions/4512/lots?mode=live`],
    ['sales', 'GET', `${API}/auctions`],
    ['my bids', 'GET', `${API}/users/me/bids`, 'jane'],
    ['sign in', 'GET', `${API}/users/me`],
    ['auto-bid', 'PUT', `${API}/users/me/autobids`, 'jane'],
    ['clock', 'GET', `${API}/server-time`],
    ['health', 'GET', '/healthz'],
  ];
  const found: string[] = [];
  for (const [name, method, path, user] of asked) {
    const { status, code, retryAfter } = await received(sale, method, path, user);
    if (status === 200) found.push(name);
    else {
      assert.equal([status, code], [503, 'busy'], name);
      assert.ok(retryAfter >= 1, `${name} says when to come back`);
    }
  }
  for (const [name, who] of [
    ['visitor', {}],
    ['bidder', { user: 'joe' }],
  ] as const) {
    const client = await Client.connect(sale.port, who).catch(() => null);
    if (client) found.push(name);
    client?.close();
  }
  return found;
}

/** Bids, one after the other, until the level is reached; returns the last answer. */
async function bidUntil(sale: RunningSale, level: number): Promise<string | undefined> {
  const jane = await Client.connect(sale.port, { user: 'jane' });
  await jane.join(sale.auction);
  let answer: string | undefined;
  do {
    const { error, data } = await jane.bid('lot-1', 30_500);
    answer = error?.code ?? data.outcome;
    await new Promise((resolve) => setTimeout(resolve, 250));
  } while (sale.gateway.counters().sheddingLevel !== level);
  jane.close();
  return answer;
}

test('[G24] documents go first, then anonymous visitors, and bids are answered throughout', async () => {
  // Thresholds become reachable one by one, so that no level is skipped however long a bid takes.
  const thresholds: [Threshold, Threshold, Threshold] = [byBids(100), NEVER, NEVER];
  const { sale, owner } = await slowSale({ ...LIMITS, thresholds, calmMs: NEVER_CALM_MS });
  const everyone = [
    ...['practice', 'whole list', 'sales', 'my bids', 'sign in', 'auto-bid', 'clock', 'health'],
    ...['visitor', 'bidder'],
  ];
  const without = (...names: string[]) => everyone.filter((name) => !names.includes(name));
  assert.equal(await served(sale), everyone);
  owner.delayMs = 250;
  assert.is(await bidUntil(sale, 1), 'accepted');
  assert.equal(await served(sale), without('practice', 'whole list'));
  thresholds[1] = byBids(100);
  assert.is(await bidUntil(sale, 2), 'accepted');
  assert.equal(await served(sale), without('practice', 'whole list', 'sales', 'visitor'));
  thresholds[2] = byBids(100);
  assert.is(await bidUntil(sale, 3), 'accepted');
  assert.equal(
    await served(sale),
    without('practice', 'whole list', 'sales', 'visitor'),
    'slowed, not stopped',
  );
  assert.equal(sale.gateway.counters().shed, { bulk: 6, anonymous: 4, 'signed-in': 0, vital: 0 });
  await sale.stop();
});

test('[G25] bids are rejected last, after all other work is shed, and all of it is served again', async () => {
  const limits = { ...LIMITS, calmMs: NEVER_CALM_MS };
  const { sale, owner } = await slowSale(limits);
  const jane = await Client.connect(sale.port, { user: 'jane' });
  await jane.join(sale.auction);
  owner.crowded = true;
  const rejected = await jane.bid('lot-1', 30_500);
  assert.is(rejected.error?.code, 'rate-limited');
  assert.is(sale.gateway.counters().sheddingLevel, 3);
  assert.is((await received(sale, 'GET', `${API}/auctions`)).code, 'busy');
  owner.crowded = false;
  limits.calmMs = LIMITS.calmMs;
  await soon(() => sale.gateway.counters().sheddingLevel === 0);
  assert.is((await jane.bid('lot-1', 30_500)).data.outcome, 'accepted');
  assert.is((await received(sale, 'GET', `${API}/auctions`)).status, 200);
  jane.close();
  await sale.stop();
});

test('[G25] a rejected client is still read: other messages are served at once, a bid a moment later', async () => {
  const live = { ...LIVE_LIMITS, backpressureMs: 3_000 };
  const { sale, owner } = await slowSale(LIMITS, answering(), live);
  const jane = await Client.connect(sale.port, { user: 'jane' });
  await jane.join(sale.auction);
  owner.crowded = true;
  assert.is((await jane.bid('lot-1', 30_500)).error?.code, 'rate-limited');
  owner.crowded = false;
  const [bid, left] = await Promise.all([
    jane.bid('lot-1', 30_500),
    jane.ask('bids', 'leave-auction', { _id: 'another' }),
  ]);
  assert.is(bid.error?.code, 'rate-limited', 'without asking the owner');
  assert.is(left.error, undefined);
  await new Promise((resolve) => setTimeout(resolve, live.backpressureMs));
  assert.is((await jane.bid('lot-1', 30_500)).data.outcome, 'accepted');
  jane.close();
  await sale.stop();
});

test('[G24] shed requests get different times to retry', async () => {
  const { sale, owner } = await slowSale({ ...LIMITS, calmMs: NEVER_CALM_MS });
  owner.crowded = true;
  const jane = await Client.connect(sale.port, { user: 'jane' });
  await jane.join(sale.auction);
  await jane.bid('lot-1', 30_500);
  const times = new Set<number>();
  for (let n = 0; n < 16; n += 1) times.add((await received(sale, 'GET', `${API}/auctions`)).retryAfter);
  assert.equal(
    [...times].sort((a, b) => a - b),
    [3, 4, 5, 6, 7, 8, 9, 10],
  );
  jane.close();
  await sale.stop();
});

test('[G24] requests under way are bounded: a few more wait, the rest is sent away; the place of one who left is free', async () => {
  const answers: (() => void)[] = [];
  const holding = answering(async (_request, response) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    response.json({ data: {} });
  });
  const capacity = { ...SHEDDING_LIMITS.capacity, anonymous: { atOnce: 2, waiting: 1 } };
  const { sale } = await slowSale({ ...LIMITS, capacity, waitMs: 30_000 }, holding);
  const leaving = new AbortController();
  const left = fetch(`http://127.0.0.1:${sale.port}${API}/auctions`, { signal: leaving.signal }).catch(
    () => 'left',
  );
  await soon(() => answers.length === 1);
  const second = received(sale, 'GET', `${API}/auctions`);
  await soon(() => answers.length === 2);
  const third = received(sale, 'GET', `${API}/auctions`);
  // It waits; the fourth is rejected, whichever of the two arrives later.
  const fourth = received(sale, 'GET', `${API}/auctions`);
  assert.is((await Promise.race([third, fourth])).code, 'busy');
  assert.is(answers.length, 2);
  leaving.abort();
  assert.is(await left, 'left');
  await soon(() => answers.length === 3);
  for (const answer of answers) answer();
  const statuses = (await Promise.all([second, third, fourth])).map(({ status }) => status);
  assert.equal(statuses.sort(), [200, 200, 503]);
  assert.is(sale.gateway.counters().shed.anonymous, 1);
  await sale.stop();
});

async function soon(reached: () => boolean): Promise<void> {
  for (let n = 0; n < 20_000 && !reached(); n += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.ok(reached());
}

test.run();
