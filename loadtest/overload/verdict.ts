import type { OverloadReport, OverloadSample } from './run-overload.ts';

/** A requirement, its measured value, and whether it held. */
export type Property = {
  name: string;
  holds: boolean;
  measured: string;
};

/** The least share of the peak that is still decided in time. */
const GOODPUT = 0.8;
/** Most growth of memory in use from the first third to the last, as a factor and in bytes: collection times vary. */
const MEMORY_MORE = 1.15;
const MEMORY_BYTES = 48 * 1024 * 1024;
/** Memory that stays in use after the overload, in bytes: each decision is kept for repeats, and caches fill. */
const HELD_PER_DECISION = 32;
const CACHES_BYTES = 64 * 1024 * 1024;
/** Most growth of latency as a factor: after the overload against before, and with dead sockets against without. */
const LATENCY_TIMES = 2;
/** A difference of this many ms is noise of the machine. */
const LATENCY_MS = 25;
/** Time the process has to detect the overload, in ms; requests served meanwhile are not counted against it. */
const NOTICING_MS = 3_000;

const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
const noMuchLonger = (after: number, before: number): boolean => after <= before * LATENCY_TIMES + LATENCY_MS;

function memory({ held, samples, bidding }: OverloadReport['overload']): Property {
  const most = (of: readonly OverloadSample[]) => Math.max(...of.map(({ privateBytes }) => privateBytes));
  const third = Math.ceil(samples.length / 3);
  const [first, last] = [most(samples.slice(0, third)), most(samples.slice(-third))];
  const kept = Math.max(0, held.after - held.before);
  return {
    name: 'memory is flat but for what must be remembered of each decision',
    holds:
      kept <= bidding.answer.count * HELD_PER_DECISION + CACHES_BYTES &&
      last - kept <= first * MEMORY_MORE + MEMORY_BYTES,
    measured: `its own at most ${mib(first)} in the first third, ${mib(last)} in the last; held by somebody ${mib(held.before)} before, ${mib(held.after)} after ${bidding.answer.count} decisions, caches included`,
  };
}

/** The order of shedding: from when on each kind was refused, by the samples. */
function order({ overload }: OverloadReport): Property {
  const { visiting, bidding, samples } = overload;
  const late = samples.filter(({ atMs }) => atMs >= NOTICING_MS);
  const bidsBeforeOthers = late.filter(({ counters }) => counters.sheddingLevel < 3).length;
  const { bulk, anonymous } = visiting;
  const mayServe = (kind: typeof bulk) =>
    kind.served <= kind.asked * (NOTICING_MS / (samples.at(-1)?.atMs ?? 1) + 0.1);
  const everySecond = bidding.goodBySecond.filter((good) => good > 0).length;
  return {
    name: 'bids are given up last',
    holds:
      mayServe(bulk) &&
      mayServe(anonymous) &&
      bulk.served / Math.max(1, bulk.asked) <= anonymous.served / Math.max(1, anonymous.asked) + 0.1 &&
      bidding.goodPerSecond > 0,
    measured: `served ${share(bulk.served, bulk.asked)} of the whole lists, ${share(anonymous.served, anonymous.asked)} of what else visitors asked for, ${share(visiting['signed-in'].served, visiting['signed-in'].asked)} of what people did; bids were decided in ${everySecond} of ${bidding.goodBySecond.length} seconds; ${bidsBeforeOthers} of ${late.length} samples not at the highest level`,
  };
}

function vital({ overload: { visiting } }: OverloadReport): Property {
  const kinds = [visiting.vital, visiting.health];
  const asked = kinds.reduce((sum, kind) => sum + kind.asked, 0);
  const served = kinds.reduce((sum, kind) => sum + kind.served, 0);
  const busy = kinds.reduce((sum, kind) => sum + kind.busy, 0);
  return {
    name: 'what is vital is served throughout',
    holds: busy === 0 && served > 0,
    measured: `${served} of ${asked} served, ${busy} refused`,
  };
}

function retryAfter({ overload: { visiting } }: OverloadReport): Property {
  const { ownDelayMs: _, ...kinds } = visiting;
  const all = Object.values(kinds);
  const busy = all.reduce((sum, kind) => sum + kind.busy, 0);
  const without = all.reduce((sum, kind) => sum + kind.busyWithoutRetry, 0);
  return {
    name: 'every 503 names a retry time',
    holds: without === 0 && busy > 0,
    measured: `${busy} answered 503, ${without} without Retry-After`,
  };
}

