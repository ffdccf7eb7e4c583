import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { memorySecrets } from '@saleyard/command-api/test-support/running-command-api.ts';
import { openFolderFiles } from '@saleyard/platform/files/folder-files.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { acceptLostFiles, checkFileStore, OtherFileStore } from './file-store.ts';

const test = suite('the file store of several processes', { limitMs: 10_000 });
const folder = mkdtempSync(path.join(tmpdir(), 'saleyard-file-store-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const filesIn = (name: string) => openFolderFiles({ folder: path.join(folder, name), isBeside: true });
const failureOf = (checked: Promise<void>): Promise<unknown> =>
  checked.then(
    () => null,
    (error: unknown) => error,
  );

test('processes on one store start, at once and again; one on a folder of its own is refused', async () => {
  const secrets = memorySecrets();
  const shared = await Promise.all([filesIn('shared'), filesIn('shared'), filesIn('shared')]);
  await Promise.all(shared.map((files) => checkFileStore({ files, secrets }, 'shared')));
  for (const files of shared) await checkFileStore({ files, secrets }, 'shared');
  const files = await filesIn('private');
  const refused = await failureOf(checkFileStore({ files, secrets }, '/data/files'));
  assert.instance(refused, OtherFileStore);
  assert.match(
    (refused as Error).message,
    /^the files in \/data\/files are not those that the other processes use/,
  );
});

test('of processes that start first, each on a folder of its own, one goes on', async () => {
  const secrets = memorySecrets();
  const own = await Promise.all(['a', 'b', 'c', 'd'].map(filesIn));
  const ends = await Promise.all(own.map((files) => failureOf(checkFileStore({ files, secrets }, 'own'))));
  assert.is(ends.filter((end) => end === null).length, 1);
  assert.is(ends.filter((end) => end instanceof OtherFileStore).length, 3);
});

test('a store that was lost can be accepted as lost', async () => {
  const secrets = memorySecrets();
  await checkFileStore({ files: await filesIn('lost'), secrets }, 'lost');
  const files = await filesIn('new');
  assert.instance(await failureOf(checkFileStore({ files, secrets }, 'new')), OtherFileStore);
  await acceptLostFiles(secrets);
  await checkFileStore({ files, secrets }, 'new');
});

test.run();
