import type { Config } from '@saleyard/platform/config/config.ts';
import { randomToken } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { threadPorts } from './ports.ts';
import { startWorker } from './worker.ts';

/** Bits of the key by which the worker thread recognises requests of this process. */
const KEY_BITS = 256;

/**
 * Runs Saleyard in two threads. This one takes bids: it has the engine, the log and the live sockets. The worker
 * thread has everything else: reads, searches, documents, uploads, accounts, listings, and what follows from events.
 * It owns the read models; this one owns the log, and appends for it. Resolves when people can come in.
 * @throws EventLogInUse when another process holds the folder, and what opening the other stores throws
 */
export async function startThreadedServer({ config: given, logger }: { config: Config; logger: Logger }) {
  const config = { ...given, forwardingKey: given.forwardingKey ?? randomToken(KEY_BITS) };
  const { own: ports, theirs } = threadPorts();
  // Both threads load what they need at the same time.
  const worker = startWorker({ config, ports: theirs }, ports);
  const { startEngineThread } = await import('./engine-thread.ts');
  return startEngineThread({ config, logger }, { ports, worker });
}
