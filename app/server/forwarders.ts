import { Forwarder } from '@saleyard/gateway/forward/forwarder.ts';
import { Upstreams } from '@saleyard/gateway/forward/upstreams.ts';
import {
  createTrustedProxyHeaders,
  type TrustedProxyHeaders,
} from '@saleyard/gateway/http/trusted-proxy-headers.ts';
import type { Config } from '@saleyard/platform/config/config.ts';
import type { RoleParts } from './engines.ts';

/** The origin of requests to this process, as far as its configuration trusts the headers. */
export const proxyHeadersOf = ({ forwardingKey, proxies, secure }: Config): TrustedProxyHeaders =>
  createTrustedProxyHeaders({ key: forwardingKey, proxies, secure });

/** Forwards requests to the processes of a role, or to a thread of this one, with metrics where enabled. */
export function forwarderTo(
  role: 'command-api' | 'projections' | 'gateway' | 'worker',
  origins: readonly string[],
  { clock, metrics }: Pick<RoleParts, 'clock' | 'metrics'>,
  proxyHeaders: TrustedProxyHeaders,
  { areThreads = false }: { areThreads?: boolean } = {},
): { upstreams: Upstreams; forwarder: Forwarder } {
  const upstreams = new Upstreams({ origins, clock, areThreads });
  metrics?.gauge('saleyard_upstreams_ready', () => upstreams.ready, [role]);
  const onForwarded = metrics
    ? (outcome: string) => metrics.count('saleyard_forwarded_total', [role, outcome])
    : undefined;
  return { upstreams, forwarder: new Forwarder({ upstreams, proxyHeaders, onForwarded }) };
}
