import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';

const root = import.meta.dirname;

type Chunk = {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
};

/** The screens that open without a connection, with all that they load later. */
const BROWSING = [
  'src/app/routes/upcoming.tsx',
  'src/app/routes/while-live.tsx',
  'src/features/sales/catalogue/catalogue-screen.tsx',
  'src/app/routes/lot.tsx',
  'src/features/sales/watch-list/watch-list-screen.tsx',
  'src/features/results/results-list.tsx',
  'src/features/results/auction-results.tsx',
  'src/features/results/lot-result-screen.tsx',
];

/** The first script. What it loads later are screens, and parts of the shell. */
const ENTRY = 'index.html';
const SCREEN = /^src\/(app\/routes|features)\//;

/** Screens that open to say what they need. */
const OPENED = ['src/app/routes/sign-in.tsx', 'src/app/routes/live-room.tsx'];

/** Files of `public` that each page needs. */
const PUBLIC = ['early.js', 'favicon.svg', 'manifest.webmanifest'];

/** What the worker keeps from its first day: addresses, and a revision where the address has no hash in it. */
export type Precached = { url: string; revision: string | null };

/** The files that the shell and the screens for browsing are made of, in the build of a folder. */
export async function precachedFiles(dist: string): Promise<Precached[]> {
  const manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string, withLater: boolean) => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`${name} is not a chunk of the build`);
    if (seen.has(`${name} ${withLater}`)) return;
    seen.add(`${name} ${withLater}`);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const other of chunk.imports ?? []) add(other, false);
    for (const other of withLater ? (chunk.dynamicImports ?? []) : []) add(other, true);
  };
  for (const name of [ENTRY, ...OPENED]) add(name, false);
  for (const name of manifest[ENTRY]?.dynamicImports ?? []) if (!SCREEN.test(name)) add(name, true);
  for (const name of BROWSING) add(name, true);
  // Fonts of other alphabets are asked for where a text has their letters.
  const hashed = [...files].filter((file) => !/\.woff2?$/.test(file) || /-latin-wght/.test(file));
  const icons = (await readdir(path.join(dist, 'icons'))).map((name) => `icons/${name}`);
  const named = await Promise.all(
    ['index.html', ...PUBLIC, ...icons].map(async (name) => {
      const revision = createHash('sha256').update(await readFile(path.join(dist, name)));
      return { url: `/${name}`, revision: revision.digest('hex').slice(0, 16) };
    }),
  );
  return [...hashed.map((file) => ({ url: `/${file}`, revision: null })), ...named];
}

/** Builds the service worker beside the page that it keeps. */
export async function buildServiceWorker(dist: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: {
      PRECACHED: JSON.stringify(await precachedFiles(dist)),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: path.join(root, 'src/service-worker/worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
}
