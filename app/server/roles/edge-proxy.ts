import { createEdgeProxy } from '@saleyard/gateway/forward/edge-proxy.ts';
import type { TrustedProxyHeaders } from '@saleyard/gateway/http/trusted-proxy-headers.ts';
import type { RoleParts } from '../engines.ts';
import { forwarderTo } from '../forwarders.ts';

/** One public port for several gateways. It uses no engine. */
export async function startEdgeProxyRole(
  parts: Omit<RoleParts, 'engines'>,
  proxyHeaders: TrustedProxyHeaders,
) {
  const { config, clock } = parts;
  const { upstreams: gateways, forwarder } = forwarderTo('gateway', config.gatewayUrls, parts, proxyHeaders);
  const proxy = createEdgeProxy({ proxyHeaders, gateways, forwarder, clock });
  const { port } = await proxy.listen(config.port, config.host);
  return {
    port,
    isReady: async () => ({ ready: gateways.ready > 0 }),
    async close(): Promise<void> {
      await proxy.close();
      forwarder.close();
    },
  };
}
