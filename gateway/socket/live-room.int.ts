import { type PresenceAnswer, subjects } from '@saleyard/contract/commands.ts';
import type { AccountEvent } from '@saleyard/domain/account/events.ts';
import { KINDS_ID, type KindsEvent } from '@saleyard/domain/kinds/kinds.ts';
import { emptyContent } from '@saleyard/domain/listing/content.ts';
import type { ListingEvent } from '@saleyard/domain/listing/events.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Client, type Seen } from '../test-support/client.ts';
import { lotTerms, type RunningSale, registered, runningSale } from '../test-support/running-sale.ts';

const test = suite('live room');

/** A bus whose methods can be replaced one by one. */
const wrapped = (bus: Bus): Bus => ({
  messageBytes: bus.messageBytes,
  publish: (subject, payload) => bus.publish(subject, payload),
  subscribe: (pattern, handler) => bus.subscribe(pattern, handler),
  request: (subject, payload, options) => bus.request(subject, payload, options),
  serve: (pattern, handler) => bus.serve(pattern, handler),
  onResync: (handler) => bus.onResync(handler),
  close: () => bus.close(),
});

async function readAll(sale: RunningSale): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const batch of sale.log.read(`auction-${sale.auction}`)) events.push(...batch);
  return events;
}

const pricesOf = (sale: RunningSale) => sale.state().lots.map(({ currentBidCents }) => currentBidCents);

/** The prices of a client that applied the newest message of each lot. */
function heldPrices(client: Client): (number | null)[] {
  const held = new Map<string, number | null>();
  let seq = -1;
  for (const message of client.seen) {
    if (message.channel !== 'bids' || message.seq === undefined) continue;
    assert.ok(message.seq >= seq, `seq went back from ${seq} to ${message.seq}`);
    seq = message.seq;
    const lots =
      message.event === 'snapshot' ? message.data.lots : message.event === 'lot-update' ? [message.data] : [];
    for (const lot of lots) held.set(lot._id, lot.currentBidCents);
  }
  return [...held.values()];
}

test('[G13] a first join is answered with a snapshot in the same frame', async () => {
  const sale = await runningSale();
  const client = await Client.connect(sale.port);
  const answer = await client.join(sale.auction);
  assert.is(answer.data.mode, 'snapshot'); // [B001]
  assert.is(answer.data.seq, sale.state().version - 1);
  assert.is(answer.data.paddle, null);
  const frame = JSON.parse(client.frames.at(-1) ?? '[]') as Seen[];
  const at = frame.findIndex(({ id }) => id !== undefined);
  const snapshot = frame[at + 1];
  assert.is(snapshot?.event, 'snapshot');
  assert.is(snapshot?.seq, answer.data.seq);
  assert.is(snapshot?.data.auction.title, 'Boggabri weaner sale');
  assert.equal(
    snapshot?.data.lots.map(({ _id }: { _id: string }) => _id),
    ['lot-1', 'lot-2', 'lot-3'],
  );
  await sale.stop();
});

test('a bid is answered with its decision, and everyone in the room sees the lot whole', async () => {
  const sale = await runningSale({ lots: [lotTerms('lot-2'), lotTerms('lot-3', { startCents: 30_041 })] });
  const [jane, bob] = await Promise.all([
    Client.connect(sale.port, { user: 'jane' }),
    Client.connect(sale.port),
  ]);
  await Promise.all([jane.join(sale.auction), bob.join('4512')]);
  const answer = await jane.bid('lot-2', 30_500);
  assert.equal(answer.data, {
    // [A680]
    outcome: 'accepted',
    lot: 'lot-2',
    currentBidCents: 30_500,
    leading: true,
    finishAt: answer.data.finishAt,
    seq: sale.state().version - 1,
  });
  const update = await bob.until(({ event }) => event === 'lot-update');
  assert.equal([update.channel, update.data._id], ['bids', 'lot-2']); // [A681]
  const sound = await bob.until(({ channel, event }) => channel === 'events' && event === 'event');
  const bid = { auction: sale.auction, lot: 'lot-2', cents: 30_500 };
  assert.equal(sound.data, { event: 'bid', data: { bid } }); // [A308] [A699]
  assert.is(update.data.currentBidCents, 30_500); // [B001] Bob is not signed in.
  assert.is(update.seq, answer.data.seq);
  const low = await jane.bid('lot-2', 30_500);
  assert.equal([low.data.outcome, low.data.code], ['refused', 'too-low']);
  assert.match(low.data.message, /The price has moved/);
  for (const [lot, cents, message] of [
    ['lot-2', 30_999, 'Please Enter a number that is a multiple of $5'], // [A553]
    ['lot-3', 30_500, 'Please enter the start price plus a multiple of $5: $305.41, $310.41 and so on.'],
  ] as const)
    assert.is((await jane.bid(lot, cents)).data.message, message); // [A553]
  const nobody = await bob.bid('lot-2', 31_000);
  assert.is(nobody.error?.code, 'not-signed-in');
  assert.equal(sale.failures, []);
  await sale.stop();
});

