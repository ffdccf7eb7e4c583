import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import express from 'express';
import * as assert from 'uvu/assert';
import type { PreviewOf } from './preview-tags.ts';
import { webFiles } from './web-files.ts';

const test = suite('previews of shared pages', { limitMs: 20_000 });

const PAGE =
  '<!doctype html><html><head><meta name="description" content="All" />\n<title>Saleyard</title></head><body></body></html>';
const EVIL = `"><script>alert(1)</script>$&'<b onx=1>`;
const folder = mkdtempSync(join(tmpdir(), 'saleyard-preview-'));
writeFileSync(join(folder, 'index.html'), PAGE);
test.after(() => rmSync(folder, { recursive: true, force: true }));

async function asked(previewOf: PreviewOf, publicUrl: string | null = null, clock = new ManualClock()) {
  const app = express();
  const serverState = () => ({ isLive: true, message: '' });
  app.use(
    webFiles(folder, {
      previewOf,
      clock,
      publicUrl,
      serverState,
      accountOf: async () => null,
      isAdmitted: async () => true,
    }),
  );
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const address = `http://127.0.0.1:${port}/main/upcoming/Cattle/7?from=x`;
    const answer = await fetch(address, { headers: { accept: 'text/html' } });
    return { text: await answer.text(), origin: `http://127.0.0.1:${port}` };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test('a page carries the title, text and picture of what it shows', async () => {
  const preview = { title: 'Weaners', description: 'Friday', image: '/media/1.jpg' };
  const { text } = await asked(async () => preview, 'https://saleyard.example');
  assert.match(text, '<title>Weaners – Saleyard</title>');
  assert.match(text, '<meta property="og:url" content="https://saleyard.example/main/upcoming/Cattle/7" />');
  assert.match(text, '<meta property="og:image" content="https://saleyard.example/media/1.jpg" />');
  assert.is(text.match(/name="description"/g)?.length, 1);
});

test('what sellers write stays text', async () => {
  const { text, origin } = await asked(async () => ({
    title: EVIL,
    description: EVIL,
    image: 'https://p.example/1.jpg',
  }));
  assert.not.match(text, '<script>');
  assert.not.match(text, '<b ');
  assert.match(text, '$&amp;&#39;');
  assert.match(text, `content="${origin}/main/upcoming/Cattle/7"`);
});

test('a page without a preview, or whose preview fails or is late, is the page as it is', async () => {
  const whole = (text: string) => text.replace(/<meta name="server-state"[^>]*>/, '');
  assert.is(whole((await asked(async () => null)).text), PAGE);
  assert.is(whole((await asked(() => Promise.reject(new Error('the store is away')))).text), PAGE);
  const clock = new ManualClock();
  const late: PreviewOf = () => {
    setImmediate(() => clock.advanceTo(clock.now() + 300));
    return new Promise(() => {});
  };
  assert.is(whole((await asked(late, null, clock)).text), PAGE);
});

test.run();
