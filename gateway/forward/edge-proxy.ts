import type { Duplex } from 'node:stream';
import { refusal, sendRefusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import express from 'express';
import { createHttpService, type HttpService, type StopState, statusRoutes } from '../http/http-service.ts';
import { slowTransfers } from '../http/slow-transfers.ts';
import { addressOf, type TrustedProxyHeaders } from '../http/trusted-proxy-headers.ts';
import { hasBody, KeyedSemaphore } from '../shedding/client-limits.ts';
import { refuseUpgrade } from '../socket/handshake-guard.ts';
import { FORWARD_LIMITS } from './forward-limits.ts';
import { forwardUpgrade } from './forward-upgrade.ts';
import type { Forwarder } from './forwarder.ts';
import type { Upstreams } from './upstreams.ts';

type Parts = { proxyHeaders: TrustedProxyHeaders; gateways: Upstreams; forwarder: Forwarder; clock: Clock };

/**
 * One public port for several gateways: forwards requests and sockets to them, with the addresses they came from
 * [G23]. It keeps no state. A stopping gateway is skipped before it refuses new work.
 */
export function createEdgeProxy({ proxyHeaders, gateways, forwarder, clock }: Parts): HttpService {
  const state: StopState = { stopping: false };
  const sockets = new Set<Duplex>();
  const app = express();
  app.disable('x-powered-by');
  statusRoutes(app, state, async () =>
    gateways.ready > 0 ? { ready: true } : { ready: false, why: 'gateways' },
  );
  const bodies = new KeyedSemaphore();
  app.use(slowTransfers(clock));
  app.use(async (request, response) => {
    proxyHeaders.establish(request);
    if (hasBody(request)) {
      // The gateways check who is signed in; here a client is an address.
      const leave = bodies.tryAcquire(addressOf(request), FORWARD_LIMITS.bodiesPerAddress);
      if (leave === null) return sendRefusal(response, refusal('rate-limited'));
      await forwarder.receive(request);
      leave();
    }
    return forwarder.forward(request, response);
  });
  const service = createHttpService({
    handler: app,
    clock,
    state,
    ending: async () => {
      for (const client of sockets) client.destroy();
    },
  });
  service.server.on('upgrade', (request, client, head) => {
    if (state.stopping || request.headers.upgrade?.toLowerCase() !== 'websocket') {
      refuseUpgrade(client, state.stopping ? 'unavailable' : 'not-found');
      return;
    }
    sockets.add(client);
    client.once('close', () => sockets.delete(client));
    proxyHeaders.establish(request);
    forwardUpgrade({ upstreams: gateways, proxyHeaders }, request, client, head);
  });
  return service;
}
