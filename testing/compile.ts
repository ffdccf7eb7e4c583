import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type OnResolveArgs, type Plugin } from 'esbuild';

/**
 * Test files are compiled together before they run. tsx compiles each module when a process loads it, through hooks in
 * a second thread: two to three seconds of processor time in each process that loads a server or a page.
 */

/** Packages of many small modules, which take longer to load than to compile. */
const MANY_MODULES = /^(typebox|uuid|@noble\/hashes|strtok3)(\/|$)/;
const OWN = /^(@saleyard\/|@\/)/;

/** What a source says of its own place is still true of the compiled one: tests find files beside themselves. */
const ownPlace: Plugin = {
  name: 'own place',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      const contents = source
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll('import.meta.filename', JSON.stringify(file))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)));
      return { contents, loader: file.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/** Packages stay where they are: some have binaries, workers or files of their own. */
const packagesOutside: Plugin = {
  name: 'packages outside',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, pluginData, ...from }: OnResolveArgs) => {
      const isInside =
        kind === 'entry-point' || pluginData === ownPlace || OWN.test(name) || MANY_MODULES.test(name);
      if (isInside || name.startsWith('node:')) return undefined;
      const found = await resolve(name, { kind, pluginData: ownPlace, ...from });
      return { path: found.errors.length > 0 ? name : found.path, external: true };
    });
  },
};

/** Style sheets, as component tests see them: every class is named after itself. */
const stylesByName: Plugin = {
  name: 'styles by name',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, ({ path: file }) => ({
      contents: file.includes('/node_modules/')
        ? 'export default {};'
        : 'export default new Proxy({}, { get: (_, name) => String(name) });',
      loader: 'js',
    }));
  },
};

async function compileTogether(
  files: readonly string[],
  root: string,
  outdir: string,
  options: BuildOptions,
) {
  await build({
    absWorkingDir: root,
    entryPoints: [...files],
    outbase: root,
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // As Node resolves packages.
    conditions: [],
    jsx: 'automatic',
    sourcemap: 'linked',
    sourcesContent: false,
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
    ...options,
  });
}

/** CommonJS packages that are compiled in call `require` of what Node itself has. */
const REQUIRE =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

/**
 * Compiles test files, with the page's packages for the tests of the page.
 *
 * @param files absolute paths below `root`
 * @param folder where the compiled files are written, below `root`
 * @returns which compiled file runs a test file
 */
export async function compileTests(files: readonly string[], root: string, folder: string) {
  const page = path.join(root, 'web', 'src') + path.sep;
  const [ofPage, others] = [path.join(folder, 'page'), path.join(folder, 'others')];
  const isOfPage = (file: string) => file.startsWith(page);
  await Promise.all([
    compileTogether(
      files.filter((file) => !isOfPage(file)),
      root,
      others,
      { plugins: [ownPlace, packagesOutside] },
    ),
    compileTogether(files.filter(isOfPage), root, ofPage, {
      plugins: [ownPlace, stylesByName],
      // As Vite resolves packages.
      mainFields: ['module', 'main'],
      conditions: ['module'],
      banner: { js: REQUIRE },
    }),
  ]);
  return (file: string): string =>
    path.join(isOfPage(file) ? ofPage : others, path.relative(root, file).replace(/\.tsx?$/, '.mjs'));
}
