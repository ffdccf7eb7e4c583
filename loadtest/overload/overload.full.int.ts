import { setTimeout as wait } from 'node:timers/promises';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { LoadedProcesses } from './processes.ts';
import type { ServerLimits, ServerSample } from './server.ts';

const test = suite('a server that is overloaded', { limitMs: 240_000 });

const WAITING_BIDS = 8;
/**
 * Far more bidders than the queue has places, so that any machine is overloaded; and only bids that are turned away
 * raise the level, for how quick the machine is must not matter.
 */
const BIDDERS = 150;
const NEVER = { loopDelayMs: Number.POSITIVE_INFINITY, bidWaitMs: Number.POSITIVE_INFINITY };
const LIMITS: ServerLimits = {
  engine: { waitingBids: WAITING_BIDS, batchCommands: 4 },
  shedding: { thresholds: [NEVER, NEVER, NEVER], calmMs: 4_000 },
};
const VISITS = { bulk: 5, anonymous: 30, 'signed-in': 10, vital: 5, health: 1 };
const QUIET_VISITS = { bulk: 1, anonymous: 5, 'signed-in': 1, vital: 1, health: 1 };

async function until(
  processes: LoadedProcesses,
  isSo: (sample: ServerSample) => boolean,
): Promise<ServerSample> {
  for (;;) {
    const sample = await processes.sample();
    if (isSo(sample)) return sample;
    await wait(100);
  }
}

test('[G24] [G25] it keeps each acknowledged bid once, bounds its queue, rejects bids last, and recovers', () =>
  LoadedProcesses.during(async (processes) => {
    await processes.start({ bidders: BIDDERS, readers: 10, lots: 60 }, LIMITS);
    await processes.addDeadSockets(10);

    const bidding = processes.bidInTurn(BIDDERS, 8_000);
    await until(processes, ({ counters }) => counters.sheddingLevel === 3);
    const visited = await processes.visit(VISITS, 3_000);
    const bids = await bidding;
    const { mostWaiting } = await processes.sample();

    assert.ok(bids.answer.count > 0, 'bids are decided throughout');
    assert.ok(bids.turnedAwayPerSecond > 0, 'and turned away');
    assert.is(bids.unanswered, 0, 'every bid is answered');
    assert.ok(mostWaiting <= WAITING_BIDS, `${mostWaiting} bids waited`);
    assert.equal([visited.bulk.served, visited.anonymous.served], [0, 0], 'others are given up before bids');
    assert.ok(visited.bulk.busy > 0 && visited.anonymous.busy > 0);
    for (const kind of [visited.vital, visited.health]) {
      assert.is(kind.busy, 0, 'what is vital is never given up');
      assert.ok(kind.served > 0);
    }
    for (const kind of [visited.bulk, visited.anonymous, visited['signed-in']]) {
      assert.is(kind.busyWithoutRetry, 0, 'every 503 names a retry time');
    }

    await until(processes, ({ counters }) => counters.sheddingLevel === 0);
    const after = await processes.visit(QUIET_VISITS, 2_000);
    assert.equal([after.bulk.busy, after.anonymous.busy], [0, 0], 'everyone is served again');
    const alone = await processes.bidInTurn(1, 1_000);
    assert.ok(alone.answer.count > 0, 'bids are decided after it');
    assert.is(alone.turnedAwayPerSecond, 0);

    const { acknowledged, ...audit } = await processes.audit();
    assert.ok(acknowledged > 0);
    assert.equal({ ...audit, events: null }, { proven: true, events: null, lost: 0, twice: 0, ghosts: 0 });
  }));

test.run();
