import { between, type Chance } from '@saleyard/app/made-up/chance.ts';
import type { BusWeather } from '../parts/bus-fabric.ts';
import type { LinkWeather } from '../parts/link.ts';
import type { DiskWeather } from '../parts/log-server.ts';
import type { WireWeather } from '../parts/wire.ts';

const FAIR_LINK: LinkWeather = { leastMs: 0.1, mostMs: 2, lossShare: 0, lateShare: 0.15 };
const FAIR_WIRE: WireWeather = { leastMs: 0.5, mostMs: 30 };
const FAIR_COMMIT = { leastMs: 0.3, mostMs: 4 };
const FAIR_BUS: BusWeather = {
  leastMs: 0.1,
  mostMs: 2,
  dropShare: 0,
  twiceShare: 0,
  strayShare: 0,
  strayMs: 0,
};

/** How everything between the parts is at the moment. Faults change it, healing makes it fair again. */
export class Weather {
  readonly bus = { ...FAIR_BUS };
  readonly wires = { ...FAIR_WIRE };
  /** The machines' links to the log and to the documents. */
  readonly links = { ...FAIR_LINK };
  /** A commit of the log's disk takes at least and at most so long, ms. */
  readonly commit = { ...FAIR_COMMIT };
  /** The log's disk. */
  readonly disk: DiskWeather;
  /** Of the requests between machines, those that arrive twice. */
  askTwiceShare = 0;

  constructor(chance: Chance) {
    this.disk = { commitMs: () => between(chance, this.commit.leastMs, this.commit.mostMs), full: false };
  }

  heal(): void {
    Object.assign(this.bus, FAIR_BUS);
    Object.assign(this.wires, FAIR_WIRE);
    Object.assign(this.links, FAIR_LINK);
    Object.assign(this.commit, FAIR_COMMIT);
    this.disk.full = false;
    this.askTwiceShare = 0;
  }
}
