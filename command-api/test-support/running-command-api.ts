import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API } from '@saleyard/contract/operation.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { apiRouter } from '@saleyard/http/endpoint.ts';
import { errorHandler, logFailures } from '@saleyard/http/failures.ts';
import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { openFolderFiles } from '@saleyard/platform/files/folder-files.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { createLogger, type Logger } from '@saleyard/platform/logging/logger.ts';
import type { Mailer } from '@saleyard/platform/mail/port.ts';
import { openOutbox } from '@saleyard/platform/outbox/outbox.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { createKnownDevices } from '@saleyard/platform/sessions/known-devices.ts';
import { createSessions } from '@saleyard/platform/sessions/sessions.ts';
import { accountsReadModel } from '@saleyard/projections/accounts/accounts.queries.ts';
import { draftsOf } from '@saleyard/projections/listings/listings.queries.ts';
import { lotsReadModel } from '@saleyard/projections/lots/lots.queries.ts';
import { startProjections } from '@saleyard/projections/projector.ts';
import { saleForListings } from '@saleyard/projections/sales/auctions.queries.ts';
import express from 'express';
import { type AccountQuotas, quotaChecks } from '../accounts/account-quotas.ts';
import { createAccounts, type Registration } from '../accounts/accounts.ts';
import { BackgroundWork } from '../background-work.ts';
import { commandRoutes } from '../command-api-routes.ts';
import { type AuctionHost, openAuctionHost } from '../engine/auction-host.ts';
import type { SubmitCommand } from '../engine-replies.ts';
import { liveRoutes } from '../live-routes.ts';
import { SaleDirectory } from '../sales/sale-directory.ts';
import { exemptFromSecondFactor } from '../sign-in/complete-sign-in.ts';
import { openOneTimeCodes } from '../sign-in/one-time-codes.ts';
import { createSecondFactors } from '../sign-in/second-factors.ts';
import type { SignInLimits } from '../sign-in/sign-in-limiter.ts';

/** Secrets in memory. */
export function memorySecrets(): Secrets & { all: Map<string, string> } {
  const all = new Map<string, string>();
  return {
    all,
    get: async (name) => all.get(name),
    put: async (name, value) => void all.set(name, value),
    putIfAbsent: async (name, value) => {
      if (!all.has(name)) all.set(name, value);
      return all.get(name) ?? value;
    },
    delete: async (name) => void all.delete(name),
    close: async () => {},
  };
}

const PERSON = {
  firstName: 'Jane',
  lastName: 'Doe',
  phone: '0400000000',
  tradingName: 'Doe Pastoral',
  officeAddress: { town: 'GUNNEDAH', state: 'NSW', postcode: '2380' },
};

/** A registration with this address; the rest as given. */
export const registrationOf = (email: string, rest: Partial<Registration> = {}): Registration => ({
  person: { ...PERSON, email },
  password: 'hunter22',
  status: 'approved-buyer',
  type: 'buyer',
  role: null,
  stockTypes: ['Cattle'],
  approvedStockTypes: [],
  ...rest,
});

export type Answered = { status: number; headers: Headers; body: Record<string, unknown>; cookie: string };

