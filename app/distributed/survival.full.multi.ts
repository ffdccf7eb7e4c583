import { ENGINE_LIMITS } from '@saleyard/command-api/engine/limits.ts';
import { leaseKeys } from '@saleyard/contract/commands.ts';
import { openBidders } from '@saleyard/loadtest/storms/prepare/accounts.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { withTimeout } from '@saleyard/platform/clock/with-timeout.ts';
import { PROJECTIONS_LEASE } from '@saleyard/projections/projector.ts';
import { mongoServerWants } from '@saleyard/testing/servers/mongo-server.ts';
import { natsServerWants } from '@saleyard/testing/servers/nats-server.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { eventually } from '../test-support/eventually.ts';
import type { Child } from './test-support/child.ts';
import { ClientPool } from './test-support/client-pool.ts';
import type { PoolAccount } from './test-support/client-pool-orders.ts';
import { Cluster } from './test-support/cluster.ts';
import {
  type InjectedFailure,
  injectFailure,
  interruptionTable,
  lastBefore,
} from './test-support/interruptions.ts';
import { type Freeze, type Outcome, PoolSale } from './test-support/pool-sale.ts';

/** People at the public interface, each bidding about so often, in ms. */
const PEOPLE = 200;
const BID_EVERY_MS = 5_000;
/** ms that something which was killed stays away before it is started again. */
const AWAY_MS = 1_500;
/** Bids that must be decided, with everyone there, before the next thing is done. */
const BIDS_BETWEEN = 60;

/** ms after which a live sale that nobody runs is frozen. */
const GRACE_MS = ENGINE_LIMITS.outageGraceMs;
/** Tries of what happens at random. */
const ROUNDS = 8;
/** ms that a node's clock is from the others'. */
const APART_MS = 1_500;
const WRONG_MS = 11 * 3_600_000;
/** ms that a resumed node has before the next one is stopped. */
const BETWEEN_MS = 1_500;

const TITLE = 'several processes under a live sale';
/** ms that one test may take on a busy machine. */
const PROOF_MS = 300_000;
const test = suite(TITLE, { limitMs: PROOF_MS + 10_000 });

let cluster: Cluster;
let staff: Session;
let people: PoolAccount[] = [];
let pool: ClientPool;

const openSale = (terms: Parameters<typeof PoolSale.open>[1]): Promise<PoolSale> =>
  PoolSale.open({ cluster, pool, staff, people }, terms);

/** Lots that end one after another during the test, and are extended as long as people bid. */
const ALL_THE_WHILE = { lots: 28, durationSeconds: 15, staggerSeconds: 10, staleTimeSeconds: 3 };

const holding = (key: string): Child => {
  const name = cluster.holderOf(key === PROJECTIONS_LEASE ? 'projections' : 'commands', key);
  if (name === undefined) throw new Error(`nobody holds ${key}`);
  return cluster.process(name);
};

function record(
  what: string,
  failures: readonly InjectedFailure[],
  { record, checked, readModelsMs }: Outcome,
): void {
  const { sent, accepted, refused, notTaken, settledAgain } = checked.bids;
  console.log(`\n${what}: ${sent} bids of ${PEOPLE} people, ${accepted} accepted, ${refused} refused,`);
  console.log(
    `${notTaken} answered as not placed, ${settledAgain} uncertain and settled; ${checked.events} events,`,
  );
  console.log(
    `${checked.views.views} views as the log has it; read models whole after ${Math.round(readModelsMs)} ms`,
  );
  console.log(interruptionTable(failures, record));
}

/** Kills it, and starts it again a little later. */
const killed = (child: Child) => async (): Promise<void> => {
  await child.kill();
  await pause(systemClock, AWAY_MS);
  await child.start();
};

