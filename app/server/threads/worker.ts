import { Worker } from 'node:worker_threads';
import { PortCaller } from '@saleyard/platform/threads/port-calls.ts';
import type { ThreadPorts, WorkerCalls, WorkerOrder } from './ports.ts';

/** Begins as a program does, and runs `worker-thread.ts`. */
const PROGRAM = new URL('../../bin/saleyard.js', import.meta.url);

/**
 * Starts the worker thread. An error that it does not handle ends this process, as one of this thread does: what it
 * left half done is not known. `calls` reach it; `end` ends it.
 */
export function startWorker(order: WorkerOrder, ownPorts: ThreadPorts) {
  const worker = new Worker(PROGRAM, { workerData: order, transferList: Object.values(order.ports) });
  let isEnding = false;
  worker.once('exit', (code) => {
    if (!isEnding) throw new Error(`the worker thread ended by itself, with ${code}`);
  });
  const caller = new PortCaller(ownPorts.control, {
    errors: [],
    ended: () => new Error('the worker thread has ended'),
  });
  const call =
    <K extends keyof WorkerCalls>(name: K) =>
    (...args: Parameters<WorkerCalls[K]>): ReturnType<WorkerCalls[K]> =>
      caller.call(name, ...args) as ReturnType<WorkerCalls[K]>;
  return {
    calls: {
      openStores: call('openStores'),
      startReads: call('startReads'),
      startCommands: call('startCommands'),
      beginAsDemo: call('beginAsDemo'),
      startDemo: call('startDemo'),
      ready: call('ready'),
      metrics: call('metrics'),
      stopDemo: call('stopDemo'),
      stopRoles: call('stopRoles'),
      closeStores: call('closeStores'),
    } satisfies WorkerCalls,
    async end(): Promise<void> {
      isEnding = true;
      await worker.terminate();
      for (const port of Object.values(ownPorts)) port.close();
    },
  };
}

export type WorkerThread = ReturnType<typeof startWorker>;
