import type { IncomingMessage, Server } from 'node:http';
import { API, type Operation } from '@saleyard/contract/operation.ts';
import { type ServerState, serverOperations } from '@saleyard/contract/server.ts';
import { apiRouter, endpoint, type Passing, type Route, routesOf } from '@saleyard/http/endpoint.ts';
import { errorHandler, refusal, sendRefusal } from '@saleyard/http/failures.ts';
import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Router } from 'express';
import { rateLimit } from 'express-rate-limit';
import { clientBy, limitClients } from '../shedding/client-limits.ts';
import type { SheddingCounters } from '../shedding/shedding.ts';
import { workOf } from '../shedding/work-of.ts';
import { LIVE_LIMITS } from '../socket/live-limits.ts';
import { type LiveCounters, type RealtimeDeps, RealtimeServer } from '../socket/realtime-server.ts';
import { csrfGuard, csrfGuardOnReads } from './csrf-guard.ts';
import { createHttpService, type Readiness, type StopState, statusRoutes } from './http-service.ts';
import type { PreviewOf } from './preview-tags.ts';
import { type ObservedResponse, observeResponses } from './response-observer.ts';
import { securityHeaders } from './security.ts';
import { slowTransfers } from './slow-transfers.ts';
import { createTrustedProxyHeaders, type TrustedProxyHeaders } from './trusted-proxy-headers.ts';
import { webFiles } from './web-files.ts';

/** Limits of the HTTP side. */
export const HTTP_LIMITS = {
  /** [G21] GETs of anonymous visitors, per address; more: 429 with `Retry-After`. */
  anonymousGets: { count: 600, perMs: 60_000 },
} as const;

export type GatewayDeps = RealtimeDeps & {
  /** The operations of the write side and of the read side, or what forwards to them. */
  routes: readonly Route[];
  /** What serves `/media`: pictures that are no part of the built web. */
  media?: Router[];
  /** The built web; left out, or not there, a page says how to build it. */
  staticDir?: string;
  /** What is shown of a page where its address is shared. */
  previewOf?: PreviewOf;
  /** Where clients reach us, for addresses in pages; left out, where their requests say. */
  publicUrl?: string | null;
  /** Clients use https. */
  secure?: boolean;
  /** Where requests come from; left out, they come straight from their clients. */
  proxyHeaders?: TrustedProxyHeaders;
  /** [G21] GETs a minute of one anonymous address; benchmarks and tests may raise it. */
  anonymousGetsPerMinute?: number;
  /** ms between saying that it stops and taking nothing new; for a gateway behind a proxy. */
  drainMs?: number;
  serverState(): ServerState;
  isReady(): Promise<Readiness>;
  /** Called with every answer, for metrics. */
  onAnswer?: (answered: ObservedResponse) => void;
};

export type Gateway = {
  server: Server;
  /** Resolves to the address once it listens; port 0 takes any free one. */
  listen(port: number, host?: string): Promise<{ port: number }>;
  /** Stops taking work, finishes what is under way (bounded), and lets everyone go [G12]. */
  close(): Promise<void>;
  /** What it has done so far. */
  counters(): GatewayCounters;
};

export type GatewayCounters = LiveCounters & SheddingCounters;

/** The public edge: REST, the web's files and the live side on one port. */
export function createGateway(deps: GatewayDeps): Gateway {
  const { clock, drainMs, secure = false } = deps;
  const proxyHeaders = deps.proxyHeaders ?? createTrustedProxyHeaders({ key: null, proxies: 0, secure });
  const realtime = new RealtimeServer(deps);
  const { shedding } = realtime;
  const state: StopState = { stopping: false };
  const service = createHttpService({
    handler: httpApp(deps, proxyHeaders, realtime, state),
    clock,
    state,
    drainMs,
    ending: () => realtime.stop(),
  });
  service.server.on('upgrade', (request, connection, head) => {
    proxyHeaders.establish(request);
    void realtime.upgrade(request, connection, head);
  });
  return { ...service, counters: () => ({ ...realtime.counters, ...shedding.counters }) };
}

