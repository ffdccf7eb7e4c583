import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stop } from 'esbuild';
import { compileTests } from './compile.ts';
import { dearest, longestFirst, readTimes, type Times, writeTimes } from './order.ts';
import { ProcessorTime } from './processor-time.ts';
import { type FileResult, readResult } from './result.ts';
import { SLOWEST_TIMES } from './suite.ts';
import { isOnlyInFull, KINDS, type Kind, needsWeb, type TestFile } from './test-files.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const ARTIFACTS = path.join(ROOT, 'artifacts');
const TIMES = path.join(ARTIFACTS, 'test-times.json');

/** How long a file may take to end by itself after it has printed its totals, ms. */
const END_MS = 500;
/** Its totals are in so many of the last characters that it printed. */
const END_CHARACTERS = 1_000;
const CORES = availableParallelism();
/** How many files run at once. Files wait half of their time: for a clock, for a page, for a process to start. */
const STAGES: readonly { kinds: readonly Kind[]; atOnce: number }[] = [
  { kinds: ['e2e', 'int', 'unit'], atOnce: CORES * 2 },
  // Many processes with many clients need the machine.
  { kinds: ['multi-process'], atOnce: 1 },
];
/**
 * Each has a browser, a server and people in it, and computes for half of its time: one beside other files, and two
 * once no other file waits.
 */
const BROWSERS_AT_ONCE = { besideOthers: 1, alone: CORES };
/** Files with a browser run one after the other and take longest together: they go first where the system allows it. */
const BROWSER_PRIORITY = -5;

/**
 * `isFull`: whether attacks are repeated with their planted bugs, and screens are pictured and checked by axe.
 * `isLong`: whether random tests use fresh seeds and many more runs.
 */
export type Depth = { isFull: boolean; isLong: boolean };

/** Files of the long run may take this many times longer. */
const LONG_TIMES = 10;

/** Gives a process priority, with those that it starts. Only the root user may. */
function prefer(pid: number): void {
  try {
    setPriority(pid, BROWSER_PRIORITY);
  } catch {
    // It is as fast as the others then.
  }
}

type Ended = { result: FileResult; times: Times };

/** What a compiled test file printed. `code`: its exit code; null where it was killed. */
type Printed = { output: string; code: number | null; timedOut: boolean };

/**
 * Runs a compiled test file of a checkout in a process of its own. `env` is added to this process's. It is killed after
 * `limitMs`, and `onStart` and `onExit` are called with its process id.
 */
export function runCompiled(
  compiled: string,
  {
    root,
    env,
    limitMs,
    onStart,
    onExit,
  }: {
    root: string;
    env: NodeJS.ProcessEnv;
    limitMs: number;
    onStart?: (pid: number) => void;
    onExit?: (pid: number) => void;
  },
): Promise<Printed> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--enable-source-maps', compiled], {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const pid = child.pid ?? 0;
    onStart?.(pid);
    let output = '';
    let timedOut = false;
    const limit = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, limitMs);
    let grace: NodeJS.Timeout | undefined;
    let end = '';
    const collect = (chunk: Buffer) => {
      const text = chunk.toString();
      output += text;
      // Of the end alone: a page that fails may print a hundred megabytes.
      end = `${end}${text}`.slice(-END_CHARACTERS);
      // A page's library may keep a timer for minutes; after the totals are printed nothing more is awaited.
      if (!grace && /^\s*Duration:/m.test(end)) grace = setTimeout(() => child.kill('SIGTERM'), END_MS);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('exit', () => onExit?.(pid));
    child.on('close', (code) => {
      clearTimeout(limit);
      clearTimeout(grace);
      resolve({ output, code, timedOut });
    });
  });
}

async function runFile(
  { name, kind }: TestFile,
  compiled: string,
  { isFull, isLong }: Depth,
  time: ProcessorTime,
): Promise<Ended> {
  const began = performance.now();
  let processorMs = 0;
  const { output, code, timedOut } = await runCompiled(compiled, {
    root: ROOT,
    env: {
      ...((isFull || isOnlyInFull(name)) && { SALEYARD_FULL: '1' }),
      ...(isLong && { SALEYARD_LONG: '1' }),
    },
    limitMs: KINDS[kind].limitMs * SLOWEST_TIMES * (isLong ? LONG_TIMES : 1),
    onStart: (pid) => {
      time.add(pid);
      if (kind === 'e2e' && pid !== 0) prefer(pid);
    },
    onExit: (pid) => {
      processorMs = time.ended(pid);
    },
  });
  const times = { wallMs: Math.round(performance.now() - began), processorMs };
  return { result: readResult(name, output, code, timedOut), times };
}

