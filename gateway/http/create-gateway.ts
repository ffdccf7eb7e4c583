import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wireError } from '@saleyard/contract/errors.ts';
import compression from 'compression';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { rateLimit } from 'express-rate-limit';
import { type LiveCounters, type RealtimeDeps, RealtimeServer } from '../socket/realtime-server.ts';
import { ownPagesOnly, securityHeaders } from './security.ts';
import { lastHandler, sendError } from './send-error.ts';
import { webFiles } from './web-files.ts';

/** Base of every REST path. */
const API = '/api/v1';

/** Limits of the HTTP side. */
const HTTP_LIMITS = {
  /** [G20] Bytes of a JSON body; larger: 413. */
  jsonBytes: 256 * 1024,
  /** [G21] GETs of anonymous visitors, per address; more: 429 with `Retry-After`. */
  anonymousGets: { count: 600, perMs: 60_000 },
  /** [G12] ms that requests under way have when the gateway stops. */
  stopMs: 5_000,
} as const;

/** What the server says of itself in general (`GET checkServer`): `message` is shown when it is not live. */
export type ServerState = { isLive: boolean; message: string; demo?: boolean };

export type GatewayDeps = RealtimeDeps & {
  /** Routes under `/api/v1`, in order: those of the write side and of the read side. */
  api: readonly Router[];
  /** Routes under `/media`: pictures that are no part of the built web. */
  media?: Router;
  /** Whether a request brings a file as it is: other bodies than JSON are refused with 415 elsewhere [G20]. */
  isUpload?(request: IncomingMessage): boolean;
  /** The built web; left out, or not there, a page says how to build it. */
  staticDir?: string;
  /** People reach us by https. */
  secure?: boolean;
  /** [G21] GETs a minute of one anonymous address; benchmarks and tests may raise it. */
  anonymousGetsPerMinute?: number;
  serverState(): ServerState;
  /** Whether this node can do its work; `why` names what is away, for operators. */
  isReady(): Promise<{ ready: boolean; why?: string }>;
};

export type Gateway = {
  server: Server;
  /** Resolves to the address once it listens; port 0 takes any free one. */
  listen(port: number, host?: string): Promise<{ port: number }>;
  /** Stops taking work, finishes what is under way (bounded), and lets everyone go [G12]. */
  close(): Promise<void>;
  /** What the live side has done so far. */
  counters(): LiveCounters;
};

/** The public door: REST, the web's files and the live side on one port. */
export function createGateway(deps: GatewayDeps): Gateway {
  const realtime = new RealtimeServer(deps);
  const state = { stopping: false };
  const app = httpApp(deps, realtime, state);
  const server = createServer(app);
  server.on('upgrade', (request, connection, head) => {
    void realtime.upgrade(request, connection, head);
  });
  let closing: Promise<void> | undefined;

  const close = async (): Promise<void> => {
    state.stopping = true;
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    server.closeIdleConnections();
    await realtime.stop();
    const cancel = deps.clock.after(HTTP_LIMITS.stopMs, () => server.closeAllConnections());
    server.closeIdleConnections();
    await closed;
    cancel();
  };

  return {
    server,
    async listen(port, host) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve();
        });
      });
      return { port: (server.address() as AddressInfo).port };
    },
    close() {
      closing ??= close();
      return closing;
    },
    counters: () => realtime.counters,
  };
}

function httpApp(deps: GatewayDeps, realtime: RealtimeServer, state: { stopping: boolean }): Express {
  const { ownOrigins = [], trustProxy = false, secure = false } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustProxy ? 1 : false);
  app.use(securityHeaders(secure));
  app.get('/healthz', (_request, response) => {
    response.type('text').send('ok');
  });
  app.get('/readyz', async (_request, response) => {
    const { ready, why = 'not ready' } = state.stopping
      ? { ready: false, why: 'stopping' }
      : await deps.isReady().catch(() => ({ ready: false, why: 'not ready' }));
    if (!ready) response.setHeader('Retry-After', '5');
    response
      .status(ready ? 200 : 503)
      .type('text')
      .send(ready ? 'ready' : why);
  });
  app.use(compression());
  app.use(API, (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    if (state.stopping) response.setHeader('Connection', 'close');
    next();
  });
  app.use(API, ownPagesOnly(ownOrigins));
  // The clock is asked by everyone, often; it costs nothing and is not counted.
  app.get(`${API}/server-time`, (_request, response) => {
    response.json({ data: { serverTime: deps.clock.now() } });
  });
  app.use(API, anonymousLimit(deps));
  app.get(`${API}/checkServer`, (_request, response) => {
    response.json({ data: deps.serverState() });
  });
  app.use(API, bodies(deps));
  app.post(`${API}/delete-anonymous-user`, (request, response) => {
    const { id } = (request.body ?? {}) as { id?: unknown };
    if (typeof id === 'string') realtime.presence.anonymousLeft(id);
    response.json({ data: {} });
  });
  for (const router of deps.api) app.use(API, router);
  app.use('/api', (_request, response) => {
    sendError(response, wireError('not-found'));
  });
  if (deps.media) app.use('/media', deps.media);
  app.use(webFiles(deps.staticDir));
  app.use((_request, response) => {
    sendError(response, wireError('not-found'));
  });
  app.use(lastHandler(deps.failed));
  return app;
}

/** [G21] Whoever is not signed in reads at most so much a minute. A cookie alone is not being signed in. */
function anonymousLimit({ sessionOf, anonymousGetsPerMinute }: GatewayDeps): RequestHandler {
  const { count, perMs } = HTTP_LIMITS.anonymousGets;
  return rateLimit({
    windowMs: perMs,
    limit: anonymousGetsPerMinute ?? count,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    skip: async (request) =>
      request.method !== 'GET' ||
      (request.headers.cookie !== undefined && (await sessionOf(request)) !== null),
    handler: (_request, response) => {
      sendError(response, wireError('rate-limited'), Math.ceil(perMs / 1000));
    },
  });
}

/** [G20] JSON bodies are read here, files by the routes that take them; any other body is refused with 415. */
function bodies({ isUpload = () => false }: GatewayDeps): RequestHandler {
  // A page that is being left sends its last words as text.
  const parse = express.json({
    limit: HTTP_LIMITS.jsonBytes,
    type: ['application/json', 'text/plain'],
    strict: true,
  });
  return (request, response, next) => {
    if (isUpload(request)) return next();
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || Number(request.get('content-length')) > 0;
    const json =
      request.is('application/json') ||
      (request.path === '/delete-anonymous-user' && request.is('text/plain'));
    if (hasBody && !json) {
      sendError(response, wireError('unsupported-type'));
      return;
    }
    parse(request, response, next);
  };
}
