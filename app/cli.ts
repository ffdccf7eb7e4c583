import { readFileSync } from 'node:fs';
import { lowerPriority, NICE } from '@saleyard/platform/workers/priority.ts';
import { Command } from 'commander';
import { withUsageErrors } from './command-line.ts';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The commands in the order of the help. Only the named one is loaded, since some import the whole server. */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  start: async () => (await import('./start/command.ts')).startCommand,
  distributed: async () => (await import('./distributed/command.ts')).distributedCommand,
  audit: async () => (await import('./audit/command.ts')).auditCommand,
  replay: async () => (await import('./replay/command.ts')).replayCommand,
  rebuild: async () => (await import('./rebuild/command.ts')).rebuildCommand,
  restore: async () => (await import('./restore/command.ts')).restoreCommand,
  check: async () => (await import('./check/command.ts')).checkCommand,
  seed: async () => (await import('./seed/command.ts')).seedCommand,
  user: async () => (await import('./user/command.ts')).userCommand,
};

/** Commands that compute for long, often beside a server, whose bids come first. */
const YIELDING: ReadonlySet<string> = new Set(['audit', 'replay', 'rebuild', 'check']);

const EXAMPLES = `
Examples:
  saleyard start --demo                 a marketplace with sales in progress, on http://localhost:8080
  saleyard start --data /srv/saleyard   your own, with its data in that folder
  saleyard distributed                  the same as several processes, on EventStoreDB, MongoDB and NATS
  saleyard audit 1042                   replay auction no. 1042 and prove its outcome, lot by lot
  saleyard audit 1042 --json            the same for a program; exit 1 names the first event that differs
  saleyard replay --script sale.json    what the engine alone decides on a script of commands
  saleyard rebuild                      make every read model again from the log
  saleyard check                        verify everything that is stored; exit 1 names what is damaged
  saleyard restore                      after a backup was put back: say whether anything is missing
  saleyard user add --role admin …      the first administrator: an empty marketplace has none

The data folder may also be named by SALEYARD_DATA, the port by SALEYARD_PORT.
`;

/** Copies a command's settings to its subcommands. */
function inherit(command: Command): void {
  for (const below of command.commands) {
    below.copyInheritedSettings(command);
    inherit(below);
  }
}

/** What to change after an error of the operating system, by its code. */
const REMEDIES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program has this port: choose another by --port',
  EADDRNOTAVAIL: 'This machine does not have this address: check --host',
  EACCES: 'It is not permitted: check who runs Saleyard, --data and --port',
  ENOTDIR: 'A file is where a folder should be: check --data',
};

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const remedy = REMEDIES[String((error as NodeJS.ErrnoException).code)];
  return remedy === undefined ? error.message : `${remedy} (${error.message})`;
}

/**
 * Runs one command line. Exit codes: 0 done, 1 failed or problems found, 2 invalid arguments or names of what does not
 * exist, 3 (audit, replay) a log that could not be read.
 */
export async function main(argv: readonly string[]): Promise<void> {
  const program = withUsageErrors(new Command('saleyard'), 'saleyard --help shows every command')
    .description(
      'An online auction marketplace for cattle, sheep and goats, whose every outcome can be proven.',
    )
    .version(version)
    .addHelpText('after', EXAMPLES);
  const named = argv[2] !== undefined && Object.hasOwn(COMMANDS, argv[2]) ? COMMANDS[argv[2]] : undefined;
  if (YIELDING.has(argv[2] ?? '')) lowerPriority(NICE.background);
  const commands = await Promise.all((named ? [named] : Object.values(COMMANDS)).map((load) => load()));
  for (const add of commands) add(program);
  inherit(program);
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    console.error(`saleyard: ${messageOf(error)}`);
    process.exit(1);
  }
}
