import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { s3ServerWants, startS3Server } from '@saleyard/testing/servers/s3-server.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { FilesUnavailable } from './port.ts';
import { openS3Files } from './s3-files.ts';
import { bytesOf, filesContract } from './test-support/contract.ts';

const wants = s3ServerWants();
if (wants !== null) notRun('files: an S3 server', wants);
else {
  const server = await startS3Server();
  const test = filesContract('an S3 server', async () => {
    const url = server.freshBucket();
    const files = await openS3Files({ url });
    return { files, reopen: () => openS3Files({ url }), remove: () => files.close() };
  });

  test('a folder of more files than one list names is deleted whole', async () => {
    const files = await openS3Files({ url: server.freshBucket() });
    const keys = Array.from({ length: 1_010 }, (_, n) => `many/file-${n}`);
    for (let from = 0; from < keys.length; from += 50)
      await Promise.all(keys.slice(from, from + 50).map((key) => files.put(key, bytesOf(key, 8))));
    await files.deleteAll('many');
    for (const key of [keys[0], keys[500], keys[1_000], keys[1_009]])
      assert.is(await files.get(key ?? ''), undefined);
    await files.close();
  }, 60_000);

  test('while the server is away it says so, and goes on when it is back', async () => {
    const first = await startS3Server();
    const files = await openS3Files({ url: first.freshBucket() });
    await files.put('a', bytesOf('a', 9));
    await first.kill();
    for (const ask of [() => files.get('a'), () => files.put('b', bytesOf('b', 9)), () => files.delete('a')])
      assert.instance(await ask().catch((error: unknown) => error), FilesUnavailable);
    const second = await startS3Server(first);
    assert.equal(await files.get('a'), bytesOf('a', 9));
    await files.close();
    await second.stop();
  }, 60_000);

  test('refused credentials are reported as unreachable files, without the secret', async () => {
    const files = await openS3Files({ url: server.freshBucket().replace('test-secret@', 'other-secret@') });
    const thrown = await files.put('a', bytesOf('a', 9)).catch((error: unknown) => error);
    assert.instance(thrown, FilesUnavailable);
    assert.not.match(JSON.stringify(thrown), 'other-secret');
    await files.close();
  });

  test.after(() => server.stop());
  test.run();
}

const buckets = suite('files: the bucket of an S3 server');
buckets('it is there before a file is sent, since a refused large file may hide the answer', async () => {
  const asked: string[] = [];
  let isThere = false;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url?.split('?')[0]}`);
    if (request.url === '/lots/' && request.method === 'PUT') isThere = true;
    request.resume();
    response.writeHead(isThere ? 200 : 404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const files = await openS3Files({ url: `http://key:secret@127.0.0.1:${port}/lots` });
  await files.put('a', bytesOf('a', 9));
  await files.put('b', bytesOf('b', 9));
  assert.equal(asked, ['HEAD /lots/', 'PUT /lots/', 'PUT /lots/a.file', 'PUT /lots/b.file']);
  await files.close();
  server.close();
});
buckets.run();

const urls = suite('files: the URL of an S3 server');
urls('it names a bucket and who we are', async () => {
  for (const url of [
    'https://key:secret@s3.example',
    'https://s3.example/bucket',
    'https://k:s@s3.example/A_B',
  ]) {
    const thrown = await openS3Files({ url }).catch((error: Error) => error);
    assert.instance(thrown, Error);
    assert.not.match((thrown as Error).message, 'secret@');
  }
});
urls.run();
