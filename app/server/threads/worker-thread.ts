import { workerData } from 'node:worker_threads';
import { SaleDirectory } from '@saleyard/command-api/sales/sale-directory.ts';
import { COMMAND_REQUESTS, type CommandEnvelope, commandRequest } from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import type { Readiness } from '@saleyard/gateway/http/http-service.ts';
import { createThreadBus } from '@saleyard/platform/bus/thread-bus.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { serveDocuments } from '@saleyard/platform/documents/thread-documents.ts';
import { logOwner } from '@saleyard/platform/event-log/thread-log.ts';
import { requestOwner } from '@saleyard/platform/leases/owner-request.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { Metrics } from '@saleyard/platform/metrics/metrics.ts';
import { serveCalls } from '@saleyard/platform/threads/port-calls.ts';
import { lowerThreadPriority, NICE } from '@saleyard/platform/workers/priority.ts';
import { lotsReadModel } from '@saleyard/projections/lots/lots.queries.ts';
import { openSales } from '@saleyard/projections/sales/auctions.queries.ts';
import { startDemo } from '../../demo/demo.ts';
import { beginAsDemo } from '../../start/demo-folder.ts';
import { type Engines, enginesOn, onlyNode, type RoleParts } from '../engines.ts';
import { openIdentityService } from '../identity-service.ts';
import { type ServedRole, serveInside } from '../role-server.ts';
import { startCommandHandling } from '../roles/command-api.ts';
import { startProjectionsRole } from '../roles/projections.ts';
import { openLogOfOwner, openStores } from '../stores.ts';
import { OPEN_AUCTIONS, type WorkerCalls, type WorkerOrder } from './ports.ts';

/** ms that the engine has for a command of this thread; beyond, its outcome is unknown. */
const COMMAND_MS = 8_000;
/** ms that the engine has to name the open auctions. */
const QUESTION_MS = 5_000;
const LOOPBACK = '127.0.0.1';

const clock = systemClock;

/** The engines of this thread: all stores but the log, which the other thread owns. */
async function openEngines({ config, ports }: WorkerOrder): Promise<RoleParts> {
  const logger = createLogger({ level: config.logLevel });
  const metrics = config.metricsPort === null ? null : new Metrics(config.node, 'worker');
  const parts = { config, clock, logger, metrics };
  const owner = logOwner(ports.log, ports.logGrown);
  const stores = await openStores(config, parts, () => openLogOfOwner(config, owner, parts));
  serveDocuments(ports.documents, stores.documents);
  const bus = createThreadBus({ port: ports.bus, clock });
  const engines: Engines = await enginesOn(parts, stores, async () => onlyNode(parts, bus));
  return { ...parts, engines };
}

/** Reads: projections, queries and documents. */
async function startReads(parts: RoleParts) {
  const identity = await openIdentityService(parts);
  return { identity, role: await startProjectionsRole(parts, identity) };
}

type Reads = Awaited<ReturnType<typeof startReads>>;

/** Everything that changes something but a live sale, and the port where this thread answers. */
async function startCommands(parts: RoleParts, { identity, role: reads }: Reads) {
  const { logger, engines } = parts;
  const { log, bus, documents } = engines;
  // The engine has this thread's node name: it is the only one that can be asked.
  const leases = await engines.join('commands', true);
  const sales = new SaleDirectory({ log, clock, logger, readModel: lotsReadModel(documents) });
  const engine = {
    submit: (envelope: CommandEnvelope<CommandBody>) =>
      requestOwner({ bus, leases, clock }, COMMAND_REQUESTS, commandRequest(envelope), COMMAND_MS),
    openAuctions: async () =>
      (await bus.request(OPEN_AUCTIONS, null, { timeoutMs: QUESTION_MS })) as AuctionId[],
  };
  const commands = await startCommandHandling(parts, identity, { engine, sales, leases });
  const served: ServedRole = await serveInside(parts, {
    at: { port: 0, host: LOOPBACK },
    drainMs: 0,
    routes: [...commands.routes, ...reads.routes],
    rendersViews: true,
    checks: { ...identity.checks, ...reads.checks, sales: () => sales.follows },
    isSignedIn: async (request) => (await identity.sessionOf(request)) !== null,
    async close() {
      await commands.close();
      await Promise.all([identity.stop(), sales.stop(), reads.close()]);
      await leases.close();
    },
  });
  return { served, submit: engine.submit };
}

/** Answers the thread of the engine, which starts and stops this one step by step. */
function runWorker(order: WorkerOrder): void {
  const { config } = order;
  let opened: RoleParts;
  let reads: Reads;
  let commands: Awaited<ReturnType<typeof startCommands>>;
  let demo: { stop(): Promise<void> } | undefined;
  const calls: WorkerCalls = {
    async openStores() {
      opened = await openEngines(order);
    },
    async startReads() {
      reads = await startReads(opened);
    },
    async startCommands() {
      commands = await startCommands(opened, reads);
      return commands.served.port;
    },
    async startDemo(baseUrl) {
      const { engines, logger } = opened;
      demo = await startDemo({
        ...engines,
        clock,
        logger,
        baseUrl,
        accounts: reads.identity.accounts,
        submit: commands.submit,
        openSales: () => openSales(engines.documents),
      });
    },
    beginAsDemo: () => beginAsDemo(opened.engines, config),
    ready: (): Promise<Readiness> => commands.served.isReady(),
    metrics: async () => (await opened.metrics?.read())?.text ?? '',
    stopDemo: async () => demo?.stop(),
    stopRoles: () => commands.served.close(),
    closeStores: () => opened.engines.close(),
  };
  serveCalls(order.ports.control, calls);
}

lowerThreadPriority(NICE.reads);
runWorker(workerData as WorkerOrder);
