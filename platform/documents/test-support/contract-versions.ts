import * as assert from 'uvu/assert';
import type { CollectionSpec, Documents } from '../port.ts';
import {
  atVersion,
  noteVersion,
  READ_MODELS,
  ReadModelBuilding,
  removeVersion,
  type StoredVersion,
  versionsOf,
} from '../versioned-documents.ts';
import { dumped, put } from './contract-documents.ts';

type AddTest = (
  name: string,
  body: (documents: Documents, more: { reopen(): Promise<Documents> }) => Promise<void>,
) => void;

const declared = (version: number, readsSince?: number): CollectionSpec[] => [
  { name: 'sheep', indexes: [{ keys: { n: 1 } }], model: { name: 'flock', version, readsSince } },
];

const noted = (version: number, isComplete: boolean): StoredVersion => ({
  model: 'flock',
  version,
  collections: ['sheep'],
  isComplete,
  lease: '',
});

/** A version of the model with one document, `n`, made by the log up to `position`. */
const made = (documents: Documents, version: number, position: number, n: number): Promise<void> =>
  documents.commit(atVersion('flock', version), position, [put('a', { n }, atVersion('sheep', version))]);

async function mustRead(documents: Documents, n: number, position: number): Promise<void> {
  assert.equal(await documents.get('sheep', 'a'), { _id: 'a', n });
  assert.equal(await documents.find('sheep', { n }), [{ _id: 'a', n }]);
  assert.is(await documents.count('sheep', {}), 1);
  assert.equal(await dumped(documents, 'sheep'), [{ _id: 'a', n }]);
  assert.is(await documents.checkpoint('flock'), position);
}

async function mustBeBuilding(documents: Documents): Promise<void> {
  const reads: (() => Promise<unknown>)[] = [
    () => documents.get('sheep', 'a'),
    () => documents.find('sheep', {}),
    () => documents.count('sheep', {}),
    () => dumped(documents, 'sheep'),
    () => documents.checkpoint('flock'),
  ];
  for (const read of reads) {
    const outcome = await read().catch((error: unknown) => error);
    assert.instance(outcome, ReadModelBuilding);
  }
}

/** What every store must do with several versions of a read model in one store. */
export function versionsContract(withStore: AddTest): void {
  withStore('the older version is read until the newer one is complete', async (documents, { reopen }) => {
    await documents.declare(declared(1));
    await made(documents, 1, 5, 1);
    await noteVersion(documents, noted(1, true));
    await documents.declare(declared(2, 1));
    await noteVersion(documents, noted(2, false));
    await made(documents, 2, 3, 10);
    await mustRead(documents, 1, 5);
    await noteVersion(documents, noted(2, true));
    await mustRead(documents, 10, 3);
    await removeVersion(documents, noted(1, true));
    await mustRead(documents, 10, 3);
    assert.equal(await dumped(documents, 'sheep@1'), []);
    assert.is(await documents.checkpoint('flock@1'), -1);
    const again = await reopen();
    await again.declare(declared(2));
    await mustRead(again, 10, 3);
  });

  withStore('a version that this build cannot read is not read', async (documents) => {
    await documents.declare(declared(1));
    await made(documents, 1, 5, 1);
    await noteVersion(documents, noted(1, true));
    await documents.declare(declared(3, 2));
    await mustBeBuilding(documents);
    await made(documents, 3, 5, 30);
    await mustBeBuilding(documents);
    await noteVersion(documents, noted(3, true));
    await mustRead(documents, 30, 5);
  });

  withStore('an older version that is not complete is not read', async (documents) => {
    await documents.declare(declared(1));
    await made(documents, 1, 5, 1);
    await noteVersion(documents, noted(1, false));
    await documents.declare(declared(2, 1));
    await mustBeBuilding(documents);
  });

  withStore(
    'a build of the older version reads its own while the newer one is complete',
    async (documents) => {
      await documents.declare(declared(2));
      await made(documents, 2, 9, 20);
      await noteVersion(documents, noted(2, true));
      await documents.declare(declared(1));
      await mustBeBuilding(documents);
      await made(documents, 1, 9, 1);
      await noteVersion(documents, noted(1, true));
      await mustRead(documents, 1, 9);
    },
  );

  withStore('a model from before versions were noted is the first version', async (documents) => {
    await documents.declare([{ name: 'sheep' }]);
    await documents.commit('flock', 5, [put('a', { n: 1 }, 'sheep')]);
    await documents.declare(declared(2));
    await mustBeBuilding(documents);
    const [first] = await versionsOf(documents, 'flock', ['sheep']);
    assert.equal(first, noted(1, false));
    await removeVersion(documents, noted(1, false));
    assert.equal(await versionsOf(documents, 'flock', ['sheep']), []);
    assert.equal(await dumped(documents, 'sheep@1'), []);
  });

  withStore('a store that holds no version is read as it is filled', async (documents) => {
    await documents.declare(declared(2));
    assert.equal(await documents.find('sheep', {}), []);
    await made(documents, 2, 3, 10);
    await mustRead(documents, 10, 3);
  });

  withStore('a removal that was stopped is known, and ends when it is repeated', async (documents) => {
    await documents.declare(declared(1));
    await made(documents, 1, 5, 1);
    await noteVersion(documents, noted(1, true));
    const stopped: Documents = Object.assign(Object.create(documents), {
      upsert: documents.upsert.bind(documents),
      drop: () => Promise.reject(new Error('killed')),
    });
    assert.instance(await removeVersion(stopped, noted(1, true)).catch((error: unknown) => error), Error);
    await documents.drop('flock@1', []);
    const [left] = await versionsOf(documents, 'flock', ['sheep']);
    assert.is(left?.isComplete, false);
    await removeVersion(documents, left as StoredVersion);
    assert.equal(await dumped(documents, 'sheep@1'), []);
    assert.equal(await documents.find(READ_MODELS, { model: 'flock' }), []);
  });

  withStore('a rebuild drops every version', async (documents) => {
    await documents.declare(declared(1));
    await made(documents, 1, 5, 1);
    await noteVersion(documents, noted(1, true));
    await documents.declare(declared(2));
    await made(documents, 2, 3, 10);
    await documents.drop('flock', ['sheep']);
    assert.is(await documents.count('sheep', {}), 0);
    for (const version of [1, 2]) {
      assert.is(await documents.checkpoint(atVersion('flock', version)), -1);
      assert.equal(await dumped(documents, atVersion('sheep', version)), []);
    }
  });
}
