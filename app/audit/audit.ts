import { setImmediate as turn } from 'node:timers/promises';
import { auctionEvent } from '@saleyard/command-api/engine/opening.ts';
import { findSnapshot, type Snapshot } from '@saleyard/command-api/engine/snapshot.ts';
import { stateHash } from '@saleyard/command-api/engine/state-codec.ts';
import { type AuctionId, auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { GENESIS_HASH, verifyChain } from '@saleyard/platform/event-log/hash-chain.ts';
import { type EventLog, EventLogCorrupt, type RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { CatalogueAudit } from './descriptions.ts';
import { findAuction } from './find-auction.ts';
import { Ladders, lotReports, totalsOf } from './ladder.ts';
import { Redecision } from './redecision.ts';
import type { AuditReport, Difference } from './report.ts';

/** Events that are decided again in one turn of the event loop: a few ms. */
const EVENTS_A_TURN = 50;

type Options = {
  log: EventLog;
  /** Where the engine keeps its snapshots; left out, no snapshot is compared. */
  documents?: Documents;
} & ({ number: number } | { auctionId: AuctionId });

/** An audit's current step and its progress: `done` of `total`. */
export type AuditProgress = { doing: 'finding' | 'verifying' | 'deciding'; done: number; total: number };

/** No auction has this number, or this id. */
export class UnknownAuction extends Error {
  constructor(what: string) {
    super(`no auction ${what}`);
    this.name = 'UnknownAuction';
  }
}

/**
 * Proves an auction, or names the first wrong event: follows the chain of hashes from the
 * first event, decides every recorded command again and compares the events, checks the engine's invariants, proves
 * each lot's description, and compares the snapshot. Everything decided again up to there is reported lot by lot.
 * @throws UnknownAuction; EventLogCorrupt when the log is damaged before the auction is found in it
 */
export async function auditAuction(
  options: Options,
  onProgress: (progress: AuditProgress) => void = () => {},
): Promise<AuditReport> {
  const { log, documents } = options;
  const auction = await identified(options, onProgress);
  const stream = auctionStream(auction);
  const total = (await lastRevision(log, stream)) + 1;
  const chain = await followChain(log, stream, (done) => onProgress({ doing: 'verifying', done, total }));
  const again = await decideAgain(
    log,
    stream,
    documents === undefined ? undefined : { documents, auction },
    (done) => onProgress({ doing: 'deciding', done, total }),
  );
  const described = await again.catalogue.verify(log);
  const difference = earliest(earliest(chain.difference, again.difference), described.difference);
  const { state } = again.redecision;
  const lots = lotReports(state, again.ladders, described.titles);
  const sale = again.ladders.ofSale(state.paddles);
  return {
    proven: difference === null,
    difference,
    auction: {
      id: auction,
      number: state.details?.searchNumber ?? 0,
      title: state.details?.title ?? '',
      type: state.terms?.type ?? null,
      rules: state.terms?.rules ?? null,
      phase: state.phase,
      openAt: state.openAt,
      liveAt: state.liveAt,
      closedAt: state.closedAt,
    },
    events: total,
    commands: again.redecision.counts,
    headHash: chain.head,
    stateHash: stateHash(state),
    chained: chain.events,
    decidedAgain: again.redecision.counts.decided,
    described: described.proven,
    snapshot: again.snapshot,
    lots,
    sale,
    people: {},
    totals: totalsOf(lots),
  };
}

async function identified(
  options: Options,
  onProgress: (progress: AuditProgress) => void,
): Promise<AuctionId> {
  const { log } = options;
  if ('auctionId' in options) {
    if ((await lastRevision(log, auctionStream(options.auctionId))) >= 0) return options.auctionId;
    throw new UnknownAuction(options.auctionId);
  }
  const total = (await log.lastPosition()) + 1;
  const found = await findAuction(log, options.number, (position) =>
    onProgress({ doing: 'finding', done: position + 1, total }),
  );
  if (found === undefined) throw new UnknownAuction(`no. ${options.number}`);
  return found;
}

/** A stream whose end can't be read is followed as far as possible. */
async function lastRevision(log: EventLog, stream: string): Promise<number> {
  try {
    return await log.lastRevision(stream);
  } catch (error) {
    if (error instanceof EventLogCorrupt) return error.revision;
    throw error;
  }
}

const damaged = ({ stream, revision, position, message }: EventLogCorrupt): Difference => {
  return { found: 'damaged', stream, revision, position: position ?? null, what: message };
};

type Chain = { events: number; head: string; difference: Difference | null };

async function followChain(log: EventLog, stream: string, onRead: (events: number) => void): Promise<Chain> {
  let read = 0;
  let head = GENESIS_HASH;
  async function* counted(): AsyncGenerator<readonly RecordedEvent[]> {
    for await (const events of log.read(stream, { asStored: true })) {
      yield events;
      read += events.length;
      head = events.at(-1)?.meta.hash ?? head;
      onRead(read);
    }
  }
  try {
    const verdict = await verifyChain(counted());
    if (verdict.intact) return { events: verdict.events, head: verdict.head, difference: null };
    const { events, revision, position, what } = verdict;
    return { events, head, difference: { found: 'chain', stream, revision, position, what } };
  } catch (error) {
    if (!(error instanceof EventLogCorrupt)) throw error;
    return { events: read, head, difference: damaged(error) };
  }
}

type Again = {
  redecision: Redecision;
  ladders: Ladders;
  catalogue: CatalogueAudit;
  difference: Difference | null;
  snapshot: AuditReport['snapshot'];
};

async function decideAgain(
  log: EventLog,
  stream: string,
  kept: { documents: Documents; auction: AuctionId } | undefined,
  onRead: (events: number) => void,
): Promise<Again> {
  const redecision = new Redecision();
  const ladders = new Ladders();
  const catalogue = new CatalogueAudit();
  const found = kept === undefined ? undefined : await findSnapshot(kept.documents, kept.auction);
  const snapshot = found?.found === 'whole' ? found.snapshot : undefined;
  let outcome: AuditReport['snapshot'] =
    found === undefined || found.found === 'whole' ? 'not looked at' : found.found;
  let before: RecordedEvent | undefined;
  const compare = (): void => {
    if (snapshot?.state.version !== redecision.version || before === undefined) return;
    const sameState = stateHash(redecision.state) === stateHash(snapshot.state);
    outcome = sameState && snapshot.headHash === before.meta.hash ? 'agrees' : 'differs';
  };
  let broken: Difference | null = null;
  try {
    for await (const events of log.read(stream)) {
      for (const event of events) {
        // Beside live sales, other work of the thread comes in between.
        if (event.revision % EVENTS_A_TURN === 0) await turn();
        if (redecision.take(event)) compare();
        if (redecision.difference !== null) break;
        const own = auctionEvent(event);
        ladders.add(own, event);
        catalogue.add(own, event);
        before = event;
      }
      if (redecision.difference !== null) break;
      onRead((events.at(-1)?.revision ?? 0) + 1);
    }
    redecision.end();
    compare();
  } catch (error) {
    if (!(error instanceof EventLogCorrupt)) throw error;
    broken = damaged(error);
  }
  const first = earliest(redecision.difference, broken);
  // A snapshot of more events than the log holds was never reached.
  if (snapshot !== undefined && first === null && outcome === 'not looked at') outcome = 'differs';
  const ofSnapshot = snapshot !== undefined && outcome === 'differs' ? differing(stream, snapshot) : null;
  return { redecision, ladders, catalogue, difference: earliest(first, ofSnapshot), snapshot: outcome };
}

/** The engine made the snapshot from this log, so it covers earlier events. */
function differing(stream: string, { state, position }: Snapshot): Difference {
  const what = `the snapshot of the first ${state.version} events is not what the log folds to`;
  return { found: 'snapshot', stream, revision: state.version - 1, position, what };
}

function earliest(a: Difference | null, b: Difference | null): Difference | null {
  if (a === null || b === null) return a ?? b;
  return b.revision < a.revision ? b : a;
}
