/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import { OTHER_PROTOCOL_CLOSE } from '@saleyard/contract/realtime-protocol.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import { BehaviorSubject, Subject } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import * as assert from 'uvu/assert';
import { deviceNow } from '@/lib/clock.ts';
import { Realtime } from '@/lib/realtime/realtime.ts';
import { meQuery } from '@/lib/session.ts';
import { exampleLot } from '@/test-support/example-sales.ts';
import { FakeSocket } from '@/test-support/fake-socket.ts';
import { handles } from '@/test-support/server.ts';

const { screen, waitFor, within } = await import('@testing-library/react');
const { bidButton, openRoom, rendered, server } = await import('./test-support/render-room.tsx');

const test = suite('the connection of the live room', { limitMs: 20_000 });
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

const HOUR_MS = 3_600_000;

type ConnectionParts = ConstructorParameters<typeof Realtime>[0];

/** A connection of a page that is online, without a room. */
const connectionOf = (parts: Pick<ConnectionParts, 'WebSocketCtor'> & Partial<ConnectionParts>) =>
  new Realtime({
    url: 'ws://saleyard.test/realtime',
    now: deviceNow,
    random: () => 0,
    identity: { userId: 'u1' },
    online: new BehaviorSubject(true),
    visible: new Subject<void>(),
    ...parts,
  });

/**
 * A room, and how often it has read the viewer's bids and auto-bids. However slow the machine is: what is not answered
 * for long would be read again in any case.
 */
async function roomWithReads() {
  const read = { bids: 0, autobids: 0 };
  const room = await openRoom({
    heartbeat: { silentMs: HOUR_MS, fallbackMs: HOUR_MS },
    except: [
      handles('get', 'users/me/bids', () => {
        read.bids += 1;
        return { bids: [] };
      }),
      handles('get', 'users/me/autobids', () => {
        read.autobids += 1;
        return { autobids: [] };
      }),
    ],
  });
  await room.joined();
  return { room, read };
}

for (const [random, ms] of [
  [0, 500],
  [1, 2_500],
] as const) {
  test(`a connection that does not open within 20 s, or is lost, is tried again after ${ms} ms [A676] [A677]`, () => {
    const scheduler = new TestScheduler(assert.equal);
    const opened: number[] = [];
    const sockets: FakeSocket[] = [];
    class SilentSocket extends FakeSocket {
      constructor() {
        super({ opens: false });
        sockets.push(this);
        opened.push(scheduler.now());
      }
    }
    const realtime = connectionOf({
      random: () => random,
      WebSocketCtor: SilentSocket as unknown as typeof WebSocket,
    });
    const loseSecond = () => {
      sockets[1]?.open();
      sockets[1]?.onclose?.({ wasClean: false, code: 1006 });
    };
    scheduler.run(() => {
      scheduler.schedule(realtime.start(), 30_000);
      scheduler.schedule(loseSecond, 25_000);
    });
    assert.equal(opened, [0, 20_000 + ms, 25_000 + ms]);
  });
}

test('nothing is said to be old while the sale is entered for the first time', async () => {
  const sockets: FakeSocket[] = [];
  const realtime = connectionOf({
    WebSocketCtor: FakeSocket.recordedIn(sockets),
  });
  const joined = { auction: 'a1', since: () => null, joined: () => {}, refused: () => {} };
  realtime.join(joined);
  const stop = realtime.start();
  await waitFor(() => assert.ok(sockets[0]?.asked('join-auction').length));
  // The server has answered who we are, and not yet the sale.
  sockets[0]?.deliver([{ id: sockets[0].asked('login')[0]?.id, data: {} }]);
  const { state, ageMs } = realtime.connection.value;
  assert.equal([state, ageMs], ['Reconnecting', null]);
  sockets[0]?.answerJoin({ seq: 5, paddle: null });
  await waitFor(() => assert.is(realtime.connection.value.state, 'Live'));
  assert.type(realtime.connection.value.ageMs, 'number');
  stop();
});

