import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { memorySecrets } from '@saleyard/command-api/test-support/running-command-api.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { readConfig } from '@saleyard/platform/config/config.ts';
import { openFolderFiles } from '@saleyard/platform/files/folder-files.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { mongoServers } from '@saleyard/platform/mongodb/test-support/servers.ts';
import { openMongoSecrets } from '@saleyard/platform/secrets/mongodb-secrets.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { openEngines } from './engines.ts';
import { acceptLostFiles, checkFileStore, OtherFileStore } from './file-store.ts';
import { foldersIn } from './stores.ts';

const test = suite('the file store of several processes', { limitMs: 60_000 });
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

for (const server of await mongoServers('the file store of several processes')) {
  test(`${server.name}: a command-api on a private folder of files does not start beside another`, async () => {
    const mongoUrl = server.freshDatabase();
    const data = path.join(folder, 'own');
    const open = () => {
      const read = readConfig({}, { data, port: 0 });
      if (read.outcome === 'invalid') throw new Error(JSON.stringify(read.problems));
      const config = { ...read.config, role: 'command-api', mongoUrl } as const;
      const logger = createLogger({ level: 'fatal' });
      return openEngines({ config, clock: systemClock, logger, metrics: null });
    };
    const secrets = await openMongoSecrets({ url: mongoUrl });
    try {
      // Another command-api has named its files.
      await checkFileStore({ files: await filesIn('another'), secrets }, 'another');
      const opened = await open().then(
        (engines) => engines.close(),
        (error: unknown) => error,
      );
      assert.instance(opened, OtherFileStore, 'it started');
      const { files } = foldersIn(data);
      const sentence = `the files in ${files} are not those that the other processes use`;
      assert.ok((opened as Error).message.startsWith(sentence), (opened as Error).message);
      await acceptLostFiles(secrets);
      await (await open()).close();
    } finally {
      await secrets.close();
      await server.dropDatabase(mongoUrl);
    }
  });
}

test.run();
