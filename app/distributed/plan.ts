import type { Config } from '@saleyard/platform/config/config.ts';
import type { Role } from '@saleyard/platform/config/roles.ts';

/** How many processes of each role run on one machine. */
const COUNTS = { 'command-api': 2, projections: 2, gateway: 3 } as const;
/** A process's metrics are this many ports above its own. */
const METRICS_ABOVE = 100;
/** The address of processes that only our own processes contact. */
const INSIDE = '127.0.0.1';

/** One process of several. Its settings are environment variables beside those it inherits. */
export type PlannedProcess = {
  name: string;
  role: Exclude<Role, 'all'>;
  port: number;
  metricsPort: number;
  settings: Readonly<Record<string, string>>;
};

/**
 * Two command-apis, two projections and three gateways behind one edge proxy, and in a demo its simulated people. The
 * edge proxy has the configured port, the others those after it; `key` authenticates them to each other.
 */
export function plannedProcesses(config: Config, key: string): PlannedProcess[] {
  let next = config.port;
  const processes: PlannedProcess[] = [];
  const originsOf = (role: Role): string =>
    processes
      .filter((one) => one.role === role)
      .map(({ port }) => `http://${INSIDE}:${port}`)
      .join(',');
  const add = (role: PlannedProcess['role'], name: string, settings: Record<string, string> = {}): void => {
    if (role !== 'edge-proxy') next += 1;
    const port = role === 'edge-proxy' ? config.port : next;
    const metricsPort = port + METRICS_ABOVE;
    processes.push({
      name,
      role,
      port,
      metricsPort,
      settings: {
        SALEYARD_ROLE: role,
        SALEYARD_NODE: name,
        SALEYARD_PORT: String(port),
        SALEYARD_HOST: INSIDE,
        SALEYARD_METRICS_PORT: String(metricsPort),
        SALEYARD_FORWARDING_KEY: key,
        SALEYARD_FORWARDING_KEY_FILE: '',
        SALEYARD_LOG_LEVEL: config.logLevel,
        SALEYARD_DEMO: String(config.demo),
        // Only the edge proxy is behind outer proxies; it forwards the client's address to the others.
        SALEYARD_PROXIES: '0',
        ...settings,
      },
    });
  };
  const several = (role: keyof typeof COUNTS, settings: Record<string, string> = {}): void => {
    for (let n = 1; n <= COUNTS[role]; n += 1) add(role, `${role}-${n}`, settings);
  };
  several('command-api');
  several('projections');
  several('gateway', {
    SALEYARD_COMMAND_API_URLS: originsOf('command-api'),
    SALEYARD_PROJECTIONS_URLS: originsOf('projections'),
  });
  add('edge-proxy', 'edge-proxy', {
    SALEYARD_GATEWAY_URLS: originsOf('gateway'),
    SALEYARD_HOST: config.host,
    SALEYARD_PROXIES: String(config.proxies),
  });
  if (config.demo) add('demo', 'demo', { SALEYARD_GATEWAY_URLS: originsOf('edge-proxy') });
  return processes;
}
