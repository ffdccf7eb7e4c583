import type { IncomingMessage } from 'node:http';
import { forwardedRoutes } from '@saleyard/gateway/forward/forwarded-routes.ts';
import type { RenderView } from '@saleyard/gateway/http/first-views.ts';
import type { Readiness } from '@saleyard/gateway/http/http-service.ts';
import { createInternalService, FIRST_VIEW_PATH } from '@saleyard/gateway/http/internal-service.ts';
import { SHEDDING_LIMITS, STEADY_SHEDDING } from '@saleyard/gateway/shedding/work.ts';
import type { Route } from '@saleyard/http/endpoint.ts';
import { logFailures } from '@saleyard/http/failures.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { Config } from '@saleyard/platform/config/config.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { Metrics } from '@saleyard/platform/metrics/metrics.ts';
import { openEngines, type RoleParts } from './engines.ts';
import { firstViewRenderer, ownOrigin } from './first-view-renderer.ts';
import { forwarderTo, proxyHeadersOf } from './forwarders.ts';
import { type IdentityService, openIdentityService } from './identity-service.ts';
import { type Checks, damageNote, engineChecks, readiness } from './readiness.ts';
import { countedAnswers, exposeMetrics, measureShedding } from './role-metrics.ts';
import { startCommandRole } from './roles/command-api.ts';
import { startDemoRole } from './roles/demo.ts';
import { startEdgeProxyRole } from './roles/edge-proxy.ts';
import { startGatewayRole } from './roles/gateway.ts';
import { startProjectionsRole } from './roles/projections.ts';

/** ms between saying that it stops and taking nothing new: forwarders check it once a second. */
export const DRAIN_MS = 1_500;

/** One role running behind a port of its own. */
export type ServedRole = { port: number; isReady: () => Promise<Readiness>; close(): Promise<void> };

type Inside = {
  /** Where it listens; left out, where the configuration says. */
  at?: { port: number; host: string };
  /** ms between saying that it stops and taking nothing new; left out, as long as other processes need to notice. */
  drainMs?: number;
  routes: readonly Route[];
  /** It renders first views of pages, from its own reads. */
  rendersViews?: boolean;
  checks: Checks;
  isSignedIn: (request: IncomingMessage) => Promise<boolean>;
  close(): Promise<void>;
};

/** Serves operations to gateways of ours. */
export async function serveInside(parts: RoleParts, inside: Inside): Promise<ServedRole> {
  const { config, clock, logger, engines, metrics } = parts;
  const { routes, checks, isSignedIn, close, rendersViews = false, drainMs = DRAIN_MS, at = config } = inside;
  const proxyHeaders = proxyHeadersOf(config);
  let port = at.port;
  const renderView = firstViewRenderer({
    clock,
    logger,
    reads: () => ({
      origin: ownOrigin({ port, host: at.host }),
      headers: proxyHeaders.onward({ headers: {} }),
    }),
  });
  const isReady = readiness({ ...engineChecks(engines, config.node), ...checks }, clock, () =>
    damageNote(engines.log),
  );
  const service = createInternalService({
    routes,
    clock,
    isReady,
    isSignedIn,
    proxyHeaders,
    ...(rendersViews && { renderView }),
    drainMs,
    sheddingLimits: config.shedsWhenLate ? SHEDDING_LIMITS : STEADY_SHEDDING,
    failed: logFailures(logger),
    ...(metrics && { onAnswer: countedAnswers(metrics) }),
  });
  if (metrics) measureShedding(metrics, () => service.counters());
  ({ port } = await service.listen(at.port, at.host));
  return {
    port,
    isReady,
    async close() {
      await service.close();
      await close();
    },
  };
}

