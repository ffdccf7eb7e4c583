import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createAccounts } from '@saleyard/command-api/accounts/accounts.ts';
import { openAuctionHost } from '@saleyard/command-api/engine/auction-host.ts';
import { submitToOwner } from '@saleyard/command-api/engine/submit-to-owner.ts';
import { commandApiRouter } from '@saleyard/command-api/http/command-api.ts';
import { startRelay } from '@saleyard/command-api/relay/relay.ts';
import { SaleDirectory } from '@saleyard/command-api/sales/sale-directory.ts';
import { createGateway } from '@saleyard/gateway/http/create-gateway.ts';
import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { Config } from '@saleyard/platform/config/config.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { createSessions } from '@saleyard/platform/sessions/sessions.ts';
import { findAuction } from '@saleyard/projections/auctions/auctions.queries.ts';
import { projectionsRouter } from '@saleyard/projections/projections-router.ts';
import { startProjections } from '@saleyard/projections/projector.ts';
import type { Router } from 'express';
import { openStores } from './stores.ts';

/** The built web. */
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Files are sent as they are to these paths only; they read their bodies themselves, after they know who asks. */
const UPLOADS = /^\/staff\/auctions(\/[^/]+\/lots(\.csv)?)?$/;

export type ServerParts = {
  config: Config;
  logger: Logger;
  /** Routes beside ours under /media, such as the demo's pictures. */
  media?: Router;
};

/** Saleyard running in this process. */
export type SaleyardServer = Awaited<ReturnType<typeof startServer>>;

/**
 * Runs every role in this process on the embedded stores of a data folder. Resolves when people can come in.
 * @throws EventLogInUse when another process holds the folder; EventLogCorrupt when the log is not what was written
 */
export async function startServer({ config, logger, media }: ServerParts) {
  const clock = systemClock;
  const stores = await openStores(config.data, clock);
  const { log, documents, secrets } = stores;
  const ending = new AbortController();
  const { signal } = ending;

  const bus = createEmbeddedBus({ clock });
  const sessions = await createSessions({ documents, secrets, clock, secure: config.secure });
  const accounts = await createAccounts({ log, secrets, clock, logger });
  const sales = new SaleDirectory({ log, clock, logger });
  const { directory } = accounts;
  await directory.ready();

  const projections = startProjections({ log, documents, clock, logger, signal });
  const leases = new EmbeddedLeases(clock).join('here');
  const relay = startRelay({ log, bus, clock, leases, signal, logger });
  const host = await openAuctionHost({ log, bus, clock, documents, directory, leases, logger });

  const signedIn = (account: string | undefined) => {
    const found = account === undefined ? null : directory.account(account);
    return found && { _id: found._id, role: found.role, status: found.status };
  };
  const sessionOf = async (request: IncomingMessage) => {
    const identity = await sessions.sessionOf(request);
    const person = signedIn(identity?.account);
    return identity && person
      ? { sessionId: identity.sessionId, userId: person._id, role: person.role, status: person.status }
      : null;
  };

  const gateway = createGateway({
    log,
    bus,
    leases,
    clock,
    newId,
    sessionOf,
    isRevoked: (ids) => sessions.isRevoked(ids),
    auctionIdOf: async (number) =>
      (await findAuction(documents, String(number), { hidden: true }))?._id ?? null,
    failed: (error) => logger.error({ err: error }, 'the gateway met a fault'),
    api: [
      commandApiRouter({
        log,
        clock,
        logger,
        sessions,
        accounts,
        sales,
        publicUrl: config.publicUrl,
        submit: submitToOwner({ host, bus, leases, clock }),
      }),
      projectionsRouter({
        projections,
        documents,
        clock,
        logger,
        viewer: (request) => signedIn(sessions.identityOf(request)?.account),
        personOf: (account) => directory.personOf(account),
      }),
    ],
    ...(media && { media }),
    isUpload: ({ url = '' }) => UPLOADS.test(url.split('?')[0] ?? ''),
    staticDir: WEB_FOLDER,
    secure: config.secure,
    ownOrigins: config.publicUrl === null ? [] : [config.publicUrl],
    trustProxy: config.proxies > 0,
    serverState: () => ({ isLive: true, message: '', demo: config.demo }),
    isReady: async () => {
      const { state } = projections.status();
      return state === 'live' || state === 'catching-up'
        ? { ready: true }
        : { ready: false, why: 'projections' };
    },
  });
  const { port } = await gateway.listen(config.port, config.host);
  relay.ended.catch((error: unknown) => logger.fatal({ err: error }, 'the log can not be read'));

  return {
    port,
    stores,
    accounts,
    sales,
    host,
    clock,
    /** Stops in the order that loses nothing: people, commands, reading, stores. */
    async close(): Promise<void> {
      await gateway.close();
      await host.close();
      await leases.close();
      ending.abort();
      await Promise.all([accounts.stop(), sales.stop(), projections.stopped, relay.ended]);
      await bus.close();
      await stores.close();
    },
  };
}