test('after a reconnect the sale is joined from where it was known, and the own bids are read again', async () => {
  const { room, read } = await roomWithReads();
  const joined = room.latest().asked('join-auction')[0]?.data;
  assert.equal([joined?._id, joined?.authorized], ['a1', true]); // [A679]
  await waitFor(() => assert.equal(read, { bids: 1, autobids: 1 }));
  room.online.next(false);
  room.online.next(true);
  await waitFor(() => assert.is(room.sockets.length, 2));
  await waitFor(() => assert.is(room.latest().asked('join-auction')[0]?.data.since, 5)); // [A409] [A410]
  room.latest().answerJoin({ seq: 5, paddle: null });
  await waitFor(() => assert.equal(read, { bids: 2, autobids: 2 })); // [A411] [A412]
  await room.lotUpdate(7, { currentBidCents: 52_000, nextBidCents: 52_500 });
  assert.ok(await screen.findByRole('button', { name: 'Bid $525.00 /head' })); // [A410]
});

test('a page that becomes visible reads the sale and the viewer’s bids again, on the same connection', async () => {
  const { room, read } = await roomWithReads();
  await waitFor(() => assert.equal(read, { bids: 1, autobids: 1 }));
  room.visible.next();
  await waitFor(() => assert.is(room.latest().asked('join-auction').length, 2));
  assert.is(room.latest().asked('join-auction')[1]?.data.since, 5);
  await waitFor(() => assert.equal(read, { bids: 2, autobids: 2 })); // [A413]
  assert.is(room.sockets.length, 1);
});

/** Every join so far, and nothing else, is refused by `code`. */
const refuseJoins = (socket: FakeSocket | undefined, code: string) =>
  socket?.deliver(socket.asked('join-auction').map(({ id }) => ({ id, error: { code, message: 'x' } })));

/** The room loses its network and has it back: it joins by a socket of its own, which is the `sockets`th. */
async function reconnects(room: Awaited<ReturnType<typeof openRoom>>, sockets: number): Promise<void> {
  room.online.next(false);
  room.online.next(true);
  await waitFor(() =>
    assert.ok(room.sockets.length === sockets && room.latest().asked('join-auction').length),
  );
}

test('a sale that a new connection cannot join yet is not live: nobody bids on its old prices', async () => {
  const room = await openRoom();
  await room.joined();
  await reconnects(room, 2);
  refuseJoins(room.latest(), 'unavailable');
  await rendered();
  assert.ok(screen.getByRole('status', { name: 'Connection: Reconnecting' }));
  assert.is(((await bidButton()) as HTMLButtonElement).disabled, true);
});

test('a refused join is sent again while its sale is followed by requests; a throttled one changes nothing', async () => {
  const sockets: FakeSocket[] = [];
  const answer = { _id: 'a1', seq: 7, mode: 'changes', paddle: null, messages: [] } as const;
  const realtime = connectionOf({
    WebSocketCtor: FakeSocket.recordedIn(sockets),
    heartbeat: { fallbackMs: 0, silentMs: 20 },
    rest: {
      read: async () => ({ ...answer, serverTime: deviceNow() }),
      bid: () => Promise.reject(new Error('not asked')),
    },
  });
  const refusals: string[] = [];
  const refused = (code: string) => void refusals.push(code);
  realtime.join({ auction: 'a1', since: () => 5, joined: () => {}, refused });
  const stop = realtime.start();
  const { connection } = realtime;
  // Between two answers the socket is silent for long enough to be asked again.
  let code: string | null = 'unavailable';
  const answering = setInterval(() => {
    if (code !== null) refuseJoins(sockets[0], code);
    else sockets[0]?.answerJoin({ seq: 7, paddle: null });
  }, 60);
  try {
    await waitFor(() => assert.is(connection.value.state, 'Basic'));
    // Requests are answered all the time, so the socket's silence is not what sends the next join.
    code = null;
    await waitFor(() => assert.is(connection.value.state, 'Live'));
    code = 'rate-limited';
    await waitFor(() => assert.ok(refusals.includes('rate-limited')));
    assert.is(connection.value.state, 'Live');
    // The gateway takes the socket out of the sale.
    code = 'unavailable';
    await waitFor(() => assert.is.not(connection.value.state, 'Live'));
    code = 'not-found';
    await waitFor(() => assert.is(connection.value.state, 'Live'));
  } finally {
    clearInterval(answering);
    stop();
  }
});

