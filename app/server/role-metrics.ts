import type { AuctionHost } from '@saleyard/command-api/engine/auction-host.ts';
import type { SubmitCommand } from '@saleyard/command-api/engine-replies.ts';
import type { Unfinished } from '@saleyard/command-api/listings/unfinished-uploads.ts';
import type { Relay } from '@saleyard/command-api/relay/relay.ts';
import type { CommandReply } from '@saleyard/contract/commands.ts';
import type { GatewayCounters } from '@saleyard/gateway/http/create-gateway.ts';
import { VIEW_OUTCOMES } from '@saleyard/gateway/http/first-views.ts';
import type { Readiness } from '@saleyard/gateway/http/http-service.ts';
import type { ObservedResponse } from '@saleyard/gateway/http/response-observer.ts';
import type { SheddingCounters } from '@saleyard/gateway/shedding/shedding.ts';
import { WORK } from '@saleyard/gateway/shedding/work.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { DiskReserve } from '@saleyard/platform/disk-space.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { Lag } from '@saleyard/platform/metrics/lag.ts';
import type { Metrics } from '@saleyard/platform/metrics/metrics.ts';
import { serveMetrics } from '@saleyard/platform/metrics/metrics-server.ts';
import type { Projections } from '@saleyard/projections/runner/projection-runner.ts';
import type { RoleParts } from './engines.ts';

const outcomeOf = (reply: CommandReply): string => {
  if (reply.outcome === 'decided') return reply.accepted ? 'accepted' : 'refused';
  return reply.outcome === 'unavailable' ? reply.code : reply.outcome;
};

/** The same, each answer counted. */
export function countedSubmit(submit: SubmitCommand, metrics: Metrics): SubmitCommand {
  return async (envelope) => {
    const reply = await submit(envelope);
    metrics.count('saleyard_commands_total', [outcomeOf(reply)]);
    return reply;
  };
}

export const countedAnswers = (metrics: Metrics) => {
  // Prometheus sees no increase in a series that begins at 1.
  metrics.count('saleyard_server_faults_total', [], 0);
  return ({ method, route, status, ms }: ObservedResponse): void => {
    if (status === 500) metrics.count('saleyard_server_faults_total');
    metrics.count('saleyard_http_requests_total', [method, route, String(status)]);
    metrics.observe('saleyard_http_seconds', ms / 1000, [method, route]);
  };
};

/** `answer`: accepted, or a code; `ms` it took. */
export const countedBids =
  (metrics: Metrics) =>
  (answer: string, ms: number): void => {
    metrics.count('saleyard_bids_total', [answer]);
    metrics.observe('saleyard_bid_seconds', ms / 1000);
  };

/** Serves the metrics on their port, where they are wanted; `port` is null where they are not. */
export async function exposeMetrics(
  { config, metrics }: Pick<RoleParts, 'config' | 'metrics'>,
  isReady: () => Promise<Readiness>,
): Promise<{ port: number | null; close(): Promise<void> }> {
  if (metrics === null || config.metricsPort === null) return { port: null, close: async () => {} };
  metrics.gauge('saleyard_ready', async () => Number((await isReady()).ready));
  return serveMetrics(metrics, config.metricsPort, config.host);
}

/** The disk that files and drafts share with the log, and uploads that were not finished. */
export function measureDisk(
  metrics: Metrics,
  reserve: DiskReserve,
  swept: { readonly left: Unfinished | undefined },
): void {
  metrics.gauge('saleyard_unfinished_uploads', () => swept.left?.uploads);
  metrics.gauge('saleyard_unfinished_upload_bytes', () => swept.left?.bytes);
  metrics.gauge('saleyard_disk_free_bytes', () => reserve.space?.free);
  metrics.gauge('saleyard_disk_reserve_bytes', () => reserve.space?.reserve);
}

type CommandParts = { host: AuctionHost; relay: Relay; log: EventLog; clock: Clock };

/** Answers what ends it. */
export function measureCommands(metrics: Metrics, { host, relay, log, clock }: CommandParts): () => void {
  const lag = new Lag({ clock, last: () => log.lastPosition(), reached: () => relay.position });
  metrics.gauge('saleyard_auctions_owned', () => host.health().running);
  metrics.gauge('saleyard_commands_waiting', () => host.health().waiting);
  metrics.gauge('saleyard_clock_skew_seconds', () => host.health().skewMs / 1000);
  metrics.gauge('saleyard_relay_active', () => Number(relay.isActive));
  metrics.gauge('saleyard_relay_lag_positions', () => (relay.isActive ? lag.positions() : undefined));
  return () => lag.stop();
}

type ReadParts = { projections: Projections; log: EventLog; clock: Clock };

/** Answers what ends it. */
export function measureProjections(metrics: Metrics, { projections, log, clock }: ReadParts): () => void {
  const reached = (): number => projections.status().reached;
  const lag = new Lag({ clock, last: () => log.lastPosition(), reached });
  const isActive = (): boolean => projections.status().state !== 'standing-by';
  metrics.gauge('saleyard_projections_active', () => Number(isActive()));
  metrics.gauge('saleyard_projection_lag_positions', () => lag.positions());
  metrics.gauge('saleyard_projection_lag_seconds', () => lag.seconds());
  return () => lag.stop();
}

/** Load shedding of a process that answers REST. */
export function measureShedding(metrics: Metrics, counters: () => SheddingCounters): void {
  metrics.gauge('saleyard_shedding_level', () => counters().sheddingLevel);
  for (const kind of WORK) metrics.total('saleyard_shed_total', () => counters().shed[kind], [kind]);
}

export function measureGateway(metrics: Metrics, counters: () => GatewayCounters): void {
  measureShedding(metrics, counters);
  for (const outcome of VIEW_OUTCOMES)
    metrics.total('saleyard_first_views_total', () => counters().firstViews[outcome], [outcome]);
  metrics.gauge('saleyard_sockets', () => counters().sockets);
  metrics.gauge('saleyard_slow_sockets', () => counters().slowSockets);
  metrics.gauge('saleyard_people', () => counters().people, ['signed-in']);
  metrics.gauge('saleyard_people', () => counters().anonymous, ['anonymous']);
  metrics.gauge('saleyard_auctions_followed', () => counters().views);
  metrics.gauge('saleyard_bids_under_way', () => counters().bidsUnderWay);
  metrics.total('saleyard_socket_messages_total', () => counters().messages, ['received']);
  metrics.total('saleyard_socket_messages_total', () => counters().rateLimited, ['rate-limited']);
  metrics.total('saleyard_socket_messages_total', () => counters().invalid, ['invalid']);
  metrics.total('saleyard_socket_frames_total', () => counters().sharedFrames, ['shared']);
  metrics.total('saleyard_socket_frames_total', () => counters().ownFrames, ['own']);
  metrics.total('saleyard_socket_updates_skipped_total', () => counters().skipped);
  metrics.total('saleyard_socket_bytes_total', () => counters().sentBytes);
  metrics.total('saleyard_socket_flushes_total', () => counters().flushes);
}