/** Serves one side of REST, which looks up for itself who is signed in. */
async function serveSide(
  parts: RoleParts,
  start: (parts: RoleParts, identity: IdentityService) => Promise<Omit<Inside, 'isSignedIn'>>,
): Promise<ServedRole> {
  const identity = await openIdentityService(parts);
  const role = await start(parts, identity);
  return serveInside(parts, {
    ...role,
    checks: { ...identity.checks, ...role.checks },
    isSignedIn: async (request) => (await identity.sessionOf(request)) !== null,
    async close() {
      await role.close();
      await identity.stop();
    },
  });
}

/** The write side behind its port. */
export const serveCommandApi = (parts: RoleParts): Promise<ServedRole> => serveSide(parts, startCommandRole);

/** The read side behind its port. */
export const serveProjections = (parts: RoleParts): Promise<ServedRole> =>
  serveSide(parts, async (side, identity) => ({
    ...(await startProjectionsRole(side, identity)),
    rendersViews: true,
  }));

/** The live side behind its port, forwarding the rest. */
export async function serveGateway(parts: RoleParts): Promise<ServedRole> {
  const { config, clock, engines } = parts;
  const identity = await openIdentityService(parts);
  const proxyHeaders = proxyHeadersOf(config);
  const commands = forwarderTo('command-api', config.commandApiUrls, parts, proxyHeaders);
  const reads = forwarderTo('projections', config.projectionsUrls, parts, proxyHeaders);
  // It can do its own work without them: people see the sale go on, and get an error for everything else.
  const isReady = readiness({ ...engineChecks(engines, config.node), ...identity.checks }, clock, () =>
    damageNote(engines.log),
  );
  const routes = forwardedRoutes({ 'command-api': commands.forwarder, projections: reads.forwarder });
  const others = { 'command-api': commands.upstreams, projections: reads.upstreams };
  const renderView: RenderView = (asked) => reads.forwarder.post(FIRST_VIEW_PATH, asked);
  const role = await startGatewayRole(
    { ...parts, proxyHeaders, routes, isReady, others, renderView, drainMs: DRAIN_MS },
    identity,
  );
  return {
    port: role.port,
    isReady,
    async close() {
      await role.close();
      commands.forwarder.close();
      reads.forwarder.close();
      await identity.stop();
    },
  };
}

/** The simulated people of a demo; its port answers only whether it is ready. */
async function serveDemo(parts: RoleParts): Promise<ServedRole> {
  const role = await startDemoRole(parts);
  return serveInside(parts, { ...role, routes: [], checks: {}, isSignedIn: async () => false });
}

function serveOn(parts: RoleParts): Promise<ServedRole> {
  const { role } = parts.config;
  switch (role) {
    case 'command-api':
      return serveCommandApi(parts);
    case 'projections':
      return serveProjections(parts);
    case 'gateway':
      return serveGateway(parts);
    case 'demo':
      return serveDemo(parts);
    default:
      throw new Error(`${role} has no engines of its own`);
  }
}

/** A process of one role. `metricsPort`: null where there are no metrics. */
export type RoleServer = { port: number; metricsPort: number | null; close(): Promise<void> };

/** Runs the one role that the configuration names, in a process that shares its engines with others. */
export async function startRole(config: Config, logger: Logger): Promise<RoleServer> {
  const clock = systemClock;
  const metrics = config.metricsPort === null ? null : new Metrics(config.node);
  const parts = { config, clock, logger, metrics };
  if (config.role === 'edge-proxy') {
    const proxy = await startEdgeProxyRole(parts, proxyHeadersOf(config));
    const metricsServer = await exposeMetrics(parts, proxy.isReady);
    return {
      port: proxy.port,
      metricsPort: metricsServer.port,
      async close() {
        await proxy.close();
        await metricsServer.close();
      },
    };
  }
  const engines = await openEngines(parts);
  try {
    const served = await serveOn({ ...parts, engines });
    const metricsServer = await exposeMetrics(parts, served.isReady);
    return {
      port: served.port,
      metricsPort: metricsServer.port,
      async close() {
        await served.close();
        await metricsServer.close();
        await engines.close();
      },
    };
  } catch (error) {
    await engines.close();
    throw error;
  }
}
