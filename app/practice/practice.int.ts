import { findSnapshot } from '@saleyard/command-api/engine/snapshot.ts';
import type { PracticeAnswer, PracticeNamed, PracticeSale } from '@saleyard/contract/practice.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { practiceReadModel } from '@saleyard/projections/sales/practice.queries.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { auditAuction } from '../audit/audit.ts';
import { Refused, type Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { PublicClient } from '../demo/public-client.ts';
import { schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer } from '../test-support/test-server.ts';
import { PRACTICE_LIMITS } from './limits.ts';
import { EnginePracticeService } from './practice-service.ts';

const test = suite('practice sales', { limitMs: 90_000 });
const logger = createLogger({ level: 'error' });
const email = (name: string) => `${name}@saleyard.test`;

let server: TestServer;
let base: string;
/** May look around, and buy nothing. */
let guest: Session;
let buyer: Session;
let staff: Session;

test.before(async () => {
  server = await startTestServer({ logger });
  base = server.base;
  [guest, buyer, staff] = (await Promise.all(['guest', 'buyer', 'staff'].map(server.signedIn))) as [
    Session,
    Session,
    Session,
  ];
});
test.after(async () => {
  for (const client of services) client.stop();
  await server.close();
});

const services: PublicClient[] = [];
const serviceOf = (name: string): PublicClient => {
  const who = { account: '', email: email(name), password: DEMO_PASSWORD };
  const client = new PublicClient({ baseUrl: base, who, clock: server.clock, random: () => 0.5 });
  services.push(client);
  client.start();
  return client;
};

async function soon<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`never: ${what}`);
}

const start = (who: Session) => who.call<PracticeNamed>('POST', 'practice', { level: 'relaxed' });
const practiceOf = async (who: Session): Promise<PracticeSale | null> =>
  (await who.call<PracticeAnswer>('GET', 'practice')).practice;
const refusedBy = async (asked: Promise<unknown>): Promise<{ status: number; code: string }> => {
  try {
    await asked;
  } catch (error) {
    if (error instanceof Refused) return { status: error.status, code: error.code };
    throw error;
  }
  throw new Error('it was not refused');
};

