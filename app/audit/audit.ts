import { setImmediate as turn } from 'node:timers/promises';
import { auctionEvent } from '@saleyard/command-api/engine/opening.ts';
import type { FoundSnapshot, Snapshot } from '@saleyard/command-api/engine/snapshot.ts';
import { stateHash } from '@saleyard/command-api/engine/state-codec.ts';
import { type AuctionId, auctionStream } from '@saleyard/domain/auction/ids.ts';
import { ChainCheck } from '@saleyard/platform/event-log/hash-chain.ts';
import { type EventLog, EventLogCorrupt, type RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { CatalogueAudit } from './descriptions.ts';
import { Differences, inOrder } from './differences.ts';
import { findAuction } from './find-auction.ts';
import { Ladders, lotReports, totalsOf } from './ladder.ts';
import { FromListings } from './listing-actors.ts';
import { Redecision } from './redecision.ts';
import type { AuditReport, Difference } from './report.ts';

/** Events that are decided again in one turn of the event loop: a few ms. */
const EVENTS_A_TURN = 50;

type Options = {
  log: EventLog;
  /** The snapshot of the sale, read before the log was opened; left out, no snapshot is compared. */
  snapshot?: FoundSnapshot;
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
 * Proves an auction, or names every wrong event: follows the chain of hashes from the
 * first event, decides every recorded command again and compares the events, checks the engine's invariants, proves
 * each lot's description, and compares the snapshot. It goes on after a difference; lots are reported as the rules decide
 * them, and ladders as they are stored.
 * @throws UnknownAuction; EventLogCorrupt when the log is damaged before the auction is found in it
 */
export async function auditAuction(
  options: Options,
  onProgress: (progress: AuditProgress) => void = () => {},
): Promise<AuditReport> {
  const { log } = options;
  const auction = await identified(options, onProgress);
  const stream = auctionStream(auction);
  const total = (await lastRevision(log, stream)) + 1;
  const chain = await followChain(log, stream, total - 1, (done) =>
    onProgress({ doing: 'verifying', done, total }),
  );
  const again = await decideAgain(
    log,
    stream,
    { chain: chain.differences, found: options.snapshot },
    (done) => onProgress({ doing: 'deciding', done, total }),
  );
  const described = await again.catalogue.verify(log);
  const found = inOrder([chain.differences, ...again.differences, described.differences]);
  const difference = found.listed[0] ?? null;
  const { state } = again.redecision;
  const naming = { paddles: state.paddles, listingActors: await again.fromListings.read(log) };
  const lots = lotReports(state, again.ladders, { ...naming, titles: described.titles });
  const sale = again.ladders.ofSale(naming);
  return {
    proven: difference === null,
    difference,
    differences: found.listed,
    differenceCount: found.count,
    auction: {
      id: auction,
      number: state.details?.searchNumber ?? 0,
      title: state.details?.title ?? '',
      type: state.terms?.type ?? null,
      rules: state.terms?.rules ?? null,
      phase: state.phase,
      cancelled: state.cancelledAt !== undefined,
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
    outages: again.ladders.outages,
    people: {},
    paddles: Object.fromEntries(state.paddles),
    totals: totalsOf(lots),
  };
}

/** The id of the sale that is meant. @throws UnknownAuction; EventLogCorrupt as `auditAuction` */
export async function identified(
  options: Pick<Options, 'log'> & ({ number: number } | { auctionId: AuctionId }),
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

/** Damaged events after which the chain is read on; a stream with more of them is past reading. */
const DAMAGED_LIMIT = 1_000;

type Chain = { events: number; head: string; differences: Differences };

/** Follows the chain to its end; an event that can't be read is reported and left out. */
async function followChain(
  log: EventLog,
  stream: string,
  last: number,
  onRead: (events: number) => void,
): Promise<Chain> {
  const chain = new ChainCheck();
  const differences = new Differences();
  while (chain.next <= last) {
    try {
      for await (const events of log.read(stream, { from: chain.next, asStored: true })) {
        for (const event of events) {
          const what = chain.check(event);
          const { revision, position } = event;
          if (what !== undefined) differences.add({ found: 'chain', stream, revision, position, what });
        }
        onRead(chain.next);
      }
      break;
    } catch (error) {
      if (!(error instanceof EventLogCorrupt)) throw error;
      differences.add(damaged(error));
      if (differences.count >= DAMAGED_LIMIT) break;
      chain.skip(Math.max(error.revision, chain.next));
    }
  }
  return { events: chain.intact, head: chain.head, differences };
}

type Again = {
  redecision: Redecision;
  ladders: Ladders;
  fromListings: FromListings;
  catalogue: CatalogueAudit;
  differences: readonly Differences[];
  snapshot: AuditReport['snapshot'];
};

async function decideAgain(
  log: EventLog,
  stream: string,
  { chain, found }: { chain: Differences; found: FoundSnapshot | undefined },
  onRead: (events: number) => void,
): Promise<Again> {
  const redecision = new Redecision();
  const ladders = new Ladders();
  const fromListings = new FromListings();
  const catalogue = new CatalogueAudit();
  const snapshot = found?.found === 'whole' ? found.snapshot : undefined;
  let outcome: AuditReport['snapshot'] =
    found === undefined || found.found === 'whole' ? 'not looked at' : found.found;
  let before: RecordedEvent | undefined;
  const compare = (): void => {
    if (redecision.differences.count > 0 || before === undefined) return;
    if (snapshot?.state.version !== redecision.version) return;
    const sameState = stateHash(redecision.state) === stateHash(snapshot.state);
    outcome = sameState && snapshot.headHash === before.meta.hash ? 'agrees' : 'differs';
  };
  const others = new Differences();
  let isRead = true;
  try {
    for await (const events of log.read(stream)) {
      for (const event of events) {
        // Other work of the thread comes in between: a progress bar, for example.
        if (event.revision % EVENTS_A_TURN === 0) await turn();
        if (redecision.take(event)) compare();
        if (redecision.isOver) break;
        const own = auctionEvent(event);
        try {
          ladders.add(own, event);
          fromListings.add(own, event);
          catalogue.add(own, event);
        } catch {
          // What the engine never writes; the decision shows it as a difference.
        }
        before = event;
      }
      if (redecision.isOver) break;
      onRead((events.at(-1)?.revision ?? 0) + 1);
    }
    redecision.end();
    compare();
  } catch (error) {
    if (!(error instanceof EventLogCorrupt)) throw error;
    // Nothing after it can be decided, since what it held is not known. The chain may have reported it.
    isRead = false;
    const known = chain.listed.some((one) => one.found === 'damaged' && one.revision === error.revision);
    if (!known) others.add(damaged(error));
  }
  // A snapshot of more events than the log holds was never reached.
  const isWhole = isRead && redecision.differences.count === 0;
  if (snapshot !== undefined && isWhole && outcome === 'not looked at') outcome = 'differs';
  if (snapshot !== undefined && outcome === 'differs') others.add(differing(stream, snapshot));
  const differences = [redecision.differences, others];
  return { redecision, ladders, fromListings, catalogue, differences, snapshot: outcome };
}

/** The engine made the snapshot from this log, so it covers earlier events. */
function differing(stream: string, { state, position }: Snapshot): Difference {
  const what = `the snapshot of the first ${state.version} events is not what the log folds to`;
  return { found: 'snapshot', stream, revision: state.version - 1, position, what };
}
