import { createAccounts } from '@saleyard/command-api/accounts/accounts.ts';
import { COMMAND_REQUESTS, commandRequest } from '@saleyard/contract/commands.ts';
import { requestOwner } from '@saleyard/platform/leases/owner-request.ts';
import { accountsReadModel } from '@saleyard/projections/accounts/accounts.queries.ts';
import { openSales } from '@saleyard/projections/sales/auctions.queries.ts';
import { startDemo } from '../../demo/demo.ts';
import { beginAsDemo } from '../../start/demo-folder.ts';
import type { RoleParts } from '../engines.ts';

/** ms that the owner of an auction has for a command of the demo's. */
const COMMAND_MS = 8_000;

/**
 * The sample sales and simulated people of a demo, who come in by the first of the gateways like everyone. One
 * process of this role is enough, and the most there should be.
 * @throws Error in a marketplace that was not begun as a demo
 */
export async function startDemoRole({ config, clock, logger, engines }: RoleParts) {
  const { log, documents, secrets, files, bus } = engines;
  await beginAsDemo(engines, config);
  const leases = await engines.join('commands', false);
  const accounts = await createAccounts({
    log,
    secrets,
    files,
    clock,
    logger,
    readModel: accountsReadModel(documents),
  });
  const demo = await startDemo({
    log,
    clock,
    logger,
    secrets,
    accounts,
    openSales: () => openSales(documents),
    submit: (envelope) =>
      requestOwner({ bus, leases, clock }, COMMAND_REQUESTS, commandRequest(envelope), COMMAND_MS),
    baseUrl: config.gatewayUrls[0] ?? '',
  });
  return {
    async close(): Promise<void> {
      await demo.stop();
      await accounts.stop();
      await leases.close();
    },
  };
}
