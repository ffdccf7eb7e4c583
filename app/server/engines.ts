import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Config } from '@saleyard/platform/config/config.ts';
import { FilesUnavailable } from '@saleyard/platform/files/port.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { measuredLeases } from '@saleyard/platform/metrics/measured-leases.ts';
import { measuredLog } from '@saleyard/platform/metrics/measured-log.ts';
import type { Metrics } from '@saleyard/platform/metrics/metrics.ts';
import { checkFileStore } from './file-store.ts';
import { type Messaging, openMessaging } from './messaging.ts';
import { openStores, placesOf, type Stores } from './stores.ts';

/** Nodes that share work: those that run auctions, and those that make read models. */
export type NodeGroup = 'commands' | 'projections';

/** The engines that every role uses. */
export type Engines = Omit<Stores, 'close'> &
  Messaging & {
    bus: Bus;
    /** The leases of a group. `holds`: this process takes work there and does not only watch. */
    join(group: NodeGroup, holds: boolean): Promise<Leases>;
    /** Closes the engines, once nothing uses them any more. */
    close(): Promise<void>;
  };

/** What a role is built from: its settings and engines. */
export type RoleParts = {
  config: Config;
  clock: Clock;
  logger: Logger;
  engines: Engines;
  /** null: nobody reads them. */
  metrics: Metrics | null;
};

type Parts = Omit<RoleParts, 'engines'>;

type Nodes = Pick<Engines, 'bus' | 'join' | 'close'>;

/** The only node of its groups, on the bus of this process or of this thread. */
export function onlyNode({ config, clock }: Parts, bus: Bus): Nodes {
  const groups = { commands: new EmbeddedLeases(clock), projections: new EmbeddedLeases(clock) };
  return {
    bus,
    join: async (group, holds) => groups[group].join(holds ? config.node : null),
    close: () => bus.close(),
  };
}

async function natsNodes({ config, clock, logger }: Parts, url: string): Promise<Nodes> {
  const [{ connectNats }, { createNatsBus }, { openNatsLeases }] = await Promise.all([
    import('@saleyard/platform/bus/nats-connection.ts'),
    import('@saleyard/platform/bus/nats-bus.ts'),
    import('@saleyard/platform/leases/nats-leases.ts'),
  ]);
  const connection = await connectNats({ url, name: config.node, logger });
  const bus = createNatsBus({ connection, clock, logger });
  return {
    bus,
    join: (group, holds) =>
      openNatsLeases({ connection, group, node: holds ? config.node : null, clock, logger }),
    async close() {
      await bus.close();
      await connection.close();
    },
  };
}

/** The bus between processes: NATS where its URL is set, else in-process. */
export const openNodes = (parts: Parts): Promise<Nodes> =>
  parts.config.natsUrl === null
    ? Promise.resolve(onlyNode(parts, createEmbeddedBus(parts)))
    : natsNodes(parts, parts.config.natsUrl);

/** Whether other processes may read the files that this process writes, and write those that it reads. */
const sharesFiles = ({ mongoUrl, role }: Config): boolean =>
  mongoUrl !== null && (role === 'command-api' || role === 'projections');

/**
 * Opens the engines the configuration names, measured where there are metrics.
 * @throws EventLogInUse, EventLogCorrupt, OtherFileStore
 */
export async function openEngines(parts: Parts): Promise<Engines> {
  const { config } = parts;
  const stores = await openStores(config, parts);
  try {
    if (sharesFiles(config)) await checkFileStore(stores, placesOf(config).files);
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) {
      await stores.close();
      throw error;
    }
    parts.logger.warn({ err: error }, 'whether the files are those of the other processes cannot be checked');
  }
  return enginesOn(parts, stores, () => openNodes(parts));
}

/** The engines on stores that are open, and closed if the rest cannot be opened. */
export async function enginesOn(
  parts: Parts,
  stores: Stores,
  openNodesOf: () => Promise<Nodes>,
): Promise<Engines> {
  const { config, clock, metrics } = parts;
  let nodes: Nodes | undefined;
  let messaging: Awaited<ReturnType<typeof openMessaging>>;
  try {
    nodes = await openNodesOf();
    messaging = await openMessaging(config, { ...stores, clock: parts.clock });
  } catch (error) {
    await nodes?.close();
    await stores.close();
    throw error;
  }
  const { bus } = nodes;
  if (metrics) bus.onResync(() => metrics.count('saleyard_bus_resyncs_total'));
  return {
    ...stores,
    ...messaging,
    bus,
    log: metrics ? measuredLog(stores.log, metrics, clock) : stores.log,
    async join(group, holds) {
      const leases = await nodes.join(group, holds);
      return metrics && holds ? measuredLeases(leases, metrics) : leases;
    },
    async close() {
      await messaging.close();
      await nodes.close();
      await stores.close();
    },
  };
}
