import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { buildWeb } from './build.ts';

const test = suite('size of the web', { limitMs: 120_000 });
const dist = path.join(import.meta.dirname, 'dist');

/** kB of JavaScript, gzipped, that a screen may need before it can be used, and the modules that are loaded for it. */
const SCREENS = {
  'sign-in': { limit: 144, modules: ['src/app/routes/sign-in.tsx'] },
  upcoming: { limit: 144, modules: ['src/app/routes/upcoming.tsx'] },
  results: {
    limit: 149,
    modules: ['src/app/routes/while-live.tsx', 'src/features/results/results-list.tsx'],
  },
  catalogue: {
    limit: 163,
    modules: ['src/app/routes/while-live.tsx', 'src/features/sales/catalogue/catalogue-screen.tsx'],
  },
  lot: { limit: 155, modules: ['src/app/routes/while-live.tsx', 'src/app/routes/lot.tsx'] },
  'live room': { limit: 210, modules: ['src/app/routes/live-room.tsx'] },
} as const;

/** Each file costs a phone a trip to the server, and of those only six are on their way at once. */
const MOST_FILES = 22;

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

for (const [screen, { limit, modules }] of Object.entries(SCREENS)) {
  test(`${screen}: its JavaScript is under ${limit} kB gzipped, in few files`, async () => {
    const files = filesOf('index.html', ...modules);
    const bytes = await gzipped(files);
    console.log(`${screen}: ${(bytes / 1000).toFixed(1)} kB in ${files.size} files`);
    assert.ok(bytes < limit * 1_000, `${bytes} bytes`);
    assert.ok(files.size <= MOST_FILES, `${files.size} files`);
  });
}

test('pages where nothing is chosen or typed load no controls', () => {
  for (const screen of ['upcoming', 'results', 'lot'] as const)
    assert.not.ok(
      [...filesOf('index.html', ...SCREENS[screen].modules)].some((file) => file.includes('/controls-')),
      screen,
    );
});

test('the live room and the staff pages are loaded when they are opened', () => {
  const first = filesOf('index.html', 'src/app/routes/sign-in.tsx', 'src/app/routes/upcoming.tsx');
  for (const screen of ['src/app/routes/live-room.tsx', 'src/app/routes/staff.tsx']) {
    const file = manifest[screen]?.file;
    assert.ok(file, `${screen} has a chunk of its own`);
    assert.not.ok(first.has(file ?? ''));
  }
});

test('the pages of a sale name the read that they begin with', async () => {
  const file = path.join(dist, '.vite/first-loads.json');
  const loads = JSON.parse(await readFile(file, 'utf8')) as Record<'path' | 'signedIn' | 'visitor', string>[];
  const headOf = (address: string, who: 'signedIn' | 'visitor'): string => {
    const load = loads.find((one) => new RegExp(one.path).test(address));
    return load ? address.replace(new RegExp(load.path), load[who]) : '';
  };
  const read = (operation: { path: string }) => `href="${operation.path.replace('{auction}', '77')}"`;
  assert.match(headOf('/auction-live/77', 'visitor'), read(auctionOperations.auctionPublicInfo));
  for (const address of ['/auction-live/77', '/main/upcoming/cattle/77', '/main/upcoming/cattle/77/12'])
    assert.match(headOf(address, 'signedIn'), read(auctionOperations.auction));
});

// The kinds are part of the first script (`src/lib/initial-state.test.ts`).
test('who one is and the sales are asked for together', async () => {
  const file = path.join(dist, '.vite/first-loads.json');
  const loads = JSON.parse(await readFile(file, 'utf8')) as Record<'path' | 'signedIn', string>[];
  const head = loads.find((one) => new RegExp(one.path).test('/main/upcoming'))?.signedIn ?? '';
  const reads = [...head.matchAll(/as="fetch"[^>]* href="([^"]+)"/g)].map(([, address]) => address);
  assert.equal(reads, ['/api/v1/users/me', '/api/v1/auctions?limit=1000']);
});

test('the charts and the bidding of a lot are loaded when its page stands', () => {
  const first = filesOf('index.html', 'src/app/routes/lot.tsx');
  for (const part of ['sales/lot/assessment-charts.tsx', 'live-room/lot-page/lot-bidding.tsx']) {
    const file = manifest[`src/features/${part}`]?.file;
    assert.ok(file, `${part} has a chunk of its own`);
    assert.not.ok(first.has(file ?? ''));
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
