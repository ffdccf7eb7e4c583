import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AdvanceableClock } from '@saleyard/platform/clock/test-support/advanceable-clock.ts';
import { type ConfigFlags, readConfig } from '@saleyard/platform/config/config.ts';
import { createLogger, type Logger } from '@saleyard/platform/logging/logger.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD, seedAccounts } from '../demo/demo-accounts.ts';
import { startServer } from '../server/server.ts';

/** ms after which what is awaited is looked for again. */
const POLL_MS = 150;

/** Resolves with what is awaited, once it is there. */
export async function until<T>(what: () => Promise<T | undefined | null | false>): Promise<T> {
  for (;;) {
    const found = await what();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

type Given = {
  /** A folder that stays when the server is closed; without one the server has its own, which is deleted with it. */
  data?: string;
  logger?: Logger;
  /** False leaves out the accounts of the demo. */
  hasAccounts?: boolean;
  settings?: ConfigFlags;
};

/** A server with the accounts of the demo, that sheds nothing however busy the machine is. */
export async function startTestServer({ data, logger, hasAccounts = true, settings }: Given = {}) {
  const folder = data ?? (await mkdtemp(path.join(tmpdir(), 'saleyard-server-')));
  const read = readConfig({}, { data: folder, port: 0, shedsWhenLate: false, ...settings });
  if (read.outcome === 'invalid') throw new Error(JSON.stringify(read.problems));
  const clock = new AdvanceableClock();
  const server = await startServer({
    clock,
    config: read.config,
    logger: logger ?? createLogger({ level: 'fatal' }),
  });
  if (hasAccounts) await seedAccounts({ accounts: server.accounts, secrets: server.stores.secrets });
  const base = `http://127.0.0.1:${server.port}`;
  return {
    ...server,
    clock,
    folder,
    base,
    signedIn: (name: string) => Session.signIn(base, `${name}@saleyard.test`, DEMO_PASSWORD),
    /** The headers of a read that shows everything that is written by now. */
    seen: async () => ({ 'x-saleyard-position': String(await server.stores.log.lastPosition()) }),
    async close(): Promise<void> {
      await server.close();
      if (data === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
