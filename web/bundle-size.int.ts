import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { buildWeb } from './build.ts';

const test = suite('size of the web', { limitMs: 120_000 });
const dist = path.join(import.meta.dirname, 'dist');

/** Bytes of JavaScript, gzipped, that a public page may need before it can be used. */
const PUBLIC_LIMIT = 150_000;

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };
type Manifest = Record<string, Chunk>;

let manifest: Manifest = {};
test.before(async () => {
  await buildWeb();
  manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
});

/** Files a page loads at once: the entry's and the screen's, with all they import. */
function filesOf(...names: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    assert.ok(chunk, `${name} is not a chunk of the build`);
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const other of chunk.imports ?? []) visit(other);
  };
  for (const name of names) visit(name);
  return files;
}

async function gzipped(files: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(await readFile(path.join(dist, file)), { level: 9 }).length;
  return bytes;
}

for (const screen of ['sign-in', 'upcoming']) {
  test(`${screen}: its JavaScript is under ${PUBLIC_LIMIT / 1000} kB gzipped`, async () => {
    const files = filesOf('index.html', `src/app/routes/${screen}.tsx`);
    const bytes = await gzipped(files);
    console.log(`${screen}: ${(bytes / 1000).toFixed(1)} kB in ${files.size} files`);
    assert.ok(bytes < PUBLIC_LIMIT, `${bytes} bytes`);
  });
}

test('the live room and the staff pages are loaded when they are opened', () => {
  const first = filesOf('index.html', 'src/app/routes/sign-in.tsx', 'src/app/routes/upcoming.tsx');
  for (const screen of ['src/app/routes/live-room.tsx', 'src/app/routes/staff.tsx']) {
    const file = manifest[screen]?.file;
    assert.ok(file, `${screen} has a chunk of its own`);
    assert.not.ok(first.has(file ?? ''));
  }
});

test('the charts of a lot are loaded when its page stands', () => {
  const first = filesOf('index.html', 'src/features/lot/lot-screen.tsx');
  const charts = manifest['src/features/lot/assessment-charts.tsx']?.file;
  assert.ok(charts, 'the charts have a chunk of their own');
  assert.not.ok(first.has(charts ?? ''));
});

test('styles of the components that are used are in the build, also of those that others are made of', async () => {
  const names = (await readdir(path.join(dist, 'assets'))).filter((name) => name.endsWith('.css'));
  const built = await Promise.all(names.map((name) => readFile(path.join(dist, 'assets', name), 'utf8')));
  for (const component of ['Button', 'Input', 'Checkbox', 'InlineInput', 'Loader']) {
    const file = fileURLToPath(import.meta.resolve(`@mantine/core/styles/${component}.layer.css`));
    const [rule = 'none'] = /\.m_\w+/.exec(await readFile(file, 'utf8')) ?? [];
    assert.ok(
      built.some((text) => text.includes(rule)),
      `${component}: ${rule}`,
    );
  }
});

test('no page has an inline script, and no source of another site', async () => {
  const page = await readFile(path.join(dist, 'index.html'), 'utf8');
  for (const [, attributes, body] of page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    assert.is(body, '');
    assert.match(attributes ?? '', / src="\//);
  }
  assert.not.match(page, /https?:\/\//);
  assert.not.match(page, / on[a-z]+=/);
});

test.run();
