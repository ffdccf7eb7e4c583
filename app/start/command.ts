import type { Config } from '@saleyard/platform/config/config.ts';
import { createLogger, type Logger } from '@saleyard/platform/logging/logger.ts';
import type { Command } from 'commander';
import { buildWeb } from '../command-line.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { settings } from '../server/settings.ts';
import { onStopSignal, surviveLostOutput } from '../server/stop-signals.ts';

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
  surviveLostOutput();
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
  if (config.role === 'all') await startAll(config, logger);
  else await startOne(config, logger);
}

/**
 * Stops the server once when it is to end, then ends the process. Returns whether it stops.
 */
function stopInOrder(running: Running): () => boolean {
  let isStopping = false;
  const stop = (): void => {
    // A second signal does not begin a second end.
    if (isStopping) return;
    isStopping = true;
    void running.close().then(() => process.exit(0));
  };
  onStopSignal(stop);
  // The parent process has ended.
  if (process.send) process.on('disconnect', stop);
  return () => isStopping;
}

/** Loads only what this configuration runs: a thread that takes bids alone needs less than half of the program. */
async function serverOf({ eventStoreUrl, mongoUrl, natsUrl }: Config) {
  // Threads share the engines of their process. Where engines are elsewhere, other processes wait for them.
  const isEmbedded = eventStoreUrl === null && mongoUrl === null && natsUrl === null;
  if (isEmbedded) return (await import('../server/threads/threaded-server.ts')).startThreadedServer;
  return (await import('./one-thread.ts')).startInOneThread;
}

async function startAll(config: Config, logger: Logger): Promise<void> {
  const server = await (await serverOf(config))({ config, logger });
  if (config.demo) {
    try {
      await server.beginAsDemo();
    } catch (error) {
      await server.close();
      throw error;
    }
  }
  // Before people are invited in: what they send is answered before it ends.
  const isStopping = stopInOrder(server);
  console.log(`Saleyard is running: http://localhost:${server.port}`);
  if (server.metricsPort !== null) console.log(`Its metrics: http://localhost:${server.metricsPort}/metrics`);
  if (config.demo) {
    try {
      await server.startDemo();
    } catch (error) {
      // Its people found the server stopping, which ends the process.
      if (isStopping()) return;
      throw error;
    }
    console.log(demoWelcome());
  }
}

async function startOne(config: Config, logger: Logger): Promise<void> {
  const { role, node } = config;
  const { startRole } = await import('../server/role-server.ts');
  const server = await startRole(config, logger);
  stopInOrder(server);
  const metrics = server.metricsPort === null ? '' : `, its metrics on port ${server.metricsPort}`;
  console.log(`Saleyard's ${role} ${node} is running on port ${server.port}${metrics}`);
}

const demoWelcome = (): string =>
  [
    '',
    `Sales are in progress. Sign in with one of these accounts, password ${DEMO_PASSWORD}:`,
    ...DEMO_ACCOUNTS.map(({ email, may }) => `  ${email.padEnd(26)} ${may}`),
    '',
    'Afterwards prove what happened: npx saleyard audit NUMBER (the number is at the top of the live room).',
  ].join('\n');
