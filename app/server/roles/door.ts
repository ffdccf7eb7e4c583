import { createDoor } from '@saleyard/gateway/forward/door.ts';
import type { Arrival } from '@saleyard/gateway/http/arrival.ts';
import type { RoleParts } from '../engines.ts';
import { forwarderTo } from '../forwarders.ts';

/** One public port for several gateways. It stands on no engine. */
export async function startDoorRole(parts: Omit<RoleParts, 'engines'>, arrival: Arrival) {
  const { config, clock } = parts;
  const { upstreams: gateways, forwarder } = forwarderTo('gateway', config.gatewayUrls, parts, arrival);
  const door = createDoor({ arrival, gateways, forwarder, clock });
  const { port } = await door.listen(config.port, config.host);
  return {
    port,
    isReady: async () => ({ ready: gateways.ready > 0 }),
    async close(): Promise<void> {
      await door.close();
      forwarder.close();
    },
  };
}
