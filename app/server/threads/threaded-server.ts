import { Worker } from 'node:worker_threads';
import { forwardedRoutes } from '@saleyard/gateway/forward/forwarded-routes.ts';
import type { RenderView } from '@saleyard/gateway/http/first-views.ts';
import type { Readiness } from '@saleyard/gateway/http/http-service.ts';
import { FIRST_VIEW_PATH } from '@saleyard/gateway/http/internal-service.ts';
import { createThreadBus } from '@saleyard/platform/bus/thread-bus.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { withTimeout } from '@saleyard/platform/clock/with-timeout.ts';
import type { Config } from '@saleyard/platform/config/config.ts';
import { LmdbRows } from '@saleyard/platform/documents/lmdb-rows.ts';
import { threadDocuments } from '@saleyard/platform/documents/thread-documents.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { serveLog } from '@saleyard/platform/event-log/thread-log.ts';
import { randomToken } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { Metrics } from '@saleyard/platform/metrics/metrics.ts';
import { PortCaller } from '@saleyard/platform/threads/port-calls.ts';
import { enginesOn, onlyNode } from '../engines.ts';
import { forwarderTo, proxyHeadersOf } from '../forwarders.ts';
import { openIdentityService } from '../identity-service.ts';
import { damageNote, ownChecks, readiness } from '../readiness.ts';
import { exposeMetrics } from '../role-metrics.ts';
import { startEngineRole } from '../roles/engine.ts';
import { startGatewayRole } from '../roles/gateway.ts';
import { foldersIn, openLog, storesBeside } from '../stores.ts';
import { OPEN_AUCTIONS, type ThreadPorts, threadPorts, type WorkerCalls, type WorkerOrder } from './ports.ts';

/** Bits of the key by which the worker thread recognises requests of this process. */
const KEY_BITS = 256;
/** ms that the worker thread has to say whether it can do its work: it may be busy, and bids don't wait for it. */
const READY_MS = 5_000;

/** Begins as a program does, and runs `worker-thread.ts`. */
const PROGRAM = new URL('../../bin/saleyard.js', import.meta.url);

/**
 * Starts the worker thread. An error that it does not handle ends this process, as one of this thread does: what it
 * left half done is not known. `calls` reach it; `end` ends it.
 */
function startWorker(order: WorkerOrder, ownPorts: ThreadPorts) {
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

type Started = { config: Config; logger: Logger };

/**
 * Runs Saleyard in two threads. This one takes bids: it has the engine, the log and the live sockets. The worker
 * thread has everything else: reads, searches, documents, uploads, accounts, listings, and what follows from events.
 * It owns the read models; this one owns the log, and appends for it. Resolves when people can come in.
 * @throws EventLogInUse when another process holds the folder, and what opening the other stores throws
 */
export async function startThreadedServer({ config: given, logger }: Started) {
  const config = { ...given, forwardingKey: given.forwardingKey ?? randomToken(KEY_BITS) };
  const { own: ports, theirs } = threadPorts();
  // It loads its program while the log is opened.
  const worker = startWorker({ config, ports: theirs }, ports);
  let log: EventLog;
  try {
    log = await openLog(config, { clock: systemClock, logger });
  } catch (error) {
    await worker.end();
    throw error;
  }
  const stopServing = serveLog(ports.log, ports.logGrown, log);
  try {
    await worker.calls.openStores();
  } catch (error) {
    await worker.end();
    await stopServing();
    await log.close();
    throw error;
  }
  return startLive({ config, logger }, { log, ports, worker, stopServing });
}

type Live = {
  log: EventLog;
  ports: ThreadPorts;
  worker: ReturnType<typeof startWorker>;
  stopServing: () => Promise<void>;
};

/** The engine and the gateway, beside a worker thread that has opened the stores. */
async function startLive({ config, logger }: Started, { log, ports, worker, stopServing }: Live) {
  const clock = systemClock;
  const { calls } = worker;
  const metrics = config.metricsPort === null ? null : new Metrics(config.node);
  metrics?.addThread(() => calls.metrics());
  const bare = { config, clock, logger, metrics };
  // Sessions, accounts and lots are read here: who bids does not wait for the worker thread.
  const rows = new LmdbRows({ folder: foldersIn(config.data).read, clock });
  const documents = threadDocuments(ports.documents, rows);
  const bus = createThreadBus({ port: ports.bus, clock });
  const stores = await storesBeside(config, { log, documents });
  const engines = await enginesOn(bare, stores, async () => onlyNode(bare, bus));
  const parts = { ...bare, engines };
  await calls.startReads();
  const identity = await openIdentityService(parts);
  const engine = await startEngineRole(parts, identity);
  bus.serve(OPEN_AUCTIONS, async () => engine.host.openAuctions());
  const workerPort = await calls.startCommands();
  const proxyHeaders = proxyHeadersOf(config);
  const origins = [`http://127.0.0.1:${workerPort}`];
  const { forwarder } = forwarderTo('worker', origins, parts, proxyHeaders, { areThreads: true });
  const here = readiness(
    { ...ownChecks(engines, config.node), ...identity.checks, ...engine.checks },
    clock,
    () => damageNote(log),
  );
  const isReady = async (): Promise<Readiness> =>
    both(
      await Promise.all([
        here(),
        withTimeout(clock, READY_MS, calls.ready()).catch(() => ({ ready: false, why: 'worker' })),
      ]),
    );
  const routes = forwardedRoutes({ 'command-api': forwarder, projections: forwarder }, engine.routes);
  const renderView: RenderView = (asked) => forwarder.post(FIRST_VIEW_PATH, asked);
  const gateway = await startGatewayRole(
    { ...parts, proxyHeaders, routes: [...engine.routes, ...routes], isReady, renderView, drainMs: 0 },
    identity,
  );
  const metricsServer = await exposeMetrics(parts, isReady);
  return {
    port: gateway.port,
    metricsPort: metricsServer.port,
    beginAsDemo: calls.beginAsDemo,
    startDemo: () => calls.startDemo(`http://127.0.0.1:${gateway.port}`),
    /** Stops in the order that loses nothing: people, commands and reads, the engine, stores. */
    async close(): Promise<void> {
      await calls.stopDemo();
      await gateway.close();
      await calls.stopRoles();
      await engine.close();
      await Promise.all([identity.stop(), metricsServer.close()]);
      forwarder.close();
      await rows.close();
      await calls.closeStores();
      await stopServing();
      await engines.close();
      await worker.end();
    },
  };
}

/** Ready when both are; names what is away, and notes what both note, once. */
function both(answers: readonly Readiness[]): Readiness {
  const listed = (of: 'why' | 'note'): string =>
    [...new Set(answers.flatMap((answer) => answer[of] ?? []))].join(', ');
  const [why, note] = [listed('why'), listed('note')];
  return {
    ready: answers.every(({ ready }) => ready),
    ...(why !== '' && { why }),
    ...(note !== '' && { note }),
  };
}