function report({ result, times }: Ended): void {
  const mark = result.failed > 0 ? 'FAIL' : 'ok  ';
  const failed = result.failed > 0 ? `, ${result.failed} failed` : '';
  console.log(
    `${mark} ${result.file} (${result.passed} passed${failed}) ${(times.wallMs / 1_000).toFixed(0)} s`,
  );
  if (result.failed > 0) console.log(result.output.trimEnd());
}

/** Runs files in the order given, `atOnce` beside each other. */
async function runStage(
  waiting: TestFile[],
  atOnce: number,
  run: (file: TestFile) => Promise<Ended>,
): Promise<Ended[]> {
  const all: Ended[] = [];
  let browsers = 0;
  const take = (): TestFile | undefined => {
    const others = waiting.some(({ kind }) => kind !== 'e2e');
    const most = others ? BROWSERS_AT_ONCE.besideOthers : BROWSERS_AT_ONCE.alone;
    const next = waiting.findIndex(({ kind }) => kind !== 'e2e' || browsers < most);
    return waiting.splice(next, next < 0 ? 0 : 1)[0];
  };
  const worker = async () => {
    for (let next = take(); next; next = take()) {
      if (next.kind === 'e2e') browsers += 1;
      const ended = await run(next);
      if (next.kind === 'e2e') browsers -= 1;
      all.push(ended);
      report(ended);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return all;
}

/** Builds the web unless it is built of the present sources. @returns what was printed if it can't be built */
function buildWeb(): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', 'build:web'], { cwd: ROOT });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => resolve(code === 0 ? null : output));
  });
}

export type Counts = { passed: number; failed: number; skipped: number };

/** `processorMs`: the processor time of all files, with the processes that they started. */
export type RunResult = Counts & { processorMs: number };

export const totalLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

const NO_BROWSER = "install Debian's chromium package, or set SALEYARD_CHROMIUM";

/**
 * Runs test files, each in a process of its own, and prints each file's end, what was not run, and what failed. Files
 * that need a browser are skipped where there is none; the web is built first if a file needs it. `build`: resolves to the
 * output of a failed build, or null.
 */
export async function runFiles(
  files: readonly TestFile[],
  depth: Depth,
  { showsTimes, build = buildWeb }: { showsTimes: boolean; build?: () => Promise<string | null> },
): Promise<RunResult> {
  const hasBrowser = existsSync(process.env['SALEYARD_CHROMIUM'] ?? '/usr/bin/chromium');
  const results: FileResult[] = [];
  const runnable = files.filter((file) => {
    if (file.kind !== 'e2e' || hasBrowser) return true;
    const notRun = [`${file.name} (to enable: ${NO_BROWSER})`];
    results.push({ file: file.name, passed: 0, failed: 0, skipped: 1, notRun, output: '' });
    return false;
  });
  if (runnable.some(needsWeb)) {
    const broken = await build();
    if (broken !== null) {
      console.log(`The web can't be built, so no test was run:\n${broken.trimEnd()}`);
      return { passed: 0, failed: 1, skipped: files.length, processorMs: 0 };
    }
  }
  await mkdir(ARTIFACTS, { recursive: true });
  const folder = await mkdtemp(path.join(ARTIFACTS, 'tests-'));
  const full = ({ name }: TestFile) => path.join(ROOT, name);
  const compiledOf = await compileTests(runnable.map(full), ROOT, folder);
  await stop();
  const recorded = readTimes(TIMES);
  const time = new ProcessorTime();
  const times: Record<string, Times> = {};
  for (const { kinds, atOnce } of STAGES) {
    const here = runnable.filter(({ kind }) => kinds.includes(kind));
    const run = (file: TestFile) => runFile(file, compiledOf(full(file)), depth, time);
    for (const ended of await runStage(longestFirst(here, recorded), atOnce, run)) {
      results.push(ended.result);
      times[ended.result.file] = ended.times;
    }
  }
  time.close();
  await rm(folder, { recursive: true });
  writeTimes(TIMES, { ...recorded, ...times });

  const notRun = results.flatMap((result) => result.notRun);
  const failures = results.filter((result) => result.failed > 0);
  if (showsTimes) console.log(`\n${dearest(times).join('\n')}`);
  if (notRun.length > 0) console.log(`\nNot run here:\n${notRun.map((line) => `  ${line}`).join('\n')}`);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map(({ file }) => `  ${file}`).join('\n')}`);
  const sum = (pick: (result: FileResult) => number) =>
    results.reduce((total, result) => total + pick(result), 0);
  return {
    passed: sum((r) => r.passed),
    failed: sum((r) => r.failed),
    skipped: sum((r) => r.skipped),
    processorMs: Object.values(times).reduce((total, { processorMs }) => total + processorMs, 0),
  };
}
