import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE_VERSION, findSnapshot, SNAPSHOTS } from '@saleyard/command-api/engine/snapshot.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { CHAINED, UPCASTERS } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { atVersion } from '@saleyard/platform/documents/versioned-documents.ts';
import { GENESIS_HASH, isChained } from '@saleyard/platform/event-log/hash-chain.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { type EventLog, EventLogDamaged, type RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { DATA_FILE } from '@saleyard/platform/lmdb/checked-file.ts';
import { lmdbDamage } from '@saleyard/platform/lmdb/lmdb-file-check.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { SecretDamaged } from '@saleyard/platform/secrets/port.ts';
import { PROJECTIONS, READ_COLLECTIONS } from '@saleyard/projections/projector.ts';
import { continuityOf, LogNotContinued } from '../server/log-continuity.ts';
import { foldersIn, openDocuments, openSecrets, placesOf, type StoresConfig } from '../server/stores.ts';
import { AUDITED_SALES, auditSample, type SalesAudited } from './audit-sample.ts';

/** The parts checked, in this order. */
export type CheckPart =
  | 'the event log'
  | 'a sample of sales'
  | 'the read models'
  | 'the snapshots'
  | 'whether anything is missing';

/** The progress of one part: `done` of `total` positions, pages or documents. */
export type CheckProgress = { part: CheckPart; done: number; total: number };

/** What was checked, and one sentence per problem. */
export type CheckResult = {
  events: number;
  documents: number;
  snapshots: number;
  sales: SalesAudited;
  problems: string[];
};

type Options = {
  config: StoresConfig;
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'error'> & Logger;
  /** How many sales are audited, at most. */
  sales?: number;
  onProgress?: (progress: CheckProgress) => void;
};

/**
 * Verifies everything that is stored: the files' pages, every event's checksum, every chain of hashes, the log's
 * index, every document of the read models and their checkpoints, the snapshots, and whether the log is the one that
 * the rest belongs to. Nothing is repaired.
 * @throws EventLogInUse while Saleyard runs on the folder; EventLogUnavailable, DocumentsUnavailable
 */
export async function checkStores(options: Options): Promise<CheckResult> {
  const result: CheckResult = {
    events: 0,
    documents: 0,
    snapshots: 0,
    sales: { audited: [], notAudited: [], notDecided: 0 },
    problems: [],
  };
  let log: EventLog;
  try {
    log = await checkedLog(options, result);
  } catch (error) {
    if (!(error instanceof EventLogDamaged)) throw error;
    result.problems.push(error.message);
    return result;
  }
  try {
    result.sales = await checkSales(options, log, result);
    await checkRest(options, log, result);
  } finally {
    await log.close();
  }
  return result;
}

/** The log, opened and verified as stored; only the audits read events in their newest shapes. */
async function checkedLog(options: Options, result: CheckResult): Promise<EventLog> {
  const { config, clock, logger, onProgress = () => {} } = options;
  const part = 'the event log';
  if (config.eventStoreUrl !== null) {
    const { openEventStoreLog } = await import('@saleyard/platform/event-log/eventstore-event-log.ts');
    const log = await openEventStoreLog({
      chained: CHAINED,
      upcasters: UPCASTERS,
      url: config.eventStoreUrl,
      clock,
      logger: SILENT,
    });
    const total = await log.lastPosition();
    result.events = await followed(log, result.problems, (done) => onProgress({ part, done, total }));
    return log;
  }
  const folder = foldersIn(config.data).log;
  if (!existsSync(join(folder, DATA_FILE))) throw new EventLogDamaged(folder, 'it has no file');
  const log = await openLmdbEventLog({
    chained: CHAINED,
    upcasters: UPCASTERS,
    folder,
    logger: SILENT,
    checksAll: true,
  });
  try {
    const total = await log.lastPosition();
    const verified = await log.verify({
      onProgress: (done) => onProgress({ part, done, total }),
      onDamage: (damage) => result.problems.push(damage.message),
    });
    result.events = verified.events;
  } catch (error) {
    await log.close();
    logger.error({ err: error }, 'the event log cannot be verified');
    throw error;
  }
  return log;
}

/** The command itself reports problems. */
const SILENT = { warn: () => {}, error: () => {} };

/** Follows a log and each of its chains from the first event; returns the number of events. */
async function followed(
  log: EventLog,
  problems: string[],
  onPosition: (at: number) => void,
): Promise<number> {
  const ends = new Map<string, RecordedEvent>();
  const broken = new Set<string>();
  let events = 0;
  for await (const item of log.subscribe()) {
    if (item.kind === 'caughtUp') break;
    for (const event of item.events) {
      events += 1;
      const before = ends.get(event.stream);
      ends.set(event.stream, event);
      const wrong = brokenLink(event, before);
      if (wrong === undefined || broken.has(event.stream)) continue;
      broken.add(event.stream);
      problems.push(`event ${event.revision} of ${event.stream} (position ${event.position}): ${wrong}`);
    }
    onPosition(item.events.at(-1)?.position ?? -1);
  }
  problems.push(...log.setAside().map(({ message }) => message));
  return events;
}

