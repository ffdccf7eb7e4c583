import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { availableParallelism, setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileTests } from './compile.ts';
import { longestFirst } from './order.ts';
import { type FileResult, readResult } from './result.ts';
import { SLOWEST_TIMES } from './suite.ts';

/**
 * Runs every test this machine allows, one process per file, and ends with a plain line of totals.
 *
 * `npm test` — all kinds; `--only unit|int|e2e|multi-process` — one kind; `--long` — fresh seeds and many more runs;
 * any other words — only files whose path contains one of them.
 */
const root = fileURLToPath(new URL('..', import.meta.url));

/** A file is stopped when it takes this many times what it may take on a quiet machine. */
const stopAfterMs = (quietMs: number, long: boolean): number => quietMs * SLOWEST_TIMES * (long ? 10 : 1);

/** `limitMs`: what a file may take on a quiet machine. */
const KINDS = {
  unit: { suffix: /\.test\.tsx?$/, limitMs: 240_000 },
  int: { suffix: /\.int\.tsx?$/, limitMs: 600_000 },
  e2e: { suffix: /\.e2e\.tsx?$/, limitMs: 900_000 },
  'multi-process': { suffix: /\.multi\.ts$/, limitMs: 900_000 },
} as const;
type Kind = keyof typeof KINDS;
/** How long a file may take to end by itself after it has printed its totals, ms. */
const END_MS = 500;
const CORES = availableParallelism();
/** What runs beside each other. Files wait half of their time: for a clock, for a page, for a process to start. */
const STAGES: readonly { kinds: readonly Kind[]; atOnce: number }[] = [
  { kinds: ['e2e', 'int', 'unit'], atOnce: CORES * 2 },
  // Many processes with many clients need the machine.
  { kinds: ['multi-process'], atOnce: 1 },
];
/**
 * Each has a browser, a server and people in it, and computes for half of its time: one beside other files, and two once
 * no other file waits.
 */
const BROWSERS_AT_ONCE = { besideOthers: 1, alone: CORES };
/** Files with a browser run one after the other and take longest together: they go first where the system allows it. */
const BROWSER_PRIORITY = -5;

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'artifacts', '.git', 'data', 'coverage']);

async function* filesUnder(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.has(entry.name)) yield* filesUnder(full);
    } else yield full;
  }
}

type Waiting = { file: string; kind: Kind };

/** Gives a process priority, with those that it starts. Only the root user may. */
function prefer(pid: number): void {
  try {
    setPriority(pid, BROWSER_PRIORITY);
  } catch {
    // It is as fast as the others then.
  }
}

function runFile({ file, kind }: Waiting, compiled: string): Promise<FileResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--enable-source-maps', compiled], {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...(long && { SALEYARD_LONG: '1' }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (kind === 'e2e' && child.pid !== undefined) prefer(child.pid);
    let output = '';
    let timedOut = false;
    const limit = setTimeout(
      () => {
        timedOut = true;
        child.kill('SIGKILL');
      },
      stopAfterMs(KINDS[kind].limitMs, long),
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

function report(result: FileResult, ms: number): void {
  const mark = result.failed > 0 ? 'FAIL' : 'ok  ';
  const failed = result.failed > 0 ? `, ${result.failed} failed` : '';
  console.log(`${mark} ${result.file} (${result.passed} passed${failed}) ${(ms / 1_000).toFixed(0)} s`);
  if (result.failed > 0) console.log(result.output.trimEnd());
}

/** Runs files in the order given, `atOnce` beside each other. */
async function runAll(waiting: Waiting[], atOnce: number): Promise<FileResult[]> {
  const results: FileResult[] = [];
  let browsers = 0;
  const take = (): Waiting | undefined => {
    const others = waiting.some(({ kind }) => kind !== 'e2e');
    const most = others ? BROWSERS_AT_ONCE.besideOthers : BROWSERS_AT_ONCE.alone;
    const next = waiting.findIndex(({ kind }) => kind !== 'e2e' || browsers < most);
    return waiting.splice(next, next < 0 ? 0 : 1)[0];
  };
  const worker = async () => {
    for (let next = take(); next; next = take()) {
      const { file, kind } = next;
      if (kind === 'e2e') browsers += 1;
      const began = performance.now();
      const result = await runFile(next, compiledOf(file));
      if (kind === 'e2e') browsers -= 1;
      results.push(result);
      report(result, performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

const args = process.argv.slice(2);
const long = args.includes('--long');
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined;
if (only !== undefined && !(only in KINDS)) {
  console.error(`--only takes unit, int, e2e or multi-process, not "${only}"`);
  process.exit(2);
}
const patterns = args.filter((arg) => !arg.startsWith('--') && arg !== only);

const all: string[] = [];
for await (const file of filesUnder(root)) all.push(file);
all.sort();

const kindOf = (file: string): Kind | undefined =>
  (Object.keys(KINDS) as Kind[]).find((kind) => KINDS[kind].suffix.test(file));

const files = all
  .filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)))
  .flatMap((file) => {
    const kind = kindOf(file);
    return kind !== undefined && (only === undefined || only === kind) ? [{ file, kind }] : [];
  });

const results: FileResult[] = [];
const hasBrowser = existsSync(process.env.SALEYARD_CHROMIUM ?? '/usr/bin/chromium');
for (const { file, kind } of files) {
  if (kind !== 'e2e' || hasBrowser) continue;
  const name = path.relative(root, file);
  const notRun = [`${name} (to enable: install Debian's chromium package, or set SALEYARD_CHROMIUM)`];
  results.push({ file: name, passed: 0, failed: 0, skipped: 1, notRun, output: '' });
}
await mkdir(path.join(root, 'artifacts'), { recursive: true });
const compiled = await mkdtemp(path.join(root, 'artifacts', 'tests-'));
const compiledOf = await compileTests(
  files.map(({ file }) => file),
  root,
  compiled,
);
for (const { kinds, atOnce } of STAGES) {
  const here = files.filter(({ kind }) => kinds.includes(kind) && (kind !== 'e2e' || hasBrowser));
  results.push(...(await runAll(longestFirst(here, root), atOnce)));
}
await rm(compiled, { recursive: true });

const sum = (pick: (result: FileResult) => number) =>
  results.reduce((total, result) => total + pick(result), 0);
const notRun = results.flatMap((result) => result.notRun);
const failures = results.filter((result) => result.failed > 0);
if (notRun.length > 0) console.log(`\nNot run here:\n${notRun.map((line) => `  ${line}`).join('\n')}`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map(({ file }) => `  ${file}`).join('\n')}`);
const [passed, failed, skipped] = [sum((r) => r.passed), sum((r) => r.failed), sum((r) => r.skipped)];
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
