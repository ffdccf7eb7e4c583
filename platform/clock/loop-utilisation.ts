import { performance } from 'node:perf_hooks';

/** Returns a function that gives the share of the time since its last call in which this thread's event loop worked, 0 to 1. */
export function loopUtilisation(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
