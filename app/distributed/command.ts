import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { type Config, SETTINGS } from '@saleyard/platform/config/config.ts';
import { NEEDED_FOR, SHARED } from '@saleyard/platform/config/roles.ts';
import { randomToken } from '@saleyard/platform/ids/ids.ts';
import type { Command } from 'commander';
import { buildWeb } from '../command-line.ts';
import { settings } from '../server/settings.ts';
import { onStopSignal, surviveLostOutput } from '../server/stop-signals.ts';
import { plannedProcesses } from './plan.ts';
import { Supervisor } from './supervisor.ts';

/** Bits of the key that authenticates the processes to each other, when none is configured. */
const KEY_BITS = 256;

type Options = {
  port?: string;
  host?: string;
  publicUrl?: string;
  demo?: boolean;
  logLevel?: string;
  buildWeb?: true;
};

/** Adds `saleyard distributed` to the command line. */
export function distributedCommand(program: Command): void {
  program
    .command('distributed')
    .description('run the marketplace as several processes on this machine, behind one port')
    .option('--port <number>', 'the public port; the processes take those after it (or SALEYARD_PORT)')
    .option('--host <address>', 'the address the public port listens on (or SALEYARD_HOST)')
    .option('--public-url <origin>', 'the origin people type (or SALEYARD_PUBLIC_URL)')
    .option('--build-web', 'first build the web where its sources have changed (in a checkout)')
    .option('--demo', 'with demo accounts, sales in progress and simulated bidders (or SALEYARD_DEMO)')
    .option('--log-level <level>', 'of every process (or SALEYARD_LOG_LEVEL)')
    .addHelpText(
      'after',
      `
Two command-apis, two projections and three gateways behind one edge proxy. They share the engines that EVENTSTORE_URL,
MONGODB_URL and NATS_URL name. One that dies is started again. Send it SIGUSR2 to restart them one at a time, each
after the one before is ready; Ctrl-C stops all of them in order.`,
    )
    .action(run);
}

async function run({
  logLevel = process.env['SALEYARD_LOG_LEVEL'] ?? 'warn',
  buildWeb: isWebBuilt,
  ...flags
}: Options) {
  const config = settings({ ...flags, logLevel, role: 'all' });
  const absent = SHARED.filter((name) => config[name] === null);
  for (const name of absent) {
    console.error(
      `saleyard: ${SETTINGS[name].variable} must be set to run several processes: ${NEEDED_FOR[name]}`,
    );
  }
  if (absent.length > 0) process.exit(2);
  if (isWebBuilt) buildWeb();
  await supervise(config);
}

async function supervise(config: Config): Promise<void> {
  const key = config.forwardingKey ?? randomToken(KEY_BITS);
  const supervisor = new Supervisor(plannedProcesses(config, key), systemClock, (line) => console.log(line));
  const end = (code: number): void => {
    void supervisor.stop().then(() => process.exit(code));
  };
  surviveLostOutput();
  onStopSignal(() => end(0));
  process.on('SIGUSR2', () => {
    supervisor.roll().catch((error: unknown) => console.error(`saleyard: ${String(error)}`));
  });
  try {
    await supervisor.start();
  } catch (error) {
    console.error(`saleyard: ${error instanceof Error ? error.message : String(error)}`);
    end(1);
    return;
  }
  console.log(table(supervisor));
  console.log(`\nSaleyard is running: http://localhost:${config.port}`);
  console.log(`Restart all, one at a time: kill -USR2 ${process.pid}`);
}

/** The processes and their ports. */
function table({ processes }: Supervisor): string {
  const rows = processes.map(({ planned, pid }) => [
    planned.name,
    String(planned.port),
    String(planned.metricsPort),
    String(pid ?? ''),
  ]);
  return [['process', 'port', 'metrics', 'pid'], ...rows]
    .map(([name = '', ...numbers]) => name.padEnd(16) + numbers.map((one) => one.padStart(9)).join(''))
    .join('\n');
}