test('a room that was refused is there again once its sale is joined', async () => {
  const room = await openRoom();
  await room.joined();
  await reconnects(room, 2);
  refuseJoins(room.latest(), 'not-found');
  await screen.findByText('There is no such auction');
  await reconnects(room, 3);
  await room.joined();
  await bidButton();
  assert.is(screen.queryByText('There is no such auction'), null);
});

test('a visitor says that they are not signed in', async () => {
  const room = await openRoom({ me: null });
  await room.joined();
  assert.is(room.latest().asked('join-auction')[0]?.data.authorized, false); // [A679]
});

test('who is no longer signed in at the socket is signed out', async () => {
  const room = await openRoom();
  await waitFor(() => assert.ok(room.latest().asked('login').length));
  const [login] = room.latest().asked('login');
  room.latest().deliver([{ id: login?.id, error: { code: 'unauthorized', message: 'x' } }]);
  await waitFor(() => assert.is(room.went(), '/log-out')); // [A415]
});

test('updates of the person come without a reload', async () => {
  const room = await openRoom({ me: { status: 'registered' } });
  await room.joined();
  assert.ok(await screen.findByText('Guest'));
  await room.push({ channel: 'user', event: 'user-update', data: { status: 'approved-buyer' } });
  assert.ok(await screen.findByText('Buyer')); // [A326]
  const watching = screen.getByRole('tab', { name: /^Watching/ });
  assert.is(watching.textContent, 'Watching 0');
  await room.push({ channel: 'user', event: 'user-update', data: { watchList: [{ lotId: 'l1' }] } });
  await waitFor(() => assert.is(watching.textContent, 'Watching 1')); // [A330]
});

test('type, requests and stock types of the person change without a reload', async () => {
  const room = await openRoom();
  await room.joined();
  const me = () => room.client.getQueryData<Me>(meQuery.queryKey);
  const update = { type: 'Producer', isRequestedAsBuyer: true, isRequestedAsSeller: true, requestedAt: 5 };
  const stock = { stockTypes: ['Sheep'], approvedStockTypes: ['Cattle'] };
  await room.push({ channel: 'user', event: 'user-update', data: { ...update, ...stock } }); // [A689]
  assert.is(me()?.type, 'Producer'); // [A327]
  assert.equal([me()?.isRequestedAsBuyer, me()?.isRequestedAsSeller], [true, true]); // [A328]
  assert.is(me()?.requestedAt, 5);
  assert.equal([me()?.stockTypes, me()?.approvedStockTypes], [['Sheep'], ['Cattle']]); // [A329]
  await room.push({
    channel: 'user',
    event: 'user-update',
    data: { status: 'registered', requestedAt: null },
  });
  assert.equal([me()?.requestedAt, me()?.type], [null, 'Producer'], 'what is not named stays');
});

test('a socket that does not open in time loads the page again', async () => {
  const room = await openRoom({ times: { connectTimeoutMs: 50 } });
  await room.joined();
  let loads = 0;
  location.reload = () => {
    loads += 1;
  };
  room.sockets.push = (socket) => {
    socket.readyState = 2;
    return Array.prototype.push.call(room.sockets, socket);
  };
  assert.is(loads, 0);
  room.online.next(false);
  room.online.next(true);
  await waitFor(() => assert.ok(loads > 0)); // [A414]
});

