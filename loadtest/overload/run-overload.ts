import { loadavg } from 'node:os';
import type { Bidding } from './bidders.ts';
import { type Audit, LoadedProcesses, type ServerParts } from './processes.ts';
import type { ServerSample } from './server.ts';
import type { Visit, Visiting } from './visitors.ts';

export type OverloadSize = {
  bidders: number;
  /** Sockets whose view of the sale is timed. */
  readers: number;
  /** Sockets that never read, beside as many that do. */
  dead: number;
  lots: number;
  /** Bids before anything is measured: code is compiled and caches are full by then, so that memory can be flat. */
  warmBids: number;
  /** How long each rate of bids is tried in the search for the capacity, ms. */
  stepMs: number;
  /** The best of them, once more before the overload and once after it. ms. */
  peakMs: number;
  /** Quiet times before and after, and the times with and without dead sockets. ms. */
  quietMs: number;
  overloadMs: number;
  /** After so long everything must be as before. ms. */
  recoveryMs: number;
  /** Times the capacity. */
  times: number;
  /** Requests a second beside the bids, of each kind. */
  visits: Readonly<Record<Visit, number>>;
};

export const FULL_SIZE: OverloadSize = {
  bidders: 600,
  readers: 50,
  dead: 50,
  lots: 300,
  warmBids: 180_000,
  stepMs: 5_000,
  peakMs: 15_000,
  quietMs: 8_000,
  overloadMs: 60_000,
  recoveryMs: 10_000,
  times: 3,
  visits: { bulk: 10, anonymous: 100, 'signed-in': 20, vital: 5, health: 1 },
};

/** The times of quiet: this many bids a second, and a few visitors. */
const QUIET_PER_SECOND = 50;
const QUIET_VISITS: Readonly<Record<Visit, number>> = {
  bulk: 0.5,
  anonymous: 5,
  'signed-in': 2,
  vital: 2,
  health: 1,
};
/** Each rate that is tried is this many times the one before. */
const STEP_UP = 1.3;
/** A rate of which this share is decided in time is kept up with. */
const KEPT_UP = 0.9;
/** A rate is better when this many times as many bids are decided; after `NO_BETTER` others the best is the capacity. */
const BETTER = 1.05;
const NO_BETTER = 2;
/** A quarter of the capacity: busy, but no overload. */
const BESIDE_DEAD = 0.25;
const SAMPLE_MS = 1_000;

/** A time with its bids and visits. */
type Episode = { bidding: Bidding; visiting: Visiting };

/** A sample of the overload. `atMs` from its beginning. */
export type OverloadSample = ServerSample & { atMs: number };

/**
 * The most bids a second that are decided in time: at the rate that was best while it was looked for, measured on both
 * sides of the overload, for a machine is not as fast from one minute to the next.
 */
type Peak = { before: Bidding; after: Bidding; perSecond: number };

export type OverloadReport = {
  size: OverloadSize;
  loadBefore: number;
  loadAfter: number;
  /** Each rate that was tried, and how much the server decided a second of its CPU. */
  capacity: { bidding: Bidding; decidedPerCpuSecond: number }[];
  /** The most bids a second of which nearly all were decided in time: what it can take. */
  capacityPerSecond: number;
  /** The most that are decided in time at any rate. */
  peak: Peak;
  alone: Bidding;
  besideDead: { bidding: Bidding; slowSockets: number };
  before: Episode;
  /** `decidedPerCpuSecond`: in time or late, of the server's CPU. `held`: what it holds after collecting what nobody does, before and after, in bytes. */
  overload: Episode & {
    samples: OverloadSample[];
    decidedPerCpuSecond: number;
    held: { before: number; after: number };
  };
  after: Episode & { sheddingLevel: number };
  audit: Audit;
};

/** Overloads its own server and returns the result. */
export const runOverload = (
  size: OverloadSize,
  say: (what: string) => void,
  parts?: ServerParts,
): Promise<OverloadReport> =>
  LoadedProcesses.during((processes) => new Overload(size, processes, say).run(), parts);

class Overload {
  readonly #size: OverloadSize;
  readonly #processes: LoadedProcesses;
  readonly #say: (what: string) => void;

  constructor(size: OverloadSize, processes: LoadedProcesses, say: (what: string) => void) {
    this.#size = size;
    this.#processes = processes;
    this.#say = say;
  }

