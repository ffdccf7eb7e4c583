import type { Config } from '@saleyard/platform/config/config.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { openSales } from '@saleyard/projections/sales/auctions.queries.ts';
import { startDemo } from '../demo/demo.ts';
import { startServer } from '../server/server.ts';
import { beginAsDemo } from './demo-folder.ts';

/** Every role in one thread, and the demo beside them. */
export async function startInOneThread({ config, logger }: { config: Config; logger: Logger }) {
  const server = await startServer({ config, logger });
  const { stores, accounts, clock, port } = server;
  let demo: { stop(): Promise<void> } | undefined;
  return {
    ...server,
    beginAsDemo: () => beginAsDemo(stores, config),
    async startDemo(): Promise<void> {
      demo = await startDemo({
        ...stores,
        clock,
        accounts,
        submit: (envelope) => server.host.submit(envelope),
        openSales: () => openSales(stores.documents),
        logger,
        baseUrl: `http://127.0.0.1:${port}`,
      });
    },
    async close(): Promise<void> {
      await demo?.stop();
      await server.close();
    },
  };
}
