import type { SaleFairness } from '@saleyard/contract/fairness.ts';
import type { WhyOfLot } from '@saleyard/contract/why.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { Arrival } from '@saleyard/platform/event-log/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Session } from '../client/session.ts';
import { LiveViewer } from '../test-support/live-viewer.ts';
import { statusOf } from '../test-support/refusals.ts';
import { command, schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';

const test = suite('why a bid lost', { limitMs: 60_000 });
/** What only its owner, or nobody, may read: a maximum and a reserve, in cents. */
const SECRET_CENTS = 47_500;
const RESERVE_CENTS = 61_500;

let server: TestServer;
let sale: Awaited<ReturnType<typeof schedule>>;
let lot: string;
let staff: Session;
let buyer: Session;
let rival: Session;

test.before(async () => {
  server = await startTestServer();
  staff = await server.signedIn('staff');
  buyer = await server.signedIn('buyer');
  rival = await server.signedIn('buyer2');
  sale = await schedule(staff, { type: 'sequentialOffline', allowAutoBid: true, reopenSeconds: 0 }, [
    steers('1', { reserveCents: RESERVE_CENTS }),
    steers('2'),
  ]);
  lot = sale.lots[0] ?? '';
  await until(() =>
    command(staff, sale._id, 'openLot', { lot }).then(
      () => true,
      () => false,
    ),
  );
});

test.after(() => server.close());

const why = async (who: Session, of = lot): Promise<WhyOfLot> =>
  (await who.call<{ why: WhyOfLot }>('GET', `users/me/auctions/${sale._id}/lots/${of}/why`)).why;

/** The arrivals that the log holds, with the type of their event. */
async function arrivals(): Promise<[string, Arrival][]> {
  const found: [string, Arrival][] = [];
  for await (const events of server.stores.log.read(auctionStream(sale._id))) {
    for (const { type, meta } of events) if (meta.arrival !== undefined) found.push([type, meta.arrival]);
  }
  return found;
}

test('a bid and an auto-bid: their arrival is recorded, and shown to their bidder', async () => {
  const before = server.clock.now();
  const set = {
    lot,
    autobid: SECRET_CENTS,
    commandId: 'why-auto-1',
    page: { clockOffsetMs: 40, seenCents: null },
  };
  const first = await rival.call('PUT', 'users/me/autobids', set);
  const room = new LiveViewer(server.base, buyer.cookie);
  await room.ask('join-auction', { _id: sale._id });
  const page = { clockOffsetMs: -1_500, seenCents: 40_500 };
  const bid = { lot, cents: 41_500 };
  const answer = await room.ask('bid', { bid, commandId: 'why-bid-1', page });
  assert.equal([answer['outcome'], answer['leading']], ['accepted', false]);
  // Sent again from a page that reports something else, it is the same command.
  const again = { clockOffsetMs: 900, seenCents: null };
  assert.equal(await room.ask('bid', { bid, commandId: 'why-bid-1', page: again }), answer);
  const same = await rival.call('PUT', 'users/me/autobids', { ...set, page: again });
  assert.equal(same, first);
  room.ws.close();
  const recorded = await arrivals();
  assert.equal(
    recorded.map(([type, { clockOffsetMs, seenCents }]) => [type, clockOffsetMs, seenCents]),
    [
      ['AutoBidAccepted', 40, null],
      ['BidAccepted', -1_500, 40_500],
    ],
  );
  for (const [, { receivedAt }] of recorded)
    assert.ok(receivedAt >= before && receivedAt <= server.clock.now());

  const mine = await why(buyer);
  assert.is(mine.bids.length, 1);
  const [own] = mine.bids;
  assert.equal(
    [own?.title, own?.fate, own?.byCents, own?.rules],
    ['You bid $415.00', 'answered', 500, ['E3']],
  );
  assert.is(own?.receivedAt, recorded[1]?.[1].receivedAt);
  const said = own?.sentences.join(' ') ?? '';
  assert.match(said, 'which answered at once with $420.00, $5.00 above it.');
  assert.match(said, 'Your screen showed $405.00, as it was.');
  assert.match(said, "1.5 s behind the server's");

  const theirs = await why(rival);
  assert.equal(
    theirs.bids.map(({ title, fate }) => [title, fate]),
    [
      ['Your auto-bid bid $420.00', 'leading'],
      ['You set an auto-bid of up to $475.00', 'replaced'],
    ],
  );
  assert.match(theirs.bids[1]?.sentences.join(' ') ?? '', 'Your screen showed no bid, as it was.');
});

test('a client cannot set when its bid was received', async () => {
  const set = { lot, autobid: SECRET_CENTS };
  await rival.call('PUT', 'users/me/autobids', set, { 'x-saleyard-received-at': '1000' });
  const last = (await arrivals()).at(-1);
  assert.ok((last?.[1].receivedAt ?? 0) > 1_000_000);
});

test('[E12] it names no account, and holds no reserve and no maximum of another', async () => {
  const mine = await why(buyer);
  const text = JSON.stringify(mine);
  for (const secret of [rival.id, staff.id, '475.00', '47500', '615.00', '61500'])
    assert.not.match(text, secret);
});

test('it is the person’s own: 404 for those who made no bid on the lot, 401 for a visitor', async () => {
  const [auditor, path] = [await server.signedIn('auditor'), `users/me/auctions/${sale._id}/lots/${lot}/why`];
  for (const who of [staff, auditor]) assert.is(await statusOf(who.call('GET', path)), 404);
  assert.is(await statusOf(why(buyer, sale.lots[1])), 404);
  assert.is(await statusOf(buyer.call('GET', `users/me/auctions/${'a'.repeat(36)}/lots/${lot}/why`)), 404);
  assert.is((await fetch(`${server.base}/api/v1/${path}`)).status, 401);
});

test('[C1] a floor bid that was taken back: its bidder and the one who leads again read the clerk’s reason', async () => {
  await command(staff, sale._id, 'floorBid', { lot, cents: 49_000, bidder: buyer.id });
  await command(staff, sale._id, 'retractFloorBid', { lot, reason: 'the nod was for lot 3' });
  const [floor] = (await why(buyer)).bids;
  assert.equal(
    [floor?.title, floor?.fate, floor?.rules],
    ['The clerk entered your bid of $490.00 on the floor', 'takenBack', ['C1']],
  );
  assert.match(floor?.sentences[0] ?? '', /^The clerk took it back at .*\. It does not count\.$/);
  assert.is(floor?.sentences[1], 'Reason: the nod was for lot 3');
  const theirs = (await why(rival)).bids.flatMap(({ sentences }) => sentences);
  assert.ok(theirs.some((each) => each.startsWith('A floor bid of $490.00 went above it,')));
  assert.ok(theirs.includes('Reason: the nod was for lot 3'));
});

test('what staff entered is called what it is, and the close says who bought', async () => {
  await command(staff, sale._id, 'staffBid', { lot, bidder: buyer.id, cents: 50_000, note: 'rang at ten' });
  await command(staff, sale._id, 'floorBid', { lot, cents: 62_000, bidder: buyer.id });
  await command(staff, sale._id, 'knockDown', { lot });
  const { bids, summary } = await why(buyer);
  assert.equal(
    bids.slice(0, 2).map(({ title, enteredBy, fate }) => [title, enteredBy, fate]),
    [
      ['The clerk entered your bid of $620.00 on the floor', 'clerk', 'bought'],
      ['Staff bid $500.00 for you, by phone', 'staff', 'replaced'],
    ],
  );
  assert.equal(summary, ['You bought the lot at $620.00.']);
  assert.match((await why(rival)).summary[0] ?? '', 'bought the lot at $620.00');
  assert.not.match(JSON.stringify(await why(buyer)), 'rang at ten');
});

test('how the sale was run is public: counts and times, nobody and no amount', async () => {
  const response = await fetch(`${server.base}/api/v1/auctions/${sale._id}/fairness`);
  assert.is(response.status, 200);
  const { data } = (await response.json()) as { data: { fairness: SaleFairness } };
  const { delay, acts } = data.fairness;
  assert.is(delay.bids, 3);
  assert.ok((delay.worst ?? -1) >= (delay.p50 ?? 0));
  assert.equal(
    acts.map(({ act, count }) => `${act} ${count}`),
    ['opened 1', 'knockedDown 1', 'floorBids 2', 'floorBidsTakenBack 1', 'phoneBids 1'],
  );
  const text = JSON.stringify(data);
  for (const secret of [buyer.id, rival.id, staff.id, 'rang at ten', '62000', '47500']) {
    assert.not.match(text, secret);
  }
  const hidden = await schedule(staff, { type: 'simultaneous', durationSeconds: 60, public: false }, [
    steers('1'),
  ]);
  assert.is(await statusOf(staff.call('GET', `auctions/${hidden._id}/fairness`)), 404);
});

test.run();
