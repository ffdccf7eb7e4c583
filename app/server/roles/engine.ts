import { openAuctionHost } from '@saleyard/command-api/engine/auction-host.ts';
import { submitToOwner } from '@saleyard/command-api/engine/submit-to-owner.ts';
import { liveRoutes } from '@saleyard/command-api/live-routes.ts';
import { startRelay } from '@saleyard/command-api/relay/relay.ts';
import { SaleDirectory } from '@saleyard/command-api/sales/sale-directory.ts';
import { lotsReadModel } from '@saleyard/projections/lots/lots.queries.ts';
import type { RoleParts } from '../engines.ts';
import type { IdentityService } from '../identity-service.ts';
import type { Checks } from '../readiness.ts';
import { countedSubmit, measureCommands } from '../role-metrics.ts';

/** Runs auctions, takes what acts on them, and feeds the bus from the log. Resolves when its auctions are open. */
export async function startEngineRole(parts: RoleParts, { accounts, sessions }: IdentityService) {
  const { clock, logger, engines, metrics } = parts;
  const { log, documents, bus } = engines;
  const ending = new AbortController();
  const leases = await engines.join('commands', true);
  const sales = new SaleDirectory({ log, clock, logger, readModel: lotsReadModel(documents) });
  const relay = startRelay({ log, bus, clock, leases, signal: ending.signal, logger });
  relay.ended.catch((error: unknown) => logger.fatal({ err: error }, 'the log cannot be read'));
  const { directory } = accounts;
  const host = await openAuctionHost({ log, bus, clock, documents, directory, leases, logger });
  const submit = submitToOwner({ bus, leases, clock, host });
  const stopMeasuring = metrics && measureCommands(metrics, { host, relay, log, clock });
  const checks: Checks = {
    clock: () => host.health().why !== 'clock-off',
    auctions: () => host.health().follows,
    sales: () => sales.follows,
    relay: () => relay.follows,
  };
  return {
    host,
    sales,
    submit,
    leases,
    checks,
    routes: liveRoutes({
      log,
      sales,
      accounts,
      sessions,
      submit: metrics ? countedSubmit(submit, metrics) : submit,
      stateOf: (auction) => host.stateOf(auction),
    }),
    /** Takes no more commands, finishes what is being appended, and gives its auctions to the other nodes. */
    async close(): Promise<void> {
      stopMeasuring?.();
      await host.close();
      ending.abort();
      await Promise.all([relay.ended.catch(() => {}), sales.stop()]);
      await leases.close();
    },
  };
}
