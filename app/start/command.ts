import { createLogger } from '@saleyard/platform/logging/logger.ts';
import type { Command } from 'commander';
import { startServer } from '../server/server.ts';
import { settings } from '../server/settings.ts';

type Options = { data?: string; port?: string; host?: string; demo?: boolean; logLevel?: string };

/** Adds `saleyard start` to the command line. */
export function startCommand(program: Command): void {
  program
    .command('start')
    .description('run the marketplace on this machine')
    .option('--data <folder>', 'where its data is kept (or SALEYARD_DATA)')
    .option('--port <number>', 'the port it listens on; 0 takes a free one (or SALEYARD_PORT)')
    .option('--host <address>', 'the address it listens on (or SALEYARD_HOST)')
    .option('--demo', 'with demo accounts, sales in progress and simulated bidders')
    .option('--empty', 'without them (the default)')
    .option('--log-level <level>', 'trace, debug, info, warn, error, fatal or silent')
    .action(start);
}

async function start({ data, port, host, demo, logLevel }: Options): Promise<void> {
  const config = settings({ data, port, host, demo, logLevel: logLevel ?? 'warn' });
  const logger = createLogger({ level: config.logLevel });
  const server = await startServer({ config, logger });
  console.log(`Saleyard is running: http://localhost:${server.port}`);
  const stop = once(async () => {
    await server.close();
    process.exit(0);
  });
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** A second signal does not begin a second end. */
function once(run: () => Promise<void>): () => void {
  let begun = false;
  return () => {
    if (begun) return;
    begun = true;
    void run();
  };
}
