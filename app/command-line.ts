import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { Refused } from './client/session.ts';

/** Why a command can't run, in one sentence; printed without a stack. */
export class NotRunnable extends Error {}

/** Exit codes: 0 done (and help), 2 invalid arguments, with one line that points to the help. */
export const withUsageErrors = (command: Command, help: string): Command =>
  command
    .configureOutput({
      outputError: (message, write) => write(`${message.trim().replaceAll('\n', ' ')} (${help})\n`),
    })
    .exitOverride((end) => process.exit(end.exitCode === 0 ? 0 : 2));

/** The command behind `npm run {script} -- …`. */
export const npmCommand = (script: string): Command =>
  withUsageErrors(new Command(`npm run ${script} --`), `npm run ${script} -- --help`);

/**
 * Runs an npm script's command. When it throws, the process ends with 2; an unexpected error is printed with its
 * stack.
 */
export async function runNpmCommand(command: Command): Promise<void> {
  try {
    await command.parseAsync();
  } catch (error) {
    console.error(error instanceof NotRunnable || error instanceof Refused ? error.message : error);
    process.exit(2);
  }
}

/** Parses an option that is a number from `least` to `most`. */
export const numberBetween =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= least && value <= most)) {
      throw new InvalidArgumentError(`${least} to ${most}.`);
    }
    return value;
  };

/** Parses an option that is a whole number from `least` to `most`. */
export const wholeBetween =
  (least: number, most: number) =>
  (text: string): number => {
    const value = numberBetween(least, most)(text);
    if (!Number.isInteger(value)) throw new InvalidArgumentError(`A whole number from ${least} to ${most}.`);
    return value;
  };

/**
 * The items whose name contains `part`, or all when it is left out.
 * @throws NotRunnable when none match, listing the names
 */
export function chosenByName<T extends { name: string }>(all: readonly T[], part: string | undefined): T[] {
  const chosen = all.filter(({ name }) => part === undefined || name.includes(part));
  if (chosen.length > 0) return chosen;
  throw new NotRunnable(`no name contains "${part}"; there are ${all.map(({ name }) => name).join(', ')}`);
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds the web where its sources have changed since its last build. Needs a checkout with all packages.
 * @throws Error when the build fails
 */
export function buildWeb(): void {
  execFileSync(process.execPath, ['--import', 'tsx', 'web/build.ts'], { cwd: ROOT, stdio: 'inherit' });
}
