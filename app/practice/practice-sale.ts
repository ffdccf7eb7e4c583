import type { PracticeLotResult, PracticeSale } from '@saleyard/contract/practice.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold, initialState } from '@saleyard/domain/auction/evolve.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import {
  bidsProjection,
  OWN_AUTO_BIDS,
  OWN_BIDS,
  type OwnAutoBidDocument,
  type OwnBidDocument,
} from '@saleyard/projections/bids/bids.projection.ts';
import { NO_DESCRIPTIONS } from '@saleyard/projections/lots/descriptions.ts';
import { LOTS, lotsProjection } from '@saleyard/projections/lots/lots.projection.ts';
import { catalogueLot, type StoredLot } from '@saleyard/projections/lots/lots.queries.ts';
import type { AuctionChange, Projection } from '@saleyard/projections/projection.ts';
import { auctionsProjection } from '@saleyard/projections/sales/auctions.projection.ts';
import { type StoredAuction, summaryOf } from '@saleyard/projections/sales/auctions.queries.ts';
import { othersLimitCents } from './rivals.ts';

/** A practice sale as its stream describes it. `startedAt`, `lastAt`: when its first and its last event was stored, ms. */
export type ReadPractice = {
  auction: string;
  state: AuctionState;
  events: readonly AuctionEvent[];
  startedAt: number;
  lastAt: number;
};

/** Reads a practice sale; null when there is no such sale. @throws EventLogUnavailable */
export async function readPractice(
  log: Pick<EventLog, 'read'>,
  auction: string,
): Promise<ReadPractice | null> {
  const fold = new AuctionFold();
  const events: RecordedEvent<AuctionEvent>[] = [];
  for await (const batch of log.read(auctionStream(auction))) {
    for (const event of batch as RecordedEvent<AuctionEvent>[]) {
      fold.apply(event);
      events.push(event);
    }
  }
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { auction, state: fold.state, events, startedAt: first.meta.at, lastAt: last.meta.at };
}

/** A practice sale as its learner sees it, made by the rules of every read model but kept in none. */
export function practiceSaleOf(
  { auction, state: after, events }: ReadPractice,
  learner: string,
): Omit<PracticeSale, 'running'> | null {
  const change: AuctionChange = {
    id: auction,
    before: initialState,
    after,
    events,
    descriptions: NO_DESCRIPTIONS,
    revision: after.version - 1,
  };
  const [sale] = documents<StoredAuction>(auctionsProjection, change);
  if (sale === undefined) return null;
  const lots = documents<StoredLot>(lotsProjection, change, LOTS);
  const own = <T extends { account: string }>(collection: string) =>
    documents<T>(bidsProjection, change, collection).filter(({ account }) => account === learner);
  const bids = own<OwnBidDocument>(OWN_BIDS)
    .filter(({ lot }) => !after.lots.some(({ terms, withdrawn }) => withdrawn && terms.lot === lot))
    .map(({ account: _, ...bid }) => bid);
  const autobids = own<OwnAutoBidDocument>(OWN_AUTO_BIDS).map(({ lot, cents, active, stopped }) => {
    return { auction, lot, cents, active, ...(stopped && { stopped }) };
  });
  return {
    auction: summaryOf(sale),
    lots: lots.map((lot) => catalogueLot(lot, sale, false)),
    bids,
    autobids,
    level: after.details?.practice?.level ?? 'relaxed',
    results: after.lots
      .filter((lot) => lot.phase === 'closed' && !lot.withdrawn)
      .map((lot) => resultOf(after, lot, learner, events)),
  };
}

/** What a projection makes of a whole stream, as if it had been stored. */
function documents<T>(projection: Projection, change: AuctionChange, collection?: string): T[] {
  if (projection.of !== 'auction') return [];
  return projection.project(change).flatMap((write) => {
    if (write.op !== 'put' || (collection !== undefined && write.collection !== collection)) return [];
    return [{ ...write.document, _id: write.id } as T];
  });
}

function resultOf(
  state: AuctionState,
  lot: LotState,
  learner: string,
  events: readonly AuctionEvent[],
): PracticeLotResult {
  const ownBestCents = bestOf(lot.terms.lot, learner, events);
  const sold = lot.status === 'sold';
  const tried = ownBestCents === null ? 'not-tried' : 'lost';
  return {
    lot: lot.terms.lot,
    outcome: !sold ? 'passed-in' : lot.leader === learner ? 'won' : tried,
    priceCents: lot.currentBidCents,
    ownBestCents,
    othersLimitCents: othersLimitCents(state, lot, learner),
  };
}

/** The most a person's accepted bids and auto-bids on a lot went to; null without one. */
function bestOf(lot: string, learner: string, events: readonly AuctionEvent[]): number | null {
  let best: number | null = null;
  for (const event of events) {
    if (event.type !== 'BidAccepted' && event.type !== 'AutoBidAccepted') continue;
    const { command } = event.data;
    if (command.type === 'vendorBid' || command.lot !== lot || command.bidder !== learner) continue;
    best = Math.max(best ?? 0, command.type === 'autoBid' ? command.maxCents : command.cents);
  }
  return best;
}
