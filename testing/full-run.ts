import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npmCommand } from '@saleyard/app/command-line.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import {
  areDocuments,
  countsOf,
  fullRunPage,
  hasPassed,
  type PartResult,
  readResults,
} from './full-run-page.ts';
import { ROOT, type RunResult, runFiles, totalLine } from './run-files.ts';
import { partOf, testFiles } from './test-files.ts';

/** Where plants are kept, a file for each area. */
const PLANTS = path.join(ROOT, 'docs', 'specification', 'plants');

const PAGE = path.join(ROOT, 'docs', 'reference', 'full-run.md');

type Options = { part?: string[]; resume?: true; list?: true; times?: true };

const values = npmCommand('test:full')
  .description('Runs everything, part by part, and writes docs/reference/full-run.md after each part.')
  .option('--part <names...>', 'only these parts')
  .option('--resume', 'only the parts that have not passed yet')
  .option('--list', 'names the parts')
  .option('--times', 'also prints the twenty dearest files of each part')
  .parse()
  .opts<Options>();

/** Runs a command and shows its output, which its counts are read from. */
async function runCommand(...args: string[]): Promise<RunResult> {
  const child = spawn('npm', ['run', '--silent', ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    process.stdout.write(chunk);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...countsOf(output, code), processorMs: 0 };
}

const files = await testFiles(ROOT);
const showsTimes = values.times === true;
/** Whether a file does more in the long run. */
const isRandom = (name: string): boolean =>
  /SALEYARD_LONG|testing\/property\.ts/.test(readFileSync(path.join(ROOT, name), 'utf8'));

/** The command that runs all tests of one name in `partOf`. */
const ofFiles = (part: string) => () =>
  runFiles(
    files.filter((file) => partOf(file) === part),
    { isFull: true, isLong: false },
    { showsTimes },
  );

const PARTS: ReadonlyMap<string, () => Promise<RunResult>> = new Map([
  ...[...new Set(files.map(partOf))].sort().map((part) => [part, ofFiles(part)] as const),
  // Random tests with fresh seeds. A failure prints its seed.
  [
    'fresh-seeds',
    () =>
      runFiles(
        files.filter(({ name }) => isRandom(name)),
        { isFull: true, isLong: true },
        { showsTimes },
      ),
  ],
  ['fresh-simulations', () => runCommand('simulate', '--', '--long')],
  // The tests that cite a requirement fail on each bug that is planted for it: a part for each file of plants.
  ...readdirSync(PLANTS)
    .map((file) => path.basename(file, '.diff'))
    .sort()
    .map(
      (name) => [`plants/${name}`, () => runCommand('spec', '--', '--plant', `plants/${name}.diff`)] as const,
    ),
]);

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '');

/** Files that changed since a commit, committed or not, and new ones. Null for a commit that is unknown here. */
function changedSince(commit: string): string[] | null {
  try {
    return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')];
  } catch {
    return null;
  }
}

const commitNow = (): string => {
  const [commit = ''] = git('rev-parse', '--short', 'HEAD');
  return areDocuments(changedSince('HEAD') ?? []) ? commit : `${commit}+`;
};

const readPage = (): string => {
  try {
    return readFileSync(PAGE, 'utf8');
  } catch {
    return '';
  }
};

const unknown = (values.part ?? []).filter((name) => !PARTS.has(name));
if (values.list || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no part called ${unknown.join(', ')}. The parts are:`);
  console.log([...PARTS.keys()].join('\n'));
  process.exit(unknown.length > 0 ? 2 : 0);
}

const totals = { passed: 0, failed: 0, skipped: 0 };
for (const name of values.part ?? PARTS.keys()) {
  const results = readResults(readPage());
  let result: PartResult | undefined = results.get(name);
  if (result !== undefined && values.resume && hasPassed(result, changedSince)) {
    console.log(`== ${name}: passed at ${result.commit}, not run again`);
  } else {
    console.log(`== ${name}`);
    const commit = commitNow();
    const began = performance.now();
    const { processorMs, ...counts } = await (PARTS.get(name) as () => Promise<RunResult>)();
    result = {
      ...counts,
      commit,
      date: new Date(systemClock.now()).toISOString().slice(0, 10),
      minutes: (performance.now() - began) / 60_000,
      processorMinutes: processorMs / 60_000,
    };
    results.set(name, result);
    writeFileSync(PAGE, fullRunPage([...PARTS.keys()], results));
    console.log(`== ${name}: ${totalLine(counts)}`);
  }
  totals.passed += result.passed;
  totals.failed += result.failed;
  totals.skipped += result.skipped;
}
console.log(`\n${totalLine(totals)}`);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);