test('a page that the server is too new for says so, opens no connection again, and is loaded again by a press', async () => {
  const room = await openRoom();
  await room.joined();
  assert.is(screen.queryByRole('dialog'), null);
  room.latest().onclose?.({ wasClean: true, code: OTHER_PROTOCOL_CLOSE });
  const notice = within(await screen.findByRole('dialog', { name: 'Saleyard has been updated' }));
  assert.ok(notice.getByText('This page no longer shows live prices. Reload it to go on.'));
  let loads = 0;
  location.reload = () => {
    loads += 1;
  };
  room.online.next(false);
  room.online.next(true);
  await rendered();
  assert.equal([room.sockets.length, loads], [1, 0]);
  await room.user.click(notice.getByRole('button', { name: 'Reload' }));
  assert.is(loads, 1);
});

test('own bids and auto-bids are delivered to the page', async () => {
  const room = await openRoom({ lots: [exampleLot(), exampleLot({ _id: 'l2', number: '2' })] });
  await room.joined('77');
  const losing = screen.getByRole('tab', { name: /^Losing/ });
  const bid = { auction: 'a1', lot: 'l1', cents: 49_500, at: 1_000 };
  await room.push({ channel: 'user', event: 'user-update', data: { bid } });
  await room.push({ channel: 'user', event: 'user-update', data: { bid: { ...bid, lot: 'l2' } } });
  assert.ok(await screen.findByRole('heading', { name: 'Your bids' })); // [A690]
  await waitFor(() => assert.is(losing.textContent, 'Losing 2'));
  await room.push({
    channel: 'user',
    event: 'user-update',
    data: { 'bid-delete': { auction: 'a1', lot: 'l1' } },
  });
  await waitFor(() => assert.not(screen.queryByRole('heading', { name: 'Your bids' })));
  assert.is(losing.textContent, 'Losing 1', 'the bid on the other lot stays'); // [A691]
  // A correction takes the bid back and names the one before it, in one message.
  const data = { 'bid-delete': { auction: 'a1', lot: 'l1' }, bid: { ...bid, cents: 48_000 } };
  await room.push({ channel: 'user', event: 'user-update', data: { bid } });
  await room.push({ channel: 'user', event: 'user-update', data });
  const heading = await screen.findByRole('heading', { name: 'Your bids' });
  await waitFor(() => assert.match(heading.parentElement?.textContent ?? '', /480/));
  assert.not.match(heading.parentElement?.textContent ?? '', /495/);
  const autobid = { auction: 'a1', lot: 'l1', cents: 60_000, active: true };
  await room.push({ channel: 'user', event: 'user-update', data: { autobid } });
  assert.ok(await screen.findByText(/Bids for you up to/)); // [A692]
  await room.push({
    channel: 'user',
    event: 'user-update',
    data: { 'autobid-delete': { auction: 'a1', lot: 'l1' } },
  });
  await waitFor(() => assert.not(screen.queryByText(/Bids for you up to/)));
});

test('a push leaves own bids that could not be read unread, and has them read', async () => {
  let isBusy = true;
  const bid = { auction: 'a1', lot: 'l1', cents: 49_500, at: 1_000 };
  const busy = HttpResponse.json({ errors: [{ code: 'busy', message: 'x' }] }, { status: 500 });
  const room = await openRoom({
    except: [
      handles('get', 'users/me/bids', () => {
        if (isBusy) throw busy;
        return { bids: [bid] };
      }),
    ],
  });
  await room.joined('77');
  isBusy = false;
  await room.push({ channel: 'user', event: 'user-update', data: { bid: { ...bid, lot: 'l2' } } });
  assert.ok(await screen.findByRole('heading', { name: 'Your bids' }));
});

test('an answer that is older than a push does not undo it', async () => {
  const autobid = { auction: 'a1', lot: 'l1', cents: 60_000, active: true };
  const room = await openRoom({ autobids: [autobid] });
  await room.joined('77');
  assert.ok(await screen.findByText(/Bids for you up to/));
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  let asked = 0;
  server.use(
    handles('get', 'users/me/autobids', async () => {
      asked += 1;
      await held;
      return { autobids: [autobid] };
    }),
  );
  room.visible.next();
  await waitFor(() => assert.is(asked, 1));
  await room.push({
    channel: 'user',
    event: 'user-update',
    data: { autobid: { ...autobid, active: false } },
  });
  assert.is(screen.queryByText(/Bids for you up to/), null);
  answer();
  await rendered();
  assert.is(screen.queryByText(/Bids for you up to/), null);
});

