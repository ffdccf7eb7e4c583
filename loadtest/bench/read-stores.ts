import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { openMongoDocuments } from '@saleyard/platform/documents/mongodb-documents.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { mongoServerWants, startMongoServer } from '@saleyard/testing/servers/mongo-server.ts';

/** Memory of the MongoDB-wire server: the documents of a whole rebuild fit several times. */
const HEAP_MIB = 2_048;

/** A read store to measure. */
export type ReadStore = { documents: Documents; close(): Promise<void> };

/**
 * The read stores of this machine. `mongo` is null where no server of its protocol can be started; `wants` is the
 * reason.
 */
export type ReadStores = {
  embedded: ReadStore;
  mongo: ReadStore | null;
  /** The server that the MongoDB store is measured on, or how to make one run. */
  mongoIs: string;
  close(): Promise<void>;
};

/** Opens both read stores, empty. */
export async function openReadStores(): Promise<ReadStores> {
  const embedded = await openEmbedded();
  const { mongo, mongoIs } = await openMongo();
  return {
    embedded,
    mongo,
    mongoIs,
    async close() {
      await embedded.close();
      await mongo?.close();
    },
  };
}

async function openEmbedded(): Promise<ReadStore> {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-bench-read-'));
  const documents = await openLmdbDocuments({ folder, clock: systemClock });
  return {
    documents,
    async close() {
      await documents.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openMongo(): Promise<Pick<ReadStores, 'mongo' | 'mongoIs'>> {
  const wants = mongoServerWants();
  if (wants !== null) return { mongo: null, mongoIs: `not run: ${wants}` };
  const server = await startMongoServer({ heapMiB: HEAP_MIB });
  const url = `${server.url}/bench-${newId().slice(-12)}`;
  const documents = await openMongoDocuments({ url, clock: systemClock });
  const close = async () => {
    await documents.close();
    await server.stop();
  };
  return {
    mongo: { documents, close },
    mongoIs: 'on mongo-java-server, which keeps all in memory: not the speed of a real MongoDB',
  };
}
