import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FOR_NODE, ownPlace, packagesOutside } from '@saleyard/app/compile.ts';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** One exact passage of one module, whose path is from the checkout's root, replaced by another. */
export type Patch = { name: string; module: string; find: string; replace: string };

/** Where a server names the program of its worker thread. */
const WORKER = {
  module: 'app/server/threads/worker.ts',
  // In two parts: compiling this file puts its own place where a source says import.meta.url.
  find: ["new URL('../../bin/saleyard.js', import", 'meta.url)'].join('.'),
};

/**
 * Compiles programs with a bug planted in their sources, or without, and runs them with `body`. After that they are gone.
 * A server that they start has `worker` among them as its worker thread, so that it has the bug too.
 *
 * @param programs the modules that are run, by name; `body` gets the compiled file of each
 * @throws Error when the bug can't be planted: its passage is not there once, or no program has its module
 */
export async function withPrograms<N extends string, T>(
  programs: Readonly<Record<N, string>>,
  bug: Patch | null,
  body: (files: Readonly<Record<N, string>>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-planted-'));
  let isPlanted = false;
  const plant = (source: string, file: string): string => {
    const module = path.relative(ROOT, file);
    if (module === WORKER.module && 'worker' in programs) {
      if (!source.includes(WORKER.find)) throw new Error(`${module} names no program of its worker thread`);
      const worker = pathToFileURL(path.join(folder, 'worker.mjs')).href;
      return planted(
        source.replace(WORKER.find, () => `new URL('${worker}')`),
        module,
      );
    }
    return planted(source, module);
  };
  const planted = (source: string, module: string): string => {
    if (bug === null || module !== bug.module) return source;
    const times = source.split(bug.find).length - 1;
    if (times !== 1)
      throw new Error(`"${bug.name}" can't be planted: its passage is ${times} times in ${bug.module}`);
    isPlanted = true;
    return source.replace(bug.find, () => bug.replace);
  };
  try {
    await build({
      ...FOR_NODE,
      absWorkingDir: ROOT,
      entryPoints: programs,
      outdir: folder,
      plugins: [ownPlace(plant), packagesOutside],
      logLevel: 'silent',
    });
    if (bug !== null && !isPlanted)
      throw new Error(`"${bug.name}" can't be planted: no program has ${bug.module}`);
    const files = Object.keys(programs).map((name) => [name, path.join(folder, `${name}.mjs`)]);
    return await body(Object.fromEntries(files) as Record<N, string>);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
