import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compileTests } from '../compile.ts';
import { ROOT, type Source } from '../conventions/sources.ts';
import { readResult } from '../result.ts';
import { runCompiled } from '../run-files.ts';
import { ONLY_TESTS } from '../suite.ts';
import { isOnlyInFull, KINDS, needsWeb } from '../test-files.ts';
import { citesOrMay, citingNames, type Plant, planted } from './plants.ts';

/**
 * A planted test file is stopped after so long, in ms. It then proves nothing: a test that catches a bug fails. A journey
 * waits four minutes for each page that a bug keeps away, and the web is built before.
 */
const LIMIT_MS = 1_200_000;

/** The outcome of one requirement's tests with a plant. */
export type Outcome = { plant: Plant; id: string; caughtBy: string | null; notes: string[] };

/** A copy of the checkout, in which bugs are planted: the files that people work on are never changed. */
type Copy = { root: string; remove: () => Promise<void> };

/** Links a folder of packages entry by entry: the workspaces' own links are copied, so that they lead into the copy. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    const isOfLinks = entry.name === '.bin' || entry.name === '@saleyard';
    if (isOfLinks) await linkPackages(source, target);
    else await symlink(entry.isSymbolicLink() ? await readlink(source) : source, target);
  }
}

async function copyCheckout(files: readonly Source[]): Promise<Copy> {
  await mkdir(path.join(ROOT, 'artifacts'), { recursive: true });
  const root = await mkdtemp(path.join(ROOT, 'artifacts', 'plants-'));
  for (const { name } of files) await cp(path.join(ROOT, name), path.join(root, name));
  const workspaces = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const folder of ['', ...workspaces.map(({ name }) => name)]) {
    const packages = path.join(folder, 'node_modules');
    await linkPackages(path.join(ROOT, packages), path.join(root, packages)).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  // A build of the same sources is used as it is; a plant in the web makes the tests build it again.
  await cp(path.join(ROOT, 'web/dist'), path.join(root, 'web/dist'), { recursive: true }).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return { root, remove: () => rm(root, { recursive: true }) };
}

type Tests = { failed: string[]; passed: boolean; output: string };

/** What a run's output says. `failed` holds the names of the tests that failed. */
function readTests(output: string, passed: boolean): Tests {
  const failed = [...output.matchAll(/^\s*FAIL\s+[^"\n]*"(.*)"\s*$/gm)].map(([, name = '']) => name);
  return { failed: [...new Set(failed)], passed, output };
}

/** Runs a test file of a copy, compiled by this process: most of the time would go into starting another. */
async function runHere(file: string, root: string, env: NodeJS.ProcessEnv): Promise<Tests> {
  await mkdir(path.join(root, 'artifacts'), { recursive: true });
  const folder = await mkdtemp(path.join(root, 'artifacts', 'tests-'));
  try {
    const full = path.join(root, file);
    const compiledOf = await compileTests([full], root, folder);
    const { output, code, timedOut } = await runCompiled(compiledOf(full), { root, env, limitMs: LIMIT_MS });
    return readTests(output, readResult(file, output, code, timedOut).failed === 0);
  } catch (error) {
    // A plant that does not compile catches nothing.
    return readTests(String(error), false);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs the tests of a file of a copy whose names match, with what the file needs beside it. */
function runTests(file: string, names: readonly RegExp[] | null, root: string): Promise<Tests> {
  const env = {
    SALEYARD_PLANTED: '1',
    ...(isOnlyInFull(file) && { SALEYARD_FULL: '1' }),
    ...(names && { [ONLY_TESTS]: names.map(({ source }) => source).join('\n') }),
  };
  const kind = (['unit', 'int'] as const).find((one) => KINDS[one].suffix.test(file));
  if (kind !== undefined && !needsWeb({ name: file, kind })) return runHere(file, root, env);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'testing/run.ts', file], {
      cwd: root,
      detached: true,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
    const limit = setTimeout(stop, LIMIT_MS);
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('close', (code) => {
      clearTimeout(limit);
      resolve(readTests(output, code === 0));
    });
  });
}

type Chosen = readonly { plant: Plant; ids: readonly string[] }[];
type Names = readonly RegExp[] | null;

/** Plants a bug in a copy and runs the tests of each of its requirements until one that cites it fails. */
async function runPlant(
  { plant, ids }: Chosen[number],
  testsOf: (id: string) => string[],
  files: readonly Source[],
  { root }: Copy,
  unplanted: (file: string, names: Names, root: string) => Promise<Tests>,
): Promise<Outcome[]> {
  const target = path.join(root, plant.file);
  const results = new Map<string, Tests>();
  /** The failures caused by the plant alone: a test that also fails without it catches nothing. */
  const run = async (file: string, names: Names): Promise<Tests> => {
    const key = [file, ...(names ?? [])].join('\n');
    await writeFile(target, planted(plant, files));
    const result = results.get(key) ?? (await runTests(file, names, root));
    results.set(key, result);
    await cp(path.join(ROOT, plant.file), target);
    if (result.passed) return result;
    const without = await unplanted(file, names, root);
    // Tests that need those before them say something only as a whole.
    if (names !== null && !without.passed) return run(file, null);
    return { ...result, failed: result.failed.filter((name) => !without.failed.includes(name)) };
  };
  const outcomes: Outcome[] = [];
  for (const id of ids) {
    const outcome: Outcome = { plant, id, caughtBy: null, notes: [] };
    for (const file of testsOf(id)) {
      const text = textOf(file, files);
      const { failed, passed, output } = await run(file, citingNames(id, text));
      const first = failed.find((name) => citesOrMay(id, name, text));
      if (first !== undefined) outcome.caughtBy = `${file} "${first}"`;
      else if (passed) outcome.notes.push(`${file} passed`);
      else if (failed.length > 0)
        outcome.notes.push(`${file}: only tests that don't cite ${id} failed: ${failed.join('; ')}`);
      else outcome.notes.push(`${file} failed, but no test of it by the plant alone:\n${output}`);
      if (outcome.caughtBy !== null) break;
    }
    outcomes.push(outcome);
  }
  return outcomes;
}

const textOf = (file: string, files: readonly Source[]): string =>
  files.find(({ name }) => name === file)?.text ?? '';

/** Runs tests without a plant: once for each file, all those that cite a requirement of a chosen plant. */
function withoutPlants(chosen: Chosen, testsOf: (id: string) => string[], files: readonly Source[]) {
  const ids = [...new Set(chosen.flatMap((one) => one.ids))];
  const known = new Map<string, Promise<Tests>>();
  return (file: string, names: Names, root: string): Promise<Tests> => {
    const key = `${file} ${names !== null}`;
    const citing = () =>
      ids
        .filter((id) => testsOf(id).includes(file))
        .flatMap((id) => citingNames(id, textOf(file, files)) ?? []);
    const tests = known.get(key) ?? runTests(file, names && citing(), root);
    known.set(key, tests);
    return tests;
  };
}

/**
 * Runs plants one after the other, in a copy of the checkout for each of `atOnce` workers.
 *
 * @param chosen plants, and which of their requirements must notice each
 * @param testsOf the test files that cite a requirement
 * @param files every file of the checkout
 * @param report called with each outcome as it is known
 */
export async function runPlants(
  chosen: Chosen,
  testsOf: (id: string) => string[],
  files: readonly Source[],
  report: (outcome: Outcome) => void,
  atOnce: number,
): Promise<void> {
  const waiting = [...chosen];
  const unplanted = withoutPlants(chosen, testsOf, files);
  const worker = async () => {
    const copy = await copyCheckout(files);
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        for (const outcome of await runPlant(next, testsOf, files, copy, unplanted)) report(outcome);
      }
    } finally {
      await copy.remove();
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, chosen.length) }, worker));
}
