import { subjects } from '@saleyard/contract/commands.ts';
import type { LiveAnswer } from '@saleyard/contract/operations/auctions.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Client } from '../test-support/client.ts';
import { details, type RunningSale, runningSale, terms } from '../test-support/running-sale.ts';
import { LIVE_LIMITS, type LiveLimits } from './live-limits.ts';

const test = suite('reads of a live sale');

const withLimits = (limits: Partial<LiveLimits>): Promise<RunningSale> =>
  runningSale({ gateway: { limits: { ...LIVE_LIMITS, ...limits } } });

/** `of`: the sale's id or number. */
async function read(
  sale: RunningSale,
  query: string,
  { user, of = sale.auction }: { user?: string; of?: string } = {},
): Promise<{ status: number; data: LiveAnswer }> {
  const response = await fetch(`http://127.0.0.1:${sale.port}/api/v1/auctions/${of}/live?${query}`, {
    headers: user === undefined ? {} : { cookie: `user=${user}` },
  });
  const body = (await response.json()) as { data: LiveAnswer };
  return { status: response.status, data: body.data };
}

test('[G29] [A675] the live state of a sale is read whole, then its changes', async () => {
  const sale = await runningSale();
  try {
    const whole = await read(sale, '', { of: '4512' });
    assert.is(whole.data.mode, 'snapshot');
    const [snapshot] = whole.data.messages;
    assert.ok(snapshot?.channel === 'bids' && snapshot.event === 'snapshot');
    assert.is(snapshot.data.lots.length, 3);

    const nothing = await read(sale, `since=${whole.data.seq}`);
    assert.equal(nothing.data.messages, []);
    assert.is(nothing.data.mode, 'changes');

    await sale.command({ type: 'bid', lot: 'lot-1', bidder: 'jane', cents: 30_500 }, 'jane');
    const changed = await read(sale, `since=${whole.data.seq}`, { user: 'jane' });
    const lots = changed.data.messages.filter((push) => push.event === 'lot-update');
    assert.equal(
      lots.map(({ data }) => [data._id, data.currentBidCents]),
      [['lot-1', 30_500]],
    );
    assert.type(changed.data.paddle, 'string');
  } finally {
    await sale.stop();
  }
});

test('[G29] a read that waits is answered by the next change, at once', async () => {
  const sale = await runningSale();
  const inRoom = await Client.connect(sale.port, { user: 'sam' });
  try {
    await inRoom.join(sale.auction);
    const { data } = await read(sale, '');
    const waiting = read(sale, `since=${data.seq}&waitMs=10000`, { user: 'ann' });
    const followed = inRoom.until(({ event, data: lot }) => event === 'lot-update' && lot._id === 'lot-2');
    await sale.command({ type: 'bid', lot: 'lot-2', bidder: 'jane', cents: 30_500 }, 'jane');
    followed.catch(() => {});
    const answered = await waiting;
    assert.ok(
      answered.data.messages.some((push) => push.event === 'lot-update' && push.data._id === 'lot-2'),
    );
    // What is read by REST is not taken from the room.
    await followed;
  } finally {
    inRoom.close();
    await sale.stop();
  }
});

test('[G29] a hidden sale is not read by visitors, and reads that wait are limited', async () => {
  const sale = await runningSale({ details: { public: false } });
  try {
    assert.is((await read(sale, '')).status, 404);
    const { data } = await read(sale, '', { user: 'jane' });
    const waiting = Array.from({ length: 21 }, () =>
      read(sale, `since=${data.seq}&waitMs=10000`, { user: 'jane' }),
    );
    const refused = await Promise.race(waiting);
    assert.is(refused.status, 429);
    // A stop answers those that still wait.
    await sale.gateway.close();
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    assert.is(statuses.filter((status) => status === 200).length, 20);
  } finally {
    await sale.stop();
  }
});

test('[G29] reads of live states have a rate of their own, by their length, for each person and address', async () => {
  const limits = {
    liveReadsPerAddress: 0,
    liveReadsOfAddress: 20,
    liveReadsPerPerson: 0,
    liveReadsOfPerson: 5,
  };
  const sale = await withLimits(limits);
  const statuses = async (count: number, query: string, user?: string): Promise<string> => {
    const found: number[] = [];
    for (let n = 0; n < count; n += 1)
      found.push((await read(sale, query, user === undefined ? {} : { user })).status);
    return found.map((status) => (status === 200 ? '+' : status === 429 ? '-' : String(status))).join('');
  };
  try {
    assert.is(await statuses(22, ''), `${'+'.repeat(20)}--`);
    // A person has a rate of their own, at the same address.
    assert.is(await statuses(6, '', 'jane'), '+++++-');
  } finally {
    await sale.stop();
  }
  const long = await withLimits({ ...limits, liveReadBytes: 100 });
  try {
    // Also one that names an old state in place of none.
    for (const query of ['', 'since=-1', 'since=999999']) {
      const { status } = await read(long, query);
      assert.is(status, 429, query);
    }
  } finally {
    await long.stop();
  }
});

test('[G29] a visitor who waits gets the changes of a while, a bidder each at once', async () => {
  const sale = await withLimits({ visitorReadMs: 600_000 });
  try {
    const { data } = await read(sale, '');
    await sale.command({ type: 'bid', lot: 'lot-1', bidder: 'jane', cents: 30_500 }, 'jane');
    const query = `since=${data.seq}&waitMs=5000`;
    let isAnswered = false;
    const visitor = read(sale, query).then((answer) => {
      isAnswered = true;
      return answer;
    });
    assert.ok((await read(sale, query, { user: 'jane' })).data.messages.length > 0);
    assert.not(isAnswered);
    // One that does not wait has it at once too.
    assert.ok((await read(sale, `since=${data.seq}`)).data.messages.length > 0);
    assert.ok((await visitor).data.messages.length > 0);
  } finally {
    await sale.stop();
  }
});

/** A sale that opens in an hour, and what makes it private. */
async function futureSale() {
  const at = Date.now() + 3_600_000;
  const sale = await runningSale({ terms: { openAt: at, liveAt: at } });
  const hide = () =>
    sale.command({ type: 'schedule', details: details({ public: false }), terms: terms(at) });
  return { sale, hide };
}

test('[G17] [G29] a sale that becomes private is not found by visitors whose reads wait, at once', async () => {
  const { sale, hide } = await futureSale();
  try {
    const { data } = await read(sale, '');
    const query = `since=${data.seq}&waitMs=10000`;
    const [visitor, jane] = [read(sale, query), read(sale, query, { user: 'jane' })];
    await read(sale, '');
    await hide();
    assert.is((await visitor).status, 404);
    assert.is((await jane).status, 200);
  } finally {
    await sale.stop();
  }
});

test('[G6] [G29] a read that waits in a private sale is not found once its session has ended', async () => {
  const sale = await runningSale({ details: { public: false } });
  try {
    const { data } = await read(sale, '', { user: 'jane' });
    const waiting = read(sale, `since=${data.seq}&waitMs=10000`, { user: 'jane' });
    let status = 0;
    void waiting.then((answer) => {
      status = answer.status;
    });
    // Until it waits, there is nothing to end.
    while (status === 0) {
      sale.bus.publish(subjects.sessionEnded, { sessionId: 'session-of-jane' });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.is(status, 404);
  } finally {
    await sale.stop();
  }
});

test.run();
