import type { IncomingMessage, Server } from 'node:http';
import { API, type Operation } from '@saleyard/contract/operation.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { serverOperations } from '@saleyard/contract/operations/server.ts';
import type { ServerState } from '@saleyard/contract/server.ts';
import { practiserOf } from '@saleyard/domain/auction/ids.ts';
import { apiRouter, endpoint, type Passing, type Route, routesOf } from '@saleyard/http/endpoint.ts';
import { errorHandler, refusal, sendRefusal } from '@saleyard/http/failures.ts';
import { RECEIVED_AT_HEADER } from '@saleyard/http/received-at.ts';
import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Router } from 'express';
import { ipKeyGenerator, MemoryStore, rateLimit } from 'express-rate-limit';
import { clientBy, limitClients } from '../shedding/client-limits.ts';
import { limitMedia, type MediaLimits } from '../shedding/media-rate.ts';
import { isRead, type SheddingCounters } from '../shedding/shedding.ts';
import { MEDIA_WORK, workOf } from '../shedding/work-of.ts';
import { LIVE_LIMITS } from '../socket/live-limits.ts';
import { type LiveCounters, type RealtimeDeps, RealtimeServer } from '../socket/realtime-server.ts';
import { practising, type Session } from '../socket/session.ts';
import { compressedAnswers } from './compressed-answers.ts';
import { csrfGuard, csrfGuardOnReads } from './csrf-guard.ts';
import { FirstViews, type RenderView, type ViewOutcome } from './first-views.ts';
import { createHttpService, type Readiness, type StopState, statusRoutes } from './http-service.ts';
import type { PreviewOf } from './preview-tags.ts';
import { type ObservedResponse, observeResponses } from './response-observer.ts';
import { securityHeaders } from './security.ts';
import { slowTransfers } from './slow-transfers.ts';
import { addressOf, createTrustedProxyHeaders, type TrustedProxyHeaders } from './trusted-proxy-headers.ts';
import { webFiles } from './web-files.ts';

/**
 * [G21] Requests a minute of a signed-in person, and of an address where nobody is; more: 429 with `Retry-After`. An address
 * may be shared by a whole saleyard's Wi-Fi. Changes are limited because each may add to the log, which is never shortened.
 */
export type HttpLimits = Readonly<Record<'reads' | 'changes', Readonly<{ person: number; address: number }>>>;

export const HTTP_LIMITS: HttpLimits = {
  reads: { person: 600, address: 6_000 },
  changes: { person: 600, address: 6_000 },
};

const MINUTE_MS = 60_000;

export type GatewayDeps = RealtimeDeps & {
  /** The operations of the write side and the read side, served here or forwarded. */
  routes: readonly Route[];
  /** Serves `/media`: pictures that are not part of the built web. */
  media?: Router[];
  /** The folder of the built web; when left out or missing, a page explains how to build it. */
  staticDir?: string;
  /** The preview of a page, for when its address is shared. */
  previewOf?: PreviewOf;
  /** Renders first views of public pages; left out, pages have none. */
  renderView?: RenderView;
  /** The public address, for links in pages; left out, each request's own host. */
  publicUrl?: string | null;
  /** Clients connect by https. */
  secure?: boolean;
  /** Where requests come from; left out, they come directly from their clients. */
  proxyHeaders?: TrustedProxyHeaders;
  /** [G21] Benchmarks and tests may change it. */
  perMinute?: HttpLimits | undefined;
  /** [G21] Tests may change it. */
  mediaLimits?: MediaLimits;
  /** ms between reporting not ready and refusing new work; for a gateway behind a proxy. */
  drainMs?: number;
  serverState(): ServerState;
  isReady(): Promise<Readiness>;
  /** Called with every answer, for metrics. */
  onAnswer?: (answered: ObservedResponse) => void;
};

export type Gateway = {
  server: Server;
  /** Resolves to the address once it listens; port 0 picks a free port. */
  listen(port: number, host?: string): Promise<{ port: number }>;
  /** Stops accepting work, finishes requests in flight within a limit, and closes all connections [G12]. */
  close(): Promise<void>;
  /** Its counters since it started. */
  counters(): GatewayCounters;
};

export type GatewayCounters = LiveCounters &
  SheddingCounters & { firstViews: Readonly<Record<ViewOutcome, number>> };

