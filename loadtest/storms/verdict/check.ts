import { auctionEvent } from '@saleyard/command-api/engine/opening.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { lotFinishAt, lotIn } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { Journal } from '../read-journal.ts';
import { type BidCounts, checkBids, type LoggedBid, loggedBid } from './bids-in-log.ts';
import { Failures, type FoundFailure } from './failures.ts';
import { ViewCheck } from './views-in-log.ts';

/** What was planned, as far as the verdict needs it. */
export type Stormed = {
  sale: { id: string; lots: readonly string[] };
  /** Accounts of the bidders, by their place in the plan. */
  accounts: readonly string[];
  /** The names of all clients that were to be there. */
  clients: readonly string[];
  /** The server's clock minus the clients', ms, and by how much that may be wrong. */
  clock: { offsetMs: number; errorMs: number };
};

export type Checked = {
  faults: readonly FoundFailure[];
  bids: BidCounts;
  /** Views and lots held against the log, and clients whose last view was. */
  views: { views: number; lots: number; clients: number };
  /** The bids as logged, for what is measured by them. */
  logged: readonly LoggedBid[];
  events: number;
};

/**
 * Checks a storm against the log: folds the sale's events once and holds against them every answered bid
 * and every view that the journal has. Finds nothing when each acknowledged bid is in the log exactly once and as
 * answered, no bid was accepted after its deadline, and every client's views are the log's own, the last one too.
 */
export async function checkStorm(
  events: AsyncIterable<readonly RecordedEvent[]>,
  journal: Journal,
  stormed: Stormed,
): Promise<Checked> {
  const faults = new Failures();
  const fold = new AuctionFold();
  const views = new ViewCheck(journal.views, stormed.sale, faults);
  const logged: LoggedBid[] = [];
  const closedAt = new Map<string, number>();
  let revision = -1;
  for await (const batch of events) {
    for (const recorded of batch) {
      const event = auctionEvent(recorded);
      revision = recorded.revision;
      const bid = loggedBid(event, revision, recorded.meta.commandId);
      if (bid !== null) {
        logged.push(bid);
        const late = fold.read((state) => lateness(state, bid));
        if (late !== null) faults.add('late', `revision ${revision}: ${late}`);
      }
      if (event.type === 'LotsClosed')
        for (const { lot } of event.data.lots) closedAt.set(lot, event.data.at);
      fold.apply(event);
      views.at(revision, fold);
    }
  }
  const bids = checkBids(
    journal.bids,
    logged,
    { lots: stormed.sale.lots, accounts: stormed.accounts },
    faults,
  );
  for (const { commandId, outcome, sentAt, lot } of journal.bids) {
    const closed = closedAt.get(stormed.sale.lots[lot] ?? '');
    if (outcome !== 'accepted' || closed === undefined) continue;
    const afterMs = sentAt + stormed.clock.offsetMs - closed;
    if (afterMs > stormed.clock.errorMs)
      faults.add('late', `${commandId} was sent ${afterMs} ms after lot ${lot} closed, and accepted`);
  }
  views.end(revision, fold, stormed.clients);
  for (const { client, what } of journal.faults) faults.add('client', `${client}: ${what}`);
  for (const line of journal.strange)
    faults.add('run', `the journal has a line that is no record: ${line.slice(0, 200)}`);
  return { faults: faults.list, bids, views: views.counts, logged, events: revision + 1 };
}

/** Why an accepted bid came too late for the lot as the log had it; null when it did not. */
function lateness(state: AuctionState, { outcome, by, lot: id, at }: LoggedBid): string | null {
  const lot = lotIn(state, id);
  if (outcome !== 'accepted' || lot === undefined) return null;
  const finishAt = lotFinishAt(state, lot);
  if (lot.phase === 'closed') return `accepted on ${id}, which was closed`;
  // An auto-bid may be set before its lot is live, when no deadline runs.
  if (by === 'bid' && lot.phase !== 'live') return `accepted on ${id}, which was ${lot.phase}`;
  const isRunning = lot.phase === 'live' && lot.timerStoppedAt === null && finishAt !== null;
  return isRunning && at >= finishAt ? `accepted ${at - finishAt} ms after the deadline of ${id}` : null;
}