/** The write side on a separate port, over a fresh log and read store. */
export async function startCommandApi(
  options: {
    signInLimits?: SignInLimits;
    isDemo?: boolean;
    logger?: Logger;
    mailer?: Mailer;
    reserveSpace?: (bytes: number) => (() => void) | null;
    quotas?: AccountQuotas;
    /** The endpoints' clock; default: the machine's clock, which everything else uses. */
    endpointsClock?: Clock;
  } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'saleyard-'));
  const clock = systemClock;
  const logger = options.logger ?? createLogger({ level: 'error' });
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  const documents = await openLmdbDocuments({ folder: join(folder, 'documents'), clock });
  const secrets = memorySecrets();
  const files = await openFolderFiles({ folder: join(folder, 'files') });
  const sessions = await createSessions({ documents, secrets, clock, secure: false });
  const accounts = await createAccounts({
    log,
    secrets,
    files,
    clock,
    logger,
    readModel: accountsReadModel(documents),
  });
  const sales = new SaleDirectory({ log, clock, logger, readModel: lotsReadModel(documents) });
  const ending = new AbortController();
  const projections = startProjections({ log, documents, clock, logger, signal: ending.signal });
  const bus = createEmbeddedBus({ clock });
  const leases = new EmbeddedLeases(clock).join('command-api');
  const { directory } = accounts;
  const host = await openAuctionHost({ log, bus, clock, documents, leases, directory });
  const submit: SubmitCommand = (envelope) => host.submit(envelope);
  const stateOf: AuctionHost['stateOf'] = (auction) => host.stateOf(auction);
  const limits = options.signInLimits && { signInLimits: options.signInLimits };
  const outbox = await openOutbox({ documents, secrets, clock });
  const background = new BackgroundWork(logger);
  const { isDemo = false } = options;
  const codes = await openOneTimeCodes({ documents, secrets, clock });
  const parts = {
    log,
    bus,
    logger,
    sessions,
    accounts,
    sales,
    submit,
    outbox,
    isDemo,
    background,
    ...limits,
    ...(options.reserveSpace && { reserveSpace: options.reserveSpace }),
    ...(options.quotas &&
      quotaChecks({
        quotas: options.quotas,
        files,
        clock,
        draftsOf: (account) => draftsOf(documents, account),
      })),
    clock: options.endpointsClock ?? clock,
    devices: await createKnownDevices({ secrets, secure: false }),
    codes,
    secondFactors: await createSecondFactors({ secrets, codes, clock }),
    listingSales: (numberOrId: string) => saleForListings(documents, numberOrId),
    publicUrl: null,
    mailer: options.mailer ?? outbox.mailer,
    siteOrigin: 'https://saleyard.example',
  };
  const app = express()
    .disable('x-powered-by')
    .use(API, apiRouter([...liveRoutes({ ...parts, stateOf }), ...commandRoutes(parts)]))
    .use(errorHandler(logFailures(logger)));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Calls `api/v1/{path}` like one of our own pages. */
  const call = async (
    method: string,
    path: string,
    request: { body?: unknown; cookie?: string; headers?: Record<string, string> } = {},
  ): Promise<Answered> => {
    const { body, cookie, headers } = request;
    const text = typeof body === 'string';
    const isFile = body instanceof Uint8Array;
    const type = isFile ? 'application/octet-stream' : text ? 'text/csv' : 'application/json';
    const response = await fetch(`${origin}/api/v1/${path}`, {
      method,
      headers: {
        origin,
        ...(body !== undefined && { 'content-type': type }),
        ...(cookie !== undefined && { cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: text || isFile ? body : JSON.stringify(body) }),
    });
    const answer = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: answer === '' ? {} : (JSON.parse(answer) as Record<string, unknown>),
      cookie: response.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; '),
    };
  };

  return {
    origin,
    log,
    bus,
    documents,
    secrets,
    files,
    sessions,
    accounts,
    sales,
    submit,
    clock,
    call,
    outbox,

    basic: (email: string, password: string): Record<string, string> => ({
      authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
    }),

    /**
     * Registers an account and waits until it is known; returns its id. `isExempt`: an administrator signs in without
     * a second factor.
     */
    async register(email: string, rest: Partial<Registration> = {}, isExempt = true): Promise<string> {
      const reply = await accounts.register(registrationOf(email, rest), { kind: 'system', id: 'test' });
      if (reply.outcome !== 'registered') throw new Error(reply.outcome);
      await accounts.directory.reached(reply.position, 60_000);
      if (isExempt) await exemptFromSecondFactor(secrets, reply.account);
      return reply.account;
    },

    /** Signs in and returns the session's cookie. */
    async signIn(email: string, password = 'hunter22'): Promise<string> {
      const { cookie, status } = await call('GET', 'users/me', {
        headers: { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` },
      });
      if (status !== 200) throw new Error(`sign-in answered ${status}`);
      return cookie;
    },

    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await background.settled();
      await host.close();
      ending.abort();
      await projections.stopped;
      await leases.close();
      await Promise.all([accounts.stop(), sales.stop(), bus.close()]);
      await Promise.all([log.close(), documents.close()]);
      await rm(folder, { recursive: true });
    },
  };
}
