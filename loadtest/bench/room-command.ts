import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildWeb, npmCommand, numberBetween, runNpmCommand } from '@saleyard/app/command-line.ts';
import { beforeRun } from './report/circumstances.ts';
import { table } from './report/page.ts';
import { benchRoom } from './room.ts';
import { verdict } from './row.ts';

const REFERENCE = fileURLToPath(new URL('../../docs/reference/live-room-speed.md', import.meta.url));

type Options = { seconds: number; heapMinutes: number };

async function bench({ seconds, heapMinutes }: Options): Promise<void> {
  buildWeb();
  const circumstances = beforeRun();
  const { rows } = await benchRoom({ watchedMs: seconds * 1_000, heapMs: heapMinutes * 60_000 });
  const { date, commit, machine, load, minutes: took } = circumstances();
  const text = table(rows);
  console.log(text);
  writeFileSync(
    REFERENCE,
    `# Speed of the live room

Written by \`npm run bench:room\` on ${date} at commit ${commit}, in ${took} minutes: the built live room in Chromium over a sale that the
benchmark makes ([how](tests.md#benchmarks), [what was done](live-room.md#rendering)). Each
page was watched for ${seconds} s. A browser reports no task below 50 ms, so 50 stands for "none".

Machine: ${machine}.

Load before it began: ${load}.

${text}
`,
  );
  process.exit(rows.some((row) => verdict(row) === 'MISSED') ? 1 : 0);
}

await runNpmCommand(
  npmCommand('bench:room')
    .description(
      `Measures the live room in Chromium, prints a table and writes
docs/reference/live-room-speed.md. It takes four times the seconds and a
minute more than the heap.`,
    )
    .option(
      '--seconds <n>',
      'each page under the storm; twelve bids are pressed',
      numberBetween(20, 3_600),
      60,
    )
    .option('--heap-minutes <n>', 'the heap of an open room; 0 leaves it out', numberBetween(0, 1_440), 30)
    .addHelpText('after', '\nExit codes: 0 every target was met, 1 one was missed, 2 it could not be run.')
    .action(bench),
);
