import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import type { Options, Scenario } from 'k6/options';
import type { PlannedBidder, StormPlan } from '../plan.ts';
import { Bidder } from './bidder.ts';
import { ClientGroup } from './client-group.ts';
import { LiveClient } from './live-client.ts';
import { now } from './moment.ts';
import { Visitor } from './visitor.ts';

/** Sockets that one k6 user holds: few enough to be spread over addresses, many enough to be cheap. */
const BIDDERS_A_STAND = 20;
const SPECTATORS_A_STAND = 50;
/** ms that the herd is away, as in a short outage of a network: those who stay bid meanwhile. */
const AWAY_MS = 1_000;
/** One bidder of so many stays, so that there is something to catch up with. */
const STAYS_OF = 5;
/** ms between looking and looking again whether it is time to leave. */
const WATCH_MS = 250;
/** ms a bidder stays to settle what it has sent, beyond the time to leave. */
const SETTLE_MS = 10_000;
/** ms k6 waits for its users beyond that. */
const GRACE_MS = 15_000;

const file = __ENV['STORM_PLAN'] ?? '';
// The plan without its bidders is small; those are kept once for all users and read one by one.
const plan = JSON.parse(open(file), (key, value: unknown) => (key === 'bidders' ? [] : value)) as StormPlan;
const bidders = new SharedArray<PlannedBidder>('bidders', () => [
  ...(JSON.parse(open(file)) as StormPlan).bidders,
]);

const lastsMs = Math.max(1_000, plan.leaveBy + SETTLE_MS - now());
const everyoneOnce = (exec: string, vus: number): Record<string, Scenario> =>
  vus === 0
    ? {}
    : {
        [exec]: {
          executor: 'per-vu-iterations',
          vus,
          iterations: 1,
          exec,
          maxDuration: `${Math.ceil((lastsMs + GRACE_MS) / 1_000)}s`,
          gracefulStop: '0s',
        },
      };

const bidderStands = Math.ceil(bidders.length / BIDDERS_A_STAND);
const spectatorStands = Math.ceil(plan.spectators / SPECTATORS_A_STAND);

export const options: Options = {
  scenarios: {
    ...everyoneOnce('bidderStand', bidderStands),
    ...everyoneOnce('spectatorStand', spectatorStands),
    ...everyoneOnce('visitor', plan.visitors),
  },
  thresholds: Object.fromEntries(
    Object.entries(plan.thresholds).map(([metric, holds]) => [metric, [...holds]]),
  ),
  summaryTrendStats: ['min', 'med', 'p(95)', 'p(99)', 'max', 'count'],
  noCookiesReset: true,
};

/** Bidders at one stand. */
export function bidderStand(): void {
  const number = exec.scenario.iterationInTest;
  const stand = new ClientGroup(`bidders ${number}`);
  const waiting: Bidder[] = [];
  const clients: LiveClient[] = [];
  const herd: LiveClient[] = [];
  const end = Math.min(bidders.length, (number + 1) * BIDDERS_A_STAND);
  for (let place = number * BIDDERS_A_STAND; place < end; place += 1) {
    const who = bidders[place];
    if (who === undefined) continue;
    const client = new LiveClient(plan, stand, `bidder ${place}`, { id: who.account, cookie: who.cookie });
    const bidder = new Bidder(plan, place, who, client);
    clients.push(client);
    if (place % STAYS_OF !== 0) herd.push(client);
    waiting.push(bidder);
    bidder.start();
    comeIn(client, place, bidders.length);
  }
  watch(stand, clients, herd, () => waiting.some((bidder) => bidder.isWaiting));
}

/** Spectators at one stand, whom nobody knows. */
export function spectatorStand(): void {
  const number = exec.scenario.iterationInTest;
  const stand = new ClientGroup(`spectators ${number}`);
  const clients: LiveClient[] = [];
  const end = Math.min(plan.spectators, (number + 1) * SPECTATORS_A_STAND);
  for (let place = number * SPECTATORS_A_STAND; place < end; place += 1) {
    const client = new LiveClient(plan, stand, `spectator ${place}`, null);
    clients.push(client);
    comeIn(client, place, plan.spectators);
  }
  watch(stand, clients, clients, () => false);
}

/** One visitor, from coming to having read the results. */
export function visitor(): void {
  const number = exec.scenario.iterationInTest;
  const someone = new Visitor(plan, `visitor ${number}`);
  someone.come((plan.rampMs * number) / Math.max(1, plan.visitors));
  someone.browse();
  someone.readResults();
}

function comeIn(client: LiveClient, place: number, of: number): void {
  setTimeout(() => client.comeIn(), (plan.rampMs * place) / Math.max(1, of));
}

/** Drops the herd when it is time to, and sees everyone out at the end. */
function watch(
  stand: ClientGroup,
  clients: readonly LiveClient[],
  herd: readonly LiveClient[],
  isBusy: () => boolean,
): void {
  for (const at of plan.drops) {
    setTimeout(
      () => {
        for (const client of herd) client.drop(AWAY_MS);
      },
      Math.max(0, at - now()),
    );
  }
  const look = () => {
    const late = now() - plan.leaveBy;
    const over = clients.every((client) => client.hasLeft);
    if (late >= 0 && (!isBusy() || late >= SETTLE_MS)) for (const client of clients) client.leave();
    else if (!over) {
      setTimeout(look, WATCH_MS);
      return;
    }
    stand.write(now());
  };
  look();
}

/** k6's own figures, for the report. */
export function handleSummary(data: unknown): Record<string, string> {
  return { [plan.summaryFile]: JSON.stringify(data) };
}
