import type { Duplex } from 'node:stream';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import express from 'express';
import type { Arrival } from '../http/arrival.ts';
import { createHttpService, type HttpService, type StopState, statusRoutes } from '../http/http-service.ts';
import { refuseUpgrade } from '../socket/upgrade-door.ts';
import { forwardUpgrade } from './forward-upgrade.ts';
import type { Forwarder } from './forwarder.ts';
import type { Upstreams } from './upstreams.ts';

type Parts = { arrival: Arrival; gateways: Upstreams; forwarder: Forwarder; clock: Clock };

/**
 * One public port for several gateways: passes requests and sockets on to them, and the addresses they came from
 * [G23]. It holds nothing; a gateway that stops is skipped before it takes nothing new.
 */
export function createDoor({ arrival, gateways, forwarder, clock }: Parts): HttpService {
  const state: StopState = { stopping: false };
  const sockets = new Set<Duplex>();
  const app = express();
  app.disable('x-powered-by');
  statusRoutes(app, state, async () =>
    gateways.ready > 0 ? { ready: true } : { ready: false, why: 'gateways' },
  );
  app.use((request, response) => {
    arrival.settle(request);
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
    arrival.settle(request);
    forwardUpgrade({ upstreams: gateways, arrival }, request, client, head);
  });
  return service;
}
