import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  exampleRoomLot as lot,
  exampleViewer as viewer,
} from '@/features/live-room/room/test-support/example-room.ts';
import { next, offer, SILENCE } from '@/features/live-room/sound/sound-player.ts';
import { examplePublicAuction as sale } from '@/test-support/example-sales.ts';
import { announcements, coalesce, type Heard } from './announcements.ts';

const me = viewer({ participated: new Set(['l1']) });
const lasts = () => 1_000;

const test = suite('announcements and sounds');

test("only the viewer's own lots are spoken of, and a first sight is silent", () => {
  const heard = new Map<string, Heard>();
  const say = (over: Parameters<typeof lot>[0], now = 0) =>
    announcements([lot(over), lot({ _id: 'other' })], sale(), me, heard, now).map(({ text }) => text);
  assert.equal(say({ winner: '77' }), []);
  assert.equal(say({ winner: '9' }), ['Outbid on Lot 1']);
  assert.equal(say({ winner: '9' }), []);
  assert.equal(say({ winner: '77' }, 575_000), ['Lot 1: 30 seconds left']);
  assert.equal(say({ winner: '77' }, 580_000), []);
  assert.equal(say({ winner: '77' }, 591_000), ['Lot 1: 10 seconds left']);
  assert.equal(say({ winner: '77', state: 'closed', status: 'sold' }, 600_000), ['You won Lot 1']);
  assert.equal(say({ winner: '77', state: 'closed', status: 'sold' }, 601_000), []);
});

test('many announcements become one sentence', () => {
  const said = ['a', 'b', 'c', 'd', 'e'].map((text) => ({ text, assertive: true }));
  assert.equal(coalesce(said), { polite: '', assertive: 'a. b. c. And 2 more of your lots changed' });
  assert.equal(coalesce([]), { polite: '', assertive: '' });
});

test('[A754] [A757] outbid sounds over a bid, a bid never over anything', () => {
  const bid = offer(SILENCE, 'bid', 0, lasts);
  assert.is(bid.begin, 'bid');
  const outbid = offer(bid.queue, 'outbid', 100, lasts);
  assert.is(outbid.begin, 'outbid');
  const ignored = offer(outbid.queue, 'bid', 200, lasts);
  assert.is(ignored.begin, null);
  assert.is(ignored.queue, outbid.queue);
});

test('[A755] [A756] what is not ignorable waits its turn, the most pressing first', () => {
  let { queue } = offer(SILENCE, 'outbid', 0, lasts);
  queue = offer(queue, 'won', 10, lasts).queue;
  queue = offer(queue, 'autobid', 20, lasts).queue;
  const first = next(queue, 1, 1_000, lasts);
  assert.is(first.begin, 'autobid');
  assert.is(next(first.queue, 1, 2_000, lasts).begin, 'won');
});

test('[A758] the countdown has a channel of its own', () => {
  const { queue } = offer(SILENCE, 'outbid', 0, lasts);
  assert.is(offer(queue, 'preclose', 10, lasts).begin, 'preclose');
});

test.run();