function httpApp(
  deps: GatewayDeps,
  proxyHeaders: TrustedProxyHeaders,
  realtime: RealtimeServer,
  state: StopState,
): Express {
  const { ownOrigins = [], secure = false, clock } = deps;
  const { shedding } = realtime;
  const sessionOf = sessionOnce(deps);
  const isSignedIn = async (request: IncomingMessage) => (await sessionOf(request)) !== null;
  const app = express();
  app.disable('x-powered-by');
  app.use((request, _response, next) => {
    proxyHeaders.establish(request);
    next();
  });
  // The headers that `establish` wrote are trusted.
  app.set('trust proxy', 1);
  if (deps.onAnswer) app.use(observeResponses(clock, deps.onAnswer));
  app.use(securityHeaders(secure));
  app.use(slowTransfers(clock));
  statusRoutes(app, state, deps.isReady);
  app.use(compression());
  app.use(API, (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  app.use(API, csrfGuard(ownOrigins));
  const workAs = (operation?: Operation) => (request: Request) =>
    workOf(operation, request, () => isSignedIn(request));
  const limit = anonymousLimit(deps, isSignedIn);
  const bids = bidLimit(deps, sessionOf);
  const guardOnReads = csrfGuardOnReads(ownOrigins);
  const clientLimits = limitClients(clientBy(async (request) => (await sessionOf(request))?.userId ?? null));
  const passing = (operation: Operation): Passing => {
    const guards = operation.ownPages ? [guardOnReads] : [];
    if (operation.shed === 'uncounted') return { before: guards };
    const work = workAs(operation);
    const rates = operation.rate === 'bids' ? [limit, bids] : [limit];
    return {
      before: [...guards, shedding.entrance(work), ...rates, clientLimits.before],
      received: [clientLimits.received],
      acquire: shedding.acquire(work),
    };
  };
  app.use(API, apiRouter([...ownRoutes(deps, realtime), ...deps.routes], passing));
  app.use(API, shedding.entrance(workAs()), limit);
  app.use('/api', (_request, response) => {
    sendRefusal(response, refusal('not-found'));
  });
  // Pictures are made on request, so they can be shed. The web's own files are cheap and bidders need them.
  if (deps.media)
    app.use(
      '/media',
      shedding.handler(() => 'anonymous'),
      ...deps.media,
    );
  const { previewOf, publicUrl = null, serverState } = deps;
  app.use(
    webFiles(deps.staticDir, {
      clock,
      publicUrl,
      isSignedIn,
      serverState,
      ...(previewOf && { previewOf }),
    }),
  );
  app.use((_request, response) => {
    sendRefusal(response, refusal('not-found'));
  });
  app.use(errorHandler(deps.failed));
  return app;
}

/** The operations that the gateway answers itself. */
const ownRoutes = ({ clock, serverState }: GatewayDeps, { presence }: RealtimeServer): Route[] =>
  routesOf(
    [
      endpoint(serverOperations.serverTime, () => ({ data: { serverTime: clock.now() } })),
      endpoint(serverOperations.checkServer, () => ({ data: serverState() })),
      endpoint(serverOperations.anonymousLeft, ({ body: { id } }) => {
        if (typeof id === 'string') presence.anonymousLeft(id);
        return { data: {} };
      }),
    ],
    { viewerOf: () => null },
  );

/** The account signed in on a request. The store is read once per request, and not without a cookie. */
function sessionOnce({ sessionOf }: GatewayDeps): GatewayDeps['sessionOf'] {
  const known = new WeakMap<IncomingMessage, ReturnType<GatewayDeps['sessionOf']>>();
  return (request) => {
    const found =
      known.get(request) ??
      (request.headers.cookie === undefined ? Promise.resolve(null) : sessionOf(request));
    known.set(request, found);
    return found;
  };
}

/** [G21] A caller who is not signed in reads at most this much a minute. A cookie alone is not being signed in. */
function anonymousLimit(
  { anonymousGetsPerMinute }: GatewayDeps,
  isSignedIn: (request: Request) => Promise<boolean>,
): RequestHandler {
  const { count, perMs } = HTTP_LIMITS.anonymousGets;
  return rateLimit({
    windowMs: perMs,
    limit: anonymousGetsPerMinute ?? count,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    skip: async (request) => request.method !== 'GET' || (await isSignedIn(request)),
    handler: (_request, response) => {
      sendRefusal(response, refusal('rate-limited', { retryAfterMs: perMs }));
    },
  });
}

/** [G2] One person's bids and auto-bids over REST come no faster than over a socket, from all their addresses together. */
function bidLimit(
  { limits = LIVE_LIMITS }: GatewayDeps,
  sessionOf: GatewayDeps['sessionOf'],
): RequestHandler {
  const perMs = 1_000;
  return rateLimit({
    windowMs: perMs,
    limit: limits.bidsPerSecond,
    standardHeaders: false,
    legacyHeaders: false,
    // Anonymous callers are refused anyway.
    skip: async (request) => (await sessionOf(request)) === null,
    keyGenerator: async (request) => (await sessionOf(request))?.userId ?? '',
    handler: (_request, response) => {
      sendRefusal(response, refusal('rate-limited', { retryAfterMs: perMs }));
    },
  });
}