  async run(): Promise<OverloadReport> {
    const size = this.#size;
    const loadBefore = loadavg()[0] ?? 0;
    await this.#processes.start(size);
    this.#say('warming up');
    const warm = await this.#warmUp();
    this.#say('looking for the capacity');
    const capacity = await this.#findCapacity(warm);
    const best = capacity.reduce((a, b) => (b.bidding.goodPerSecond > a.bidding.goodPerSecond ? b : a));
    const peakRate = best.bidding.sentPerSecond;
    const keptUp = capacity.filter(({ bidding }) => bidding.goodPerSecond >= bidding.sentPerSecond * KEPT_UP);
    const capacityPerSecond = Math.max(warm, ...keptUp.map(({ bidding }) => bidding.goodPerSecond));
    this.#say(`the capacity is ${capacityPerSecond.toFixed(0)} bids a second; the peak, and a time of quiet`);
    const peakBefore = await this.#processes.bidAtRate(peakRate, size.peakMs);
    await this.#episode(QUIET_PER_SECOND, QUIET_VISITS, size.recoveryMs);
    const before = await this.#episode(QUIET_PER_SECOND, QUIET_VISITS, size.quietMs);
    this.#say(`${size.times} times the capacity for ${size.overloadMs / 1_000} s`);
    const overload = await this.#overload(capacityPerSecond * size.times);
    this.#say(`${size.recoveryMs / 1_000} s to recover, and a time of quiet`);
    await this.#episode(QUIET_PER_SECOND, QUIET_VISITS, size.recoveryMs);
    const { sheddingLevel } = (await this.#processes.sample()).counters;
    const after = await this.#episode(QUIET_PER_SECOND, QUIET_VISITS, size.quietMs);
    this.#say('the peak once more');
    const peakAfter = await this.#processes.bidAtRate(peakRate, size.peakMs);
    await this.#episode(QUIET_PER_SECOND, QUIET_VISITS, size.recoveryMs);
    this.#say(`${size.dead} sockets that never read`);
    const alone = await this.#processes.bidAtRate(capacityPerSecond * BESIDE_DEAD, size.quietMs);
    const besideDead = await this.#besideDead(capacityPerSecond * BESIDE_DEAD);
    this.#say('asking the audit');
    const audit = await this.#processes.audit();
    return {
      size,
      loadBefore,
      loadAfter: loadavg()[0] ?? 0,
      capacity,
      capacityPerSecond,
      peak: {
        before: peakBefore,
        after: peakAfter,
        perSecond: (peakBefore.goodPerSecond + peakAfter.goodPerSecond) / 2,
      },
      alone,
      besideDead,
      before,
      overload,
      audit,
      after: { ...after, sheddingLevel },
    };
  }

  /** Bids in a closed loop; answers how many it took a second at last. */
  async #warmUp(): Promise<number> {
    const { bidders, warmBids, stepMs } = this.#size;
    for (let bids = 0; ; ) {
      const bidding = await this.#processes.bidInTurn(bidders, stepMs);
      bids += bidding.goodPerSecond * bidding.seconds;
      if (bids >= warmBids) return bidding.goodPerSecond;
    }
  }

  /** Rising rates, until more bids are no more decided. */
  async #findCapacity(from: number): Promise<OverloadReport['capacity']> {
    const found: OverloadReport['capacity'] = [];
    let best = 0;
    let noBetter = 0;
    for (let perSecond = from; noBetter < NO_BETTER; perSecond *= STEP_UP) {
      const { cpuMs } = await this.#processes.sample();
      const bidding = await this.#processes.bidAtRate(perSecond, this.#size.stepMs);
      const cpuSeconds = ((await this.#processes.sample()).cpuMs - cpuMs) / 1_000;
      const { goodPerSecond, answer } = bidding;
      found.push({ bidding, decidedPerCpuSecond: answer.count / cpuSeconds });
      noBetter = goodPerSecond > best * BETTER ? 0 : noBetter + 1;
      best = Math.max(best, goodPerSecond);
    }
    return found;
  }

  async #overload(perSecond: number): Promise<OverloadReport['overload']> {
    const { overloadMs, visits } = this.#size;
    const samples: OverloadSample[] = [];
    let over = false;
    const first = await this.#processes.sample(true);
    const began = performance.now();
    const watching = (async () => {
      while (!over) {
        samples.push({ ...(await this.#processes.sample()), atMs: performance.now() - began });
        await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
      }
    })();
    const episode = await this.#episode(perSecond, visits, overloadMs);
    over = true;
    await watching;
    const last = await this.#processes.sample(true);
    const decidedPerCpuSecond = (1_000 * episode.bidding.answer.count) / (last.cpuMs - first.cpuMs);
    return {
      decidedPerCpuSecond,
      ...episode,
      samples: samples.filter(({ atMs }) => atMs <= overloadMs),
      held: { before: held(first), after: held(last) },
    };
  }

  async #besideDead(perSecond: number): Promise<OverloadReport['besideDead']> {
    await this.#processes.addDeadSockets(this.#size.dead);
    let slowSockets = 0;
    const bidding = this.#processes.bidAtRate(perSecond, this.#size.quietMs);
    const looking = (async () => {
      for (let passed = 0; passed < this.#size.quietMs; passed += SAMPLE_MS) {
        await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
        slowSockets = Math.max(slowSockets, (await this.#processes.sample()).counters.slowSockets);
      }
    })();
    const found = await bidding;
    await looking;
    return { bidding: found, slowSockets };
  }

  async #episode(perSecond: number, visits: Readonly<Record<Visit, number>>, ms: number): Promise<Episode> {
    const [visiting, bidding] = await Promise.all([
      this.#processes.visit(visits, ms),
      this.#processes.bidAtRate(perSecond, ms),
    ]);
    return { bidding, visiting };
  }
}

const held = ({ heapBytes, externalBytes }: ServerSample): number => heapBytes + externalBytes;
