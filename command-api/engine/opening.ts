import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { type AuctionId, auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { withTimeout } from '@saleyard/platform/clock/with-timeout.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { IdempotencyIndex } from '../idempotency-index.ts';
import type { EngineLimits } from './limits.ts';
import { findSnapshot, NO_PARTS, type StoredParts } from './snapshot.ts';

/** An auction folded from its stream: the state, the answered commands, and the end of the stream. */
export type LoadedAggregate = {
  state: AuctionState;
  idempotency: IdempotencyIndex;
  /** Log position of the last event; −1 without events. */
  position: number;
  /** Hash of the last event; undefined without events, or when the log has no hash chain. */
  headHash: string | undefined;
};

/** How an auction was opened: `snapshotVersion` events came from the snapshot (0: folded from the start). */
export type Opened = { loaded: LoadedAggregate; snapshotVersion: number; parts: StoredParts };

type Sources = {
  log: EventLog;
  documents: Documents;
  clock: Clock;
  limits: EngineLimits;
  logger?: Pick<Logger, 'warn'> | undefined;
};

/** A stored event of an auction's stream, typed for the engine. The log has verified that it is unchanged. */
export const auctionEvent = (event: RecordedEvent): AuctionEvent =>
  ({ type: event.type, data: event.data }) as AuctionEvent;

/** An auction without events. */
export const emptyAggregate = (): LoadedAggregate => ({
  state: new AuctionFold().state,
  idempotency: new IdempotencyIndex(),
  position: -1,
  headHash: undefined,
});

/**
 * Opens an auction from its snapshot and the events after it; from its first event when no snapshot fits, or none can
 * be read in time. A stream that does not exist gives a state of version 0.
 * @throws EventLogCorrupt
 */
export async function openAuction(sources: Sources, auction: AuctionId): Promise<Opened> {
  const { documents, clock, limits } = sources;
  const found = await withTimeout(clock, limits.documentsMs, findSnapshot(documents, auction)).catch(notRead);
  if (found.found === 'whole') {
    const { snapshot, parts } = found;
    const snapshotVersion = snapshot.state.version;
    const loaded = await continued(sources.log, auction, snapshot);
    if (loaded !== undefined) return { loaded, snapshotVersion, parts };
  }
  if (found.found !== 'none') {
    const because = found.found === 'unusable' ? found.because : 'it is of another stream than the log holds';
    sources.logger?.warn(
      { auction, because },
      'a snapshot is not used; the auction is folded from its first event',
    );
  }
  const loaded = await foldedOn(sources.log, auction, emptyAggregate(), 0);
  return { loaded, snapshotVersion: 0, parts: NO_PARTS };
}

/**
 * The loaded auction, plus the events appended since. undefined when it was folded from another stream than the
 * log's, and must be opened again. The idempotency index is extended in place; the state is never changed.
 * @throws EventLogCorrupt
 */
export async function continued(
  log: EventLog,
  auction: AuctionId,
  loaded: LoadedAggregate,
): Promise<LoadedAggregate | undefined> {
  const last = loaded.state.version - 1;
  if (last < 0) return foldedOn(log, auction, loaded, 0);
  for await (const [event] of log.read(auctionStream(auction), { from: last, limit: 1 })) {
    if (event === undefined || event.meta.hash !== loaded.headHash) return undefined;
    return foldedOn(log, auction, { ...loaded, position: event.position }, last + 1);
  }
  return undefined;
}

const notRead = (error: unknown) => ({ found: 'unusable', because: `it cannot be read: ${error}` }) as const;

async function foldedOn(
  log: EventLog,
  auction: AuctionId,
  loaded: LoadedAggregate,
  from: number,
): Promise<LoadedAggregate> {
  const fold = new AuctionFold(loaded.state);
  const { idempotency } = loaded;
  const answered: { id: string; revision: number }[] = [];
  let { position, headHash } = loaded;
  // A command's events are appended together, so the loaded auction ends with a complete command.
  let command: string | undefined;
  for await (const events of log.read(auctionStream(auction), { from })) {
    for (const event of events) {
      fold.apply(auctionEvent(event));
      if (event.meta.commandId !== command) answered.push({ id: event.id, revision: event.revision });
      command = event.meta.commandId;
    }
    position = events.at(-1)?.position ?? position;
    headHash = events.at(-1)?.meta.hash ?? headHash;
  }
  // Added only after everything was read: a failed read is repeated, and must not add entries twice.
  for (const { id, revision } of answered) idempotency.add(id, revision);
  return { state: fold.state, idempotency, position, headHash };
}
