import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { CHAINED, UPCASTERS } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Config } from '@saleyard/platform/config/config.ts';
import { DiskSpace } from '@saleyard/platform/disk-space.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { type LogOwner, openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { openFolderFiles } from '@saleyard/platform/files/folder-files.ts';
import type { Files } from '@saleyard/platform/files/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { openFileSecrets } from '@saleyard/platform/secrets/file-secrets.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { READ_COLLECTIONS } from '@saleyard/projections/projector.ts';
import { continueLog, keepNoting, type Places } from './log-continuity.ts';

/** The place of each embedded store in a data folder. */
export const foldersIn = (data: string) => ({
  log: path.resolve(data, 'log'),
  read: path.resolve(data, 'read'),
  secrets: path.resolve(data, 'secrets'),
  files: path.resolve(data, 'files'),
});

/** What a data folder's own user may do with a folder and with a file; nobody else may do anything. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Closes a folder of this user's, and what lies in it, to everyone else. What belongs to others stays as it is. */
function closeToOthers(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of [folder, ...names.map((name) => path.join(folder, name))]) {
    const found = statSync(file, { throwIfNoEntry: false });
    const isOwn = found !== undefined && found.uid === process.getuid?.();
    const mode = found?.isDirectory() ? FOLDER_MODE : FILE_MODE;
    if (!isOwn || (found.mode & 0o777) === mode) continue;
    try {
      chmodSync(file, mode);
    } catch (error) {
      // Another process has removed it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/**
 * Where an embedded store lies, in a data folder that its user alone can enter: also what an earlier version made, and
 * all that this process makes from now on.
 */
function ownFolder({ data }: Pick<Config, 'data'>, store: keyof ReturnType<typeof foldersIn>): string {
  // It is the whole process's, and its main thread is the first to open a store.
  if (isMainThread) process.umask(0o077);
  const folder = foldersIn(data)[store];
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  const { uid, mode } = statSync(data);
  if (uid === process.getuid?.() && (mode & 0o077) !== 0) chmodSync(data, FOLDER_MODE);
  closeToOthers(folder);
  return folder;
}

/** The settings that name the stores. */
export type StoresConfig = Pick<Config, 'data' | 'eventStoreUrl' | 'mongoUrl' | 's3Url'>;

/** The stores' names in messages, without URLs, which may contain a password. */
export const placesOf = ({
  data,
  eventStoreUrl,
  mongoUrl,
  s3Url,
}: StoresConfig): Places & { files: string } => ({
  log: eventStoreUrl === null ? foldersIn(data).log : 'the server that EVENTSTORE_URL names',
  read: mongoUrl === null ? foldersIn(data).read : 'the server that MONGODB_URL names',
  secrets: mongoUrl === null ? foldersIn(data).secrets : 'the server that MONGODB_URL names',
  files: s3Url === null ? foldersIn(data).files : 'the bucket that S3_URL names',
});

/** The open stores. */
export type Stores = {
  log: EventLog;
  documents: Documents;
  secrets: Secrets;
  files: Files;
  /** Whether the disk of the data folder has space, where anything is kept there. */
  hasSpace(): boolean;
  close(): Promise<void>;
};

type Outside = { clock: Clock; logger: Logger };

// What speaks to a server is loaded where its URL is set: its client takes longer to load than a folder to open.

/**
 * EventStoreDB where its URL is set, else the data folder's own log. Every process opens its log here, so every reader
 * gets events in their newest shape. @throws EventLogInUse, EventLogDamaged, EventLogCorrupt
 */
export async function openLog(config: StoresConfig, { clock, logger }: Outside): Promise<EventLog> {
  const common = { chained: CHAINED, upcasters: UPCASTERS, logger };
  if (config.eventStoreUrl === null) return openLmdbEventLog({ ...common, folder: ownFolder(config, 'log') });
  const { openEventStoreLog } = await import('@saleyard/platform/event-log/eventstore-event-log.ts');
  return openEventStoreLog({ ...common, url: config.eventStoreUrl, clock });
}

/** The data folder's log in one more thread of the process whose other thread owns it. @throws EventLogCorrupt */
export const openLogOfOwner = (
  config: StoresConfig,
  owner: LogOwner,
  { logger }: Outside,
): Promise<EventLog> =>
  openLmdbEventLog({
    chained: CHAINED,
    upcasters: UPCASTERS,
    logger,
    folder: foldersIn(config.data).log,
    owner,
  });

/** The data folder's log, to read only, beside a Saleyard that runs on it. @throws EventLogCorrupt */
export const openLogBeside = (config: StoresConfig): Promise<EventLog> =>
  openLmdbEventLog({
    chained: CHAINED,
    folder: foldersIn(config.data).log,
    readOnly: true,
    upcasters: UPCASTERS,
  });

/** MongoDB where its URL is set, else the data folder's own documents. */
export async function openDocuments(config: StoresConfig, { clock, logger }: Outside): Promise<Documents> {
  if (config.mongoUrl === null)
    return openLmdbDocuments({
      folder: ownFolder(config, 'read'),
      clock,
      logger,
      collections: READ_COLLECTIONS,
    });
  const { openMongoDocuments } = await import('@saleyard/platform/documents/mongodb-documents.ts');
  return openMongoDocuments({ url: config.mongoUrl, clock, logger, collections: READ_COLLECTIONS });
}

/** MongoDB where its URL is set, else files of the data folder. `isBeside`: a Saleyard may be writing there. */
export async function openSecrets(
  config: StoresConfig,
  { isBeside = false }: { isBeside?: boolean } = {},
): Promise<Secrets> {
  if (config.mongoUrl === null) return openFileSecrets({ folder: ownFolder(config, 'secrets'), isBeside });
  const { openMongoSecrets } = await import('@saleyard/platform/secrets/mongodb-secrets.ts');
  return openMongoSecrets({ url: config.mongoUrl });
}

/** An S3 server where its URL is set, else files of the data folder, which several processes may share. */
async function openFiles(config: StoresConfig, isBeside = config.eventStoreUrl !== null): Promise<Files> {
  if (config.s3Url === null) return openFolderFiles({ folder: ownFolder(config, 'files'), isBeside });
  const { openS3Files } = await import('@saleyard/platform/files/s3-files.ts');
  return openS3Files({ url: config.s3Url });
}

/**
 * Opens (or makes) every store, each by its URL or in the data folder. The log goes first: it is what shows that a
 * folder is in use. `opensLog`: where another thread owns it. How far the log is known to be is noted until they are closed.
 * @throws EventLogInUse, EventLogDamaged, EventLogCorrupt; LogNotContinued when the log is not the one that the rest
 * belongs to, or not written with the keys that are there; SecretDamaged
 */
export async function openStores(
  config: StoresConfig,
  outside: Outside,
  opensLog: () => Promise<EventLog> = () => openLog(config, outside),
): Promise<Stores> {
  const opened: { close(): Promise<void> }[] = [];
  const keep = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
    const store = await opening;
    opened.unshift(store);
    return store;
  };
  const close = async (): Promise<void> => {
    for (const store of opened.splice(0)) await store.close();
  };
  try {
    const log = await keep(opensLog());
    const documents = await keep(openDocuments(config, outside));
    const secrets = await keep(openSecrets(config));
    const files = await keep(openFiles(config));
    const disk = new DiskSpace(config.data);
    const isEmbedded = config.eventStoreUrl === null || config.mongoUrl === null;
    const stores = { log, documents, secrets, files };
    await continueLog(stores, placesOf(config));
    const stopNoting = await keepNoting(stores, outside);
    return {
      ...stores,
      hasSpace: () => !isEmbedded || disk.has(),
      async close() {
        await stopNoting();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The stores of the thread that owns the log, beside the thread that has opened all of them: the documents are those of
 * that thread. Closing them closes the log last.
 */
export async function storesBeside(
  config: StoresConfig,
  { log, documents }: Pick<Stores, 'log' | 'documents'>,
): Promise<Stores> {
  const secrets = await openSecrets(config, { isBeside: true });
  const files = await openFiles(config, true);
  const disk = new DiskSpace(config.data);
  return {
    log,
    documents,
    secrets,
    files,
    hasSpace: () => disk.has(),
    async close() {
      for (const store of [files, secrets, documents, log]) await store.close();
    },
  };
}
