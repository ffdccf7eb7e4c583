import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { FOR_NODE, ownPlace, packagesOutside } from '@saleyard/app/compile.ts';
import { type BuildOptions, build, type Plugin } from 'esbuild';

/** Test files are compiled together before they run, as the program is. */

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

const ICON_NAME = /\bIcon[A-Z0-9]\w*/g;

/** Only the icons that the page names are read: all 6,000 of the library are most of what a test would be compiled from. */
const namedIcons = (page: string): Plugin => ({
  name: 'named icons',
  setup({ onLoad }) {
    onLoad({ filter: /\/tabler-icons-react\.mjs$/ }, async ({ path: file }) => {
      const [ours, all] = await Promise.all(
        [path.join(page, 'config', 'icons.ts'), file].map((one) => readFile(one, 'utf8')),
      );
      const named = new Set(ours?.match(ICON_NAME));
      const exports = (all ?? '').split('\n').filter((line) => line.startsWith('export { default'));
      return {
        contents: exports.filter((line) => line.match(ICON_NAME)?.some((name) => named.has(name))).join('\n'),
      };
    });
  },
});

async function compileTogether(
  files: readonly string[],
  root: string,
  outdir: string,
  options: BuildOptions,
) {
  await build({
    ...FOR_NODE,
    absWorkingDir: root,
    entryPoints: [...files],
    outbase: root,
    outdir,
    jsx: 'automatic',
    ...options,
  });
}

/**
 * Compiles test files, with the page's packages for the tests of the page.
 *
 * @param files absolute paths below `root`
 * @param folder where the compiled files are written, below `root`
 * @returns which compiled file runs a test file. The compiler's process stays until `stop` of esbuild.
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
      { plugins: [ownPlace(), packagesOutside] },
    ),
    compileTogether(files.filter(isOfPage), root, ofPage, {
      plugins: [ownPlace(), stylesByName, namedIcons(page)],
      // As Vite resolves packages.
      mainFields: ['module', 'main'],
      conditions: ['module'],
    }),
  ]);
  return (file: string): string =>
    path.join(isOfPage(file) ? ofPage : others, path.relative(root, file).replace(/\.tsx?$/, '.mjs'));
}
