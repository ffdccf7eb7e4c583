import type { BidDecision } from '@saleyard/contract/bids.ts';
import type { PracticeAnswer, PracticeSale } from '@saleyard/contract/practice.ts';
import { practiserOf } from '@saleyard/domain/auction/ids.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { practiceReadModel } from '@saleyard/projections/sales/practice.queries.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { eventually } from '../test-support/eventually.ts';
import { LiveViewer } from '../test-support/live-viewer.ts';
import { startTestServer, type TestServer } from '../test-support/test-server.ts';
import { EnginePracticeService } from './practice-service.ts';

const test = suite('a practice sale of a visitor', { limitMs: 60_000 });

let server: TestServer;
test.before(async () => {
  server = await startTestServer({});
});
test.after(() => server.close());

type Answer<T> = { status: number; data: T; code: string | null; pass: string | null };

/** Calls `practice{path}` with a pass, as a page of somebody who is not signed in. */
async function call<T>(
  method: string,
  path: string,
  { pass, body }: { pass?: string | null; body?: unknown } = {},
): Promise<Answer<T>> {
  const response = await fetch(`${server.base}/api/v1/practice${path}`, {
    method,
    headers: {
      origin: server.base,
      ...(pass && { cookie: pass }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: T; errors?: { code: string }[] };
  const [set] = response.headers.getSetCookie();
  return {
    status: response.status,
    data: answer.data,
    code: answer.errors?.[0]?.code ?? null,
    pass: set?.split(';')[0] ?? null,
  };
}

const start = (pass?: string | null) =>
  call<{ _id: string }>('POST', '', { pass: pass ?? null, body: { level: 'relaxed' } });
const saleOf = async (pass: string | null): Promise<PracticeSale | null> =>
  (await call<PracticeAnswer>('GET', '', { pass })).data.practice;

test('nothing is shown, stopped or bid on without a pass', async () => {
  assert.is(await saleOf(null), null);
  assert.is((await call('DELETE', '')).status, 404);
  const bid = { bid: { lot: 'lot-0001', cents: 100 }, commandId: 'command-0001' };
  assert.is((await call('POST', '/bids', { body: bid })).code, 'unknown-lot');
});

test('[G30] a visitor starts one, follows it live, bids, sets and stops an auto-bid, and stops it', async () => {
  const { status, data, pass } = await start();
  assert.is(status, 201);
  assert.match(data._id, /^practice-visitor-/);
  const sale = await saleOf(pass);
  assert.is(sale?.auction._id, data._id);
  assert.is((await start(pass)).code, 'practice-running', 'one at a time');

  const room = new LiveViewer(server.base, pass ?? '', '?practice=1');
  const received = () => JSON.stringify(room.heard);
  await room.ask('connect-user', { _id: practiserOf(data._id) }, 'user');
  await room.ask('join-auction', { _id: data._id });
  await eventually(async () => assert.match(received(), '"snapshot"'));

  const [first, , third] = sale?.lots ?? [];
  if (!first || !third) throw new Error('there are no lots');
  // A simulated bidder may be first, and the lot may not be live yet: then the bid is made again.
  let cents = first.startPrice;
  await eventually(async () => {
    const bid = { bid: { lot: first._id, cents }, commandId: newId() };
    const { data: decision } = await call<BidDecision>('POST', '/bids', { pass, body: bid });
    if (decision?.outcome === 'refused' && decision.code === 'too-low') cents += first.bidIncrementCents;
    assert.is(decision?.outcome, 'accepted');
  });
  // Far above what simulated bidders have bid by then.
  const max = third.startPrice + 100 * third.bidIncrementCents;
  await eventually(async () => {
    const body = { lot: third._id, autobid: max };
    const set = await call<BidDecision>('PUT', '/autobids', { pass, body });
    assert.is(set.data?.outcome, 'accepted', set.code ?? '');
  });
  // The bids made again may have used up what a person may send in a while.
  await eventually(async () => {
    const stopped = await call('PUT', '/autobids/stop', { pass, body: { autobid: third._id } });
    assert.is(stopped.status, 200);
  });

  // Their own bid is pushed to them.
  await eventually(async () => assert.match(received(), '"user-update"'));
  // The auto-bid may have bid as well.
  assert.ok((await saleOf(pass))?.bids.some(({ lot }) => lot === first._id));
  assert.is((await call('DELETE', '', { pass })).status, 200);
  assert.not((await saleOf(pass))?.running);
  room.ws.close();
});

test('another visitor gets a sale of their own, and cannot bid in this one', async () => {
  const { data, pass } = await start();
  const other = await start();
  assert.is.not(other.data._id, data._id);
  assert.is((await saleOf(other.pass))?.auction._id, other.data._id);
  const lot = (await saleOf(pass))?.lots[0]?._id ?? '';
  const body = { lot, autobid: 10_000_000 };
  assert.is((await call('PUT', '/autobids', { pass: other.pass, body })).code, 'unknown-lot');
  await call('DELETE', '', { pass });
  await call('DELETE', '', { pass: other.pass });
});

test('visitors leave places for people with an account', async () => {
  const practice = new EnginePracticeService({
    log: server.stores.log,
    readModel: practiceReadModel(server.stores.documents),
    clock: server.clock,
    logger: createLogger({ level: 'error' }),
    submit: (envelope) => server.host.submit(envelope),
    limits: { atOnce: 3, visitorsAtOnce: 1 },
  });
  assert.is((await practice.start('visitor-1', 'relaxed')).outcome, 'done');
  const second = await practice.start('visitor-2', 'relaxed');
  assert.is(second.outcome === 'refused' && second.refusal.errors[0]?.code, 'practice-full');
  assert.is((await practice.start('ann', 'relaxed')).outcome, 'done');
  await practice.close();
});

test('one address starts a limited number in an hour', async () => {
  let last = await start();
  for (let n = 0; n < 8 && last.status === 201; n += 1) {
    await call('DELETE', '', { pass: last.pass });
    last = await start();
  }
  assert.is(last.code, 'rate-limited');
});

test.run();
