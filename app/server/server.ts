import type { HttpLimits } from '@saleyard/gateway/http/create-gateway.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { Config } from '@saleyard/platform/config/config.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { Metrics } from '@saleyard/platform/metrics/metrics.ts';
import { openEngines } from './engines.ts';
import { firstViewRenderer, ownOrigin } from './first-view-renderer.ts';
import { proxyHeadersOf } from './forwarders.ts';
import { openIdentityService } from './identity-service.ts';
import { damageNote, engineChecks, readiness } from './readiness.ts';
import { exposeMetrics } from './role-metrics.ts';
import { startCommandRole } from './roles/command-api.ts';
import { startGatewayRole } from './roles/gateway.ts';
import { startProjectionsRole } from './roles/projections.ts';

export type ServerParts = {
  config: Config;
  logger: Logger;
  clock?: Clock;
  /** Other limits than those of the gateway: attacks try more than one person may. */
  perMinute?: HttpLimits;
};

/** Saleyard running in this process. */
export type SaleyardServer = Awaited<ReturnType<typeof startServer>>;

/**
 * Runs every role in this process, on the engines that the configuration names. Resolves when people can come in.
 * @throws EventLogInUse when another process holds the folder; EventLogCorrupt when the log is not what was written
 */
export async function startServer({ config, logger, clock = systemClock, perMinute }: ServerParts) {
  const metrics = config.metricsPort === null ? null : new Metrics(config.node);
  const engines = await openEngines({ config, clock, logger, metrics });
  const parts = { config, clock, logger, engines, metrics };
  const identity = await openIdentityService(parts);
  const reads = await startProjectionsRole(parts, identity);
  const commands = await startCommandRole(parts, identity);
  const own = { ...identity.checks, ...commands.checks, ...reads.checks };
  const checks = { ...engineChecks(engines, config.node), ...own };
  const isReady = readiness(checks, clock, () => damageNote(engines.log));
  let port = config.port;
  const renderView = firstViewRenderer({
    clock,
    logger,
    reads: () => ({ origin: ownOrigin({ port, host: config.host }), headers: {} }),
  });
  const gateway = await startGatewayRole(
    {
      ...parts,
      proxyHeaders: proxyHeadersOf(config),
      routes: [...commands.routes, ...reads.routes],
      isReady,
      renderView,
      drainMs: 0,
      perMinute,
    },
    identity,
  );
  port = gateway.port;
  const metricsServer = await exposeMetrics(parts, isReady);
  const { accounts } = identity;
  const { host, sales } = commands;

  return {
    port: gateway.port,
    metricsPort: metricsServer.port,
    stores: engines,
    accounts,
    sales,
    host,
    clock,
    /** Stops in the order that loses nothing: people, commands, reading, stores. */
    async close(): Promise<void> {
      await gateway.close();
      await commands.close();
      await Promise.all([identity.stop(), reads.close(), metricsServer.close()]);
      await engines.close();
    },
  };
}
