import { createReadStream } from 'node:fs';
import type { Command } from 'commander';
import { settings } from '../server/settings.ts';
import { malformed, type Printed, runReplay } from './replay.ts';
import { replaySale } from './stored-sale.ts';

/** The longest script that is read, in characters; a longer one is refused. */
const SCRIPT_LIMIT = 256 * 1024 * 1024;

type Options = {
  script?: string;
  sale?: string;
  data?: string;
  explain?: string;
  policy: string[];
  pretty?: boolean;
};

/** Adds `saleyard replay` to the command line. */
export function replayCommand(program: Command): void {
  program
    .command('replay')
    .description(
      'run the auction engine alone on a script, or a stored sale under another policy, and print what it decides, as JSON',
    )
    .option('--script <file>', 'the script (JSON), or - for the standard input')
    .option('--sale <number>', 'a stored sale, also while Saleyard runs; needs --policy')
    .option('--data <folder>', 'the data folder of the sale')
    .option('--explain <lot>', "print one lot's bid ladder with the rule that decided each step; of a script")
    .option(
      '--policy <field=value>',
      'swap a policy and print what would have differed (repeatable)',
      (swap: string, before: string[]) => [...before, swap],
      [],
    )
    .option('--pretty', 'indent the JSON')
    .action(async (options: Options) => {
      const { exitCode, stdout, stderr } = await replayed(options);
      process.stdout.write(stdout);
      process.stderr.write(stderr);
      process.exitCode = exitCode;
    });
}

async function replayed({ script: file, sale, data, ...options }: Options): Promise<Printed> {
  if ((file === undefined) === (sale === undefined))
    return malformed('name a --script or a --sale, and not both');
  if (sale !== undefined) return replaySale(sale, { ...options, config: settings({ data, role: 'all' }) });
  const script = await readScript(file ?? '');
  return script.ok ? runReplay({ ...options, script: script.text }) : malformed(script.problem);
}

async function readScript(
  file: string,
): Promise<{ ok: true; text: string } | { ok: false; problem: string }> {
  const stream = file === '-' ? process.stdin : createReadStream(file);
  stream.setEncoding('utf8');
  const parts: string[] = [];
  let length = 0;
  try {
    for await (const part of stream as AsyncIterable<string>) {
      length += part.length;
      if (length > SCRIPT_LIMIT) return { ok: false, problem: `the script is longer than ${SCRIPT_LIMIT}` };
      parts.push(part);
    }
  } catch (error) {
    return { ok: false, problem: `can't read --script ${file}: ${(error as Error).message}` };
  }
  return { ok: true, text: parts.join('').replace(/^\uFEFF/, '') };
}
