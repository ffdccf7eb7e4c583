import { createLogger } from '@saleyard/platform/logging/logger.ts';
import type { Command } from 'commander';
import { startDemo } from '../demo/demo.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../demo/people.ts';
import { picturesRouter } from '../made-up/pictures/pictures-router.ts';
import { startServer } from '../server/server.ts';
import { settings } from '../server/settings.ts';
import { isDemoFolder, markAsDemo } from './demo-folder.ts';

type Options = {
  data?: string;
  port?: string;
  host?: string;
  publicUrl?: string;
  demo?: boolean;
  empty?: boolean;
  logLevel?: string;
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
    .option('--demo', 'with demo accounts, sales in progress and simulated bidders (or SALEYARD_DEMO)')
    .option('--empty', 'without them, whatever SALEYARD_DEMO says')
    .option('--log-level <level>', 'trace, debug, info, warn, error, fatal or silent (or SALEYARD_LOG_LEVEL)')
    .addHelpText(
      'after',
      `
Stop it with Ctrl-C: it finishes what is being written, and people's browsers come back by themselves when it
is started again. A sale that was live for longer than 5 s without it comes back frozen, for staff to resume.`,
    )
    .action(start);
}

async function start({
  empty = false,
  logLevel = process.env['SALEYARD_LOG_LEVEL'] ?? 'warn',
  ...flags
}: Options) {
  const config = settings({ ...flags, logLevel, ...(empty && { demo: false }) });
  const logger = createLogger({ level: config.logLevel });
  const server = await startServer({ config, logger, ...(config.demo && { media: picturesRouter() }) });
  const { log, secrets } = server.stores;
  if (config.demo && !(await isDemoFolder(log, secrets))) {
    await server.close();
    throw new Error(
      `${config.data} holds a marketplace of your own: --demo would put made-up sales into it. Start it with --empty, or name another folder with --data.`,
    );
  }
  // Before the first made-up sale, so that a start cut short is a demo's all the same.
  if (config.demo) await markAsDemo(secrets);
  console.log(`Saleyard is running: http://localhost:${server.port}`);
  const demo = config.demo
    ? await startDemo({
        ...server.stores,
        clock: server.clock,
        accounts: server.accounts,
        submit: (envelope) => server.host.submit(envelope),
        logger,
        baseUrl: `http://127.0.0.1:${server.port}`,
      })
    : undefined;
  if (demo) console.log(demoWelcome());
  const stop = once(async () => {
    await demo?.stop();
    await server.close();
    process.exit(0);
  });
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

const demoWelcome = (): string =>
  [
    '',
    `Sales are in progress. Sign in with one of these accounts, password ${DEMO_PASSWORD}:`,
    ...DEMO_ACCOUNTS.map(({ email, may }) => `  ${email.padEnd(26)} ${may}`),
    '',
    'Afterwards prove what happened: npx saleyard audit NUMBER (the number stands at the top of the live room).',
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
