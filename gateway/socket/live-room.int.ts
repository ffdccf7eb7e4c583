import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Client } from '../rig/client-suite.ts';
import { runningSale } from '../rig/sale-suite.ts';

const test = suite('live room');

test('[G13] a first join is answered with a snapshot in the same frame', async () => {
  const sale = await runningSale();
  const client = await Client.connect(sale.port);
  const answer = await client.join(sale.auction);
  assert.is(answer.data.mode, 'snapshot');
  assert.is(answer.data.seq, sale.state().version - 1);
  assert.is(client.frames.length, 1);
  const snapshot = client.seen[1];
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
  const sale = await runningSale();
  const [jane, bob] = await Promise.all([
    Client.connect(sale.port, { user: 'jane' }),
    Client.connect(sale.port),
  ]);
  await Promise.all([jane.join(sale.auction), bob.join('4512')]);
  const answer = await jane.bid('lot-2', 30_500);
  assert.equal(answer.data, {
    outcome: 'accepted',
    lot: 'lot-2',
    currentBidCents: 30_500,
    leading: true,
    finishAt: answer.data.finishAt,
    seq: sale.state().version - 1,
  });
  const update = await bob.until(({ event }) => event === 'lot-update');
  assert.is(update.data._id, 'lot-2');
  assert.is(update.data.currentBidCents, 30_500);
  assert.is(update.seq, answer.data.seq);
  const low = await jane.bid('lot-2', 30_500);
  assert.is(low.data.outcome, 'refused');
  assert.is(low.data.code, 'too-low');
  assert.match(low.data.message, /The price has moved/);
  const odd = await jane.bid('lot-2', 30_999);
  assert.is(odd.data.message, 'Please Enter a number that is a multiple of $5');
  const nobody = await bob.bid('lot-2', 31_000);
  assert.is(nobody.error?.code, 'not-signed-in');
  assert.equal(sale.failures, []);
  await sale.stop();
});

test.run();
