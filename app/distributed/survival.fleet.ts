import { leaseKeys } from '@saleyard/contract/commands.ts';
import { openBidders } from '@saleyard/loadtest/storms/prepare/people.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { mongoServerWants } from '@saleyard/testing/servers/mongo-server.ts';
import { natsServerWants } from '@saleyard/testing/servers/nats-server.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/people.ts';
import type { Child } from './fleet/child-suite.ts';
import type { CrowdPerson } from './fleet/crowd-orders-suite.ts';
import { Crowd } from './fleet/crowd-suite.ts';
import { Fleet } from './fleet/fleet-suite.ts';
import { type Blow, blow, tellGaps } from './fleet/gaps-suite.ts';
import { CrowdedSale, type Outcome } from './fleet/sale-suite.ts';

/** People at the public door, each bidding about so often, in ms. */
const PEOPLE = 200;
const BID_EVERY_MS = 5_000;
/** ms that something which was killed stays away before it is started again. */
const AWAY_MS = 1_500;
/** Bids that must be decided, with everyone there, before the next thing is done. */
const BIDS_BETWEEN = 60;

const TITLE = 'a fleet of processes under a live sale';
const test = suite(TITLE, { limitMs: 300_000 });

let fleet: Fleet;
let staff: Session;
let people: CrowdPerson[] = [];
let crowd: Crowd;

const openSale = (terms: Parameters<typeof CrowdedSale.open>[1]): Promise<CrowdedSale> =>
  CrowdedSale.open({ fleet, crowd, staff, people }, terms);

/** Lots that end one after another all the while, and go on as long as people bid. */
const ALL_THE_WHILE = { lots: 14, durationSeconds: 20, staggerSeconds: 15, staleTimeSeconds: 3 };

const holding = (key: string): Child => {
  const name = fleet.holderOf(key === leaseKeys.projections ? 'projections' : 'commands', key);
  if (name === undefined) throw new Error(`nobody holds ${key}`);
  return fleet.process(name);
};

function told(what: string, blows: readonly Blow[], { told: record, checked, readModelsMs }: Outcome): void {
  const { sent, accepted, refused, notTaken, settledAgain } = checked.bids;
  console.log(`\n${what}: ${sent} bids of ${PEOPLE} people, ${accepted} accepted, ${refused} refused,`);
  console.log(
    `${notTaken} told as not placed, ${settledAgain} in doubt and settled; ${checked.events} events,`,
  );
  console.log(
    `${checked.views.views} views as the log has it; read models whole after ${Math.round(readModelsMs)} ms`,
  );
  console.log(tellGaps(blows, record));
}

/** Kills it, and starts it again a little later. */
const killed = (child: Child) => async (): Promise<void> => {
  await child.kill();
  await pause(systemClock, AWAY_MS);
  await child.start();
};

test.before(async () => {
  fleet = await Fleet.start();
  staff = await Session.signIn(fleet.url, 'staff@saleyard.test', DEMO_PASSWORD);
  const sessions = await openBidders(fleet.url, staff, PEOPLE, () => {});
  people = sessions.map(({ id, cookie }) => ({ account: id, cookie }));
  crowd = await Crowd.come(fleet.url, people);
});
test.after(async () => {
  if (unfinished > 0) console.error(fleet?.said());
  await crowd?.leave();
  await fleet?.close();
});

/** A test that shows what the processes said when it is not passed, however it ends. */
let unfinished = 0;
const proof = (name: string, body: () => Promise<void>): void =>
  test(name, async () => {
    unfinished += 1;
    await body();
    unfinished -= 1;
  });

proof(
  'each part is killed while 200 people bid: nothing that was said is untrue, and nothing freezes',
  async () => {
    const sale = await openSale(ALL_THE_WHILE);
    const blows: Blow[] = [];
    await crowd.bid(BID_EVERY_MS);
    await crowd.goesOn(BIDS_BETWEEN);
    const strike = async (what: string, how: () => Promise<void>): Promise<void> => {
      await blow(blows, what, how);
      await crowd.goesOn(BIDS_BETWEEN);
    };
    await strike('NATS killed', async () => {
      await fleet.killNats();
      await pause(systemClock, AWAY_MS);
      await fleet.startNats();
    });
    await strike('MongoDB killed', async () => {
      await fleet.killMongo();
      await pause(systemClock, AWAY_MS);
      await fleet.startMongo();
    });
    for (const gateway of fleet.of('gateway')) await strike(`${gateway.name} killed`, killed(gateway));
    const owner = holding(leaseKeys.auction(sale.id));
    await strike(`${owner.name} killed, the owner`, killed(owner));
    const active = holding(leaseKeys.projections);
    await strike(`${active.name} killed, the active`, killed(active));
    await sale.close();
    const outcome = await sale.verify();
    told('killed', blows, outcome);
    assert.not.ok(outcome.events.includes('Frozen'), 'no single kill freezes the sale');
    assert.ok(fleet.unruly.doubled > 100, 'the bus was unruly for some');
  },
);

const wants = [natsServerWants(), mongoServerWants()].filter((want) => want !== null);
if (wants.length > 0) notRun(TITLE, wants.join('; '));
else {
  if ((process.env['EVENTSTORE_URL'] ?? '') === '')
    notRun(`${TITLE}, on the real EventStoreDB`, 'set EVENTSTORE_URL; its stand-in was the log');
  test.run();
}
