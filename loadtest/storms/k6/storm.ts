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
const BIDDERS_PER_GROUP = 20;
const SPECTATORS_PER_GROUP = 50;
/** How long dropped clients are away, ms, as in a short network outage; the others bid meanwhile. */
const AWAY_MS = 1_000;
/** One bidder of this many stays, so that there is something to catch up with. */
const STAYS_OF = 5;
/** ms between looking and looking again whether it is time to leave. */
const WATCH_MS = 250;
/** How long a bidder stays beyond the time to leave, until its bids are answered, ms. */
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

const bidderGroups = Math.ceil(bidders.length / BIDDERS_PER_GROUP);
const spectatorGroups = Math.ceil(plan.spectators / SPECTATORS_PER_GROUP);

export const options: Options = {
  scenarios: {
    ...everyoneOnce('bidderGroup', bidderGroups),
    ...everyoneOnce('spectatorGroup', spectatorGroups),
    ...everyoneOnce('visitor', plan.visitors),
  },
  thresholds: Object.fromEntries(
    Object.entries(plan.thresholds).map(([metric, holds]) => [metric, [...holds]]),
  ),
  summaryTrendStats: ['min', 'med', 'p(95)', 'p(99)', 'max', 'count'],
  noCookiesReset: true,
};

/** Bidders of one client group. */
export function bidderGroup(): void {
  const number = exec.scenario.iterationInTest;
  const group = new ClientGroup(`bidders ${number}`);
  const waiting: Bidder[] = [];
  const clients: LiveClient[] = [];
  const dropped: LiveClient[] = [];
  const end = Math.min(bidders.length, (number + 1) * BIDDERS_PER_GROUP);
  for (let place = number * BIDDERS_PER_GROUP; place < end; place += 1) {
    const who = bidders[place];
    if (who === undefined) continue;
    const client = new LiveClient(plan, group, `bidder ${place}`, { id: who.account, cookie: who.cookie });
    const bidder = new Bidder(plan, place, who, client);
    clients.push(client);
    if (place % STAYS_OF !== 0) dropped.push(client);
    waiting.push(bidder);
    bidder.start();
    comeIn(client, place, bidders.length);
  }
  watch(group, clients, dropped, () => waiting.some((bidder) => bidder.isWaiting));
}

/** Anonymous spectators of one client group. */
export function spectatorGroup(): void {
  const number = exec.scenario.iterationInTest;
  const group = new ClientGroup(`spectators ${number}`);
  const clients: LiveClient[] = [];
  const end = Math.min(plan.spectators, (number + 1) * SPECTATORS_PER_GROUP);
  for (let place = number * SPECTATORS_PER_GROUP; place < end; place += 1) {
    const client = new LiveClient(plan, group, `spectator ${place}`, null);
    clients.push(client);
    comeIn(client, place, plan.spectators);
  }
  watch(group, clients, clients, () => false);
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

/** Drops those clients when it is time to, and lets all leave at the end. */
function watch(
  group: ClientGroup,
  clients: readonly LiveClient[],
  dropped: readonly LiveClient[],
  isBusy: () => boolean,
): void {
  for (const at of plan.drops) {
    setTimeout(
      () => {
        for (const client of dropped) client.drop(AWAY_MS);
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
    group.write(now());
  };
  look();
}

/** k6's own figures, for the report. */
export function handleSummary(data: unknown): Record<string, string> {
  return { [plan.summaryFile]: JSON.stringify(data) };
}