test.before(async () => {
  cluster = await Cluster.start();
  staff = await Session.signIn(cluster.url, 'staff@saleyard.test', DEMO_PASSWORD);
  const sessions = await openBidders(cluster.url, staff, PEOPLE, () => {});
  people = sessions.map(({ id, cookie }) => ({ account: id, cookie }));
  pool = await ClientPool.come(cluster.url, people);
});
test.after(async () => {
  await pool?.leave();
  await cluster?.close();
});

/** A test that shows at once why it failed, and what the processes said: what comes after it may hide that. */
const proof = (name: string, body: () => Promise<void>): void =>
  test(name, async () => {
    try {
      await withTimeout(systemClock, PROOF_MS, body());
    } catch (error) {
      console.error(error, cluster.said());
      throw error;
    }
  });

const closedLots = async (sale: PoolSale): Promise<number> =>
  (await sale.state()).lots.filter(({ phase }) => phase === 'closed').length;

/**
 * A lot closes by itself and the sale is paused while nobody, or not everybody, receives updates. No later update
 * would show it to them, and yet all come to see it.
 */
async function closingUnheard(sale: PoolSale, deafen: () => unknown, mend: () => unknown): Promise<void> {
  await pool.settle();
  const before = await closedLots(sale);
  await pool.until(({ leastClosed }) => leastClosed >= before);
  await deafen();
  try {
    while ((await closedLots(sale)) === before) await pause(systemClock, 50);
    await sale.command('pause', { reason: 'a gate is open' });
    assert.is((await pool.status()).allPaused, false, 'no news of it can arrive');
  } finally {
    await mend();
  }
  await pool.until(({ leastClosed, allPaused }) => leastClosed > before && allPaused);
  await sale.command('unpause', { reason: 'it is shut' });
  await pool.bid(BID_EVERY_MS);
}

/**
 * Nothing is frozen but what nobody could bid in for longer than the grace, as on a machine that is too busy to start
 * another owner sooner. `clockErrorMs`: by how much nodes' clocks differ from the one here.
 */
function notFrozenWithin(
  graceMs: number,
  { freezes }: Outcome,
  failures: readonly InjectedFailure[],
  clockErrorMs = 0,
): void {
  const record = freezes.map(
    ({ since, seenAt, reason }) =>
      `${reason}, ${seenAt - since} ms after the last decision, ${lastBefore(failures, since)}`,
  );
  if (record.length > 0) console.log(`frozen: ${record.join('; ')}`);
  const tooEarly = ({ since, seenAt, reason }: Freeze): boolean =>
    reason !== 'outage' || seenAt - since <= graceMs - clockErrorMs;
  assert.not.ok(freezes.some(tooEarly), record.join('; '));
}

proof(
  'each part is killed while 200 people bid: nothing that was said is untrue, and nothing freezes early',
  async () => {
    const sale = await openSale(ALL_THE_WHILE);
    const failures: InjectedFailure[] = [];
    await pool.bid(BID_EVERY_MS);
    await pool.goesOn(BIDS_BETWEEN);
    const strike = async (what: string, how: () => Promise<void>): Promise<void> => {
      await injectFailure(failures, what, how);
      await pool.goesOn(BIDS_BETWEEN);
    };
    await strike('NATS killed', async () => {
      await cluster.killNats();
      await pause(systemClock, AWAY_MS);
      await cluster.startNats();
    });
    await strike('MongoDB killed', async () => {
      await cluster.killMongo();
      await pause(systemClock, AWAY_MS);
      await cluster.startMongo();
    });
    for (const gateway of cluster.of('gateway')) await strike(`${gateway.name} killed`, killed(gateway));
    // Twice, so that either was the owner, and amid many bids.
    await pool.bid(BID_EVERY_MS / 3);
    for (let n = 0; n < 2; n += 1) {
      const owner = holding(leaseKeys.auction(sale.id));
      await strike(`${owner.name} killed, the owner`, killed(owner));
    }
    await pool.bid(BID_EVERY_MS);
    const active = holding(PROJECTIONS_LEASE);
    await strike(`${active.name} killed, the active`, killed(active));
    await strike('NATS killed, while a lot closes', () =>
      closingUnheard(
        sale,
        () => cluster.killNats(),
        () => cluster.startNats(),
      ),
    );
    // Of the gateways that people came back to.
    const line = cluster.lines.get('gateway-1');
    await strike('gateway-1 cut off, while a lot closes', () =>
      closingUnheard(
        sale,
        () => line?.cut(),
        () => line?.mend(),
      ),
    );
    await sale.close();
    const outcome = await sale.verify();
    record('killed', failures, outcome);
    notFrozenWithin(GRACE_MS, outcome, failures);
    for (const [name, { doubled }] of cluster.lines)
      assert.ok(doubled > 100, `the bus was faulty for ${name}`);
  },
);

