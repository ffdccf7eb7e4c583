import type { Writable } from 'node:stream';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import * as ws from 'ws';
import { frameOf, frameOfChunks, MessageChunk } from './text-frame.ts';

const test = suite('text frame');

// `ws` exports its parser, but its types don't.
const { Receiver } = ws as unknown as {
  Receiver: new (options: { isServer: boolean; maxPayload: number }) => Writable;
};

/** What `ws` itself parses from these bytes, as a client. */
function read(bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const receiver = new Receiver({ isServer: false, maxPayload: 0 });
    receiver.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) reject(new Error('binary'));
      else resolve(data.toString());
    });
    receiver.on('error', reject);
    receiver.write(bytes);
  });
}

for (const length of [0, 1, 122, 123, 124, 125, 65_532, 65_533, 65_534, 200_000]) {
  test(`messages of ${length} bytes come out as they went in`, async () => {
    const text = 'x'.repeat(length);
    assert.is(await read(frameOf(text)), `[${text}]`);
    assert.is(await read(Buffer.concat(frameOfChunks([new MessageChunk(text)]))), `[${text}]`);
  });
}

test('characters of several bytes are counted in bytes', async () => {
  const text = JSON.stringify('42 ¢ – Küche 🐄'.repeat(20));
  assert.is(await read(frameOf(text)), `[${text}]`);
});

test('[G3] chunks follow each other, long ones as they are, shared', async () => {
  const long = new MessageChunk(JSON.stringify('🐄'.repeat(5_000)));
  const runs = frameOfChunks([new MessageChunk('1'), long, new MessageChunk('{"a":2}')]);
  assert.is(await read(Buffer.concat(runs)), `[1,${long.text},{"a":2}]`);
  assert.ok(runs.includes(long.bytes));
  const many = frameOfChunks([
    ...Array.from({ length: 50 }, (_, n) => new MessageChunk(String(n))),
    long,
    long,
  ]);
  const first = Array.from({ length: 50 }, (_, n) => n).join();
  assert.is(await read(Buffer.concat(many)), `[${first},${long.text},${long.text}]`);
  assert.is(many.length, 6, 'short ones are one run');
});

test.run();
