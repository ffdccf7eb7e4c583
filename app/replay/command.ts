import { createReadStream } from 'node:fs';
import type { Command } from 'commander';
import { runReplay } from './replay.ts';

/** The longest script that is read, in characters; a longer one is refused. */
const SCRIPT_LIMIT = 256 * 1024 * 1024;

type Options = { script: string; explain?: string; policy: string[]; pretty?: boolean };

/** Adds `saleyard replay` to the command line. */
export function replayCommand(program: Command): void {
  program
    .command('replay')
    .description('run the auction engine alone on a script and print what it decides, as JSON')
    .requiredOption('--script <file>', 'the script (JSON), or - for the standard input')
    .option('--explain <lot>', "print one lot's bid ladder with the rule that decided each step")
    .option(
      '--policy <field=value>',
      'swap a policy and print what would have differed (repeatable)',
      (swap: string, before: string[]) => [...before, swap],
      [],
    )
    .option('--pretty', 'indent the JSON')
    .action(async (options: Options) => {
      const script = await readScript(options.script);
      const { exitCode, stdout, stderr } = script.ok
        ? runReplay({ ...options, script: script.text })
        : { exitCode: 2, stdout: '', stderr: `saleyard replay: ${script.problem}\n` };
      process.stdout.write(stdout);
      process.stderr.write(stderr);
      process.exitCode = exitCode;
    });
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
  return { ok: true, text: parts.join('') };
}
