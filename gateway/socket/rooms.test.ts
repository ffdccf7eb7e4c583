import { type Duplex, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { NEVER, Subject } from 'rxjs';
import * as assert from 'uvu/assert';
import type { WebSocket } from 'ws';
import { AuctionView } from '../live/auction-view.ts';
import type { LiveAuctions } from '../live/live-auctions.ts';
import { Decided, LIVE_AT } from '../test-support/decided-auction.ts';
import { details, terms } from '../test-support/running-sale.ts';
import { ClientSocket } from './client-socket.ts';
import { LIVE_LIMITS } from './live-limits.ts';
import { Rooms } from './rooms.ts';

const test = suite('rooms');

const clock = new ManualClock();

/**
 * A room of a live sale. Its sockets' frames are recorded in the order in which they are written; `writeMs`: how long
 * writing one takes.
 */
async function openRoom(options: { live?: boolean } = {}) {
  const takes = { writeMs: 0 };
  /** Sockets that accept no bytes, and the callbacks that resume them. */
  const stalled = new Map<string, () => void>();
  const sale = new Decided(options);
  /** `pause`: reads stop before it between two events. */
  const log = { pause: Promise.resolve() };
  const view = new AuctionView(sale.auction, {
    log: {
      async *read(_stream, { from = 0 } = {}) {
        for (const event of sale.events.slice(from)) {
          yield [event];
          await log.pause;
        }
      },
    },
    clock,
    concerned: () => false,
    isAnyoneConcerned: () => false,
    notify: () => {},
    failed: (error) => {
      throw error;
    },
  });
  await view.begin();
  const changed$ = new Subject<AuctionView>();
  const live = { changed$, notices$: NEVER, auctionView$: () => NEVER } as unknown as LiveAuctions;
  const rooms = new Rooms({ live, clock, limits: LIVE_LIMITS, hasWaiters: () => false });
  const left: string[] = [];
  const add = (name: string): ClientSocket => {
    const raw = new Writable({
      write(frame: Buffer, _encoding, written) {
        left.push(`${name}: ${frame.toString('latin1').slice(4)}`);
        clock.advanceBy(takes.writeMs);
        if (stalled.has(name)) stalled.set(name, written);
        else written();
      },
    });
    const socket = new ClientSocket({
      ws: { readyState: 1, OPEN: 1 } as WebSocket,
      raw: raw as Duplex,
      session: { kind: 'anonymous', presence: null },
      address: '192.0.2.1',
      limits: LIVE_LIMITS,
      now: 0,
    });
    rooms.add(socket);
    return socket;
  };
  const enter = (name: string): ClientSocket => {
    const socket = add(name);
    rooms.enter(socket, view, 1, undefined);
    return socket;
  };
  const bid = (cents: number, bidder = 'ann') => {
    view.offer(sale.bid('lot-1', bidder, cents));
    changed$.next(view);
  };
  const makePrivate = () => {
    view.offer(sale.run({ type: 'schedule', details: details({ public: false }), terms: terms(LIVE_AT) }));
    changed$.next(view);
  };
  /** The frames of this turn, in order. */
  const leaving = async () => {
    await turn();
    await turn();
    return left.splice(0);
  };
  /** Fills the buffer of the socket `slow` beyond its limit, until the returned function is called. */
  const stall = (slow: ClientSocket): (() => void) => {
    stalled.set('slow', () => {});
    slow.write(Buffer.alloc(LIVE_LIMITS.waitingBytes + 1));
    return () => {
      const goOn = stalled.get('slow');
      stalled.delete('slow');
      goOn?.();
    };
  };
  return { rooms, sale, log, view, add, enter, makePrivate, bid, leaving, takes, stall };
}

test('[G3] an answer does not wait until the whole room is sent its update', async () => {
  const { rooms, enter, bid, leaving } = await openRoom();
  enter('viewer');
  const bidder = enter('bidder');
  enter('another');
  await leaving();
  // Nothing was flushed for a while, so the flush comes at the end of this turn, requested before the answer exists.
  clock.advanceTo(clock.now() + 10 * LIVE_LIMITS.flushMs);
  bid(30_500);
  rooms.answer(bidder, '{"id":7,"data":null}');
  const frames = await leaving();
  assert.equal(
    frames.map((frame) => frame.slice(0, frame.indexOf(':'))),
    ['bidder', 'viewer', 'bidder', 'another'],
  );
  assert.match(frames[0] ?? '', 'data":null');
  rooms.end();
});

test('[G17] visitors get a sale that becomes private as deleted, also when nobody was in its room', async () => {
  const { rooms, view, add, makePrivate, leaving } = await openRoom({ live: false });
  add('visitor');
  makePrivate();
  clock.advanceBy(10 * LIVE_LIMITS.flushMs);
  const frames = await leaving();
  assert.equal(frames.map(nameOf), ['visitor']);
  assert.match(frames[0] ?? '', `"event":"auction-delete","data":{"_id":"${view.id}"}`);
  makePrivate();
  clock.advanceBy(10 * LIVE_LIMITS.flushMs);
  assert.equal(await leaving(), [], 'once');
  rooms.end();
});

/** A room of 40 viewers: a flush, at 0.25 ms a write, pauses twice. `nameOf` and `seqOf` read a frame. */
async function openFullRoom() {
  const opened = await openRoom();
  const sockets = Array.from({ length: 40 }, (_, n) => opened.enter(`viewer-${n}`));
  await opened.leaving();
  clock.advanceTo(clock.now() + 10 * LIVE_LIMITS.flushMs);
  opened.takes.writeMs = 0.25;
  return { ...opened, sockets };
}
const nameOf = (frame: string) => frame.slice(0, frame.indexOf(':'));
const seqOf = (frame: string) => Number(/"seq":(\d+)/.exec(frame)?.[1]);

test('[G3] bids are answered while a large room is sent its update', async () => {
  const { rooms, sockets, bid, leaving, takes } = await openFullRoom();
  bid(30_500);
  await turn();
  rooms.answer(sockets[39] as ClientSocket, '{"id":7,"data":null}');
  const frames: string[] = [];
  while (frames.length < 41) frames.push(...(await leaving()));
  const answered = frames.findIndex((frame) => frame.includes('"id":7'));
  assert.ok(answered > 0 && answered < 39, `answered as frame ${answered} of 41`);
  assert.is(new Set(frames.map(nameOf)).size, 40, 'everyone receives it once');
  takes.writeMs = 0;
  rooms.end();
});

test('[G3] a socket that joins or leaves during a flush gets no change twice, and misses none', async () => {
  const { rooms, view, sockets, enter, bid, leaving, takes } = await openFullRoom();
  bid(30_500);
  const before = view.seq;
  await turn();
  bid(31_000, 'bob');
  rooms.leave(sockets[38] as ClientSocket, view.id);
  rooms.leave(sockets[39] as ClientSocket, view.id);
  rooms.enter(sockets[39] as ClientSocket, view, 8, before - 1);
  enter('newcomer');
  takes.writeMs = 0;
  const frames = await leaving();
  clock.advanceBy(10 * LIVE_LIMITS.flushMs);
  frames.push(...(await leaving()));
  const seqsOf = (name: string) => frames.filter((frame) => nameOf(frame) === name).map(seqOf);
  assert.equal(seqsOf('viewer-37'), [before, view.seq]);
  assert.equal(seqsOf('viewer-38'), [], 'it has left');
  assert.equal(seqsOf('viewer-39'), [view.seq], 'all that it missed, at once');
  assert.equal(seqsOf('newcomer'), [view.seq]);
  rooms.end();
});

test('[G4] a socket that catches up during a flush gets the same as the others, and nothing older after it', async () => {
  const { rooms, view, enter, bid, leaving, takes, stall } = await openFullRoom();
  const slow = enter('slow');
  await leaving();
  clock.advanceTo(clock.now() + 10 * LIVE_LIMITS.flushMs);
  const goOn = stall(slow);
  bid(30_500);
  const before = view.seq;
  await turn();
  bid(31_000, 'bob');
  takes.writeMs = 0;
  goOn();
  const frames = await leaving();
  clock.advanceBy(10 * LIVE_LIMITS.flushMs);
  frames.push(...(await leaving()));
  const seqsOf = (name: string) => frames.filter((frame) => nameOf(frame) === name).map(seqOf);
  assert.equal(seqsOf('viewer-39'), [before, view.seq]);
  assert.equal(seqsOf('slow').filter(Number.isFinite), [view.seq], 'a snapshot of the newest');
  rooms.end();
});

test('[G4] a socket that catches up while the view reads the log gets the state of the revision in its snapshot', async () => {
  const { rooms, sale, log, view, enter, bid, leaving, stall } = await openRoom();
  const slow = enter('slow');
  await leaving();
  const goOn = stall(slow);
  clock.advanceBy(10 * LIVE_LIMITS.flushMs);
  bid(30_500);
  await leaving();
  let readOn = () => {};
  log.pause = new Promise((resolve) => {
    readOn = resolve;
  });
  sale.bid('lot-1', 'bob', 31_000);
  sale.bid('lot-1', 'ann', 31_500);
  const before = view.seq;
  const reading = view.catchUp();
  await turn();
  assert.is(view.seq, before + 1, 'the read is under way');
  goOn();
  const snapshots = (await leaving()).filter((frame) => frame.includes('"event":"snapshot"'));
  assert.equal(snapshots.map(seqOf), [before + 1]);
  assert.match(snapshots[0] ?? '', '"currentBidCents":31000');
  readOn();
  assert.ok(await reading);
  rooms.end();
});

test('[G3] the rest of a flush is sent before the sockets of a room are closed', async () => {
  const { rooms, bid, leaving, takes } = await openFullRoom();
  bid(30_500);
  await turn();
  bid(31_000, 'bob');
  takes.writeMs = 0;
  rooms.end();
  const frames = await leaving();
  assert.is(frames.length, 80);
  const seqs = frames.map(seqOf);
  assert.equal(seqs, seqs.toSorted(), 'the older news first');
});

test.run();
