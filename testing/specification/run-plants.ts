import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, type Source } from '../conventions/sources.ts';
import { ONLY_TESTS } from '../suite.ts';
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

/** Runs the tests of a file of a copy whose names match. `failed` holds the names of those that failed. */
function runTests(
  file: string,
  names: readonly RegExp[] | null,
  root: string,
): Promise<{ failed: string[]; passed: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'testing/run.ts', file], {
      cwd: root,
      detached: true,
      env: {
        ...process.env,
        SALEYARD_PLANTED: '1',
        ...(names && { [ONLY_TESTS]: names.map(({ source }) => source).join('\n') }),
      },
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
      const failed = [...output.matchAll(/^\s*FAIL\s+[^"\n]*"(.*)"\s*$/gm)].map(([, name = '']) => name);
      resolve({ failed: [...new Set(failed)], passed: code === 0, output });
    });
  });
}

type Result = Awaited<ReturnType<typeof runTests>>;

/** Plants a bug in a copy and runs the tests of each of its requirements until one that cites it fails. */
async function runPlant(
  plant: Plant,
  ids: readonly string[],
  testsOf: (id: string) => string[],
  files: readonly Source[],
  { root }: Copy,
  unplanted: Map<string, Result>,
): Promise<Outcome[]> {
  const target = path.join(root, plant.file);
  const results = new Map<string, Result>();
  const once = async (known: Map<string, Result>, file: string, names: readonly RegExp[] | null) => {
    const key = [file, ...(names ?? [])].join('\n');
    const result = known.get(key) ?? (await runTests(file, names, root));
    known.set(key, result);
    return result;
  };
  /** The failures caused by the plant alone: a test that also fails without it catches nothing. */
  const run = async (file: string, names: readonly RegExp[] | null): Promise<Result> => {
    await writeFile(target, planted(plant, files));
    const result = await once(results, file, names);
    await cp(path.join(ROOT, plant.file), target);
    if (result.passed) return result;
    const without = await once(unplanted, file, names);
    // Tests that need those before them say something only as a whole.
    if (names !== null && !without.passed) return run(file, null);
    return { ...result, failed: result.failed.filter((name) => !without.failed.includes(name)) };
  };
  const outcomes: Outcome[] = [];
  for (const id of ids) {
    const outcome: Outcome = { plant, id, caughtBy: null, notes: [] };
    for (const file of testsOf(id)) {
      const text = files.find(({ name }) => name === file)?.text ?? '';
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

/**
 * Runs plants one after the other, in a copy of the checkout for each of `atOnce` workers.
 *
 * @param chosen plants, and which of their requirements must notice each
 * @param testsOf the test files that cite a requirement
 * @param files every file of the checkout
 * @param report called with each outcome as it is known
 */
export async function runPlants(
  chosen: readonly { plant: Plant; ids: readonly string[] }[],
  testsOf: (id: string) => string[],
  files: readonly Source[],
  report: (outcome: Outcome) => void,
  atOnce: number,
): Promise<void> {
  const waiting = [...chosen];
  const unplanted = new Map<string, Result>();
  const worker = async () => {
    const copy = await copyCheckout(files);
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const outcomes = await runPlant(next.plant, next.ids, testsOf, files, copy, unplanted);
        for (const outcome of outcomes) report(outcome);
      }
    } finally {
      await copy.remove();
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, chosen.length) }, worker));
}
