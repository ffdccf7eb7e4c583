import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { openFileSecrets } from '@saleyard/platform/secrets/file-secrets.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { beginAsDemo } from './demo-folder.ts';

const test = suite('beginning as a demo');

test('a log in use is named where it is: in the data folder, or on the server', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-demo-folder-'));
  const log = await openLmdbEventLog({ chained: CHAINED, folder: path.join(folder, 'log') });
  const secrets = await openFileSecrets({ folder: path.join(folder, 'secrets') });
  const meta = { at: 0, commandId: newId(), actor: { kind: 'system', id: 'test' }, schema: 1 } as const;
  await log.append('listing-a', -1, [{ id: newId(), type: 'Noted', data: {}, meta }]);
  const said = async (eventStoreUrl: string | null): Promise<string> => {
    try {
      await beginAsDemo({ log, secrets }, { data: '/srv/sales', eventStoreUrl });
      return '';
    } catch (error) {
      return String(error);
    }
  };
  assert.match(await said(null), /^Error: \/srv\/sales holds .* another folder with --data\.$/);
  const onServer = await said('esdb://staff:secret@10.0.0.2:2113');
  assert.match(onServer, /^Error: the log server that EVENTSTORE_URL names holds .* another server/);
  assert.not.match(onServer, /srv|secret/);
  await log.close();
  await secrets.close();
  await rm(folder, { recursive: true, force: true });
});

test.run();