/** The public edge: REST, the web's files and the WebSocket on one port. */
export function createGateway(deps: GatewayDeps): Gateway {
  const { clock, drainMs, secure = false } = deps;
  const proxyHeaders = deps.proxyHeaders ?? createTrustedProxyHeaders({ key: null, proxies: 0, secure });
  const realtime = new RealtimeServer(deps);
  const { shedding } = realtime;
  const views = new FirstViews({
    render: deps.renderView ?? (async () => null),
    clock,
    isShed: () => realtime.pressure.isOn('anonymous'),
  });
  const state: StopState = { stopping: false };
  const service = createHttpService({
    handler: httpApp(deps, proxyHeaders, realtime, state, views),
    clock,
    state,
    drainMs,
    ending: () => realtime.stop(),
  });
  service.server.on('upgrade', (request, connection, head) => {
    proxyHeaders.establish(request);
    void realtime.upgrade(request, connection, head);
  });
  return {
    ...service,
    counters: () => ({ ...realtime.counters, ...shedding.counters, firstViews: views.outcomes }),
  };
}

function httpApp(
  deps: GatewayDeps,
  proxyHeaders: TrustedProxyHeaders,
  realtime: RealtimeServer,
  state: StopState,
  views: FirstViews,
): Express {
  const { ownOrigins = [], secure = false, clock } = deps;
  const { shedding } = realtime;
  const sessionOf = sessionOnce(deps);
  const accountOf = async (request: IncomingMessage) => (await sessionOf(request))?.userId ?? null;
  const isSignedIn = async (request: IncomingMessage) => (await accountOf(request)) !== null;
  const app = express();
  app.disable('x-powered-by');
  app.use((request, _response, next) => {
    proxyHeaders.establish(request);
    // When a bid was received is recorded with it.
    request.headers[RECEIVED_AT_HEADER] ??= String(clock.now());
    next();
  });
  // Trusts only the headers set by `establish`.
  app.set('trust proxy', 1);
  if (deps.onAnswer) app.use(observeResponses(clock, deps.onAnswer));
  app.use(securityHeaders(secure));
  app.use(slowTransfers(clock));
  statusRoutes(app, state, deps.isReady);
  app.use(compressedAnswers);
  app.use(API, (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  app.use(API, csrfGuard(ownOrigins));
  const workAs = (operation?: Operation) => (request: Request) =>
    workOf(operation, request, () => isSignedIn(request));
  const { perMinute = HTTP_LIMITS } = deps;
  const { handler: reads, take: takeRead } = requestLimit(perMinute.reads, sessionOf, isRead);
  const { handler: changes } = requestLimit(perMinute.changes, sessionOf, (request) => !isRead(request));
  const bids = bidLimit(deps, sessionOf);
  const ratesOf = ({ method, rate, who }: Operation): RequestHandler[] => {
    if (method === 'get') return [reads];
    if (rate === 'bids') return [bids];
    // Anyone else is refused before anything is recorded.
    return who === 'staff' || who === 'admin' ? [] : [changes];
  };
  const guardOnReads = csrfGuardOnReads(ownOrigins);
  const identify = clientBy(accountOf);
  const clientLimits = limitClients(identify, clock);
  const media = limitMedia(identify, clock, deps.mediaLimits);
  const passing = (operation: Operation): Passing => {
    const guards = operation.ownPages ? [guardOnReads] : [];
    if (operation.shed === 'uncounted') return { before: guards };
    const work = workAs(operation);
    // It has rates of its own [G29].
    if (operation.held) return { before: [shedding.entrance(work)] };
    if (operation.rate === 'media') {
      return {
        before: [...guards, shedding.entrance(work), media, clientLimits.picture],
        acquire: shedding.acquire(work),
      };
    }
    return {
      before: [...guards, shedding.entrance(work), ...ratesOf(operation), clientLimits.before],
      received: [clientLimits.received],
      acquire: shedding.acquire(work),
    };
  };
  app.use(
    API,
    apiRouter(
      [...ownRoutes(deps, realtime), ...liveRoutes(deps, sessionOf, realtime), ...deps.routes],
      passing,
    ),
  );
  app.use(API, shedding.entrance(workAs()), reads);
  app.use('/api', (_request, response) => {
    sendRefusal(response, refusal('not-found'));
  });
  // Pictures are rendered on request, so they can be shed. The web's own files are cheap and bidders need them.
  if (deps.media) {
    const work = () => MEDIA_WORK;
    app.use(
      '/media',
      shedding.entrance(work),
      media,
      clientLimits.picture,
      shedding.handler(work),
      ...deps.media,
    );
  }
  const { previewOf, publicUrl = null, serverState } = deps;
  app.use(
    compression(),
    webFiles(deps.staticDir, {
      clock,
      publicUrl,
      accountOf,
      isAdmitted: async (request, account) =>
        (await takeRead(request, account ?? undefined)) &&
        !realtime.pressure.isOn(account === null ? 'anonymous' : 'signed-in'),
      serverState,
      ...(previewOf && { previewOf }),
      ...(deps.renderView && { views }),
    }),
  );
  app.use((_request, response) => {
    sendRefusal(response, refusal('not-found'));
  });
  app.use(errorHandler(deps.failed));
  return app;
}

/** Reads of live states [G29]. The session is read once per request, so its caller is found by the handler. */
const liveRoutes = (
  { visitorOf }: GatewayDeps,
  sessionOf: GatewayDeps['sessionOf'],
  realtime: RealtimeServer,
): Route[] =>
  routesOf(
    [
      endpoint(auctionOperations.auctionLive, async ({ params, query, request, response }) =>
        realtime.readLive({
          auction: params.auction,
          since: query.since,
          waitMs: query.waitMs ?? 0,
          session: (await sessionOf(request)) ?? practisingIn(params.auction, visitorOf?.(request) ?? null),
          address: addressOf(request),
          onGone: (gone) => response.once('close', gone),
        }),
      ),
    ],
    { viewerOf: () => null },
  );

/** [G30] The visitor of a practice sale; a pass means nothing for any other sale. */
const practisingIn = (auction: string, visitor: string | null): Session | null =>
  visitor !== null && visitor === practiserOf(auction) ? practising(visitor) : null;

/** The operations that the gateway serves itself. */
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

/**
 * The library checks that a limiter is not made for each request, by the trace of its stack, which takes 0.1 s: ours are
 * made once.
 */
const ONCE_CHECKED = { creationStack: false } as const;

/**
 * [G21] Limits the counted requests of a person per minute, across all their addresses, and of an address whose callers are
 * anonymous. A cookie without a session is anonymous.
 */
function requestLimit(
  perMinute: HttpLimits['reads'],
  sessionOf: GatewayDeps['sessionOf'],
  isCounted: (request: Request) => boolean,
): {
  handler: RequestHandler;
  /** Counts a request of this person beside those of the handler. False: it is beyond the limit. */
  take(request: Request, person: string | undefined): Promise<boolean>;
} {
  const store = new MemoryStore();
  const personOf = async (request: Request) => (await sessionOf(request))?.userId;
  const limitOf = (person: string | undefined) =>
    person === undefined ? perMinute.address : perMinute.person;
  const keyOf = ({ ip }: Request, person: string | undefined) =>
    person === undefined ? ipKeyGenerator(ip ?? '') : `person ${person}`;
  const handler = rateLimit({
    windowMs: MINUTE_MS,
    validate: ONCE_CHECKED,
    store,
    limit: async (request) => limitOf(await personOf(request)),
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    skip: (request) => !isCounted(request),
    keyGenerator: async (request) => keyOf(request, await personOf(request)),
    handler: (_request, response) => {
      sendRefusal(response, refusal('rate-limited', { retryAfterMs: MINUTE_MS }));
    },
  });
  const take = async (request: Request, person: string | undefined): Promise<boolean> =>
    (await store.increment(keyOf(request, person))).totalHits <= limitOf(person);
  return { handler, take };
}

/** [G2] Limits a person's bids and auto-bids over REST to the rate of the socket, across all their addresses. */
function bidLimit(
  { limits = LIVE_LIMITS, visitorOf }: GatewayDeps,
  sessionOf: GatewayDeps['sessionOf'],
): RequestHandler {
  const perMs = 1_000;
  const bidderOf = async (request: Request) =>
    (await sessionOf(request))?.userId ?? visitorOf?.(request) ?? null;
  return rateLimit({
    windowMs: perMs,
    validate: ONCE_CHECKED,
    limit: limits.bidsPerSecond,
    standardHeaders: false,
    legacyHeaders: false,
    // Callers without an account or a pass are refused later.
    skip: async (request) => (await bidderOf(request)) === null,
    keyGenerator: async (request) => (await bidderOf(request)) ?? '',
    handler: (_request, response) => {
      sendRefusal(response, refusal('rate-limited', { retryAfterMs: perMs }));
    },
  });
}
