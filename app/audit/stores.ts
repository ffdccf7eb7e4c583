import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findSnapshot } from '@saleyard/command-api/engine/snapshot.ts';
import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { Config } from '@saleyard/platform/config/config.ts';
import { readLmdbDocuments } from '@saleyard/platform/documents/lmdb-reader.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { DATA_FILE } from '@saleyard/platform/lmdb/checked-file.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { readFileSecrets } from '@saleyard/platform/secrets/file-secrets.ts';
import type { SecretsReader } from '@saleyard/platform/secrets/port.ts';
import { foldersIn, openDocuments, openLog, openLogBeside, openSecrets } from '../server/stores.ts';

// An audit reads beside every running process, and writes nothing: no store is opened as its owner opens it.

const outside = () => ({ clock: systemClock, logger: createLogger({ level: 'warn' }) });

/** The log, to read. Of a data folder as it is at this moment. */
const openLogToRead = (config: Config): Promise<EventLog> =>
  config.eventStoreUrl === null ? openLogBeside(config) : openLog(config, outside());

/** Runs something on the log, which is closed afterwards. */
export async function withLog<T>(config: Config, act: (log: EventLog) => Promise<T>): Promise<T> {
  const log = await openLogToRead(config);
  try {
    return await act(log);
  } finally {
    await log.close();
  }
}

/** Whether there is a log to read; a server is asked when it is opened. */
export const hasLog = ({ data, eventStoreUrl }: Config): boolean =>
  eventStoreUrl !== null || existsSync(join(foldersIn(data).log, DATA_FILE));

/** Whether there is a log, or anything that belongs to a log that was lost. */
export const hasData = (config: Config): boolean => {
  const { read, secrets } = foldersIn(config.data);
  if (hasLog(config) || config.mongoUrl !== null) return true;
  return existsSync(join(read, DATA_FILE)) || existsSync(secrets);
};

/** Prints that the data folder has no log, such as when its name was mistyped. Exits with 2. */
export function reportNoLog(command: string, { data }: Config): void {
  process.stderr.write(`saleyard ${command}: there is no event log in ${data}\n`);
  process.exitCode = 2;
}

/** The snapshot of a sale. It was made of events that a log opened after this has. */
export async function readSnapshot(config: Config, auction: AuctionId) {
  const documents =
    config.mongoUrl === null
      ? readLmdbDocuments(foldersIn(config.data).read)
      : await openDocuments(config, outside());
  if (documents === undefined) return undefined;
  try {
    return await findSnapshot(documents, auction);
  } finally {
    await documents.close();
  }
}

/** The keys that names and e-mail addresses are sealed with. */
export const openSecretsToRead = async (config: Config): Promise<SecretsReader> =>
  config.mongoUrl === null ? readFileSecrets(foldersIn(config.data).secrets) : openSecrets(config);