function audit({ audit: { proven, lost, twice, ghosts, acknowledged, events } }: OverloadReport): Property {
  return {
    name: 'each acknowledged bid is in the log once, and none that was turned away',
    holds: proven && lost === 0 && twice === 0 && ghosts === 0 && acknowledged > 0,
    measured: `${acknowledged} acknowledged, ${lost} lost, ${twice} twice, ${ghosts} turned away and there; ${events} events ${proven ? 'proven' : 'NOT proven'}`,
  };
}

function recovery({ before, after }: OverloadReport): Property[] {
  const [was, is] = [before.bidding.answer, after.bidding.answer];
  const { anonymous, bulk } = after.visiting;
  return [
    {
      name: 'ten seconds after it, latency is back',
      holds: noMuchLonger(is.p50Ms, was.p50Ms) && noMuchLonger(is.p99Ms, was.p99Ms),
      measured: `p50 ${was.p50Ms.toFixed(1)} ms before, ${is.p50Ms.toFixed(1)} after; p99 ${was.p99Ms.toFixed(1)}, ${is.p99Ms.toFixed(1)}`,
    },
    {
      name: 'ten seconds after it, everyone is served',
      holds: after.sheddingLevel === 0 && anonymous.busy + bulk.busy === 0,
      measured: `level ${after.sheddingLevel}; ${anonymous.served + bulk.served} of ${anonymous.asked + bulk.asked} requests of visitors served`,
    },
  ];
}

function deadSockets({ alone, besideDead: { bidding, slowSockets }, size }: OverloadReport): Property {
  const pairs = [
    [alone.answer.p99Ms, bidding.answer.p99Ms],
    [alone.seen.p99Ms, bidding.seen.p99Ms],
  ] as const;
  const ratio = (beside: number, without: number) => `${(beside / without).toFixed(2)}×`;
  return {
    name: 'sockets that never read slow nobody',
    holds: pairs.every(([without, beside]) => noMuchLonger(beside, without)),
    measured: `beside ${size.dead} of them (${slowSockets} behind) bids are answered in p50 ${bidding.answer.p50Ms.toFixed(1)} ms (${ratio(bidding.answer.p50Ms, alone.answer.p50Ms)}), p99 ${bidding.answer.p99Ms.toFixed(1)} ms (${ratio(bidding.answer.p99Ms, alone.answer.p99Ms)}), seen in p50 ${bidding.seen.p50Ms.toFixed(1)} ms (${ratio(bidding.seen.p50Ms, alone.seen.p50Ms)}), p99 ${bidding.seen.p99Ms.toFixed(1)} ms (${ratio(bidding.seen.p99Ms, alone.seen.p99Ms)})`,
  };
}

function goodput({ peak, capacity, overload, size }: OverloadReport): Property {
  const { bidding, decidedPerCpuSecond } = overload;
  const most = Math.max(...capacity.map((step) => step.decidedPerCpuSecond));
  const kept = bidding.goodPerSecond / peak.perSecond;
  const found = Math.max(...capacity.map((step) => step.bidding.goodPerSecond));
  return {
    name: `at ${size.times} times the capacity at least ${GOODPUT * 100} % of the peak is done`,
    holds: kept >= GOODPUT,
    measured: `${bidding.goodPerSecond.toFixed(0)} bids/s decided in time of ${bidding.sentPerSecond.toFixed(0)} sent, ${(kept * 100).toFixed(0)} % of the peak, ${peak.perSecond.toFixed(0)} (${peak.before.goodPerSecond.toFixed(0)} before it, ${peak.after.goodPerSecond.toFixed(0)} after it; ${found.toFixed(0)} in the best ${size.stepMs / 1_000} s of the search); ${bidding.turnedAwayPerSecond.toFixed(0)}/s turned away after p50 ${bidding.turnedAway.p50Ms.toFixed(0)} ms; answers p50 ${bidding.answer.p50Ms.toFixed(0)} ms, p99 ${bidding.answer.p99Ms.toFixed(0)} ms; ${bidding.late} late, ${bidding.unanswered} unanswered; ${decidedPerCpuSecond.toFixed(0)} decided a second of the server's CPU, at most ${most.toFixed(0)} while it was looked for`,
  };
}

/** The requirements of an overload, on an otherwise idle machine. */
export function verdictOf(report: OverloadReport): Property[] {
  return [
    goodput(report),
    memory(report.overload),
    order(report),
    vital(report),
    retryAfter(report),
    audit(report),
    ...recovery(report),
    deadSockets(report),
  ];
}
