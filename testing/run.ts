import { npmCommand, runNpmCommand } from '@saleyard/app/command-line.ts';
import { Option } from 'commander';
import { ROOT, runFiles, totalLine } from './run-files.ts';
import { isOnlyInFull, KINDS, testFiles } from './test-files.ts';

type Options = { only?: string; times?: true };

async function runTests(words: readonly string[], { only, times }: Options): Promise<void> {
  const files = (await testFiles(ROOT)).filter(
    ({ name, kind }) =>
      (only === undefined || only === kind) &&
      (words.length === 0 ? !isOnlyInFull(name) : words.some((word) => name.includes(word))),
  );
  const depth = {
    isFull: process.env['SALEYARD_FULL'] === '1',
    isLong: process.env['SALEYARD_LONG'] === '1',
  };
  const counts = await runFiles(files, depth, { showsTimes: times === true });
  console.log(`\n${totalLine(counts)}`);
  process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
}

await runNpmCommand(
  npmCommand('test')
    .description(
      `Runs the tests that this machine allows, one process per file, and ends with a
plain line of totals. Without words it leaves out the files of the full run.`,
    )
    .argument('[words...]', 'only the files, of both tiers, whose path contains one of the words')
    .addOption(new Option('--only <kind>', 'one kind').choices(Object.keys(KINDS)))
    .option('--times', 'also prints the twenty dearest files')
    .action(runTests),
);
