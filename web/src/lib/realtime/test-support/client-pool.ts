import type {
  PoolOrder,
  PoolRecord,
  PoolReport,
  PoolStatus,
} from '@saleyard/app/distributed/test-support/client-pool-orders.ts';
import { type Random, seededRandom } from '@saleyard/app/sample-data/random.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { PoolClient } from './pool-client.ts';

/*
 * A pool of clients at the public interface as a process of its own, ordered by the process that started it. Each of them uses the
 * web's own live connection.
 */
let clients: PoolClient[] = [];
let everyMs: number | null = null;
let random: Random = () => 0;
const total = (of: (person: PoolClient) => number): number => clients.reduce((sum, one) => sum + of(one), 0);

const least = (of: (person: PoolClient) => number): number =>
  clients.reduce((found, one) => Math.min(found, of(one)), Number.MAX_SAFE_INTEGER);

/** Everyone by themselves, from a half to one and a half times as often as was said. */
function bidLater(person: PoolClient): void {
  const wait = (everyMs ?? 1_000) * (0.5 + random());
  systemClock.after(wait, () => {
    if (everyMs !== null) person.bid();
    bidLater(person);
  });
}

function status(): PoolStatus {
  return {
    live: total(({ isLive }) => Number(isLive)),
    seen: least(({ seen }) => seen),
    leastClosed: least(({ closedLots }) => closedLots),
    allPaused: clients.every(({ seesPause }) => seesPause),
    over: total(({ isOver }) => Number(isOver)),
    pending: total(({ pending }) => pending),
    decided: total(({ record }) => record.bids.filter(({ seq }) => seq !== null).length),
    doubtful: total(({ doubtful }) => doubtful),
  };
}

function recordOf(): PoolRecord {
  for (const person of clients) person.lookLast();
  const all = clients.map(({ record }) => record);
  return {
    bids: all.flatMap(({ bids }) => bids),
    views: all.flatMap(({ views }) => views),
    faults: all.flatMap(({ faults }) => faults),
    stills: all.flatMap(({ stills }) => stills),
    aways: all.flatMap(({ aways }) => aways),
  };
}

function obey(order: PoolOrder): PoolReport {
  switch (order.order) {
    case 'come':
      random = seededRandom(order.seed);
      clients = order.clients.map((who, place) => {
        return new PoolClient(place, who, order.url, seededRandom(order.seed + place + 1));
      });
      for (const person of clients) bidLater(person);
      return { report: 'come' };
    case 'join':
      for (const person of clients) person.join(order.auction, order.lots);
      return { report: 'join' };
    case 'bid':
      everyMs = order.everyMs;
      return { report: 'bid' };
    case 'status':
      return { report: 'status', status: status() };
    case 'record':
      return { report: 'record', record: recordOf() };
  }
}

process.on('message', (order: PoolOrder) => process.send?.(obey(order)));
process.on('disconnect', () => process.exit(0));
