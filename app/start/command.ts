import type { Config } from '@saleyard/platform/config/config.ts';
import { createLogger, type Logger } from '@saleyard/platform/logging/logger.ts';
import type { Command } from 'commander';
import { buildWeb } from '../command-line.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { settings } from '../server/settings.ts';

type Options = {
  data?: string;
  port?: string;
  host?: string;
  publicUrl?: string;
  demo?: boolean;
  empty?: boolean;
  logLevel?: string;
  role?: string;
  buildWeb?: true;
  node?: string;
  metricsPort?: string;
};

/** Adds `saleyard start` to the command line. */
export function startCommand(program: Command): void {
  program
    .command('start')
    .description('run the marketplace on this machine')
    .option('--data <folder>', 'where its data is kept (or SALEYARD_DATA)')
    .option('--port <number>', 'the port it listens on; 0 takes a free one (or SALEYARD_PORT)')
    .option('--host <address>', 'the address it listens on (or SALEYARD_HOST)')
    .option(
      '--public-url <origin>',
      'the origin people type, like https://saleyard.example (or SALEYARD_PUBLIC_URL)',
    )
    .option('--build-web', 'first build the web where its sources have changed (in a checkout)')
    .option('--demo', 'with demo accounts, sales in progress and simulated bidders (or SALEYARD_DEMO)')
    .option('--empty', 'without them, overriding SALEYARD_DEMO')
    .option(
      '--role <role>',
      'command-api, projections, gateway, edge-proxy or demo: one part, on engines shared with the others; left out, all (or SALEYARD_ROLE)',
    )
    .option(
      '--node <name>',
      'what this process is called among those that share its engines (or SALEYARD_NODE)',
    )
    .option('--metrics-port <number>', 'serves /metrics on a port of its own (or SALEYARD_METRICS_PORT)')
    .option('--log-level <level>', 'trace, debug, info, warn, error, fatal or silent (or SALEYARD_LOG_LEVEL)')
    .addHelpText(
      'after',
      `
Stop it with Ctrl-C: it finishes what is being written, and people's browsers come back by themselves when it
is started again. A sale that was live for longer than 5 s without it comes back frozen, for staff to resume.`,
    )
    .action(start);
}

/**
 * Ends the process on an error that nobody handles, whose cause is written first: what it left half done is not known,
 * and a new process begins from the log.
 */
function endOnFault(logger: Logger): void {
  // Output that cannot be written (a closed terminal, a full disk) must not end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  process.on('uncaughtException', (error, origin) => {
    logger.fatal({ err: error, origin }, 'the process ends by an error that nobody handled');
    process.exit(1);
  });
}

/** The started server. */
type Running = { close(): Promise<void> };

async function start({
  empty = false,
  logLevel = process.env['SALEYARD_LOG_LEVEL'] ?? 'warn',
  buildWeb: isWebBuilt,
  ...flags
}: Options) {
  if (isWebBuilt) buildWeb();
  const config = settings({ ...flags, logLevel, ...(empty && { demo: false }) });
  const logger = createLogger({ level: config.logLevel });
  endOnFault(logger);
  const running = config.role === 'all' ? await startAll(config, logger) : await startOne(config, logger);
  const stop = once(async () => {
    await running.close();
    process.exit(0);
  });
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The terminal that it was started from was closed.
  process.on('SIGHUP', stop);
  // The parent process has ended.
  if (process.send) process.on('disconnect', stop);
}

/** Loads only what this configuration runs: a thread that takes bids alone needs less than half of the program. */
async function serverOf({ eventStoreUrl, mongoUrl, natsUrl }: Config) {
  // Threads share the engines of their process. Where engines are elsewhere, other processes wait for them.
  const isEmbedded = eventStoreUrl === null && mongoUrl === null && natsUrl === null;
  if (isEmbedded) return (await import('../server/threads/threaded-server.ts')).startThreadedServer;
  return (await import('./one-thread.ts')).startInOneThread;
}

async function startAll(config: Config, logger: Logger): Promise<Running> {
  const server = await (await serverOf(config))({ config, logger });
  if (config.demo) {
    try {
      await server.beginAsDemo();
    } catch (error) {
      await server.close();
      throw error;
    }
  }
  console.log(`Saleyard is running: http://localhost:${server.port}`);
  if (server.metricsPort !== null) console.log(`Its metrics: http://localhost:${server.metricsPort}/metrics`);
  if (config.demo) {
    await server.startDemo();
    console.log(demoWelcome());
  }
  return server;
}

async function startOne(config: Config, logger: Logger): Promise<Running> {
  const { role, node } = config;
  const { startRole } = await import('../server/role-server.ts');
  const server = await startRole(config, logger);
  const metrics = server.metricsPort === null ? '' : `, its metrics on port ${server.metricsPort}`;
  console.log(`Saleyard's ${role} ${node} is running on port ${server.port}${metrics}`);
  return server;
}

const demoWelcome = (): string =>
  [
    '',
    `Sales are in progress. Sign in with one of these accounts, password ${DEMO_PASSWORD}:`,
    ...DEMO_ACCOUNTS.map(({ email, may }) => `  ${email.padEnd(26)} ${may}`),
    '',
    'Afterwards prove what happened: npx saleyard audit NUMBER (the number is at the top of the live room).',
  ].join('\n');

/** A second signal does not begin a second end. */
function once(run: () => Promise<void>): () => void {
  let begun = false;
  return () => {
    if (begun) return;
    begun = true;
    void run();
  };
}
