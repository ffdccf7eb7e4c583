import type { AuctionTerms } from '@saleyard/domain/auction/terms.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Client } from '../test-support/client.ts';
import { lotTerms, type RunningSale, runningSale } from '../test-support/running-sale.ts';

/** What the records of the live room say, as a page receives them. */
const test = suite('records of the live room', { limitMs: 30_000 });

type Snapshot = { auction: Record<string, unknown>; lots: Record<string, unknown>[] };

async function snapshotOf(sale: RunningSale): Promise<Snapshot> {
  const client = await Client.connect(sale.port);
  await client.join(sale.auction);
  const { data } = await client.until(({ event }) => event === 'snapshot');
  client.ws.terminate();
  return data as Snapshot;
}

/** The record of the lot that a command changed. */
const lotIn = ({ lots }: Snapshot, id: string) => lots.find(({ _id }) => _id === id) ?? {};

const picked = (record: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]]));

test('[A290] [A293] [A294] [A295] what a sale says of itself, live and frozen', async () => {
  const tabs = [{ tabName: 'Steers', description: 'Weaned and vaccinated' }];
  const sale = await runningSale({
    details: { requiresTabs: true, auctionTabs: tabs },
    terms: { allowUpcomingBid: false, inactiveSeconds: 90, lotOpeningSeconds: 20 },
  });
  await sale.command({ type: 'announce', text: 'The bar is open.' });
  const { auction } = await snapshotOf(sale);
  const { liveAt, finishAt } = sale.state();
  assert.equal(
    picked(auction, '_id', 'title', 'number', 'searchNumber', 'state', 'auctionType', 'public', 'lotCount'),
    {
      _id: sale.auction,
      title: 'Boggabri weaner sale',
      number: auction['number'],
      searchNumber: 4512,
      state: 'live',
      auctionType: 'simultaneous',
      public: true,
      lotCount: 3,
    },
  );
  assert.match(String(auction['number']), /4512/);
  assert.equal(auction['kindData'], { type: 'cattle', title: 'Cattle' });
  assert.match(JSON.stringify(auction['notification']), 'The bar is open.');
  assert.equal([auction['requiresTabs'], auction['auctionTabs']], [true, tabs]);
  assert.equal(picked(auction, 'allowAutoBid', 'allowUpcomingBid'), {
    allowAutoBid: true,
    allowUpcomingBid: false,
  });
  assert.equal(
    picked(auction, 'liveAt', 'finishAt', 'closedAt', 'frozenTime', 'pausedTime', 'auctionpaused'),
    { liveAt, finishAt, closedAt: null, frozenTime: null, pausedTime: null, auctionpaused: false },
  );
  assert.equal(picked(auction, 'staleTime', 'inactiveTime', 'lotOpeningSeconds'), {
    staleTime: 30,
    inactiveTime: 90,
    lotOpeningSeconds: 20,
  });
  await sale.command({ type: 'freeze', reason: 'A gate is open.' });
  assert.is((await snapshotOf(sale)).auction['frozenTime'], sale.state().frozenAt);
  await sale.command({ type: 'resume', reason: 'It is shut.' });
  await sale.command({ type: 'pause', reason: 'Rain.' });
  const paused = (await snapshotOf(sale)).auction;
  assert.is(paused['auctionpaused'], true);
  assert.is(paused['pausedTime'], sale.state().pausedAt);
  await sale.stop();
  const helmsman = await runningSale({ terms: { type: 'synchronous', durationSeconds: 600 } });
  const live = (await snapshotOf(helmsman)).auction;
  assert.equal([live['state'], live['finishAt']], ['live', Number(live['liveAt']) + 600_000]); // [A293]
  await helmsman.stop();
});

const HOUR = 3_600_000;

