import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventLogContract } from './contract-suite.ts';
import { openLmdbEventLog } from './lmdb-event-log.ts';

eventLogContract('LMDB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-log-'));
  return {
    open: (upcasters) => openLmdbEventLog({ folder, ...(upcasters === undefined ? {} : { upcasters }) }),
    destroy: async () => rmSync(folder, { recursive: true, force: true }),
  };
}).run();
