import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FileResult, readResult } from './result.ts';

/**
 * Runs every test this machine allows, one process per file, and ends with a plain line of totals.
 *
 * `npm test` — all kinds; `--only unit|int|e2e|multi-process` — one kind; `--long` — fresh seeds and many more runs;
 * any other word — only files whose path contains it.
 */
const root = fileURLToPath(new URL('..', import.meta.url));

const KINDS = {
  unit: { suffix: /\.test\.tsx?$/, limitMs: 240_000, atOnce: availableParallelism() },
  int: { suffix: /\.int\.tsx?$/, limitMs: 600_000, atOnce: availableParallelism() },
  // Two browsers with their servers and simulated bidders are too much at once.
  e2e: { suffix: /\.e2e\.tsx?$/, limitMs: 900_000, atOnce: 1 },
  'multi-process': { suffix: /\.multi\.ts$/, limitMs: 900_000, atOnce: 1 },
} as const;
/** How long a file may take to end by itself after it has printed its totals, ms. */
const END_MS = 500;
type Kind = keyof typeof KINDS;
/**
 * What runs beside what: the kinds of a line one after the other, the lines of a stage beside each other, for a browser
 * waits more than it computes; the stages one after the other, for many processes with many clients need the machine.
 */
const STAGES: readonly (readonly (readonly Kind[])[])[] = [[['unit', 'int'], ['e2e']], [['multi-process']]];

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'artifacts', '.git', 'data', 'coverage']);

async function* filesUnder(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.has(entry.name)) yield* filesUnder(full);
    } else yield full;
  }
}

function runFile(file: string, limitMs: number, long: boolean): Promise<FileResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', file], {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...(long && { SALEYARD_LONG: '1' }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let timedOut = false;
    const limit = setTimeout(
      () => {
        timedOut = true;
        child.kill('SIGKILL');
      },
      long ? limitMs * 10 : limitMs,
    );
    let grace: NodeJS.Timeout | undefined;
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      // A page's library may keep a timer for minutes; after the totals are printed nothing more is awaited.
      if (!grace && /^\s*Duration:/m.test(output)) grace = setTimeout(() => child.kill('SIGTERM'), END_MS);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('close', (code) => {
      clearTimeout(limit);
      clearTimeout(grace);
      resolve(readResult(path.relative(root, file), output, code, timedOut));
    });
  });
}

async function runAll(files: string[], kind: Kind, long: boolean): Promise<FileResult[]> {
  const results: FileResult[] = [];
  const waiting = [...files];
  const worker = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const began = performance.now();
      const result = await runFile(file, KINDS[kind].limitMs, long);
      const tookS = ((performance.now() - began) / 1_000).toFixed(0);
      results.push(result);
      const mark = result.failed > 0 ? 'FAIL' : 'ok  ';
      console.log(
        `${mark} ${result.file} (${result.passed} passed${result.failed ? `, ${result.failed} failed` : ''}) ${tookS} s`,
      );
      if (result.failed > 0) console.log(result.output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: KINDS[kind].atOnce }, worker));
  return results;
}

const args = process.argv.slice(2);
const long = args.includes('--long');
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined;
if (only !== undefined && !(only in KINDS)) {
  console.error(`--only takes unit, int, e2e or multi-process, not "${only}"`);
  process.exit(2);
}
const pattern = args.find((arg) => !arg.startsWith('--') && arg !== only);

const all: string[] = [];
for await (const file of filesUnder(root)) all.push(file);
all.sort();

/** Every file of one kind, or, where there is no browser, each named as not run. */
async function runKind(kind: Kind): Promise<FileResult[]> {
  if (only !== undefined && kind !== only) return [];
  const files = all.filter((file) => KINDS[kind].suffix.test(file) && (!pattern || file.includes(pattern)));
  if (kind !== 'e2e' || existsSync(process.env.SALEYARD_CHROMIUM ?? '/usr/bin/chromium'))
    return runAll(files, kind, long);
  return files.map((file) => {
    const name = path.relative(root, file);
    const notRun = [`${name} (to enable: install Debian's chromium package, or set SALEYARD_CHROMIUM)`];
    return { file: name, passed: 0, failed: 0, skipped: 1, notRun, output: '' };
  });
}

const results: FileResult[] = [];
for (const lines of STAGES)
  await Promise.all(
    lines.map(async (kinds) => {
      for (const kind of kinds) results.push(...(await runKind(kind)));
    }),
  );

const sum = (pick: (result: FileResult) => number) =>
  results.reduce((total, result) => total + pick(result), 0);
const notRun = results.flatMap((result) => result.notRun);
const failures = results.filter((result) => result.failed > 0);
if (notRun.length > 0) console.log(`\nNot run here:\n${notRun.map((line) => `  ${line}`).join('\n')}`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map(({ file }) => `  ${file}`).join('\n')}`);
const [passed, failed, skipped] = [sum((r) => r.passed), sum((r) => r.failed), sum((r) => r.skipped)];
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
