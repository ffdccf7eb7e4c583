import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPersonSearch } from '@saleyard/command-api/accounts/person-search.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { PROJECTIONS, READ_COLLECTIONS } from '@saleyard/projections/projector.ts';
import * as assert from 'uvu/assert';
import { rebuild } from '../../rebuild/rebuild.ts';
import type { Cluster } from './cluster.ts';

const POLL_MS = 50;

/**
 * Waits until the read models that the processes made have reached the log's end, and compares them byte by byte with
 * those that one process folds from the log alone. Answers how long they took, in ms.
 */
export async function readModelsEqualARebuild({ log, documents, secrets }: Cluster): Promise<number> {
  const began = systemClock.monotonic();
  const last = await log.lastPosition();
  while ((await leastCheckpoint(documents)) < last) {
    await pause(systemClock, POLL_MS);
  }
  const took = systemClock.monotonic() - began;
  const made = await dump(documents);
  const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-cluster-rebuild-'));
  const again = await openLmdbDocuments({ folder, clock: systemClock });
  try {
    const search = await createPersonSearch(secrets);
    await rebuild({ log, documents: again, searchKeysOf: (account) => search.keysOf(account) });
    const folded = await dump(again);
    assert.ok(made.length > 0, 'there is something to compare');
    const differing = made.findIndex((line, n) => line !== folded[n]);
    assert.ok(
      differing < 0 && made.length === folded.length,
      `${made.length} documents, ${folded.length} in a rebuild; the first that differs:\n${made[differing]}\n${folded[differing]}`,
    );
  } finally {
    await again.close();
    await rm(folder, { recursive: true });
  }
  return took;
}

async function leastCheckpoint(documents: Documents): Promise<number> {
  return Math.min(...(await Promise.all(PROJECTIONS.map(({ name }) => documents.checkpoint(name)))));
}

async function dump(documents: Documents): Promise<string[]> {
  const lines: string[] = [];
  for (const { name } of READ_COLLECTIONS) {
    for await (const document of documents.dump(name)) lines.push(`${name} ${JSON.stringify(document)}`);
  }
  return lines;
}