test('[G13] who comes back with `since` gets what changed after it, and loses nothing', async () => {
  const sale = await runningSale();
  const jane = await Client.connect(sale.port, { user: 'jane' });
  const first = await Client.connect(sale.port);
  await jane.join(sale.auction);
  await first.join(sale.auction);
  await jane.bid('lot-1', 30_500);
  const { seq = -1 } = await first.until(({ event }) => event === 'lot-update');
  first.ws.terminate();
  await jane.bid('lot-2', 30_500);
  await jane.bid('lot-3', 30_500);
  await jane.bid('lot-3', 31_000);
  const again = await Client.connect(sale.port);
  const answer = await again.join(sale.auction, seq);
  assert.is(answer.data.mode, 'changes');
  assert.equal(
    again.seen
      .filter(({ event }) => event === 'lot-update')
      .map(({ data }) => [data._id, data.currentBidCents]),
    [
      ['lot-2', 30_500],
      ['lot-3', 31_000],
    ],
  );
  assert.not.ok(again.seen.some(({ event }) => event === 'snapshot'));
  // A client can't continue from a revision that the stream has not reached.
  const strange = await Client.connect(sale.port);
  assert.is((await strange.join(sale.auction, 1_000_000)).data.mode, 'snapshot');
  assert.is((await strange.join(sale.auction, -1)).data.mode, 'snapshot');
  await sale.stop();
});

test('[G13] a client that saw more than this gateway is shown nothing older', async () => {
  const sale = await runningSale();
  const jane = await Client.connect(sale.port, { user: 'jane' });
  await jane.join(sale.auction);
  sale.busIsDown = true;
  const { data } = await jane.bid('lot-1', 30_500);
  const other = await Client.connect(sale.port);
  const answer = await other.join(sale.auction, data.seq);
  assert.is(answer.data.seq, data.seq);
  assert.is(answer.data.mode, 'changes');
  await sale.stop();
});

