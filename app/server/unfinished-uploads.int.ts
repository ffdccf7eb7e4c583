import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { startTestServer, until } from '../test-support/test-server.ts';

const test = suite('uploads that were never finished', { limitMs: 30_000 });
const HOUR_MS = 3_600_000;

test('a server counts them in its metrics beside the space of the disk, and deletes them after a day', async () => {
  const server = await startTestServer({ settings: { metricsPort: 0 } });
  const figure = async (name: string): Promise<number | undefined> => {
    const response = await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`);
    const [, value] = new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(await response.text()) ?? [];
    return value === undefined ? undefined : Number(value);
  };
  const free = await figure('saleyard_disk_free_bytes');
  const reserve = await figure('saleyard_disk_reserve_bytes');
  assert.ok(free !== undefined && free > 0, `${free} bytes are free`);
  assert.ok(reserve !== undefined && reserve > 0, `${reserve} bytes are the reserve`);
  const { files } = server.stores;
  const part = 'accounts/a/media/l1/half/part-0';
  await files.put(part, Buffer.alloc(1_000));
  server.clock.advanceBy(2 * HOUR_MS);
  await until(async () => (await figure('saleyard_unfinished_uploads')) === 1);
  assert.is(await figure('saleyard_unfinished_upload_bytes'), 1_000);
  assert.ok(await files.get(part));
  server.clock.advanceBy(24 * HOUR_MS);
  await until(async () => (await figure('saleyard_unfinished_uploads')) === 0);
  assert.is(await figure('saleyard_unfinished_upload_bytes'), 0);
  assert.is(await files.get(part), undefined);
  await server.close();
});

test.run();
