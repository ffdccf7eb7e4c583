import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { examplePublicAuction as exampleAuction, exampleLot } from '@/test-support/example-sales.ts';
import { applyJoin, applyPaddle, applyPushes, lotOf, seedLive } from './live-auction.ts';
import type { PushOf } from './socket.ts';

const seed = () => seedLive(exampleAuction(), [exampleLot(), exampleLot({ _id: 'l2', number: '2' })]);

const lotPush = (seq: number, over: Parameters<typeof exampleLot>[0] = {}): PushOf<'bids'> => ({
  channel: 'bids',
  event: 'lot-update',
  auction: 'a1',
  seq,
  data: exampleLot(over),
});

const test = suite('an auction followed live');

test('[A374] a newer update replaces the lot, and only that lot', () => {
  const before = seed();
  const after = applyPushes(before, [lotPush(5, { currentBidCents: 51_000 })]);
  assert.is(lotOf(after, 'l1')?.currentBidCents, 51_000);
  assert.is(lotOf(after, 'l2'), lotOf(before, 'l2'));
  assert.is(after.seq, 5);
});

test('an update brings the price before it, and the status of a lot that closed', () => {
  const raised = applyPushes(seed(), [lotPush(5, { currentBidCents: 51_000, previousBidCents: 50_000 })]);
  assert.is(lotOf(raised, 'l1')?.previousBidCents, lotOf(seed(), 'l1')?.currentBidCents); // [A375]
  const closed = applyPushes(raised, [lotPush(6, { state: 'closed', status: 'passed' })]);
  assert.is(lotOf(closed, 'l1')?.status, 'passed'); // [A376]
});

test('a revision that goes back changes nothing', () => {
  const known = applyPushes(seed(), [lotPush(5, { currentBidCents: 51_000 })]);
  const after = applyPushes(known, [lotPush(4, { currentBidCents: 50_500 })]);
  assert.is(lotOf(after, 'l1')?.currentBidCents, 51_000);
  assert.is(after.seq, 5);
});

test('another lot of an older revision still counts: each lot goes forward by itself', () => {
  const known = applyPushes(seed(), [lotPush(5)]);
  const after = applyPushes(known, [lotPush(4, { _id: 'l2', currentBidCents: 77_000 })]);
  assert.is(lotOf(after, 'l2')?.currentBidCents, 77_000);
});

test('an old snapshot cannot undo newer lots', () => {
  const known = applyPushes(seed(), [lotPush(9, { currentBidCents: 59_000 })]);
  const after = applyPushes(known, [
    {
      channel: 'bids',
      event: 'snapshot',
      auction: 'a1',
      seq: 7,
      data: {
        auction: exampleAuction({ title: 'renamed' }),
        lots: [exampleLot({ currentBidCents: 57_000 })],
      },
    },
  ]);
  assert.is(lotOf(after, 'l1')?.currentBidCents, 59_000);
  assert.is(after.auction.title, 'renamed');
});

test('a snapshot brings the order of the lots, and a new lot is last', () => {
  const third = applyPushes(seed(), [lotPush(5, { _id: 'l3', number: '3' })]);
  const ids = (live: typeof third) => live.lots.map(({ _id }) => _id);
  assert.equal(ids(third), ['l1', 'l2', 'l3']);
  const lots = ['l3', 'l1', 'l2'].map((_id) => exampleLot({ _id, currentBidCents: 70_000 }));
  const data = { auction: exampleAuction(), lots };
  const after = applyPushes(third, [{ channel: 'bids', event: 'snapshot', auction: 'a1', seq: 6, data }]);
  assert.equal(ids(after), ['l3', 'l1', 'l2']);
  for (const id of ids(after)) assert.is(lotOf(after, id)?._id, id);
  const next = applyPushes(after, [lotPush(7, { _id: 'l1', currentBidCents: 71_000 })]);
  assert.equal(ids(next), ['l3', 'l1', 'l2']);
  assert.is(next.lots[0], after.lots[0]);
  assert.is(lotOf(after, 'l1')?.currentBidCents, 70_000);
});

test("another auction's pushes are not ours", () => {
  const before = seed();
  assert.is(applyPushes(before, [{ ...lotPush(5), auction: 'other' }]), before);
});

test('[A377] a closed lot closes a synchronous sale; one that was withdrawn or sold before does not', () => {
  const helmsman = seedLive(exampleAuction({ auctionType: 'synchronous' }), [exampleLot()]);
  const withdrawn = applyPushes(helmsman, [lotPush(3, { state: 'closed', withdrawn: true })]);
  assert.is(withdrawn.auction.state, 'live');
  const soldBefore = applyPushes(helmsman, [lotPush(3, { state: 'closed', soldBeforeAuction: true })]);
  assert.is(soldBefore.auction.state, 'live');
  assert.is(applyPushes(helmsman, [lotPush(3, { state: 'closed' })]).auction.state, 'closed');
  assert.is(applyPushes(seed(), [lotPush(3, { state: 'closed' })]).auction.state, 'live');
});

test('a join sets the paddle and moves the resume point', () => {
  const answer = { _id: 'a1', seq: 12, mode: 'changes' as const, paddle: '77', serverTime: 0 };
  const after = applyJoin(seed(), answer);
  assert.is(after.paddle, '77');
  assert.is(after.seq, 12);
  assert.is(applyJoin(after, { ...answer, paddle: null, seq: 3 }).seq, 12);
  assert.is(applyJoin(after, { ...answer, paddle: null }).paddle, '77');
});

test('a paddle of this auction is kept, of another not', () => {
  assert.is(applyPaddle(seed(), { paddle: { auction: 'a1', paddle: '5' } }).paddle, '5');
  assert.is(applyPaddle(seed(), { paddle: { auction: 'b', paddle: '5' } }).paddle, null);
});

test('with frames in any order, repeated, every lot ends at its newest revision', async () => {
  const pushes = fc.array(
    fc.record({ lot: fc.constantFrom('l1', 'l2'), seq: fc.nat({ max: 30 }), snapshot: fc.boolean() }),
    { maxLength: 40 },
  );
  await check(
    fc.property(pushes, (items) => {
      let live = seed();
      const newest: Record<string, number> = { l1: -1, l2: -1 };
      for (const { lot, seq, snapshot } of items) {
        // The price names the revision that made it.
        const lotAt = (id: string) => exampleLot({ _id: id, currentBidCents: 1000 + seq });
        live = applyPushes(live, [
          snapshot
            ? {
                channel: 'bids',
                event: 'snapshot',
                auction: 'a1',
                seq,
                data: { auction: exampleAuction(), lots: ['l1', 'l2'].map(lotAt) },
              }
            : lotPush(seq, lotAt(lot)),
        ]);
        for (const id of snapshot ? ['l1', 'l2'] : [lot]) newest[id] = Math.max(newest[id] ?? -1, seq);
      }
      for (const [id, seq] of Object.entries(newest))
        assert.is(lotOf(live, id)?.currentBidCents, seq < 0 ? 50_000 : 1000 + seq);
    }),
  );
});

test.run();