/** Everything that any socket receives, as text. */
async function listening(cookie: string): Promise<{ heard: () => string; close(): void }> {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/realtime`, {
    headers: { origin: base, ...(cookie && { cookie }) },
  });
  let heard = '';
  socket.on('message', (frame) => {
    heard += String(frame);
  });
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  return { heard: () => heard, close: () => socket.close() };
}

test('somebody who may buy nothing practises: bids, is outbid, sets an auto-bid, stops', async () => {
  assert.is(await practiceOf(guest), null);
  assert.is((await refusedBy(guest.call('DELETE', 'practice'))).status, 404);
  const { _id } = await start(guest);
  const sale = await practiceOf(guest);
  assert.is(sale?.auction._id, _id);
  assert.ok(sale?.running);
  assert.is(sale?.lots.length, 5);
  const [first, , , , last] = sale?.lots ?? [];
  if (!first || !last) throw new Error('there are no lots');
  assert.is((await fetch(`${base}${first.media[0]?.thumbnail}`)).status, 200, 'its lots have pictures');
  assert.equal(await refusedBy(start(guest)), { status: 409, code: 'practice-running' });

  const client = serviceOf('guest');
  client.attend([_id]);
  const bidOn = () => client.find(first._id)?.lot;
  await soon('the first lot is live', () => (bidOn()?.state === 'live' ? true : undefined));
  // A simulated bidder may be first: then the bid is made again at the new price.
  let price = 0;
  let decision: Awaited<ReturnType<typeof client.bid>>;
  do {
    price = Math.max(bidOn()?.nextBidCents ?? 0, price + first.bidIncrementCents);
    decision = await client.bid(first._id, price);
  } while (decision?.outcome === 'refused' && decision.code === 'too-low');
  assert.is(decision?.outcome, 'accepted', JSON.stringify(decision));
  const answer = await guest.call<{ leading: boolean }>('PUT', 'users/me/autobids', {
    autobid: last.startPrice + last.bidIncrementCents,
    lot: last._id,
  });
  assert.is(typeof answer.leading, 'boolean', 'an auto-bid on an upcoming lot is accepted');
  await soon('a simulated bidder answers', () => {
    const { winner } = bidOn() ?? {};
    return winner && winner !== client.sales.get(_id)?.paddle ? true : undefined;
  });
  const during = await practiceOf(guest);
  assert.equal(
    during?.bids.map(({ lot, cents }) => [lot, cents]),
    [[first._id, price]],
  );
  assert.is(during?.autobids.length, 1);
  assert.equal(during?.results, [], 'nothing is shown of the others before a lot has closed');

  await guest.call('DELETE', 'practice');
  const over = await practiceOf(guest);
  assert.not(over?.running);
  assert.ok(
    over?.lots.every(({ withdrawn }) => withdrawn),
    'what was left is withdrawn',
  );
  assert.equal(over?.bids, [], 'bids on a withdrawn lot are not listed');
  assert.is((await client.bid(first._id, price * 2))?.outcome, 'refused');
});

test('nobody else meets it: no list, no page, no push, no bid, no watch list', async () => {
  const anonymous = await listening('');
  const other = await listening(buyer.cookie);
  const real = await schedule(staff, { type: 'simultaneous', durationSeconds: 600 }, [steers('1')]);
  const { _id } = await start(guest);
  const lot = (await practiceOf(guest))?.lots[0]?._id ?? '';
  const learner = serviceOf('guest');
  learner.attend([_id]);
  await soon('the learner sees it live', () =>
    learner.sales.get(_id)?.auction.state === 'live' ? true : undefined,
  );
  await soon('a simulated bid', () => ((learner.find(lot)?.lot.bidCount ?? 0) > 0 ? true : undefined));

  const stranger = serviceOf('buyer');
  stranger.attend([_id, real._id]);
  await soon('the real one is joined', () => stranger.sales.get(real._id));
  assert.is(stranger.sales.get(_id), undefined, 'its room is closed to others');
  for (const who of [buyer, staff, guest]) {
    for (const state of ['future,open,live', 'closed']) {
      const list = JSON.stringify(await who.call('GET', `auctions?state=${state}&limit=100`));
      assert.not.match(list, 'ractice', `in no list, of ${state}`);
    }
    for (const path of [`auctions/${_id}`, `auctions/${_id}/lots`, `lots/${lot}`, 'auctions/0']) {
      assert.is((await refusedBy(who.call('GET', path))).status, 404, path);
    }
  }
  assert.is((await refusedBy(staff.call('GET', `staff/auctions/${_id}`))).status, 404);
  assert.equal(await guest.call('GET', 'users/me/bids'), { bids: [] });
  assert.equal(await guest.call('GET', 'users/me/autobids'), { autobids: [] });
  assert.is((await refusedBy(guest.call('PUT', 'users/me/watchlist2', { lotId: lot }))).status, 404);
  assert.is(await practiceOf(buyer), null);
  assert.is((await refusedBy(buyer.call('DELETE', 'practice'))).status, 404);
  const bid = { autobid: 10_000_000, lot };
  assert.equal(await refusedBy(buyer.call('PUT', 'users/me/autobids', bid)), {
    status: 403,
    code: 'not-permitted',
  });
  const freeze = { type: 'freeze', reason: 'Storm', commandId: 'freeze-00001' };
  assert.is((await refusedBy(staff.call('POST', `staff/auctions/${_id}/commands`, freeze))).status, 403);
  const add = { lots: [{ ...steers('9') }] };
  assert.is((await refusedBy(staff.call('POST', `staff/auctions/${_id}/lots`, add))).status, 404);
  assert.equal(
    await refusedBy(guest.call('PUT', 'users/me/autobids', { autobid: 10_000_000, lot: real.lots[0] })),
    { status: 403, code: 'not-permitted' },
    'and practising opens no real sale',
  );
  await guest.call('DELETE', 'practice');
  for (const { heard } of [anonymous, other]) assert.not.match(heard(), 'ractice');
  assert.match(other.heard(), real._id, 'while they were notified of the real sale');
  anonymous.close();
  other.close();
});

test('it is proven from the log like every sale', async () => {
  const { _id } = (await practiceOf(guest))?.auction ?? { _id: '' };
  const { log, documents } = server.stores;
  const report = await auditAuction({ log, snapshot: await findSnapshot(documents, _id), auctionId: _id });
  assert.ok(report.proven, JSON.stringify(report.difference));
  assert.ok(report.chained > 5);
});

test('so many at once, then a calm refusal; one person at a time, also over two processes', async () => {
  const parts = {
    log: server.stores.log,
    readModel: practiceReadModel(server.stores.documents),
    clock: server.clock,
    logger,
    submit: (envelope: Parameters<typeof server.host.submit>[0]) => server.host.submit(envelope),
  };
  const practice = new EnginePracticeService({ ...parts, limits: { atOnce: 2, starts: 3 } });
  const second = new EnginePracticeService(parts);
  const done = await Promise.all([practice.start('ann', 'keen'), second.start('ann', 'keen')]);
  assert.equal(done.map(({ outcome }) => outcome).sort(), ['done', 'refused'], 'one of two at once');
  await second.stop('ann');
  await Promise.all([practice.start('bob', 'keen'), practice.start('cid', 'keen')]);
  const full = await practice.start('dot', 'keen');
  assert.is(full.outcome, 'refused');
  if (full.outcome === 'refused') {
    assert.is(full.refusal.errors[0]?.code, 'practice-full');
    assert.is(full.refusal.retryAfterMs, PRACTICE_LIMITS.fullRetryMs);
  }
  assert.is((await practice.stop('bob')).outcome, 'done');
  const seen = await second.saleOf('bob');
  assert.is(seen?.running, false, 'one process shows at once what was written at another');
  assert.is((await practice.start('dot', 'keen')).outcome, 'done', 'one that ended makes room');
  await practice.stop('dot');
  for (const times of [1, 2]) {
    assert.is((await practice.start('dot', 'keen')).outcome, 'done', `once more, ${times}`);
    await practice.stop('dot');
  }
  const often = await practice.start('dot', 'keen');
  assert.is(often.outcome === 'refused' && often.refusal.errors[0]?.code, 'rate-limited');
  await practice.close();
  await second.close();
  assert.not((await practiceOfAccount(parts, 'cid'))?.running, 'a process that ends, ends its own');
});

const practiceOfAccount = async (
  parts: ConstructorParameters<typeof EnginePracticeService>[0],
  account: string,
): Promise<PracticeSale | null> => {
  const practice = new EnginePracticeService(parts);
  const sale = await practice.saleOf(account);
  await practice.close();
  return sale;
};

test('one whose process died is over after a silence, and is ended by another', async () => {
  const parts = {
    log: server.stores.log,
    readModel: practiceReadModel(server.stores.documents),
    clock: server.clock,
    logger,
    submit: (envelope: Parameters<typeof server.host.submit>[0]) => server.host.submit(envelope),
  };
  const dying = new EnginePracticeService({ ...parts, submit: parts.submit });
  await dying.start('eve', 'relaxed');
  const looking = new EnginePracticeService({ ...parts, limits: { quietMs: 500, sweepMs: 200 } });
  // Between being scheduled and going live nothing happens for some seconds: under this limit it counts as lost.
  const over = await soon('it is closed', async () => {
    const sale = await looking.saleOf('eve');
    return sale?.lots.every(({ withdrawn }) => withdrawn) ? sale : undefined;
  });
  assert.not(over.running);
  assert.is((await looking.start('eve', 'relaxed')).outcome, 'done', 'and she may begin again');
  await looking.close();
  await dying.close();
});

test.run();
