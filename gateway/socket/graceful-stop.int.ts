import { setTimeout as wait } from 'node:timers/promises';
import { type CommandReply, subjects } from '@saleyard/contract/commands.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Client } from '../test-support/client.ts';
import { runningSale } from '../test-support/running-sale.ts';
import { LIVE_LIMITS } from './live-limits.ts';

const test = suite('graceful stop');

const decided: CommandReply = {
  outcome: 'decided',
  accepted: true,
  code: null,
  lot: 'lot-1',
  currentBidCents: 30_500,
  leader: 'jane',
  finishAt: null,
  seq: 9,
  position: 9,
};

test('[G12] bids under way are answered before sockets close with 1012; nobody new comes in', async () => {
  let decide: ((reply: CommandReply) => void) | undefined;
  const sale = await runningSale({
    owner: () =>
      new Promise((resolve) => {
        decide = resolve;
      }),
  });
  const [jane, bob] = [
    await Client.connect(sale.port, { user: 'jane' }),
    await Client.connect(sale.port, { user: 'bob' }),
  ];
  await jane.join(sale.auction);
  await bob.join(sale.auction);
  const bidding = jane.bid('lot-1', 30_500);
  while (decide === undefined) await wait(1);
  const closing = sale.gateway.close();
  assert.is((await bob.bid('lot-1', 31_000)).error?.code, 'unavailable');
  const refused = await Client.connect(sale.port).then(
    () => 'accepted',
    () => 'refused',
  );
  assert.is(refused, 'refused');
  assert.is(jane.closed, null, 'still waiting for its answer');
  decide?.(decided);
  assert.is((await bidding).data.outcome, 'accepted');
  assert.equal(await jane.untilClosed(), { code: 1012, reason: 'restarting' });
  assert.is((await bob.untilClosed()).code, 1012);
  await closing;
  await sale.stop();
});

test('[G12] a bid that is never answered holds the stop up only so long', async () => {
  let asked = 0;
  const sale = await runningSale({
    owner: () => {
      asked += 1;
      return new Promise(() => {});
    },
    gateway: { limits: { ...LIVE_LIMITS, stopBidsMs: 100 } },
  });
  const jane = await Client.connect(sale.port, { user: 'jane' });
  await jane.join(sale.auction);
  void jane.bid('lot-1', 30_500).catch(() => {});
  while (asked === 0) await wait(1);
  await sale.gateway.close();
  assert.is((await jane.untilClosed()).code, 1012);
  await sale.stop();
});

test('[G12] what happened before the stop is sent before it, and a client that hangs is cut', async () => {
  const sale = await runningSale({ gateway: { limits: { ...LIVE_LIMITS, closeHandshakeMs: 100 } } });
  const [jane, hung] = [await Client.connect(sale.port), await Client.connect(sale.port)];
  await jane.join(sale.auction);
  await hung.join(sale.auction);
  hung.ws.pause();
  // The bus delivers an event to all subscribers in one turn; the gateway sends it only at the end of that turn.
  const published = new Promise<void>((resolve) => {
    sale.bus.subscribe(subjects.streamEvents('auction', sale.auction), () => resolve());
  });
  await sale.command({ type: 'bid', lot: 'lot-1', bidder: 'bob', cents: 30_500 });
  await published;
  await sale.gateway.close();
  assert.is((await jane.until(({ event }) => event === 'lot-update')).data.currentBidCents, 30_500);
  assert.is((await jane.untilClosed()).code, 1012);
  hung.ws.terminate();
  await sale.stop();
});

test.run();
