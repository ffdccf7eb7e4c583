import { settings } from '@saleyard/app/server/settings.ts';
import { startInOneThread } from '@saleyard/app/start/one-thread.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';

/** Every role in one thread, on the embedded engines of a data folder: the peer of `saleyard start`. */
const [, , data = ''] = process.argv;
const server = await startInOneThread({
  config: settings({ data, port: '0', demo: false }),
  logger: createLogger({ level: 'error' }),
});
console.log(`Saleyard is running: http://localhost:${server.port}`);
