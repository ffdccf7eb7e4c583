import type {
  CrowdOrder,
  CrowdReport,
  CrowdStatus,
  CrowdTold,
} from '@saleyard/app/distributed/fleet/crowd-orders-suite.ts';
import { type Chance, seededChance } from '@saleyard/app/made-up/chance.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { Person } from './crowd-person-suite.ts';

/*
 * A crowd at the public door as a process of its own, ordered by the process that started it. Each of them uses the
 * web's own live connection.
 */
let people: Person[] = [];
let everyMs: number | null = null;
let chance: Chance = () => 0;
const total = (of: (person: Person) => number): number => people.reduce((sum, one) => sum + of(one), 0);

const least = (of: (person: Person) => number): number =>
  people.reduce((found, one) => Math.min(found, of(one)), Number.MAX_SAFE_INTEGER);

/** Everyone by themselves, from a half to one and a half times as often as was said. */
function bidLater(person: Person): void {
  const wait = (everyMs ?? 1_000) * (0.5 + chance());
  systemClock.after(wait, () => {
    if (everyMs !== null) person.bid();
    bidLater(person);
  });
}

function status(): CrowdStatus {
  return {
    live: total(({ isLive }) => Number(isLive)),
    seen: least(({ seen }) => seen),
    leastClosed: least(({ closedLots }) => closedLots),
    allPaused: people.every(({ seesPause }) => seesPause),
    over: total(({ isOver }) => Number(isOver)),
    unsettled: total(({ unsettled }) => unsettled),
    decided: total(({ told }) => told.bids.filter(({ seq }) => seq !== null).length),
    doubtful: total(({ doubtful }) => doubtful),
  };
}

function tell(): CrowdTold {
  for (const person of people) person.lookLast();
  const all = people.map(({ told }) => told);
  return {
    bids: all.flatMap(({ bids }) => bids),
    views: all.flatMap(({ views }) => views),
    faults: all.flatMap(({ faults }) => faults),
    stills: all.flatMap(({ stills }) => stills),
    aways: all.flatMap(({ aways }) => aways),
  };
}

function obey(order: CrowdOrder): CrowdReport {
  switch (order.order) {
    case 'come':
      chance = seededChance(order.seed);
      people = order.people.map((who, place) => {
        return new Person(place, who, order.url, seededChance(order.seed + place + 1));
      });
      for (const person of people) bidLater(person);
      return { report: 'come' };
    case 'join':
      for (const person of people) person.join(order.auction, order.lots);
      return { report: 'join' };
    case 'bid':
      everyMs = order.everyMs;
      return { report: 'bid' };
    case 'status':
      return { report: 'status', status: status() };
    case 'tell':
      return { report: 'tell', told: tell() };
  }
}

process.on('message', (order: CrowdOrder) => process.send?.(obey(order)));
process.on('disconnect', () => process.exit(0));
