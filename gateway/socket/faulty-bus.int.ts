import { subjects } from '@saleyard/contract/commands.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { createGateway, type Gateway } from '../http/create-gateway.ts';
import { STEADY_SHEDDING } from '../shedding/work.ts';
import { Client, type Seen } from '../test-support/client.ts';
import { type RunningSale, registered, runningSale } from '../test-support/running-sale.ts';

const test = suite('a faulty bus', { limitMs: 30_000 });

/** ms that messages are held back; they then arrive in reverse order, each twice. */
const HELD_MS = 25;

/** A bus that delivers every message twice and in reverse: the newest first. */
function backwards(bus: Bus): Bus {
  return {
    messageBytes: bus.messageBytes,
    publish: (subject, payload) => bus.publish(subject, payload),
    request: (subject, payload, options) => bus.request(subject, payload, options),
    serve: (pattern, handler) => bus.serve(pattern, handler),
    onResync: (handler) => bus.onResync(handler),
    close: () => bus.close(),
    subscribe(pattern, handler) {
      const held: { payload: unknown; subject: string }[] = [];
      return bus.subscribe(pattern, (payload, subject) => {
        if (held.push({ payload, subject }) > 1) return;
        setTimeout(() => {
          const all = held.splice(0).reverse();
          for (const one of [...all, ...all]) handler(one.payload, one.subject);
        }, HELD_MS);
      });
    },
  };
}

/** A second gateway of the same sale, on another bus. */
async function secondGateway(sale: RunningSale, bus: Bus): Promise<{ gateway: Gateway; port: number }> {
  const gateway = createGateway({
    log: sale.log,
    bus,
    leases: new EmbeddedLeases(systemClock).join(null),
    clock: systemClock,
    newId,
    routes: [],
    sessionOf: async ({ headers: { cookie = '' } }) => ({
      sessionId: cookie,
      userId: cookie.replace('user=', ''),
      role: null,
      status: 'approved-buyer',
    }),
    isRevoked: async () => [],
    auctionIdOf: async () => null,
    failed: (error) => sale.failures.push(error),
    serverState: () => ({ isLive: true, message: '' }),
    isReady: async () => ({ ready: true }),
    sheddingLimits: STEADY_SHEDDING,
  });
  return { gateway, port: (await gateway.listen(0, '127.0.0.1')).port };
}

/** The state of a client built from its messages: each lot, the sale, its own bids, its account. */
function held(client: Client): Map<string, string> {
  const parts = new Map<string, string>();
  for (const { channel, event, data } of client.seen) {
    const name = `${channel} ${event}`;
    if (event === 'snapshot') {
      for (const lot of data.lots) parts.set(`lot ${lot._id}`, JSON.stringify(lot));
      parts.set('auction', JSON.stringify(data.auction));
    } else if (event === 'lot-update') parts.set(`lot ${data._id}`, JSON.stringify(data));
    else if (event === 'auction-update') parts.set('auction', JSON.stringify(data));
    else if (channel === 'user') parts.set(`${name} ${data.bid?.lot ?? ''}`, JSON.stringify(data));
  }
  return parts;
}

function neverBack(seen: readonly Seen[], what: string): void {
  let last = -1;
  for (const { seq } of seen) {
    if (seq === undefined) continue;
    assert.ok(seq >= last, `${what}: ${seq} after ${last}`);
    last = seq;
  }
}

test('[G10] every message twice and in reverse: people see the same as on an orderly bus', async () => {
  const sale = await runningSale();
  const faulty = await secondGateway(sale, backwards(sale.bus));
  await sale.account('jane', [registered]);
  const orderly = [
    await Client.connect(sale.port, { user: 'jane' }),
    await Client.connect(sale.port, { user: 'bob' }),
  ];
  const odd = [
    await Client.connect(faulty.port, { user: 'jane' }),
    await Client.connect(faulty.port, { user: 'bob' }),
  ];
  await Promise.all([...orderly, ...odd].map((client) => client.join(sale.auction)));
  for (let n = 1; n <= 120; n += 1) {
    const lot = `lot-${(n % 3) + 1}`;
    const bidder = n % 2 === 0 ? 'jane' : 'bob';
    await sale.command({ type: 'bid', lot, bidder, cents: 30_000 + 500 * n });
    if (n === 40) await sale.command({ type: 'pause', reason: 'a gate is open' });
    if (n === 60) await sale.command({ type: 'unpause', reason: 'it is shut' });
    if (n % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 7));
  }
  await sale.command({ type: 'freeze', lot: 'lot-2', reason: 'a beast is lame' });
  const frozen = sale.state().version - 1;
  const isLast = ({ seq = -1 }: Seen): boolean => seq >= frozen;
  await Promise.all([...orderly, ...odd].map((client) => client.until(isLast)));
  for (const [n, client] of odd.entries()) {
    const same = (): boolean => {
      const [here, there] = [held(client), held(orderly[n] as Client)];
      return [...there].every(([part, value]) => here.get(part) === value);
    };
    for (let waited = 0; !same() && waited < 2_000; waited += 1) await new Promise((r) => setTimeout(r, 10));
    assert.equal(held(client), held(orderly[n] as Client));
    neverBack(client.seen, `client ${n}`);
  }
  const [late, lateToo] = [await Client.connect(sale.port), await Client.connect(faulty.port)];
  await Promise.all([late.join(sale.auction), lateToo.join(sale.auction)]);
  assert.equal(held(lateToo), held(late), 'who comes later is shown the same');
  assert.equal(sale.failures, []);
  await faulty.gateway.close();
  await sale.stop();
});

test('[N12] when something may not have been published, a gateway reads the log, though nothing else arrives', async () => {
  const sale = await runningSale();
  const bob = await Client.connect(sale.port);
  await bob.join(sale.auction);
  sale.busIsDown = true;
  await sale.command({ type: 'bid', lot: 'lot-1', bidder: 'b1', cents: 30_500 });
  sale.bus.publish(subjects.resync, null);
  const update = await bob.until(({ event }) => event === 'lot-update');
  assert.is(update.data.currentBidCents, 30_500);
  await sale.stop();
});

test.run();
