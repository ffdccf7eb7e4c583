import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { RpcResult } from '@/lib/realtime/rpc-client.ts';
import type { BidInput, BidStep } from './bid-machine.ts';
import { BidStore, type SentBid } from './bid-store.ts';

const test = suite('the bids of a room');

const press = (commandId: string): BidInput => ({
  type: 'press',
  cents: 50_500,
  at: 1_000,
  movedAt: null,
  lotAt: null,
  commandId,
  way: 'one',
  reasons: [],
});

/** A book whose questions the test answers one by one, in order. */
function open() {
  const asked: SentBid[] = [];
  const answers: ((result: RpcResult) => void)[] = [];
  const ended: BidStep['step'][] = [];
  const bidStore = new BidStore({
    ask: (bid) => {
      asked.push(bid);
      return new Promise((answer) => answers.push(answer));
    },
    now: () => 2_000,
    ended: (_lot, { bid }) => ended.push(bid.step),
  });
  const answer = async (result: RpcResult) => {
    answers.shift()?.(result);
    await Promise.resolve();
  };
  return { bidStore, asked, ended, answer };
}

test('a bid is sent once, and its end is reported once', async () => {
  const { bidStore, asked, ended, answer } = open();
  bidStore.input('l1', press('c1'));
  bidStore.input('l1', press('c2'));
  assert.equal(asked, [{ lot: 'l1', cents: 50_500, commandId: 'c1' }]);
  await answer({ outcome: 'error', code: 'rate-limited', message: 'x' });
  await answer({ outcome: 'error', code: 'rate-limited', message: 'x' });
  assert.equal(ended, ['refused']);
  bidStore.giveUp();
});

test('[4.7] when the connection is back a bid whose outcome is unknown is asked about at once, with the same id; nothing else is sent', async () => {
  const { bidStore, asked, answer } = open();
  bidStore.input('l1', press('c1'));
  bidStore.input('l2', press('c2'));
  await answer({ outcome: 'unknown' });
  assert.ok(bidStore.inDoubt);
  bidStore.askAgain();
  assert.equal(
    asked.map(({ commandId }) => commandId),
    ['c1', 'c2', 'c1'],
  );
  bidStore.askAgain();
  assert.is(asked.length, 3);
  bidStore.giveUp();
});

test('a bid whose decision is known is asked about no more', async () => {
  const { bidStore, asked, ended, answer } = open();
  bidStore.input('l1', press('c1'));
  await answer({ outcome: 'unknown' });
  bidStore.askAgain();
  const decision = { outcome: 'accepted', lot: 'l1', currentBidCents: 50_500, leading: true, seq: 9 };
  await answer({ outcome: 'answered', data: { ...decision, finishAt: null } });
  assert.equal(ended, ['taken']);
  bidStore.askAgain();
  assert.is(asked.length, 2);
  bidStore.giveUp();
});

test('[4.7] a bid that found no open connection is not sent when it is back', async () => {
  const { bidStore, asked, ended, answer } = open();
  bidStore.input('l1', press('c1'));
  await answer({ outcome: 'offline' });
  bidStore.askAgain();
  assert.is(asked.length, 1);
  assert.equal(ended, ['offline']);
  bidStore.giveUp();
});

test('after the time limit a bid is not sent again, and is shown as unconfirmed', async () => {
  const { bidStore, asked, ended, answer } = open();
  bidStore.input('l1', press('c1'));
  await answer({ outcome: 'unknown' });
  bidStore.giveUp();
  bidStore.askAgain();
  assert.is(asked.length, 1);
  assert.equal(ended, ['unconfirmed']);
  assert.not(bidStore.inDoubt);
});

test.run();
