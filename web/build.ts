import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Command } from 'commander';
import { build } from 'vite';
import { drawIcons } from './icons.ts';
import { buildServiceWorker } from './service-worker.ts';
import webConfig, { serverBundle } from './vite.config.ts';

const root = import.meta.dirname;
const stampFile = path.join(root, 'dist', '.sources');

/** Everything the bundle is made of; the lock file stands for the libraries. */
const SOURCES = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'operation-calls.ts',
  'build.ts',
  'first-loads.ts',
  'screen-chunks.ts',
  'service-worker.ts',
  'icons.ts',
  '../contract',
  '../domain',
  '../package-lock.json',
];
const NOT_SOURCES = /\.(test|int|e2e)\.tsx?$|\/test-support\/|node_modules/;

async function filesOf(entry: string): Promise<string[]> {
  const full = path.join(root, entry);
  const listed = await readdir(full, { recursive: true, withFileTypes: true }).catch(() => null);
  if (listed === null) return [full];
  return listed
    .filter((file) => file.isFile())
    .map((file) => path.join(file.parentPath, file.name))
    .filter((file) => !NOT_SOURCES.test(file));
}

async function hashOfSources(): Promise<string> {
  const files = (await Promise.all(SOURCES.map(filesOf))).flat().sort();
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(path.relative(root, file))
      .update('\0')
      .update(await readFile(file));
  return hash.digest('hex');
}

/** Files that get smaller, of at least this many bytes. */
const COMPRESSED = /\.(js|css|svg)$/;
const COMPRESSED_FROM = 512;

const smallest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Puts beside each file what is sent in its place: compressed once and well, not for each request in a hurry. */
async function compress(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => COMPRESSED.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const bytes = await readFile(file);
      if (bytes.length < COMPRESSED_FROM) return;
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, smallest),
        promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
      ]);
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
    }),
  );
}

/** Builds the web into `web/dist`, unless the last build was of the same sources. `true`: it was built. */
export async function buildWeb({ always = false } = {}): Promise<boolean> {
  const hash = await hashOfSources();
  const last = await readFile(stampFile, 'utf8').catch(() => '');
  if (!always && last === hash) return false;
  const began = process.hrtime.bigint();
  // Handed over, not found by Vite: this process can run the workspaces that the configuration imports.
  const config = webConfig({ command: 'build', mode: 'production' });
  await build({ ...config, configFile: false, logLevel: 'warn' });
  await build({ ...config, ...serverBundle, configFile: false, logLevel: 'warn' });
  const dist = path.join(root, 'dist');
  await drawIcons(path.join(root, 'public', 'favicon.svg'), dist);
  await buildServiceWorker(dist);
  await compress(path.join(dist, 'assets'));
  await writeFile(stampFile, hash);
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  console.log(`Built the web in ${seconds.toFixed(1)} s`);
  return true;
}

if (process.argv[1] === import.meta.filename) {
  await new Command('npm run build:web --')
    .description('Builds the web into web/dist, unless the last build was of the same sources.')
    .option('--always', 'builds it in any case')
    .exitOverride((end) => process.exit(end.exitCode === 0 ? 0 : 2))
    .action(async (options: { always?: boolean }) => void (await buildWeb(options)))
    .parseAsync();
}
