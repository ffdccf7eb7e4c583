import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { suite } from '@saleyard/testing/suite.ts';
import sharp from 'sharp';
import * as assert from 'uvu/assert';
import { buildWeb } from './build.ts';
import { ICONS } from './icons.ts';
import { precachedFiles } from './service-worker.ts';

const test = suite('the installed web', { limitMs: 120_000 });
const dist = path.join(import.meta.dirname, 'dist');

type Manifest = {
  start_url: string;
  icons: { src: string; sizes: string; purpose?: string }[];
  shortcuts: { url: string }[];
  theme_color: string;
};

test.before(async () => {
  await buildWeb();
});

test('the worker keeps the page and the screens for browsing, and no file of staff or sellers', async () => {
  const files = (await precachedFiles(dist)).map(({ url }) => url);
  assert.ok(files.includes('/index.html'));
  for (const screen of ['upcoming', 'catalogue-screen', 'watch-list-screen', 'results-list', 'offline-cache'])
    assert.ok(
      files.some((url) => url.startsWith(`/assets/${screen}-`)),
      screen,
    );
  assert.ok(
    files.some((url) => /^\/assets\/lot-[\w-]{8}\.js$/.test(url)),
    'the page of a lot',
  );
  for (const screen of ['staff', 'clerk-screen', 'lot-form', 'profile-screen'])
    assert.not.ok(
      files.some((url) => url.startsWith(`/assets/${screen}`)),
      screen,
    );
  const sizes = await Promise.all(files.map(async (url) => (await stat(path.join(dist, url))).size));
  assert.is(new Set(files).size, files.length, 'each once');
  console.log(`kept: ${files.length} files, ${(sizes.reduce((a, b) => a + b, 0) / 1e6).toFixed(1)} MB`);
  const worker = await readFile(path.join(dist, 'sw.js'), 'utf8');
  for (const url of files) assert.ok(worker.includes(url), url);
});

test('files with a hash in their name have no revision, all others have one', async () => {
  for (const { url, revision } of await precachedFiles(dist))
    assert.is(revision === null, url.startsWith('/assets/'), url);
});

test('the manifest names icons as large as they are, and its colours are those of the page', async () => {
  const manifest = JSON.parse(await readFile(path.join(dist, 'manifest.webmanifest'), 'utf8')) as Manifest;
  const page = await readFile(path.join(dist, 'index.html'), 'utf8');
  assert.ok(page.includes(`<meta name="theme-color" content="${manifest.theme_color}"`));
  assert.ok(page.includes('rel="manifest"'));
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await sharp(path.join(dist, src)).metadata();
    assert.is(`${width}x${height}`, sizes);
    assert.is(format, 'png');
  }
  const maskable = manifest.icons.filter(({ purpose }) => purpose === 'maskable');
  for (const { src } of maskable) {
    // A system cuts its own shape: the ground reaches every corner.
    const { channels } = await sharp(path.join(dist, src)).stats();
    assert.ok(channels.length === 3 || channels[3]?.min === 255, `${src} has no transparent part`);
  }
  assert.is(maskable.length, 2);
  assert.ok(
    ICONS.every(({ name }) => page.includes(name) || manifest.icons.some(({ src }) => src.endsWith(name))),
  );
});

test.run();