function brokenLink(event: RecordedEvent, before: RecordedEvent | undefined): string | undefined {
  const revision = before === undefined ? 0 : before.revision + 1;
  if (event.revision !== revision) return `event ${revision} of its stream is missing before it`;
  if (!isChained(event.stream, CHAINED)) return undefined;
  const hash = before === undefined ? GENESIS_HASH : before.meta.hash;
  return event.meta.prevHash === hash ? undefined : 'its prevHash is not the hash of the event before it';
}

/** Audits a sample of the sales. Streams with a damaged event were reported before and are not reported twice. */
async function checkSales(
  { sales = AUDITED_SALES, onProgress = () => {} }: Options,
  log: EventLog,
  { problems }: CheckResult,
): Promise<SalesAudited> {
  const known = [...problems];
  const onProblem = (stream: string, problem: string): void => {
    if (!known.some((one) => one.includes(` of ${stream} `))) problems.push(problem);
  };
  return auditSample(log, { most: sales, onProblem }, (done, total) =>
    onProgress({ part: 'a sample of sales', done, total }),
  );
}

async function checkRest(options: Options, log: EventLog, result: CheckResult): Promise<void> {
  const { config, clock, logger, onProgress = () => {} } = options;
  const { problems } = result;
  if (config.mongoUrl === null) {
    const folder = foldersIn(config.data).read;
    const file = join(folder, DATA_FILE);
    const part = 'the read models';
    const damage = existsSync(file)
      ? lmdbDamage(file, (done, total) => onProgress({ part, done, total }))
      : 'it has no file';
    if (damage !== undefined) {
      problems.push(
        `the read store in ${folder} is damaged: ${damage}. The next start makes it again from the event log`,
      );
      return;
    }
  }
  const documents = await openDocuments(config, { clock, logger });
  const secrets = await openSecrets(config);
  try {
    await checkReadModels(documents, log, result, onProgress);
    await checkSnapshots(documents, log, result, onProgress);
    onProgress({ part: 'whether anything is missing', done: 0, total: 1 });
    const found = await continuityOf({ log, documents, secrets });
    if (found.kind !== 'continued') problems.push(new LogNotContinued(found, placesOf(config)).message);
  } catch (error) {
    if (!(error instanceof SecretDamaged)) throw error;
    problems.push(error.message);
  } finally {
    await secrets.close();
    await documents.close();
  }
}

type OnProgress = (progress: CheckProgress) => void;

async function checkReadModels(
  documents: Documents,
  log: EventLog,
  result: CheckResult,
  onProgress: OnProgress,
): Promise<void> {
  const { problems } = result;
  const end = await log.lastPosition();
  const total = PROJECTIONS.length;
  await documents.declare(READ_COLLECTIONS);
  for (const [done, { name, version, collections }] of PROJECTIONS.entries()) {
    onProgress({ part: 'the read models', done, total });
    const checkpoint = await documents.checkpoint(atVersion(name, version));
    if (checkpoint > end)
      problems.push(`the read model ${name} is at position ${checkpoint}, and the event log ends at ${end}`);
    for (const collection of collections) {
      try {
        for await (const _ of documents.dump(atVersion(collection.name, version))) result.documents += 1;
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
    }
  }
}

async function checkSnapshots(
  documents: Documents,
  log: EventLog,
  result: CheckResult,
  onProgress: OnProgress,
): Promise<void> {
  const total = await documents.count(SNAPSHOTS, {});
  for await (const { _id: id, engine } of documents.dump(SNAPSHOTS)) {
    onProgress({ part: 'the snapshots', done: result.snapshots, total });
    // A snapshot points to the documents of its parts; one of an earlier version is not used.
    if (engine !== ENGINE_VERSION) continue;
    result.snapshots += 1;
    const found = await findSnapshot(documents, id);
    if (found.found !== 'whole') {
      const because = found.found === 'unusable' ? found.because : 'it is gone';
      result.problems.push(`the snapshot of ${id} is not used: ${because}`);
      continue;
    }
    const { snapshot } = found;
    const wrong = await unlike(log, auctionStream(id), snapshot.state.version - 1, snapshot.headHash);
    if (wrong) result.problems.push(`the snapshot of ${id} is of another stream than the event log holds`);
  }
}

/** Whether a stream's event is not the one with this hash. A damaged one was reported before. */
async function unlike(
  log: EventLog,
  stream: string,
  revision: number,
  hash: string | undefined,
): Promise<boolean> {
  if (log.setAside().some((damage) => damage.stream === stream)) return false;
  try {
    for await (const [event] of log.read(stream, { from: revision, limit: 1 }))
      return event?.meta.hash !== hash;
  } catch {
    return false;
  }
  return true;
}
