import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { serverOperations } from '@saleyard/contract/operations/server.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Express } from 'express';
import { TRANSFER_LIMITS } from './slow-transfers.ts';

/** ms that requests in flight have when a service stops [G12]. */
export const STOP_MS = 5_000;
/** ms for a whole request, longer than any body may take [G28]; beyond, its connection is closed. */
const REQUEST_MS = TRANSFER_LIMITS.bodyMs + TRANSFER_LIMITS.headersMs;
/** ms between two checks for expired requests. */
const CHECK_CONNECTIONS_MS = 1_000;
/** ms an idle client connection is kept: longer than our own forwarders keep theirs. */
const KEEP_ALIVE_MS = 65_000;

/**
 * Whether a process can do its work, for operators. `why` names what is unavailable; `note` names what works only
 * partly meanwhile.
 */
export type Readiness = { ready: boolean; why?: string; note?: string };

/** Whether a service is stopping; handlers read it. */
export type StopState = { stopping: boolean };

export type HttpService = {
  server: Server;
  /** Resolves to the address once it listens; port 0 takes any free one. */
  listen(port: number, host?: string): Promise<{ port: number }>;
  /** Stops [G12]. Resolves when all connections are closed. */
  close(): Promise<void>;
};

type Parts = {
  handler: RequestListener;
  clock: Clock;
  state: StopState;
  /** ms between reporting not ready and refusing new work, so that forwarders switch to others [G23]. */
  drainMs?: number | undefined;
  /** What else must end once new work is refused, before requests in flight are awaited. */
  ending?: () => Promise<void>;
};

/** An HTTP server that shuts down gracefully. */
export function createHttpService({ handler, clock, state, drainMs = 0, ending }: Parts): HttpService {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: TRANSFER_LIMITS.headersMs,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
    },
    handler,
  );
  // `closeAllConnections` leaves out those that were upgraded.
  const connections = new Set<Socket>();
  server.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  let closing: Promise<void> | undefined;

  const close = async (): Promise<void> => {
    state.stopping = true;
    if (drainMs > 0) await pause(clock, drainMs);
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    server.closeIdleConnections();
    await ending?.();
    const cancel = clock.after(STOP_MS, () => {
      for (const connection of connections) connection.destroy();
    });
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
  };
}

/** Adds `/healthz` and `/readyz`. A stopping service is not ready, and closes each connection after its answer. */
export function statusRoutes(app: Express, state: StopState, isReady: () => Promise<Readiness>): void {
  app.use((_request, response, next) => {
    if (state.stopping) response.setHeader('Connection', 'close');
    next();
  });
  app.get(serverOperations.healthz.path, (_request, response) => {
    response.type('text').send('ok');
  });
  app.get(serverOperations.readyz.path, async (_request, response) => {
    const answer: Readiness = state.stopping
      ? { ready: false, why: 'stopping' }
      : await isReady().catch(() => ({ ready: false }));
    const { ready, why = 'not ready', note } = answer;
    if (!ready) response.setHeader('Retry-After', '5');
    response
      .status(ready ? 200 : 503)
      .type('text')
      .send((ready ? 'ready' : why) + (note === undefined ? '' : `\n${note}`));
  });
}
