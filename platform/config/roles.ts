/**
 * What one process does.
 * - `all`: everything, the default.
 * - `command-api`, `projections`, `gateway`: the write side, the read side, the live side with the public pages.
 * - `edge-proxy`: the edge proxy. It spreads clients over several gateways and keeps no state.
 * - `demo`: the sample sales and the simulated bidders of a demo. One process in any deployment.
 */
export const ROLES = ['all', 'command-api', 'projections', 'gateway', 'edge-proxy', 'demo'] as const;
export type Role = (typeof ROLES)[number];

/** The engines that processes share. */
export const SHARED = ['eventStoreUrl', 'mongoUrl', 'natsUrl'] as const;

/** The settings a role can't do without, beside what has a default. */
export const NEEDED = {
  all: [],
  'command-api': [...SHARED, 'forwardingKey'],
  projections: [...SHARED, 'forwardingKey'],
  gateway: [...SHARED, 'forwardingKey', 'commandApiUrls', 'projectionsUrls'],
  'edge-proxy': ['forwardingKey', 'gatewayUrls'],
  demo: [...SHARED, 'gatewayUrls'],
} as const satisfies Record<Role, readonly string[]>;

/** The purpose of a required setting, as the refusal to start prints it. */
export const NEEDED_FOR = {
  eventStoreUrl: 'processes share one event log',
  mongoUrl: 'processes share the read models, sessions and secrets',
  natsUrl: 'processes speak to each other over the bus',
  forwardingKey: 'requests are taken from our own processes alone',
  commandApiUrls: 'what changes something is forwarded there',
  projectionsUrls: 'what is read is forwarded there',
  gatewayUrls: 'clients are sent there',
} as const;
