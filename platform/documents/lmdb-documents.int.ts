import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { systemClock } from '../clock/system-clock.ts';
import { openLmdbDocuments } from './lmdb-documents.ts';
import { DocumentsUnavailable } from './port.ts';
import { documentsContract } from './test-support/contract.ts';

const freshFolder = () => mkdtemp(join(tmpdir(), 'saleyard-documents-'));

const test = documentsContract('lmdb', async (clock) => {
  const folder = await freshFolder();
  let documents = await openLmdbDocuments({ folder, clock });
  return {
    documents,
    async reopen() {
      await documents.close();
      documents = await openLmdbDocuments({ folder, clock });
      return documents;
    },
    async remove() {
      await documents.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});

async function storeOf(count: number): Promise<string> {
  const folder = await freshFolder();
  const documents = await openLmdbDocuments({ folder, clock: systemClock });
  const writes = Array.from({ length: count }, (_, n) => ({
    op: 'put' as const,
    collection: 'lots',
    id: `lot-${n}`,
    document: { text: 'x'.repeat(500) },
  }));
  await documents.commit('p', 5, writes);
  await documents.close();
  return folder;
}

const damages: [string, (file: string) => Promise<void>][] = [
  ['cut short', async (file) => truncate(file, Math.floor((await readFile(file)).length / 2 / 4096) * 4096)],
  ['emptied', (file) => truncate(file, 0)],
  ['something else', (file) => writeFile(file, 'not a database'.repeat(10_000))],
];
for (const [name, damage] of damages) {
  test(`a store whose file was ${name} is created again`, async () => {
    const folder = await storeOf(2_000);
    await damage(join(folder, 'data.mdb'));
    const documents = await openLmdbDocuments({ folder, clock: systemClock });
    assert.is(await documents.checkpoint('p'), -1);
    assert.is(await documents.count('lots', {}), 0);
    await documents.commit('p', 0, [{ op: 'put', collection: 'lots', id: 'a', document: { n: 1 } }]);
    assert.equal(await documents.get('lots', 'a'), { _id: 'a', n: 1 });
    await documents.close();
    await rm(folder, { recursive: true, force: true });
  });
}

test('a store whose opening once ended the process is created again', async () => {
  const folder = await storeOf(10);
  await writeFile(join(folder, 'opening'), '');
  const documents = await openLmdbDocuments({ folder, clock: systemClock });
  assert.is(await documents.checkpoint('p'), -1);
  await documents.close();
  await rm(folder, { recursive: true, force: true });
});

test('expired documents leave the disk', async () => {
  const folder = await freshFolder();
  const { ManualClock } = await import('../clock/manual-clock.ts');
  const clock = new ManualClock(1_000);
  const documents = await openLmdbDocuments({ folder, clock });
  await documents.declare([{ name: 'sessions', indexes: [{ keys: { n: 1 } }] }]);
  for (let n = 0; n < 20; n += 1) await documents.upsert('sessions', `s${n}`, { n }, 2_000 + n);
  clock.advanceTo(100_000);
  await documents.upsert('sessions', 'kept', { n: 1 });
  // Time turned back would show them again, were they still there.
  await documents.close();
  const again = await openLmdbDocuments({ folder, clock: new ManualClock(1_000) });
  assert.is(await again.count('sessions', {}), 1);
  await again.close();
  await rm(folder, { recursive: true, force: true });
});

test('a closed store refuses what is asked of it, and the process goes on', async () => {
  const folder = await storeOf(10);
  const documents = await openLmdbDocuments({ folder, clock: systemClock });
  await documents.get('lots', 'lot-1');
  await documents.close();
  const asked = [
    () => documents.get('lots', 'lot-2'),
    () => documents.find('lots', {}),
    () => documents.checkpoint('p'),
    () => documents.upsert('lots', 'lot-2', {}),
  ];
  for (const ask of asked) {
    const error = await ask().catch((thrown: unknown) => thrown);
    assert.instance(error, DocumentsUnavailable);
  }
  await new Promise((resolve) => setTimeout(resolve, 10));
  await rm(folder, { recursive: true, force: true });
});

test.run();
