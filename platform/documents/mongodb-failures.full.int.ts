import { setTimeout as wait } from 'node:timers/promises';
import { mongoServerWants } from '@saleyard/testing/servers/mongo-server.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { systemClock } from '../clock/system-clock.ts';
import { FailingServer } from '../mongodb/test-support/failing-server.ts';
import { openMongoDocuments } from './mongodb-documents.ts';
import { type Documents, DocumentsUnavailable, type DocumentWrite } from './port.ts';
import { dumped, put, remove } from './test-support/contract-documents.ts';

const TITLE = 'documents: mongodb when its server fails';
const test = suite(TITLE, { limitMs: 120_000 });
const BATCHES = 300;
const KILLS = 4;

const withServer = (name: string, body: (server: FailingServer, documents: Documents) => Promise<void>) =>
  test(name, async () => {
    const server = await FailingServer.start();
    const documents = await openMongoDocuments({ url: server.url, clock: systemClock });
    try {
      await body(server, documents);
    } finally {
      await documents.close();
      await server.remove();
    }
  });

/** Everything that may be asked of the store, none of which may wait for ever. */
const everything = (documents: Documents): [string, () => Promise<unknown>][] => [
  ['declare', () => documents.declare([{ name: 'lots' }])],
  ['get', () => documents.get('lots', 'a')],
  ['find', () => documents.find('lots', { n: 1 })],
  ['count', () => documents.count('lots', {})],
  ['commit', () => documents.commit('p', 50, [put('a', { n: 50 })])],
  ['checkpoint', () => documents.checkpoint('p')],
  ['drop', () => documents.drop('q', ['others'])],
  ['upsert', () => documents.upsert('sessions', 's', { n: 1 })],
  ['deleteOne', () => documents.deleteOne('sessions', 's')],
  ['dump', () => dumped(documents, 'lots')],
];

async function allFail(documents: Documents): Promise<void> {
  const asked = everything(documents);
  const answers = await Promise.allSettled(asked.map(([, ask]) => ask()));
  for (const [n, answer] of answers.entries()) {
    const failure = answer.status === 'rejected' ? answer.reason : 'none';
    assert.instance(failure, DocumentsUnavailable, `${asked[n]?.[0]}: ${failure}`);
  }
}

if (mongoServerWants() !== null) notRun(TITLE, mongoServerWants() ?? '');
else {
  withServer('all that is asked while it is away fails, and works again after', async (server, documents) => {
    await documents.commit('p', 1, [put('a', { n: 1 })]);
    await server.kill();
    await allFail(documents);
    await server.startAgain();
    assert.equal(await documents.get('lots', 'a'), { _id: 'a', n: 1 });
    for (const [, ask] of everything(documents)) await ask();
  });

  withServer('all that is asked while it hangs fails, and works again after', async (server, documents) => {
    await documents.commit('p', 1, [put('a', { n: 1 })]);
    process.kill(server.pid, 'SIGSTOP');
    try {
      await allFail(documents);
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
    await documents.commit('p', 51, [put('a', { n: 51 })]);
    assert.equal(await documents.get('lots', 'a'), { _id: 'a', n: 51 });
  });

  test('opening it where there is none is refused', async () => {
    const failure = await openMongoDocuments({
      url: 'mongodb://user:secret@127.0.0.1:9/x',
      clock: systemClock,
    }).then(
      () => undefined,
      (error: unknown) => error,
    );
    assert.instance(failure, DocumentsUnavailable);
    assert.not.match((failure as Error).message, 'secret');
  });

  withServer('killed in the middle of batches, it ends as if nothing had been', async (server, documents) => {
    const batch = (position: number): DocumentWrite[] => [
      ...Array.from({ length: 20 }, (_, n) => put(`l${(position * 7 + n) % 50}`, { n: position, of: n })),
      remove(`l${position % 50}`),
    ];
    const expected = new Map<string, unknown>();
    for (let position = 0; position < BATCHES; position += 1) {
      for (const write of batch(position)) {
        if (write.op === 'delete') expected.delete(write.id);
        else expected.set(write.id, { _id: write.id, ...write.document });
      }
    }
    let acknowledged = -1;
    let failures = 0;
    const writing = (async () => {
      for (let position = 0; position < BATCHES; ) {
        try {
          await documents.commit('p', position, batch(position), acknowledged);
          acknowledged = position;
          position += 1;
        } catch (error) {
          assert.instance(error, DocumentsUnavailable);
          failures += 1;
          await wait(20);
        }
      }
    })();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      while (acknowledged < (BATCHES * kill) / (KILLS + 1)) await wait(1);
      await server.kill();
      const before = acknowledged;
      // Once it is away for longer than a server is looked for, else for a moment.
      while (kill === 1 && failures === 0) await wait(1);
      await server.startAgain();
      while (acknowledged <= before) await wait(1);
    }
    await writing;
    const sorted = [...expected].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, document]) => document);
    assert.equal(await dumped(documents, 'lots'), sorted);
    assert.is(await documents.checkpoint('p'), BATCHES - 1);
  });
}

test.run();
