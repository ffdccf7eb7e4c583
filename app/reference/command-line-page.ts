import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { page } from './markdown.ts';

const run = promisify(execFile);
const BIN = fileURLToPath(new URL('../bin/saleyard.js', import.meta.url));
/** ms a command may take to print its help. */
const HELP_MS = 60_000;

/** What `saleyard` prints of itself (under ''), and of each of its commands. */
export type HelpTexts = ReadonlyMap<string, string>;

async function helpOf(args: readonly string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
  const { stdout } = await run(process.execPath, [BIN, ...args, '--help'], { env, timeout: HELP_MS });
  return stdout.trimEnd();
}

/** Runs every command with `--help`, one after another. */
export async function helpTexts(): Promise<HelpTexts> {
  const own = await helpOf([]);
  const listed = own.split('\nCommands:\n')[1]?.split('\n\n')[0] ?? '';
  const names = [...listed.matchAll(/^ {2}(\w+)/gm)].map(([, name = '']) => name);
  const texts = new Map([['', own]]);
  for (const name of names.filter((one) => one !== 'help')) texts.set(name, await helpOf([name]));
  return texts;
}

/** docs/reference/command-line.md */
export function commandLinePage(texts: HelpTexts): string {
  return page(
    'The command line',
    'Run it as `npx saleyard …` in the checkout. Exit codes: 0: done; 1: failed, or a fault was found; 2: the command was not understood, or names what does not exist; ' +
      '3 (audit, replay): the log could not be read.',
    ...[...texts].map(([name, text]) => `## ${`saleyard ${name}`.trim()}\n\n\`\`\`text\n${text}\n\`\`\``),
  );
}
