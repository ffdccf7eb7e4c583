import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ManualClock } from '../clock/manual-clock.ts';
import { openMongoDocuments } from '../documents/mongodb-documents.ts';
import { mongoServers } from '../mongodb/test-support/servers.ts';
import { openMongoSecrets } from './mongodb-secrets.ts';
import { secretsContract } from './test-support/contract.ts';

const PROCESSES = 4;

/** Puts a secret if it is absent, in a separate process, and returns what is stored then. */
async function fromElsewhere(url: string, value: string): Promise<string> {
  const script = `
    import { openMongoSecrets } from ${JSON.stringify(new URL('./mongodb-secrets.ts', import.meta.url).href)};
    const secrets = await openMongoSecrets({ url: ${JSON.stringify(url)} });
    console.log(await secrets.putIfAbsent('session-secret', ${JSON.stringify(value)}));
    await secrets.close();`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(child, 'close');
  return output.trim();
}

for (const server of await mongoServers('secrets: mongodb')) {
  secretsContract(`mongodb, ${server.name}`, async () => {
    const url = server.freshDatabase();
    let secrets = await openMongoSecrets({ url });
    return {
      secrets,
      async reopen() {
        await secrets.close();
        secrets = await openMongoSecrets({ url });
        return secrets;
      },
      async remove() {
        await secrets.close();
        await server.dropDatabase(url);
      },
    };
  }).run();

  const test = suite(`secrets: mongodb, ${server.name}, and others`, { limitMs: 60_000 });

  test('of several processes the first to put wins, and all learn its value', async () => {
    const url = server.freshDatabase();
    const answers = await Promise.all(
      Array.from({ length: PROCESSES }, (_, n) => fromElsewhere(url, `value ${n}`)),
    );
    const secrets = await openMongoSecrets({ url });
    const stands = await secrets.get('session-secret');
    assert.match(stands ?? '', /^value \d$/);
    assert.equal(answers, Array(PROCESSES).fill(stands));
    await secrets.close();
    await server.dropDatabase(url);
  });

  test('dropping what the read store has under the same names leaves them', async () => {
    const url = server.freshDatabase();
    const secrets = await openMongoSecrets({ url });
    await secrets.put('a', 'kept');
    const documents = await openMongoDocuments({ url, clock: new ManualClock() });
    await documents.declare([{ name: 'secrets' }]);
    await documents.commit('secrets', 1, [
      { op: 'put', collection: 'secrets', id: 'a', document: { value: 'not it' } },
    ]);
    await documents.drop('secrets', ['secrets']);
    assert.is(await secrets.get('a'), 'kept');
    await documents.close();
    await secrets.close();
    await server.dropDatabase(url);
  });

  test.run();
}
