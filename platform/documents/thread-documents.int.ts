import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import * as assert from 'uvu/assert';
import { ManualClock } from '../clock/manual-clock.ts';
import type { Clock } from '../clock/port.ts';
import { systemClock } from '../clock/system-clock.ts';
import { OPENING_MARK, openLmdbDocuments } from './lmdb-documents.ts';
import { LmdbRows } from './lmdb-rows.ts';
import { type Documents, DocumentsUnavailable } from './port.ts';
import { documentsContract } from './test-support/contract.ts';
import { serveDocuments, threadDocuments } from './thread-documents.ts';

/** A store as a second thread has it. Both are in this thread: a channel works alike. */
async function shared(folder: string, clock: Clock): Promise<Documents> {
  const owned = await openLmdbDocuments({ folder, clock });
  const { port1, port2 } = new MessageChannel();
  serveDocuments(port1, owned);
  const rows = new LmdbRows({ folder, clock });
  const other = threadDocuments(port2, rows);
  return {
    ...other,
    async close() {
      await other.close();
      await rows.close();
      await owned.close();
    },
  };
}

const test = documentsContract('of another thread', async (clock) => {
  const folder = await mkdtemp(join(tmpdir(), 'saleyard-documents-'));
  let documents = await shared(folder, clock);
  return {
    documents,
    async reopen() {
      await documents.close();
      documents = await shared(folder, clock);
      return documents;
    },
    async remove() {
      await documents.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});

test('a long dump arrives whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'saleyard-documents-'));
  const documents = await shared(folder, systemClock);
  const ids = Array.from({ length: 1_200 }, (_, n) => `id-${n}`).sort();
  await Promise.all(ids.map((id) => documents.upsert('many', id, { id })));
  const dumped: string[] = [];
  for await (const { _id } of documents.dump('many')) dumped.push(_id);
  assert.equal(dumped, ids);
  await documents.close();
  await rm(folder, { recursive: true, force: true });
});

test('documents are read while their thread is busy, as they were last stored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'saleyard-documents-'));
  const clock = new ManualClock(1_000);
  const owned = await openLmdbDocuments({ folder, clock });
  const { port1, port2 } = new MessageChannel();
  serveDocuments(port1, owned);
  const rows = new LmdbRows({ folder, clock });
  const other = threadDocuments(port2, rows);
  await other.declare([{ name: 'sessions' }]);
  await owned.upsert('sessions', 'a', { n: 1 }, 5_000);
  // The first read finds out where they are.
  assert.is((await other.get<{ n: number }>('sessions', 'a'))?.n, 1);
  await other.count('sessions', {});
  // It answers no more.
  port1.close();
  assert.is((await other.get<{ n: number }>('sessions', 'a'))?.n, 1);
  await owned.upsert('sessions', 'a', { n: 2 }, 5_000);
  assert.is((await other.get<{ n: number }>('sessions', 'a'))?.n, 2);
  await owned.deleteOne('sessions', 'a');
  assert.is(await other.get('sessions', 'a'), undefined);
  await owned.upsert('sessions', 'b', { n: 3 }, 5_000);
  assert.is((await other.get<{ n: number }>('sessions', 'b'))?.n, 3);
  clock.advanceTo(5_000);
  assert.is(await other.get('sessions', 'b'), undefined);
  // As the check of the file leaves it when a page is damaged.
  await writeFile(join(folder, OPENING_MARK), '');
  assert.instance(await other.get('sessions', 'a').catch((error: unknown) => error), DocumentsUnavailable);
  await rows.close();
  await owned.close();
  await rm(folder, { recursive: true, force: true });
});

test('documents whose thread has ended are unavailable', async () => {
  const { port1, port2 } = new MessageChannel();
  const documents = threadDocuments(port2);
  const asked = documents.get('lots', 'a').catch((error: unknown) => error);
  port1.close();
  assert.instance(await asked, DocumentsUnavailable);
  assert.instance(await documents.get('lots', 'a').catch((error: unknown) => error), DocumentsUnavailable);
});

test.run();
