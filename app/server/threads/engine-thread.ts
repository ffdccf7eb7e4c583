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
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { Metrics } from '@saleyard/platform/metrics/metrics.ts';
import { enginesOn, onlyNode } from '../engines.ts';
import { forwarderTo, proxyHeadersOf } from '../forwarders.ts';
import { openIdentityService } from '../identity-service.ts';
import { damageNote, ownChecks, readiness } from '../readiness.ts';
import { exposeMetrics } from '../role-metrics.ts';
import { startEngineRole } from '../roles/engine.ts';
import { startGatewayRole } from '../roles/gateway.ts';
import { foldersIn, openLog, storesBeside } from '../stores.ts';
import { OPEN_AUCTIONS, type ThreadPorts } from './ports.ts';
import type { WorkerThread } from './worker.ts';

/** ms that the worker thread has to say whether it can do its work: it may be busy, and bids don't wait for it. */
const READY_MS = 5_000;

type Started = { config: Config; logger: Logger };

/** What this thread has of the other. */
type Beside = { ports: ThreadPorts; worker: WorkerThread };

/**
 * Opens the log, then has the worker thread open the other stores, and starts the engine and the gateway.
 * @throws EventLogInUse when another process holds the folder, and what opening the other stores throws
 */
export async function startEngineThread({ config, logger }: Started, { ports, worker }: Beside) {
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

type Live = Beside & { log: EventLog; stopServing: () => Promise<void> };

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
