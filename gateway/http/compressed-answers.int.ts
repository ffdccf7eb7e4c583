import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { suite } from '@saleyard/testing/suite.ts';
import compression from 'compression';
import express from 'express';
import * as assert from 'uvu/assert';
import { compressedAnswers } from './compressed-answers.ts';

const test = suite('compressed answers');

const LARGE = { data: Array.from({ length: 200 }, (_, n) => ({ lot: n, breed: 'Angus' })) };

const app = express();
// The gateway's own: what is compressed already passes through it unchanged.
app.use(compression());
app.use(compressedAnswers);
app.get('/large', (_request, response) => void response.json(LARGE));
app.get('/small', (_request, response) => void response.status(404).json({ errors: [] }));
const server = createServer(app);
let port = 0;

test.before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
test.after(() => void server.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    request({ port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });

test('an answer is compressed as the client accepts, and carries its length', async () => {
  for (const [accepts, encoding, open] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const { headers, bytes } = await get('/large', { 'accept-encoding': accepts });
    assert.is(headers['content-encoding'], encoding);
    // A stream would have none.
    assert.is(headers['content-length'], String(bytes.length));
    assert.equal(JSON.parse(open(bytes).toString()), LARGE);
    assert.is(headers['vary'], 'Accept-Encoding');
  }
});

test('it is sent as it is to a client that accepts no compression, and when it is small', async () => {
  const plain = await get('/large');
  assert.is(plain.headers['content-encoding'], undefined);
  assert.equal(JSON.parse(plain.bytes.toString()), LARGE);
  const small = await get('/small', { 'accept-encoding': 'br' });
  assert.equal([small.status, small.headers['content-encoding']], [404, undefined]);
  assert.is(small.headers['content-type'], 'application/json; charset=utf-8');
});

test('a client that has the answer is not sent it again', async () => {
  const { headers } = await get('/large', { 'accept-encoding': 'br' });
  const again = await get('/large', { 'accept-encoding': 'br', 'if-none-match': String(headers['etag']) });
  assert.equal([again.status, again.bytes.length], [304, 0]);
  // The same answer, however it was compressed.
  assert.is((await get('/large')).headers['etag'], headers['etag']);
});

test.run();