test('a network under 0.2 Mbps is said to be slow, by our own small picture', async () => {
  const noise = new Uint8Array(4_000);
  let asked = 0;
  const room = await openRoom({
    except: [
      http.get('http://saleyard.test/speed-probe.png', async () => {
        asked += 1;
        const body = new ReadableStream<Uint8Array>({
          async start(controller) {
            controller.enqueue(noise);
            await new Promise<void>((done) => setTimeout(done, 600));
            controller.enqueue(noise);
            controller.close();
          },
        });
        return new HttpResponse(body);
      }),
    ],
  });
  await room.joined();
  const overlay = await screen.findByRole('region', { name: 'Slow connection' }); // [A408]
  assert.ok(asked > 0);
  await room.user.click(screen.getByRole('button', { name: 'Continue' }));
  assert.not(overlay.isConnected);
});

for (const [mbps, isSlow] of [
  [0.19, true],
  [0.21, false],
] as const)
  test(`[A408] a network of ${mbps} Mbps is ${isSlow ? '' : 'not '}slow`, async () => {
    const PROBE_BYTES = 8_000;
    const { fetch, performance } = globalThis;
    const { now } = performance;
    let read = 0;
    // The body takes exactly as long as the network's speed says, by the clock that times it.
    globalThis.fetch = async (input, init) => {
      if (!String(input).endsWith('/speed-probe.png')) return fetch(input, init);
      const answered = now.call(performance);
      performance.now = () => answered;
      const arrayBuffer = async () => {
        performance.now = () => answered + (PROBE_BYTES * 8) / (mbps * 1_000);
        setTimeout(() => {
          performance.now = now;
          read += 1;
        });
        return new ArrayBuffer(PROBE_BYTES);
      };
      return { ok: true, arrayBuffer } as Response;
    };
    try {
      const room = await openRoom();
      await room.joined();
      await waitFor(() => assert.is(read, isSlow ? 2 : 1, 'only a slow reading is made again'));
      const overlay = () => screen.queryByRole('region', { name: 'Slow connection' }) !== null;
      await waitFor(() => assert.is(overlay(), isSlow));
    } finally {
      Object.assign(globalThis, { fetch });
      performance.now = now;
    }
  });

test('one late reading of a busy page is no slow network', async () => {
  // So much that no machine is too busy for more than 0.2 Mbps.
  const FAST = new Uint8Array(1_000_000);
  let asked = 0;
  const room = await openRoom({
    except: [
      http.get('http://saleyard.test/speed-probe.png', async () => {
        asked += 1;
        if (asked > 1) return HttpResponse.arrayBuffer(FAST.buffer);
        await new Promise<void>((done) => setTimeout(done, 600));
        return HttpResponse.arrayBuffer(new Uint8Array(8_000).buffer);
      }),
    ],
  });
  await room.joined();
  await waitFor(() => assert.is(asked, 2));
  await new Promise<void>((done) => setTimeout(done, 50));
  assert.is(screen.queryByRole('region', { name: 'Slow connection' }), null);
});

/** A WebSocket that a proxy swallows: it never opens. */
class BlockedSocket extends FakeSocket {
  constructor() {
    super({ opens: false });
  }
}

