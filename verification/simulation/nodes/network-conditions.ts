import { between, type Random } from '@saleyard/app/sample-data/random.ts';
import type { BusConditions } from '../parts/bus-fabric.ts';
import type { LinkConditions } from '../parts/link.ts';
import type { DiskConditions } from '../parts/log-server.ts';
import type { WireConditions } from '../parts/wire.ts';

const NORMAL_LINK: LinkConditions = { leastMs: 0.1, mostMs: 2, lossShare: 0, lateShare: 0.15 };
const NORMAL_WIRE: WireConditions = { leastMs: 0.5, mostMs: 30 };
const NORMAL_COMMIT = { leastMs: 0.3, mostMs: 4 };
const NORMAL_BUS: BusConditions = {
  leastMs: 0.1,
  mostMs: 2,
  dropShare: 0,
  twiceShare: 0,
  strayShare: 0,
  strayMs: 0,
};

/** The present conditions of everything between the parts. Injected faults change them, healing makes them normal again. */
export class NetworkConditions {
  readonly bus = { ...NORMAL_BUS };
  readonly wires = { ...NORMAL_WIRE };
  /** The machines' links to the log and to the documents. */
  readonly links = { ...NORMAL_LINK };
  /** A commit of the log's disk takes at least and at most so long, ms. */
  readonly commit = { ...NORMAL_COMMIT };
  /** The log's disk. */
  readonly disk: DiskConditions;
  /** Of the requests between machines, those that arrive twice. */
  askTwiceShare = 0;

  constructor(random: Random) {
    this.disk = { commitMs: () => between(random, this.commit.leastMs, this.commit.mostMs), full: false };
  }

  heal(): void {
    Object.assign(this.bus, NORMAL_BUS);
    Object.assign(this.wires, NORMAL_WIRE);
    Object.assign(this.links, NORMAL_LINK);
    Object.assign(this.commit, NORMAL_COMMIT);
    this.disk.full = false;
    this.askTwiceShare = 0;
  }
}
