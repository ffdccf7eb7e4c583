import { setImmediate as turn } from 'node:timers/promises';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { SHEDDING_LIMITS } from '../shedding/work.ts';
import { createInternalService, FIRST_VIEW_PATH } from './internal-service.ts';

const test = suite('one side of REST', { limitMs: 20_000 });

/** Reads that arrive together, and turns of the event loop that a sign-in takes. */
const READS = 24;
const TURNS = 6;
test('a sign-in waits in each of its turns for one read, not for all that arrived together', async () => {
  let reads = 0;
  let readsMeanwhile: number | null = null;
  let arrived = 0;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const service = createInternalService({
    proxyHeaders: { establish: () => true, onward: () => ({}) },
    clock: systemClock,
    // They all wait for one thing, and go on together.
    async isSignedIn() {
      arrived += 1;
      await opened;
      return false;
    },
    isReady: async () => ({ ready: true }),
    failed: () => {},
    routes: [
      {
        operation: auctionOperations.auction,
        handler: (_request, response) => {
          reads += 1;
          response.json({ data: {} });
        },
      },
      {
        operation: accountOperations.signInOrMe,
        handler: async (_request, response) => {
          open();
          for (let n = 0; n < TURNS; n += 1) await turn();
          readsMeanwhile = reads;
          response.json({ data: {} });
        },
      },
    ],
  });
  const { port } = await service.listen(0, '127.0.0.1');
  const get = async (path: string): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    await response.arrayBuffer();
    return response.status;
  };
  try {
    const answers = Promise.all(Array.from({ length: READS }, () => get('auctions/2001')));
    while (arrived < READS) await turn();
    assert.is(await get('users/me'), 200);
    assert.ok(
      readsMeanwhile !== null && readsMeanwhile <= TURNS + 1,
      `${readsMeanwhile} reads ran meanwhile`,
    );
    assert.equal(new Set(await answers), new Set([200]));
  } finally {
    await service.close();
  }
});

test('while reads of visitors are shed, a first view is shed before it is rendered', async () => {
  let rendered = 0;
  const always = { loopDelayMs: 0, bidWaitMs: 0 };
  const service = createInternalService({
    proxyHeaders: { establish: () => true, onward: () => ({}) },
    clock: systemClock,
    isSignedIn: async () => false,
    isReady: async () => ({ ready: true }),
    failed: () => {},
    routes: [],
    renderView: async () => {
      rendered += 1;
      return Buffer.from('view');
    },
    sheddingLimits: { ...SHEDDING_LIMITS, sampleMs: 1, sliceMs: 1, thresholds: [always, always, always] },
  });
  const { port } = await service.listen(0, '127.0.0.1');
  try {
    while (service.counters().sheddingLevel === 0) await turn();
    const response = await fetch(`http://127.0.0.1:${port}${FIRST_VIEW_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    assert.equal([response.status, rendered, service.counters().shed.anonymous], [503, 0, 1]);
  } finally {
    await service.close();
  }
});

test.run();
