import { createAccounts } from '@saleyard/command-api/accounts/accounts.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { accountsReadModel } from '@saleyard/projections/accounts/accounts.queries.ts';
import type { Command } from 'commander';
import { DEMO_PASSWORD, seedAccounts } from '../demo/demo-accounts.ts';
import { settings } from '../server/settings.ts';
import { openStores } from '../server/stores.ts';

type Options = { data?: string };

/** Adds `saleyard seed` to the command line. */
export function seedCommand(program: Command): void {
  program
    .command('seed')
    .description('put the demo accounts into a marketplace, for trying things out on sales of your own')
    .option('--data <folder>', 'where the data is kept (or SALEYARD_DATA)')
    .action(async ({ data }: Options) => {
      const config = settings({ data, role: 'all' });
      const logger = createLogger({ level: 'warn' });
      const stores = await openStores(config, { clock: systemClock, logger });
      const accounts = await createAccounts({
        ...stores,
        clock: systemClock,
        logger,
        readModel: accountsReadModel(stores.documents),
      });
      try {
        await seedAccounts({ accounts, secrets: stores.secrets });
        console.log(`The demo accounts are there, such as buyer@saleyard.test and staff@saleyard.test.`);
        console.log(
          `Their password is ${DEMO_PASSWORD}: keep them out of a marketplace that others can reach.`,
        );
      } finally {
        await accounts.stop();
        await stores.close();
      }
    });
}