proof('all are restarted one at a time: no bid is lost, and everyone comes back', async () => {
  const sale = await openSale(ALL_THE_WHILE);
  const failures: InjectedFailure[] = [];
  await pool.bid(BID_EVERY_MS);
  await pool.goesOn(BIDS_BETWEEN);
  for (const child of ['projections', 'command-api', 'gateway', 'edge-proxy'].flatMap((role) =>
    cluster.of(role),
  )) {
    await injectFailure(failures, `${child.name} restarted`, async () => {
      await child.stop();
      await child.start();
    });
    await pool.goesOn(BIDS_BETWEEN);
  }
  await sale.close();
  const outcome = await sale.verify();
  record('restarted', failures, outcome);
  notFrozenWithin(GRACE_MS, outcome, failures);
  const proxy = failures.at(-1)?.at ?? 0;
  const away = outcome.record.aways.filter(({ from }) => from < proxy);
  assert.ok(away.length > 0, 'those at a gateway that stops have to come back');
});

const conflictsAt = (name: string): Promise<number> =>
  cluster.measured(name, /^saleyard_appends_total\{.*outcome="conflict"/);

/** Stops the owner until another node has the sale and `enough` resolves, then resumes it. */
async function heldUntil(sale: PoolSale, enough: () => Promise<void>): Promise<Child> {
  const owner = holding(leaseKeys.auction(sale.id));
  owner.pause();
  while (sale.owner === undefined || sale.owner === owner.name) await pause(systemClock, 20);
  await enough();
  owner.resume();
  await pool.goesOn(BIDS_BETWEEN);
  return owner;
}

proof(
  'the owner is held past its lease and goes on: the log refuses what it decided on, and it owns nothing',
  async () => {
    const sale = await openSale(ALL_THE_WHILE);
    const failures: InjectedFailure[] = [];
    await pool.bid(BID_EVERY_MS);
    await pool.goesOn(BIDS_BETWEEN);
    await injectFailure(failures, 'the owner held, past the grace', async () => {
      const late = await heldUntil(sale, () => pause(systemClock, GRACE_MS));
      assert.is.not(sale.owner, late.name);
      while ((await cluster.measured(late.name, /^saleyard_auctions_owned/)) > 0)
        await pause(systemClock, 50);
      assert.is((await cluster.readiness(late.name)).status, 200);
    });
    // Whether it decides before it receives what the others wrote is random.
    let refused = 0;
    for (let round = 0; refused === 0; round += 1) {
      assert.ok(round < ROUNDS, 'what it decided on was never out of date');
      await injectFailure(failures, 'the owner held, past its lease', async () => {
        const before = { 'command-api-1': 0, 'command-api-2': 0 };
        for (const name of Object.keys(before) as (keyof typeof before)[])
          before[name] = await conflictsAt(name);
        const late = await heldUntil(sale, () => pool.goesOn(10));
        refused = (await conflictsAt(late.name)) - before[late.name as keyof typeof before];
      });
    }
    await sale.close();
    const outcome = await sale.verify();
    record('held', failures, outcome);
    notFrozenWithin(GRACE_MS, outcome, failures);
  },
);

/** Restarts a command-api with its clock so far ahead. */
async function withClock(name: string, aheadMs: number): Promise<void> {
  await cluster.process(name).stop();
  cluster.setClock(name, aheadMs);
  await cluster.process(name).start();
}

proof(
  'handed between clocks 3 s apart, a sale closes on the order of the log, and nobody is notified before',
  async () => {
    await withClock('command-api-1', APART_MS);
    await withClock('command-api-2', -APART_MS);
    const sale = await openSale({ lots: 7, durationSeconds: 8, staggerSeconds: 5, staleTimeSeconds: 2 });
    await pool.bid(BID_EVERY_MS / 2);
    const owners = new Set<string>();
    const isOver = async (): Promise<boolean> => (await sale.state()).phase === 'closed';
    while (!(await isOver())) {
      const name = sale.owner;
      if (name === undefined) continue;
      owners.add(name);
      cluster.process(name).pause();
      while ((sale.owner === undefined || sale.owner === name) && !(await isOver()))
        await pause(systemClock, 20);
      cluster.process(name).resume();
      await pause(systemClock, BETWEEN_MS);
    }
    await sale.close();
    const outcome = await sale.verify({ clockErrorMs: APART_MS + 50 });
    record('between clocks', [], outcome);
    assert.is(owners.size, 2, 'both ran it');
    notFrozenWithin(GRACE_MS, outcome, [], APART_MS);
  },
);

proof('nodes whose clocks are 11 hours off run no sale, also where nobody else is left', async () => {
  await withClock('command-api-1', 0);
  const wrong = [cluster.process('command-api-2'), cluster.addLike('command-api-2', 'command-api-3')];
  await wrong[0]?.stop();
  for (const [n, child] of wrong.entries()) {
    cluster.setClock(child.name, n === 0 ? WRONG_MS : -WRONG_MS);
    child.isReady = async () => (await cluster.readiness(child.name)).why === 'clock';
    await child.start();
  }
  const sale = await openSale(ALL_THE_WHILE);
  await pool.bid(BID_EVERY_MS);
  await pool.goesOn(BIDS_BETWEEN);
  const right = holding(leaseKeys.auction(sale.id));
  assert.is(right.name, 'command-api-1');
  // No bid stays uncertain for longer than the clients wait for its outcome.
  await pool.settle();
  await right.kill();
  await pool.bid(BID_EVERY_MS);
  await pause(systemClock, BETWEEN_MS);
  const before = await sale.events();
  const until = systemClock.monotonic() + GRACE_MS + BETWEEN_MS;
  while (systemClock.monotonic() < until) {
    assert.ok(sale.owner === undefined || sale.owner === right.name, `${sale.owner} took it`);
    await pause(systemClock, 100);
  }
  assert.is(await sale.events(), before, 'nothing is decided by them');
  for (const { name } of wrong) {
    assert.is(await cluster.measured(name, /^saleyard_(auctions_owned|appends_total)/), 0, name);
    // On a busy machine the log or the bus may be named too, for a moment.
    await eventually(async () => assert.is((await cluster.readiness(name)).why, 'clock'));
  }
  // Nobody could bid for longer than the grace: it comes back frozen, and staff resume it.
  await right.start();
  while ((await sale.freezes()).length === 0) await pause(systemClock, 50);
  await pool.goesOn(BIDS_BETWEEN);
  await sale.close();
  const outcome = await sale.verify();
  record('clocks 11 hours off', [], outcome);
  assert.equal(new Set(outcome.freezes.map(({ reason }) => reason)), new Set(['outage']));
});

const wants = [natsServerWants(), mongoServerWants()].filter((want) => want !== null);
if (wants.length > 0) notRun(TITLE, wants.join('; '));
else {
  if ((process.env['EVENTSTORE_URL'] ?? '') === '')
    notRun(`${TITLE}, on the real EventStoreDB`, 'set EVENTSTORE_URL; its stand-in was the log');
  test.run();
}
