import { hash } from 'node:crypto';
import { access, constants, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, build, type OnResolveArgs, type Plugin, stop } from 'esbuild';

/**
 * Sources are compiled together before they run. tsx compiles each module when a process loads it, through hooks in a
 * second thread. That takes two to three seconds of processor time in each server or command.
 */

/** Packages of many small modules, which take longer to load than to compile. */
const MANY_MODULES =
  /^(typebox|uuid|@noble\/hashes|strtok3|mingo|rxjs|ajv|prom-client|@opentelemetry\/api|rate-limiter-flexible|mongodb|bson|nats|nkeys\.js)(\/|$)/;
/** Packages that are compiled with all that they depend on, for the same reason. */
const WITH_DEPENDENCIES = ['express', 'express-session', 'compression', 'http-proxy-3'];
const OWN = /^(@saleyard\/|@\/)/;

/**
 * Keeps `import.meta.url`, `filename` and `dirname` those of the source, so that compiled code finds the files beside
 * it. `patch` may change a source before it is compiled.
 */
export const ownPlace = (patch: (source: string, file: string) => string = (source) => source): Plugin => ({
  name: 'own place',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
      // Patterns, since this file is compiled by itself too.
      const contents = patch(await readFile(file, 'utf8'), file)
        .replaceAll(/import\.meta\.url/g, () => JSON.stringify(pathToFileURL(file).href))
        .replaceAll(/import\.meta\.filename/g, () => JSON.stringify(file))
        .replaceAll(/import\.meta\.dirname/g, () => JSON.stringify(path.dirname(file)));
      return { contents, loader: file.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
});

/** Marks a path that the plugin itself resolves. */
const OF_PLUGIN = Symbol('of a plugin');

/** These packages and those that they need, by name; those that are not installed are left out. */
async function withDependencies(names: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const add = async (name: string): Promise<void> => {
    if (found.has(name)) return;
    const file = path.join(ROOT, 'node_modules', name, 'package.json');
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) return;
    found.add(name);
    const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> };
    for (const dependency of Object.keys(dependencies)) await add(dependency);
  };
  for (const name of names) await add(name);
  return found;
}

/** The package of a module's name: `a`, `a/b` and `@a/b/c` are in `a`, `a` and `@a/b`. */
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/** Packages stay where they are: some have binaries, workers or files of their own. */
export const packagesOutside: Plugin = {
  name: 'packages outside',
  async setup({ onResolve, resolve }) {
    const compiledWhole = await withDependencies(WITH_DEPENDENCIES);
    onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, pluginData, ...from }: OnResolveArgs) => {
      const isInside =
        kind === 'entry-point' ||
        pluginData === OF_PLUGIN ||
        OWN.test(name) ||
        MANY_MODULES.test(name) ||
        compiledWhole.has(packageOf(name));
      if (isInside || name.startsWith('node:')) return undefined;
      const found = await resolve(name, { kind, pluginData: OF_PLUGIN, ...from });
      return { path: found.errors.length > 0 ? name : found.path, external: true };
    });
  },
};

/** Written in parts, since `ownPlace` replaces it in this file too. */
const OWN_URL = ['import', 'meta', 'url'].join('.');
/** Bundled CommonJS packages call `require` for Node's built-in modules. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(${OWN_URL});`;

/** Modules for Node, with a map to their sources for stack traces. */
export const FOR_NODE = {
  bundle: true,
  splitting: true,
  banner: { js: REQUIRE },
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // As Node resolves packages.
  conditions: [],
  sourcemap: 'linked',
  sourcesContent: false,
  outExtension: { '.js': '.mjs' },
  logLevel: 'error',
} as const satisfies BuildOptions;

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = fileURLToPath(new URL('dist', import.meta.url));
/** npm writes it on every install: another version of a package is another program. */
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * Compiles `cli.ts` with all that it loads to `dist/saleyard.mjs` and parts beside it, and the worker thread of a server
 * to `dist/worker-thread.mjs`, and writes the hashes of its
 * sources to `dist/sources.json`, by which `bin/saleyard.js` checks that it was compiled from the present sources.
 *
 * @returns false where nothing can be written. An error names the source that can't be compiled.
 */
export async function compileProgram(): Promise<boolean> {
  try {
    await mkdir(FOLDER, { recursive: true });
    await access(FOLDER, constants.W_OK);
  } catch {
    return false;
  }
  const hashes: Record<string, string> = {};
  const addHash = async (file: string): Promise<void> => {
    hashes[path.relative(ROOT, file)] = hash('sha256', await readFile(file));
  };
  const hashed: Plugin = {
    name: 'hashed',
    setup({ onLoad }) {
      onLoad({ filter: /^/ }, async ({ path: file }) => {
        if (!file.includes('/node_modules/')) await addHash(file);
        return undefined;
      });
    },
  };
  await Promise.all([fileURLToPath(import.meta.url), path.join(ROOT, INSTALLED)].map(addHash));
  const { outputFiles } = await build({
    ...FOR_NODE,
    absWorkingDir: ROOT,
    entryPoints: {
      saleyard: 'app/cli.ts',
      'worker-thread': 'app/server/threads/worker-thread.ts',
    },
    outdir: FOLDER,
    plugins: [hashed, ownPlace(), packagesOutside],
    write: false,
  });
  // esbuild's process would otherwise stay as long as this one.
  await stop();
  const sources = JSON.stringify({ root: pathToFileURL(ROOT).href, hashes });
  const written: [string, string | Uint8Array][] = [
    ...outputFiles.map((file): [string, Uint8Array] => [file.path, file.contents]),
    [path.join(FOLDER, 'sources.json'), sources],
  ];
  try {
    for (const [file, contents] of written) {
      // Renamed at the end, so that processes starting now never read half a file.
      const whole = `${file}.${process.pid}`;
      await writeFile(whole, contents);
      await rename(whole, file);
    }
    await removeEarlier(new Set(written.map(([file]) => file)));
  } catch {
    return false;
  }
  return true;
}

/** After this time, in ms, a process running an earlier program loads no more of its parts. */
const IN_USE_MS = 24 * 3_600_000;

/** Removes parts of earlier programs from the folder. */
async function removeEarlier(kept: ReadonlySet<string>): Promise<void> {
  const { mtimeMs: now } = await stat(path.join(FOLDER, 'sources.json'));
  for (const name of await readdir(FOLDER)) {
    const file = path.join(FOLDER, name);
    if (kept.has(file)) continue;
    const { mtimeMs } = await stat(file);
    if (now - mtimeMs > IN_USE_MS) await rm(file, { force: true });
  }
}