test('the types and states of sales and lots [A291] [A292] [A297]', async () => {
  const cases: readonly [Partial<AuctionTerms>, string, string, string[]][] = [
    [
      { openAt: Date.now() + HOUR, liveAt: Date.now() + HOUR },
      'simultaneous',
      'future',
      ['future', 'future'],
    ],
    [{ liveAt: Date.now() + HOUR, allowAutoBid: false }, 'synchronous', 'open', ['open', 'open']],
    [{ lotOpeningSeconds: 60 }, 'sequential', 'live', ['live', 'futureInLive']],
    [{ lotOpeningSeconds: 60 }, 'sequentialOffline', 'live', ['futureInLive', 'futureInLive']],
  ];
  for (const [terms, type, state, lots] of cases) {
    const sale = await runningSale({
      terms: { ...terms, type: type as AuctionTerms['type'] },
      lots: [lotTerms('lot-1'), lotTerms('lot-2')],
    });
    const snapshot = await snapshotOf(sale);
    assert.equal([snapshot.auction['auctionType'], snapshot.auction['state']], [type, state]);
    const { allowAutoBid = true, allowUpcomingBid = true } = terms;
    assert.equal(picked(snapshot.auction, 'allowAutoBid', 'allowUpcomingBid'), {
      allowAutoBid,
      allowUpcomingBid,
    }); // [A294]
    assert.equal(
      snapshot.lots.map((lot) => lot['state']),
      lots,
      type,
    );
    await sale.command({ type: 'withdraw', lot: 'lot-2', reason: 'Lame.' });
    assert.is(lotIn(await snapshotOf(sale), 'lot-2')['state'], 'closed');
    await sale.command({ type: 'withdraw', lot: 'lot-1', reason: 'Lame.' });
    if (type === 'sequential') {
      const { auction } = await snapshotOf(sale);
      assert.type(auction['closedAt'], 'number');
      assert.equal([auction['state'], auction['closedAt']], ['closed', sale.state().closedAt]); // [A293]
    }
    await sale.stop();
  }
});

test('[A299] [A300] [A301] [A302] what a lot says of its price and times', async () => {
  const sale = await runningSale({
    lots: [
      lotTerms('lot-1', { reserveCents: 40_000 }),
      lotTerms('lot-2', { unit: 'kg', startCents: 300, incrementCents: 2 }),
    ],
  });
  const price = async (lot: string) =>
    picked(
      lotIn(await snapshotOf(sale), lot),
      ...['currentBidCents', 'previousBidCents', 'bidIncrementCents', 'bidding', 'reserveStatus'],
    );
  const nothing = { currentBidCents: null, previousBidCents: null };
  assert.equal(await price('lot-1'), {
    ...{ ...nothing, bidIncrementCents: 500, bidding: 'head', reserveStatus: 'awaitingBids' },
  });
  assert.equal(await price('lot-2'), {
    ...{ ...nothing, bidIncrementCents: 2, bidding: 'kg', reserveStatus: 'awaitingBids' },
  });
  const jane = await Client.connect(sale.port, { user: 'jane' });
  await jane.join(sale.auction);
  const seen: unknown[] = [];
  for (const cents of [30_500, 38_000, 40_000]) {
    await jane.bid('lot-1', cents);
    const { currentBidCents, previousBidCents, reserveStatus } = await price('lot-1');
    seen.push([currentBidCents, previousBidCents, reserveStatus]);
  }
  assert.equal(seen, [
    [30_500, null, 'notNear'],
    // The price before it: [A375]
    [38_000, 30_500, 'nearReserve'],
    [40_000, 38_000, 'onMarket'],
  ]);
  const times = async () =>
    picked(lotIn(await snapshotOf(sale), 'lot-1'), 'frozenTime', 'pausedTime', 'finishAt', 'staleTime');
  const [first] = sale.state().lots;
  assert.equal(await times(), {
    frozenTime: null,
    pausedTime: null,
    finishAt: first?.finishAt,
    staleTime: 30,
  });
  await sale.command({ type: 'freeze', lot: 'lot-1', reason: 'A gate is open.' });
  const { frozenTime } = await times();
  assert.is(frozenTime, sale.state().lots[0]?.frozenAt);
  assert.type(frozenTime, 'number');
  await sale.command({ type: 'resume', lot: 'lot-1', reason: 'It is shut.' });
  await sale.command({ type: 'pause', lot: 'lot-1', reason: 'Rain.' });
  const { pausedTime } = await times();
  assert.type(pausedTime, 'number');
  assert.is(pausedTime, sale.state().lots[0]?.pausedAt);
  await sale.stop();
});

