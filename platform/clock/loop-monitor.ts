import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';

/** What delays the event loop of this thread. Each function speaks of the time since its last call. */
export type LoopMonitor = {
  /** The share of that time in which the event loop worked, 0 to 1. */
  utilisation(): number;
  /** ms for which this thread was ready to run while other processes had the processors. */
  waitedForOthersMs(): number;
};

export const loopMonitor = (): LoopMonitor => ({
  utilisation: loopUtilisation(),
  waitedForOthersMs: waitedForOthers(),
});

function loopUtilisation(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/** Time on a processor, time waiting for one (ns), and turns, of the thread that reads it. Linux has it. */
const SCHEDULING = '/proc/thread-self/schedstat';
const NS_IN_MS = 1_000_000;
const US_IN_MS = 1_000;

/** ms that this thread has waited for a processor since it began; 0 where it is not known. */
function waitedMs(): number {
  try {
    const [, waited] = readFileSync(SCHEDULING, 'utf8').split(' ');
    return Number(waited ?? 0) / NS_IN_MS;
  } catch {
    return 0;
  }
}

/**
 * The part of this thread's waiting that is due to other processes: where this process alone keeps all processors busy
 * its threads wait for each other, which is its own load.
 */
function waitedForOthers(): () => number {
  const processors = availableParallelism();
  const look = () => ({ at: performance.now(), used: process.cpuUsage(), waited: waitedMs() });
  let before = look();
  return () => {
    const now = look();
    const passedMs = Math.max(now.at - before.at, 1);
    const usedMs = (now.used.user + now.used.system - before.used.user - before.used.system) / US_IN_MS;
    const ownShare = Math.min(1, usedMs / (passedMs * processors));
    const waited = Math.max(0, now.waited - before.waited);
    before = now;
    return waited * (1 - ownShare);
  };
}
