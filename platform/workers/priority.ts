import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Priorities below that of bids, as nice values: of what people wait for, and of long computations. At 10 a thread that
 * has been idle gets a busy processor at once, where at 5 it may wait for 2 ms.
 */
export const NICE = { reads: 5, background: 10 } as const;

/**
 * Lowers the priority of a process of ours to a nice value, so that others on its processors go first. On Linux each
 * thread has a priority of its own, which the threads that it starts inherit: those that run already, such as the garbage
 * collector's, get it too. A priority that is lower already stays. A process that has ended is left out.
 */
export function lowerPriority(nice: number, pid = process.pid): void {
  for (const id of process.platform === 'linux' ? threadsOf(pid) : [pid]) {
    try {
      if (getPriority(id) < nice) setPriority(id, nice);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/**
 * Lowers the priority of the calling thread to a nice value, and of the threads that it starts from then on. Only Linux
 * has priorities of threads. A priority that is lower already stays.
 */
export function lowerThreadPriority(nice: number): void {
  if (process.platform === 'linux' && getPriority(0) < nice) setPriority(0, nice);
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}