test('[A298] a lot that is over is sold, passed in or without a bid', async () => {
  const sale = await runningSale({
    terms: { type: 'sequentialOffline', durationSeconds: 0 },
    lots: [lotTerms('lot-1'), lotTerms('lot-2', { reserveCents: 90_000 }), lotTerms('lot-3')],
  });
  const jane = await Client.connect(sale.port, { user: 'jane' });
  await jane.join(sale.auction);
  const statuses = async () => (await snapshotOf(sale)).lots.map(({ status }) => status);
  assert.equal(await statuses(), [null, null, null]);
  for (const lot of ['lot-1', 'lot-2', 'lot-3']) {
    await sale.command({ type: 'openLot', lot });
    if (lot !== 'lot-3') await jane.bid(lot, 30_500);
    await sale.command({ type: lot === 'lot-1' ? 'knockDown' : 'passIn', lot });
  }
  assert.equal(await statuses(), ['sold', 'passed', 'noBid']);
  await sale.stop();
});

/** A person who is in the room of a sale and gets their own messages. */
async function bidderIn({ port, auction }: Awaited<ReturnType<typeof runningSale>>, user: string) {
  const client = await Client.connect(port, { user });
  await client.ask('user', 'connect-user', { _id: user });
  await client.join(auction);
  return client;
}

test('[G14] an auto-bid that answers, and a lot that is won, are reported to the person whose they are', async () => {
  const sale = await runningSale({ terms: { type: 'sequentialOffline', durationSeconds: 0 } });
  await sale.command({ type: 'openLot', lot: 'lot-1' });
  const [jane, bob] = await Promise.all([bidderIn(sale, 'jane'), bidderIn(sale, 'bob')]);
  const heard = (client: Client, event: string) =>
    client.until(({ channel, data }) => channel === 'events' && data.event === event);
  await sale.command({ type: 'autoBid', lot: 'lot-1', bidder: 'jane', maxCents: 40_000 }, 'jane');
  const set = await jane.until(({ channel, data }) => channel === 'user' && data.autobid !== undefined);
  const autobid = { auction: sale.auction, lot: 'lot-1', cents: 40_000, active: true };
  assert.equal(set.data.autobid, autobid); // [A692]
  await bob.bid('lot-1', 35_000);
  const bid = { auction: sale.auction, lot: 'lot-1', cents: 35_500 };
  assert.equal((await heard(jane, 'autobid')).data, { event: 'autobid', data: { bid } }); // [A308] [A701]
  await sale.command({ type: 'knockDown', lot: 'lot-1' });
  assert.equal((await heard(jane, 'won')).data, { event: 'won', data: { bid } }); // [A308] [A700]
  for (const event of ['autobid', 'won'])
    assert.not.ok(
      bob.seen.some(({ channel, data }) => channel === 'events' && data.event === event),
      event,
    );
  await sale.stop();
});

test('the bidders of a lot that is about to close, and nobody else, are reported so', async () => {
  const clock = new ManualClock(Date.now());
  const sale = await runningSale({ clock, terms: { durationSeconds: 120 } });
  // Timers of the gateway need a clock that moves.
  const ticks = setInterval(() => clock.advanceTo(clock.now() + 20), 1);
  const [jane, bob] = await Promise.all([bidderIn(sale, 'jane'), bidderIn(sale, 'bob')]);
  await jane.bid('lot-1', 30_500);
  const finishAt = sale.state().lots[0]?.finishAt ?? 0;
  while (clock.now() < finishAt - 25_000) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const client of [jane, bob]) await client.ask('bids', 'login');
  clearInterval(ticks);
  const closing = ({ seen }: Client) =>
    seen.flatMap(({ channel, data }) => (channel === 'events' && data.event === 'preclose' ? [data] : []));
  const bid = { auction: sale.auction, lot: 'lot-1', cents: 30_500 };
  await sale.stop();
  assert.equal(closing(jane), [{ event: 'preclose', data: { bid } }]); // [A308] [A703]
  assert.equal(closing(bob), []);
});

test.run();
