import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { STEADY_SHEDDING } from '@saleyard/gateway/shedding/work.ts';
import { readConfig } from '@saleyard/platform/config/config.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD, seedAccounts } from '../demo/demo-accounts.ts';
import { startServer } from '../server/server.ts';

/** ms after which what is awaited is looked for again. */
const LOOK_MS = 30;

/** Resolves with what is awaited, once it is there. */
export async function until<T>(what: () => Promise<T | undefined | null | false>): Promise<T> {
  for (;;) {
    const found = await what();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

/** A server with the accounts of the demo, on a data folder of its own that is deleted with it. */
export async function startTestServer() {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-server-'));
  const read = readConfig({}, { data: folder, port: 0 });
  if (read.outcome === 'invalid') throw new Error('a setting is wrong');
  const server = await startServer({
    config: read.config,
    logger: createLogger({ level: 'fatal' }),
    sheddingLimits: STEADY_SHEDDING,
  });
  await seedAccounts({ accounts: server.accounts, secrets: server.stores.secrets });
  const base = `http://127.0.0.1:${server.port}`;
  return {
    ...server,
    folder,
    base,
    signedIn: (name: string) => Session.signIn(base, `${name}@saleyard.test`, DEMO_PASSWORD),
    /** The headers of a read that shows everything that is written by now. */
    seen: async () => ({ 'x-saleyard-position': String(await server.stores.log.lastPosition()) }),
    async close(): Promise<void> {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