test('[G10] a bus that repeats, reverses and loses messages changes nothing of what people see', async () => {
  const sale = await runningSale({
    busSeen: (bus) => ({
      ...wrapped(bus),
      subscribe: (pattern, handler) => {
        let held: unknown[] = [];
        let n = 0;
        return bus.subscribe(pattern, (payload, subject) => {
          n += 1;
          // Every fifth is lost; the others arrive twice, in swapped pairs.
          if (n % 5 === 0) return;
          held.unshift(payload, payload);
          if (held.length < 4) return;
          for (const one of held.splice(0)) handler(one, subject);
          held = [];
        });
      },
    }),
  });
  const jane = await Client.connect(sale.port, { user: 'jane' });
  const bob = await Client.connect(sale.port);
  await Promise.all([jane.join(sale.auction), bob.join(sale.auction)]);
  for (let n = 1; n <= 40; n += 1) {
    await sale.command({
      type: 'bid',
      lot: `lot-${(n % 3) + 1}`,
      bidder: `b${n % 4}`,
      cents: 30_000 + 500 * n,
    });
  }
  const last = sale.state().version - 1;
  for (let n = 0; n < 800 && heldPrices(bob).join() !== pricesOf(sale).join(); n += 1) {
    sale.bus.publish(`events.auction.${sale.auction}`, (await readAll(sale)).slice(last));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.equal(heldPrices(bob), pricesOf(sale));
  assert.equal(sale.failures, []);
  await sale.stop();
});

test('[G10] after an interruption of the bus the log is asked', async () => {
  let resync = () => {};
  const sale = await runningSale({
    busSeen: (bus) => ({
      ...wrapped(bus),
      onResync: (handler) => {
        const before = resync;
        resync = () => {
          before();
          handler();
        };
        return bus.onResync(handler);
      },
    }),
  });
  const bob = await Client.connect(sale.port);
  await bob.join(sale.auction);
  sale.busIsDown = true;
  await sale.command({ type: 'bid', lot: 'lot-1', bidder: 'b1', cents: 30_500 });
  resync();
  const update = await bob.until(({ event }) => event === 'lot-update');
  assert.is(update.data.currentBidCents, 30_500);
  await sale.stop();
});

test('[G17] anonymous visitors see public sales only, signed-in people all', async () => {
  const sale = await runningSale({ details: { public: false } });
  const stranger = await Client.connect(sale.port);
  assert.is((await stranger.join(sale.auction)).error?.code, 'not-found'); // [A033]
  assert.is((await stranger.join('4512')).error?.code, 'not-found');
  const jane = await Client.connect(sale.port, { user: 'jane' });
  assert.is((await jane.join(sale.auction)).data.mode, 'snapshot'); // [A033]
  await sale.command({ type: 'freeze', reason: 'rain' });
  await jane.until(({ event, data }) => event === 'auction-update' && data.frozenTime !== null);
  assert.is((await jane.join('no-such-sale')).error?.code, 'not-found');
  assert.is(stranger.frames.join('').includes('Boggabri'), false);
  await sale.stop();
});

test('a join that is repeated before its answer is not refused', async () => {
  const sale = await runningSale();
  const jane = await Client.connect(sale.port, { user: 'jane' });
  const [first, second] = await Promise.all([jane.join(sale.auction), jane.join(sale.auction)]);
  assert.is(first.error?.code, 'unavailable');
  assert.is(second.data.mode, 'snapshot');
  await sale.stop();
});

test('[G9] an unknown outcome is answered as unknown, and the same commandId returns the outcome', async () => {
  let replies = 0;
  const sale = await runningSale({
    owner: async () => {
      replies += 1;
      if (replies === 1) throw new Error('the append has no known outcome');
      if (replies === 2) return { outcome: 'unknown' };
      if (replies === 3) return { outcome: 'unavailable', code: 'full', retryAfterMs: 1_000 };
      return { outcome: 'duplicate-conflict' };
    },
  });
  const jane = await Client.connect(sale.port, { user: 'jane' });
  await jane.join(sale.auction);
  const codes = [];
  for (let n = 0; n < 4; n += 1) codes.push((await jane.bid('lot-1', 30_500, 'command-1')).error?.code);
  assert.equal(codes, ['unknown', 'unknown', 'full', 'duplicate-conflict']);
  assert.is((await jane.bid('lot-9', 30_500)).error?.code, 'unknown-lot');
  await sale.stop();
});

test('a bid right behind its join in the same frame waits for the sale to be there', async () => {
  const sale = await runningSale();
  const jane = await Client.connect(sale.port, { user: 'jane' });
  jane.ws.send(
    JSON.stringify([
      { id: 1, channel: 'bids', event: 'join-auction', data: { _id: sale.auction } },
      {
        id: 2,
        channel: 'bids',
        event: 'bid',
        data: { bid: { lot: 'lot-1', cents: 30_500 }, commandId: 'command-2' },
      },
    ]),
  );
  assert.is((await jane.until(({ id }) => id === 2)).data.outcome, 'accepted');
  await sale.stop();
});

test('[G14] a person’s bids, paddle and sounds reach their own connected sockets only', async () => {
  const sale = await runningSale();
  const people = { jane: { user: 'jane' }, bob: { user: 'bob' } };
  const [jane, tab, bob] = await Promise.all([
    Client.connect(sale.port, people.jane),
    Client.connect(sale.port, people.jane),
    Client.connect(sale.port, people.bob),
  ]);
  assert.is((await bob.ask('user', 'connect-user', { _id: 'jane' })).error?.code, 'forbidden');
  for (const [client, _id] of [
    [jane, 'jane'],
    [tab, 'jane'],
    [bob, 'bob'],
  ] as const) {
    assert.equal((await client.ask('user', 'connect-user', { _id })).data, { _id });
  }
  await jane.join(sale.auction);
  await bob.join(sale.auction);
  await jane.bid('lot-1', 30_500);
  let alias: string | undefined;
  for (const client of [jane, tab]) {
    const own = (seen: Seen, part: 'bid' | 'paddle') =>
      seen.event === 'user-update' && Boolean(seen.data[part]);
    const { bid } = (await client.until((seen) => own(seen, 'bid'))).data;
    assert.equal(bid, { auction: sale.auction, lot: 'lot-1', cents: 30_500, at: bid.at }); // [A690]
    alias = (await client.until((seen) => own(seen, 'paddle'))).data.paddle?.paddle;
    assert.match(alias ?? '', /^\d{4}$/);
  }
  await bob.bid('lot-1', 31_000);
  const outbid = await tab.until(({ channel, data }) => channel === 'events' && data.event === 'outbid');
  const bid = { auction: sale.auction, lot: 'lot-1', cents: 31_000 };
  assert.equal(outbid.data, { event: 'outbid', data: { bid } }); // [A308] [A702]
  assert.equal((await jane.join(sale.auction)).data.paddle, alias);
  assert.is(
    bob.seen.some(({ data }) => data?.bid?.cents === 30_500 && data.bid.at !== undefined),
    false,
  );
  assert.is(
    bob.seen.some(({ data }) => data?.event === 'outbid'),
    false,
  );
  await sale.stop();
});

test('[G15] a person’s status and watch list arrive live', async () => {
  const sale = await runningSale();
  await sale.account('jane', [registered]);
  const jane = await Client.connect(sale.port, { user: 'jane' });
  await jane.ask('user', 'connect-user', { _id: 'jane' });
  const first = await jane.until(({ event }) => event === 'user-update');
  assert.is(first.data.status, 'registered');
  assert.equal(first.data.watchList, []);
  await sale.account('jane', [
    { type: 'LotWatched', data: { at: 2, lot: 'lot-2', auction: sale.auction } },
    {
      type: 'AccountStatusChanged',
      data: { at: 3, status: 'approved-buyer', type: 'buyer', approvedStockTypes: [] },
    },
  ]);
  const changed = await jane.until(({ data }) => data?.status === 'approved-buyer'); // [A326] [A689]
  assert.equal(changed.data.watchList, [{ lotId: 'lot-2' }]); // [A330] [A689]
  await sale.account('jane', [{ type: 'LotUnwatched', data: { at: 4, lot: 'lot-2' } }]);
  await jane.until(({ data }) => data?.status === 'approved-buyer' && data.watchList.length === 0);
  assert.is(jane.frames.join('').includes('sealed-personal-data'), false);
  await sale.stop();
});

test('[G14] a lot that is withdrawn takes its bids with it, for those who made them', async () => {
  const sale = await runningSale();
  const [jane, bob] = await Promise.all(['jane', 'bob'].map((user) => Client.connect(sale.port, { user })));
  assert.ok(jane && bob);
  for (const [client, _id] of [
    [jane, 'jane'],
    [bob, 'bob'],
  ] as const)
    await client.ask('user', 'connect-user', { _id });
  await Promise.all([jane.join(sale.auction), bob.join(sale.auction)]);
  await jane.bid('lot-2', 30_500);
  await sale.command({ type: 'withdraw', lot: 'lot-2', reason: 'lame' });
  const gone = await jane.until(({ data }) => data?.['bid-delete'] !== undefined);
  assert.equal(gone.data['bid-delete'], { auction: sale.auction, lot: 'lot-2' }); // [A691]
  await bob.until(({ event, data }) => event === 'lot-update' && data.withdrawn);
  assert.is(bob.frames.join('').includes('bid-delete'), false);
  await sale.stop();
});

const draft = (auction: string): ListingEvent => ({
  type: 'ListingStarted',
  data: {
    at: 1,
    kind: 'cattle',
    auction,
    searchNumericId: 40_001,
    createdBy: 'jane',
    origin: { how: 'new' },
    content: emptyContent(0),
  },
});

test('[G15] changes and the deletion of a listing reach its owner’s sockets', async () => {
  const sale = await runningSale();
  const [jane, tab, bob] = await Promise.all(
    ['jane', 'jane', 'bob'].map((user) => Client.connect(sale.port, { user })),
  );
  assert.ok(jane && tab && bob);
  for (const client of [jane, tab]) await client.ask('user', 'connect-user', { _id: 'jane' });
  await bob.ask('user', 'connect-user', { _id: 'bob' });
  const updateOf = (client: Client, part: 'lot' | 'lot-delete', auction: string) =>
    client.until(({ event, data }) => event === 'user-update' && data[part]?.auction === auction);
  await sale.listing('listing-a', [draft('sale-1')]);
  await sale.listing('listing-a', [{ type: 'ListingSubmitted', data: { at: 2 } }]);
  const { channel, data } = await updateOf(jane, 'lot', 'sale-1');
  assert.equal([channel, data.lot._id], ['user', 'listing-a']); // [A694]
  assert.ok(data.lot.position > 0);
  // Moved to another sale while the bus was unavailable: the next event is enough to notice.
  sale.busIsDown = true;
  const moved: ListingEvent = { type: 'ListingEdited', data: { at: 3, changes: {}, auction: 'sale-2' } };
  await sale.listing('listing-a', [moved]);
  sale.busIsDown = false;
  await sale.listing('listing-a', [
    { type: 'ListingRefused', data: { at: 4, reason: 'no picture', sealed: '' } },
  ]);
  for (const client of [jane, tab]) await updateOf(client, 'lot', 'sale-2');
  await sale.listing('listing-a', [{ type: 'ListingDeleted', data: { at: 5 } }]);
  for (const client of [jane, tab]) {
    const gone = await updateOf(client, 'lot-delete', 'sale-2');
    assert.equal([gone.channel, gone.data['lot-delete']._id], ['user', 'listing-a']); // [A695]
  }
  await bob.ask('bids', 'login');
  assert.is(bob.frames.join('').includes('listing-a'), false);
  assert.is(jane.frames.join('').includes('no picture'), false);
  assert.equal(sale.failures, []);
  await sale.stop();
});

test('[G15] a favourite PIC that is added, changed or deleted is reported to its owner, and not what it says', async () => {
  const sale = await runningSale();
  await sale.account('jane', [registered]);
  await sale.account('jane', [{ type: 'PicAdded', data: { at: 2, pic: 'pic-old', personal: 'sealed-a' } }]);
  const [jane, bob] = await Promise.all(['jane', 'bob'].map((user) => Client.connect(sale.port, { user })));
  assert.ok(jane && bob);
  await jane.ask('user', 'connect-user', { _id: 'jane' });
  await bob.ask('user', 'connect-user', { _id: 'bob' });
  await jane.until(({ data }) => data?.status === 'registered');
  const added = (pic: string, personal: string): AccountEvent => ({
    type: 'PicAdded',
    data: { at: 3, pic, personal },
  });
  await sale.account('jane', [added('pic-new', 'sealed-b')]);
  const { channel, data } = await jane.until((seen) => seen.data?.pic !== undefined);
  assert.equal([channel, data.pic._id], ['user', 'pic-new']); // [A696]
  // Received by nobody while the bus was unavailable; caught up with the next event.
  sale.busIsDown = true;
  const change: AccountEvent = { type: 'PicChanged', data: { at: 4, pic: 'pic-new', personal: 'sealed-c' } };
  await sale.account('jane', [change]);
  sale.busIsDown = false;
  const from = jane.seen.length;
  await sale.account('jane', [{ type: 'PicDeleted', data: { at: 5, pic: 'pic-old' } }]);
  assert.is((await jane.until(({ data }) => data?.pic !== undefined, from)).data.pic._id, 'pic-new');
  const gone = await jane.until(({ data }) => data?.['pic-delete'] !== undefined, from);
  assert.equal([gone.channel, gone.data['pic-delete']._id], ['user', 'pic-old']); // [A697]
  await bob.ask('bids', 'login');
  assert.is(bob.frames.join('').includes('pic-'), false);
  assert.is(jane.frames.join('').includes('sealed-'), false);
  await sale.stop();
});

test('[G15] what one page says of being looked at reaches the other pages of the same person', async () => {
  const sale = await runningSale();
  const [jane, bob] = await Promise.all(['jane', 'bob'].map((user) => Client.connect(sale.port, { user })));
  assert.ok(jane && bob);
  await jane.ask('user', 'connect-user', { _id: 'jane' });
  await bob.ask('user', 'connect-user', { _id: 'bob' });
  sale.bus.publish(subjects.onlineState, { user: 'jane', state: 'ACTIVE' });
  const heard = await jane.until(({ data }) => data?.changeOnlineState !== undefined);
  assert.equal([heard.channel, heard.data.changeOnlineState], ['user', 'ACTIVE']); // [A698]
  await bob.ask('bids', 'login');
  assert.is(bob.frames.join('').includes('changeOnlineState'), false);
  await sale.stop();
});

test('a kind of stock that is taken no more, or again, is reported to everyone', async () => {
  const sale = await runningSale();
  const [jane, visitor] = await Promise.all([
    Client.connect(sale.port, { user: 'jane' }),
    Client.connect(sale.port),
  ]);
  const stopped: KindsEvent = { type: 'KindStopped', data: { at: 1, kind: 'goat', reason: 'footrot' } };
  sale.bus.publish(subjects.streamEvents('kinds', KINDS_ID), [stopped]);
  for (const client of [jane, visitor]) {
    const gone = await client.until(({ channel, event }) => channel === 'catalog' && event === 'kind-delete');
    assert.equal(gone.data, { _id: 'goat' }); // [A685]
  }
  const resumed: KindsEvent = { type: 'KindResumed', data: { at: 2, kind: 'goat' } };
  sale.bus.publish(subjects.streamEvents('kinds', KINDS_ID), [resumed]);
  for (const client of [jane, visitor]) {
    const taken = await client.until(({ channel, event }) => channel === 'catalog' && event === 'kind');
    assert.equal(taken.data, { _id: 'goat', type: 'goat', title: 'Goat' }); // [A684]
    assert.is(client.frames.join('').includes('footrot'), false);
  }
  await sale.stop();
});

test('the catalogue channel sends the phases of a sale to everyone who may see the sale', async () => {
  const sale = await runningSale();
  const stranger = await Client.connect(sale.port);
  await stranger.ask('anonymous-user', 'connect-anonymous-user');
  await sale.command({ type: 'freeze', reason: 'storm' });
  // Updates of the sale's lots may be sent before it.
  const updateOf = await stranger.until(
    ({ channel, event, data }) => channel === 'catalog' && event === 'auction' && data.frozenTime !== null,
  );
  assert.is(updateOf.data._id, sale.auction);
  await sale.stop();
});

test('what staff announce reaches the room and everyone with a catalogue, and ends', async () => {
  const sale = await runningSale();
  const [inRoom, elsewhere] = await Promise.all([
    Client.connect(sale.port, { user: 'jane' }),
    Client.connect(sale.port),
  ]);
  await inRoom.join(sale.auction);
  await elsewhere.ask('anonymous-user', 'connect-anonymous-user');
  await sale.command({ type: 'announce', text: 'Trucks wait at gate 2' });
  const isAnnounced = ({ event, data }: Seen, text: string | null) =>
    (event === 'auction-update' || event === 'auction') && data.notification === text;
  await Promise.all(
    [inRoom, elsewhere].map((client) => client.until((seen) => isAnnounced(seen, 'Trucks wait at gate 2'))),
  );
  await sale.command({ type: 'announce', text: null });
  await Promise.all(
    [inRoom, elsewhere].map((client) =>
      client.until(
        (seen) => isAnnounced(seen, null),
        client.seen.findIndex((seen) => isAnnounced(seen, 'Trucks wait at gate 2')),
      ),
    ),
  );
  await sale.stop();
});

test('a gateway says who is in a room: each person once, visitors by connection', async () => {
  const sale = await runningSale();
  let questions = 0;
  const asked = (auction: string | null = sale.auction) =>
    new Promise<PresenceAnswer>((resolve) => {
      questions += 1;
      const replyTo = subjects.presenceAnswer(`question-${questions}`);
      const stop = sale.bus.subscribe(replyTo, (answer) => {
        stop();
        resolve(answer as PresenceAnswer);
      });
      sale.bus.publish(subjects.presenceAsked, { auction, replyTo });
    });
  assert.equal(await asked(), { people: [], signedIn: 0, visitors: 0 });
  const people = await Promise.all(
    ['jane', 'jane', 'bob', undefined, undefined].map((user) =>
      Client.connect(sale.port, user === undefined ? {} : { user }),
    ),
  );
  const [jane, alsoJane, bob, visitor] = people;
  for (const client of people.slice(0, 4)) await client.join(sale.auction);
  const { people: named = [], ...counts } = await asked();
  assert.equal([[...named].sort(), counts], [['bob', 'jane'], { signedIn: 2, visitors: 1 }]);
  const { people: connected = [], ...online } = await asked(null);
  assert.equal([[...connected].sort(), online], [['bob', 'jane'], { signedIn: 2, visitors: 2 }]);
  await bob?.ask('bids', 'leave-auction', { _id: sale.auction });
  for (const gone of [alsoJane, visitor]) {
    gone?.close();
    await gone?.untilClosed();
  }
  // A closed connection is noticed a moment later.
  while ((await asked()).visitors > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(await asked(), { people: ['jane'], signedIn: 1, visitors: 0 });
  jane?.close();
  await sale.stop();
});

test('a withdrawn lot is gone from the catalogue; there is no way to the live side but a WebSocket', async () => {
  const sale = await runningSale();
  const looker = await Client.connect(sale.port);
  await looker.ask('anonymous-user', 'connect-anonymous-user');
  await sale.command({ type: 'withdraw', lot: 'lot-2', reason: 'lame' });
  const gone = await looker.until(({ event }) => event === 'lot-delete');
  assert.equal(gone.data, { _id: 'lot-2', auction: sale.auction }); // [A687]
  assert.ok(looker.seen.some(({ event, data }) => event === 'lot' && data._id === 'lot-2')); // [A682]
  assert.is((await fetch(`http://127.0.0.1:${sale.port}/realtime?transport=polling`)).ok, false); // [A675]
  await sale.stop();
});

test('[G16] anonymous visitors are counted while they are here', async () => {
  const sale = await runningSale();
  const [one, two] = await Promise.all([Client.connect(sale.port), Client.connect(sale.port)]);
  const { data } = await one.ask('anonymous-user', 'connect-anonymous-user');
  assert.equal((await one.ask('anonymous-user', 'connect-anonymous-user')).data, data);
  const other = await two.ask('anonymous-user', 'connect-anonymous-user');
  assert.is(sale.gateway.counters().anonymous, 2);
  assert.is(
    (await one.ask('anonymous-user', 'disconnect-anonymous-user', other.data)).error?.code,
    'not-found',
  );
  assert.equal((await one.ask('anonymous-user', 'disconnect-anonymous-user', data)).data, data);
  assert.is(sale.gateway.counters().anonymous, 1); // [A705]
  // Who comes again keeps the id, unless another has it.
  const again = await one.ask('anonymous-user', 'connect-anonymous-user', data);
  assert.equal(again.data, data); // [A704]
  assert.is.not((await two.ask('anonymous-user', 'connect-anonymous-user', data)).data._id, data._id);
  const three = await Client.connect(sale.port);
  assert.is.not((await three.ask('anonymous-user', 'connect-anonymous-user', data)).data._id, data._id);
  three.close();
  await one.ask('anonymous-user', 'disconnect-anonymous-user', data);
  two.close();
  await two.untilClosed();
  for (let n = 0; n < 10_000 && sale.gateway.counters().anonymous > 0; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.equal(sale.gateway.counters().anonymous, 0);
  await sale.stop();
});

test.run();
