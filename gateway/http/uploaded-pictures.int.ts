import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { runningSale } from '../test-support/running-sale.ts';
import { uploadedPictures } from './uploaded-pictures.ts';

const test = suite('uploaded pictures', { limitMs: 20_000 });

const WHOLE = Buffer.from([0xff, 0xd8, 0xff, 1, 2, 3, 4, 5, 0xff, 0xd9]);
const ADDRESS = `/media/pictures/${'a'.repeat(32)}-640x480/640.jpg`;

/** Answers the picture's address from a store that has these bytes. */
async function answered(stored: Buffer): Promise<{ status: number; body: Buffer; code: string }> {
  const sale = await runningSale({
    gateway: { media: [uploadedPictures({ get: async () => stored })] },
  });
  try {
    const response = await fetch(`http://127.0.0.1:${sale.port}${ADDRESS}`);
    const body = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.includes('json');
    const { errors } = (isJson ? JSON.parse(body.toString()) : {}) as { errors?: { code: string }[] };
    return { status: response.status, body, code: errors?.[0]?.code ?? '' };
  } finally {
    await sale.stop();
  }
}

test('a whole picture is answered as it is stored', async () => {
  const { status, body } = await answered(WHOLE);
  assert.is(status, 200);
  assert.ok(body.equals(WHOLE));
});

test('one that was cut, emptied, or is no picture any more is said to be damaged', async () => {
  for (const stored of [WHOLE.subarray(0, 5), Buffer.alloc(0), Buffer.alloc(10), Buffer.from('garbled')]) {
    const { status, code } = await answered(stored);
    assert.equal([status, code], [410, 'damaged-file'], `${stored.length} bytes`);
  }
});

test.run();
