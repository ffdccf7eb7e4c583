import { parseArgs } from 'node:util';
import { ROOT, runFiles, totalLine } from './run-files.ts';
import { isOnlyInFull, KINDS, testFiles } from './test-files.ts';

/**
 * Runs the tests that this machine allows, one process per file, and ends with a plain line of totals.
 *
 * `npm test` runs all files but those of the full run. `npm test -- WORD…` runs the files of both tiers whose path contains
 * one of the words. `--only unit|int|e2e|multi-process` leaves one kind, `--times` prints the twenty dearest files.
 */
const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, times: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const { only, times } = values;
if (only !== undefined && !(only in KINDS)) {
  console.error(`--only takes ${Object.keys(KINDS).join(', ')}, not "${only}"`);
  process.exit(2);
}

const files = (await testFiles(ROOT)).filter(
  ({ name, kind }) =>
    (only === undefined || only === kind) &&
    (positionals.length === 0 ? !isOnlyInFull(name) : positionals.some((word) => name.includes(word))),
);
const depth = { isFull: process.env['SALEYARD_FULL'] === '1', isLong: process.env['SALEYARD_LONG'] === '1' };
const counts = await runFiles(files, depth, { showsTimes: times });
console.log(`\n${totalLine(counts)}`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
