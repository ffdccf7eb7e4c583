import path from 'node:path';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { type LmdbEventLog, openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { openFileSecrets } from '@saleyard/platform/secrets/file-secrets.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';

/** Where each store lies in a data folder. */
export const foldersIn = (data: string) => ({
  log: path.resolve(data, 'log'),
  read: path.resolve(data, 'read'),
  secrets: path.resolve(data, 'secrets'),
});

/** The stores of one data folder, held by this process alone. */
export type Stores = { log: LmdbEventLog; documents: Documents; secrets: Secrets; close(): Promise<void> };

/**
 * Opens (or makes) the stores of a data folder. The log goes first: it is what tells that the folder is in use.
 * @throws EventLogInUse, EventLogCorrupt
 */
export async function openStores(data: string, clock: Clock): Promise<Stores> {
  const folders = foldersIn(data);
  const log = await openLmdbEventLog({ folder: folders.log });
  try {
    const documents = await openLmdbDocuments({ folder: folders.read, clock });
    const secrets = await openFileSecrets({ folder: folders.secrets });
    return {
      log,
      documents,
      secrets,
      async close() {
        await secrets.close();
        await documents.close();
        await log.close();
      },
    };
  } catch (error) {
    await log.close();
    throw error;
  }
}
