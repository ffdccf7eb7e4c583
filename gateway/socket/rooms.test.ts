import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { NEVER, Subject } from 'rxjs';
import * as assert from 'uvu/assert';
import type { WebSocket } from 'ws';
import { AuctionView } from '../live/auction-view.ts';
import type { LiveAuctions } from '../live/live-auctions.ts';
import { Decided } from '../rig/decided-suite.ts';
import { ClientSocket } from './client-socket.ts';
import { LIVE_LIMITS } from './door-limits.ts';
import { Rooms } from './rooms.ts';

const test = suite('rooms');

const clock = new ManualClock();

/** A room of a live sale. Its sockets' frames are written down in the order in which they leave. */
async function openRoom() {
  const sale = new Decided();
  const view = new AuctionView(sale.auction, {
    log: {
      async *read(_stream, { from = 0 } = {}) {
        yield sale.events.slice(from);
      },
    },
    clock,
    concerned: () => false,
    someoneConcerned: () => false,
    notify: () => {},
    failed: (error) => {
      throw error;
    },
  });
  await view.begin();
  const changed$ = new Subject<AuctionView>();
  const live = { changed$, notices$: NEVER, auctionView$: () => NEVER } as unknown as LiveAuctions;
  const rooms = new Rooms({ live, clock, limits: LIVE_LIMITS });
  const left: string[] = [];
  const enter = (name: string): ClientSocket => {
    const raw = new PassThrough();
    raw.on('data', (frame: Buffer) => left.push(`${name}: ${frame.toString('latin1').slice(4, 30)}`));
    const socket = new ClientSocket({
      ws: { readyState: 1, OPEN: 1 } as WebSocket,
      raw,
      session: { kind: 'anonymous', presence: null },
      address: '192.0.2.1',
      limits: LIVE_LIMITS,
      now: 0,
    });
    rooms.add(socket);
    rooms.enter(socket, view, 1, undefined);
    return socket;
  };
  const bid = (cents: number) => {
    view.offer(sale.bid('lot-1', 'ann', cents));
    changed$.next(view);
  };
  /** The frames of this turn, in order. */
  const leaving = async () => {
    await turn();
    await turn();
    return left.splice(0);
  };
  return { rooms, enter, bid, leaving };
}

test('[G3] an answer does not wait until the whole room is told', async () => {
  const { rooms, enter, bid, leaving } = await openRoom();
  enter('viewer');
  const bidder = enter('bidder');
  enter('another');
  await leaving();
  // Nothing was flushed for a while: the flush comes at the end of this turn, asked for before the answer is there.
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

test.run();