test('where no WebSocket opens, a sale is followed and bid on by requests, and the chip says so [A675]', async () => {
  const reads: (number | null)[] = [];
  const bids: string[] = [];
  const lot = { _id: 'l1', currentBidCents: 31_000 };
  const realtime = connectionOf({
    WebSocketCtor: BlockedSocket as unknown as typeof WebSocket,
    heartbeat: { fallbackMs: 0, silentMs: 20 },
    rest: {
      async read(_auction, { since, signal }) {
        reads.push(since);
        // The second read is held by the server.
        if (reads.length > 1) await new Promise((_, reject) => signal.addEventListener('abort', reject));
        const push = { channel: 'bids', event: 'lot-update', auction: 'a1', seq: 7, data: lot } as never;
        return {
          _id: 'a1',
          seq: 7,
          mode: 'snapshot',
          paddle: 'B4',
          serverTime: deviceNow(),
          messages: [push],
        };
      },
      async bid({ bid, commandId }) {
        bids.push(`${bid.lot} ${bid.cents} ${commandId}`);
        return {
          ...{ outcome: 'accepted', lot: 'l1', leading: true },
          ...{ currentBidCents: bid.cents, finishAt: null, seq: 8 },
        };
      },
    },
  });
  const prices: (number | null)[] = [];
  realtime.pushes('bids').subscribe((pushes) => {
    for (const push of pushes) if (push.event === 'lot-update') prices.push(push.data.currentBidCents);
  });
  let paddle: string | null = null;
  realtime.join({
    auction: 'a1',
    since: () => (prices.length === 0 ? null : 7),
    joined: (answer) => {
      paddle = answer.paddle;
    },
    refused: () => {},
  });
  assert.equal(await realtime.bid({ lot: 'l1', cents: 31_500, commandId: 'before' }), { outcome: 'offline' });
  const stop = realtime.start();
  await waitFor(() => assert.is(realtime.connection.value.state, 'Basic'));
  assert.equal(prices, [31_000]);
  assert.is(paddle, 'B4');
  assert.not(realtime.connection.value.stale);
  const answer = await realtime.bid({ lot: 'l1', cents: 31_500, commandId: 'c1' }, { seenCents: 31_000 });
  assert.is(answer.outcome, 'answered');
  assert.equal(bids, ['l1 31500 c1']);
  await waitFor(() => assert.equal(reads, [null, 7]));
  stop();
});

for (const [socketIs, lose] of [
  ['silent', () => {}],
  ['closed as the page wakes', (socket: FakeSocket) => socket.onclose?.({ wasClean: false, code: 1006 })],
] as const)
  test(`a page that wakes reads its sales at once while its socket is ${socketIs}`, async () => {
    const sockets: FakeSocket[] = [];
    const visible = new Subject<void>();
    let now = deviceNow();
    let beats = 0;
    const read: { aborted: boolean; answer: () => void }[] = [];
    const realtime = connectionOf({
      now: () => {
        beats += 1;
        return now;
      },
      visible,
      WebSocketCtor: FakeSocket.recordedIn(sockets),
      times: { reconnectMinMs: 600_000, reconnectMaxMs: 600_000 },
      heartbeat: { silentMs: 20 },
      rest: {
        read: (_auction, { signal }) =>
          new Promise((resolve) => {
            const one = {
              aborted: false,
              answer: () =>
                resolve({
                  ...{ _id: 'a1', seq: 9, mode: 'changes', paddle: null, serverTime: now, messages: [] },
                }),
            };
            signal.addEventListener('abort', () => {
              one.aborted = true;
            });
            read.push(one);
          }),
        bid: () => Promise.reject(new Error('not asked')),
      },
    });
    realtime.join({ auction: 'a1', since: () => 5, joined: () => {}, refused: () => {} });
    const stop = realtime.start();
    try {
      await waitFor(() => assert.ok(sockets[0]?.asked('join-auction').length));
      sockets[0]?.answerJoin({ seq: 5, paddle: null });
      await waitFor(() => assert.is(realtime.connection.value.state, 'Live'));
      // Asleep for a minute.
      now += 60_000;
      visible.next();
      assert.ok(realtime.connection.value.stale, 'prices of a minute ago are dimmed');
      if (sockets[0]) lose(sockets[0]);
      assert.is(read.length, 1);
      // The read takes 400 ms, and a beat comes between.
      now += 400;
      beats = 0;
      await waitFor(() => assert.ok(beats > 10));
      assert.equal([read.length, read[0]?.aborted], [1, false]);
      read[0]?.answer();
      await waitFor(() => assert.not(realtime.connection.value.stale));
    } finally {
      stop();
    }
  });

test.run();
