import { AGGREGATE_SNAPSHOTS } from '@saleyard/command-api/aggregate-snapshots.ts';
import { AuctionIndex, ENGINE } from '@saleyard/command-api/engine/auction-index.ts';
import { LIVENESS } from '@saleyard/command-api/engine/liveness.ts';
import { SNAPSHOTS } from '@saleyard/command-api/engine/snapshot.ts';
import {
  PROCESS_BACKLOG,
  ProcessBacklog,
  processCheckpoint,
} from '@saleyard/command-api/processes/process-backlog.ts';
import { PROCESS_EVENTS } from '@saleyard/command-api/processes/process-events.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { SESSIONS } from '@saleyard/platform/sessions/session-store.ts';
import { PROJECTIONS, READ_COLLECTIONS, startProjections } from '@saleyard/projections/projector.ts';
import type { SearchKeysOf } from '@saleyard/projections/runner/stream-folds.ts';

/** Events that go into one commit: nobody waits to see them, and what changes often is written once. */
const REBUILD_COMMIT_EVENTS = 50_000;
/** How often the progress of the rebuild is checked, in ms. */
const WATCH_EVERY_MS = 1_000;

/** How far a rebuild is. `position` of `last`: in the log; `events`: folded so far; `seconds`: since it began. */
export type RebuildProgress = { position: number; last: number; events: number; seconds: number };

/** Collections that no projection owns, and that are worth nothing beside another log than they were made from. */
const OF_ONE_LOG = [SNAPSHOTS, AGGREGATE_SNAPSHOTS, ENGINE, LIVENESS, PROCESS_BACKLOG];

/**
 * Drops what the engine and the process managers keep beside the log, and all sessions if accounts may be gone with
 * what was lost.
 */
export async function dropBesideLog(
  documents: Documents,
  { sessions }: { sessions: boolean },
): Promise<void> {
  await documents.drop('another-log', sessions ? [...OF_ONE_LOG, SESSIONS] : OF_ONE_LOG);
  for (const { name } of PROCESS_EVENTS) await documents.drop(processCheckpoint(name), []);
}

export type RebuildParts = {
  log: EventLog;
  documents: Documents;
  clock?: Clock;
  /** Events that go into one commit at most. */
  commitEvents?: number;
  /** How accounts are found; left out, by nothing that is sealed. */
  searchKeysOf?: SearchKeysOf;
};

/** The read models could not be rebuilt; see the cause. */
export class RebuildFailed extends Error {
  constructor(reason: string) {
    super(`the read models could not be rebuilt: ${reason}`);
    this.name = 'RebuildFailed';
  }
}

/**
 * Drops every read model and folds the log again up to its present end; documents that no projection owns stay. The
 * documents are byte for byte those that were made as the events came. A process manager without a checkpoint gets
 * one, and a list of the events up to there that it has to act upon. The index of open auctions is made too. So the
 * next start does not read the log from its beginning.
 * @throws RebuildFailed
 */
export async function rebuild(
  { log, documents, searchKeysOf, clock = systemClock, commitEvents = REBUILD_COMMIT_EVENTS }: RebuildParts,
  onProgress: (progress: RebuildProgress) => void = () => {},
): Promise<RebuildProgress> {
  const began = clock.monotonic();
  const last = await log.lastPosition();
  await documents.declare(READ_COLLECTIONS);
  for (const { name, collections } of PROJECTIONS) {
    await documents.drop(
      name,
      collections.map((collection) => collection.name),
    );
  }
  const progress: RebuildProgress = { position: -1, last, events: 0, seconds: 0 };
  const report = () => {
    progress.seconds = (clock.monotonic() - began) / 1000;
    onProgress({ ...progress });
  };
  report();
  const backlog = await ProcessBacklog.begin(documents, PROCESS_EVENTS);
  const index = await AuctionIndex.load({ documents, log });
  const ending = new AbortController();
  const projections = startProjections({
    log,
    documents,
    clock,
    ...(searchKeysOf && { searchKeysOf }),
    signal: ending.signal,
    commitEvents,
    onEvents(events) {
      backlog.take(events, clock.now(), last);
      index.take(events);
    },
    onCommit(position, events) {
      progress.position = position;
      progress.events += events;
      report();
    },
  });
  try {
    while (!(await projections.waitFor(last, WATCH_EVERY_MS))) {
      const { state, error } = projections.status();
      if (state === 'retrying') throw new RebuildFailed(error ?? 'unknown');
    }
  } finally {
    ending.abort();
    await projections.stopped;
  }
  await backlog.keep(last);
  await index.keep();
  return { ...progress };
}
