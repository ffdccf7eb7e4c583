import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openFolderFiles } from '@saleyard/platform/files/folder-files.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { sweepUnfinished } from './unfinished-uploads.ts';

const test = suite('unfinished uploads');
const HOUR = 3_600_000;

test('parts of a video that was never finished are deleted after a day; everything else stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-unfinished-'));
  const files = await openFolderFiles({ folder });
  const sweep = (hours: number) =>
    sweepUnfinished({ files, clock: { ...systemClock, now: () => systemClock.now() + hours * HOUR } });
  const medium = (key: string) => `accounts/a/media/l1/${key}`;
  const others = ['accounts/a/logo', 'pictures/p', `${medium('pic')}/640`, `${medium('done')}/size`];
  for (const key of [
    ...others,
    `${medium('done')}/part-0`,
    `${medium('half')}/part-0`,
    `${medium('half')}/part-1`,
  ])
    await files.put(key, Buffer.alloc(10));
  assert.equal(await sweep(23), { uploads: 1, bytes: 20 });
  assert.equal(await sweep(25), { uploads: 0, bytes: 0 });
  for (const key of [...others, `${medium('done')}/part-0`]) assert.ok(await files.get(key), key);
  for (const part of [0, 1]) assert.is(await files.get(`${medium('half')}/part-${part}`), undefined);
  await files.close();
  rmSync(folder, { recursive: true });
});

test.run();
