import { Forwarder } from '@saleyard/gateway/forward/forwarder.ts';
import { Upstreams } from '@saleyard/gateway/forward/upstreams.ts';
import type { Arrival } from '@saleyard/gateway/http/arrival.ts';
import type { RoleParts } from './engines.ts';

/** What passes requests on to the processes of a role, counted where there are metrics. */
export function forwarderTo(
  role: 'command-api' | 'projections' | 'gateway',
  origins: readonly string[],
  { clock, metrics }: Pick<RoleParts, 'clock' | 'metrics'>,
  arrival: Arrival,
): { upstreams: Upstreams; forwarder: Forwarder } {
  const upstreams = new Upstreams({ origins, clock });
  metrics?.gauge('saleyard_upstreams_ready', () => upstreams.ready, [role]);
  const onForwarded = metrics
    ? (outcome: string) => metrics.count('saleyard_forwarded_total', [role, outcome])
    : undefined;
  return { upstreams, forwarder: new Forwarder({ upstreams, arrival, onForwarded }) };
}
