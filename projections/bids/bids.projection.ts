import type { OwnAutoBid, OwnBid } from '@saleyard/contract/bids.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { evolve, fold } from '@saleyard/domain/auction/evolve.ts';
import { type BidderId, isOnFloor, VENDOR } from '@saleyard/domain/auction/ids.ts';
import { autoBidShown, bidsMadeBy, ownBidShown } from '@saleyard/domain/auction/own-bids.ts';
import { lotIn } from '@saleyard/domain/auction/standing.ts';
import type { LotState } from '@saleyard/domain/auction/state.ts';
import type { DocumentWrite } from '@saleyard/platform/documents/port.ts';
import type { AuctionChange, Projection } from '../projection.ts';

export const OWN_BIDS = 'own-bids';
export const OWN_AUTO_BIDS = 'own-auto-bids';

/**
 * An account's newest accepted bid on a lot, also one that their auto-bid made. Bids on a withdrawn lot are kept, in
 * case it is put back [C3], but not listed.
 */
export type OwnBidDocument = OwnBid & { account: string };
/** An account's auto-bid on a lot; `active` while it would still answer a higher bid. */
export type OwnAutoBidDocument = OwnAutoBid & { account: string };

const byAccount = [{ keys: { account: 1, auction: 1 } }] as const;

export const bidsProjection: Projection = {
  name: 'bids',
  version: 6,
  readsSince: 1,
  collections: [
    { name: OWN_BIDS, indexes: byAccount },
    { name: OWN_AUTO_BIDS, indexes: byAccount },
  ],
  of: 'auction',
  project: (change) => [...bidWrites(change), ...autoBidWrites(change)],
};

const idOf = (lot: string, account: BidderId): string => `${lot}:${account}`;

function bidWrites({ id: auction, before, events }: AuctionChange): DocumentWrite[] {
  const writes = new Map<string, DocumentWrite>();
  const put = (account: BidderId, bid: Omit<OwnBid, 'auction'>) => {
    const id = idOf(bid.lot, account);
    const document: OwnBidDocument = { account, auction, ...bid };
    writes.set(id, { op: 'put', collection: OWN_BIDS, id, document });
  };
  for (const [index, event] of events.entries()) {
    if (event.type === 'FloorBidRetracted') {
      const { lot: on, bidder } = event.data;
      const state = fold(events.slice(0, index), before);
      const lot = lotIn(evolve(state, event), on);
      // Its bidder, and the one whose auto-bid answered it.
      for (const account of new Set([bidder, lotIn(state, on)?.leader ?? VENDOR])) {
        if (lot === undefined || account === VENDOR || isOnFloor(account)) continue;
        const bid = ownBidShown(lot, account);
        const id = idOf(on, account);
        if (bid === null) writes.set(id, { op: 'delete', collection: OWN_BIDS, id });
        else put(account, bid);
      }
    }
    for (const { bidder, ...bid } of bidsMadeBy(event)) put(bidder, { ...bid, at: event.data.at });
  }
  return [...writes.values()];
}

function autoBidWrites({ id: auction, before, after, events }: AuctionChange): DocumentWrite[] {
  const named = biddersByLot(events);
  const taken = new Set(
    events.flatMap(({ type, data }) => (type === 'SealedAutoBidsTaken' ? [data.lot] : [])),
  );
  const writes: DocumentWrite[] = [];
  for (const [index, lot] of after.lots.entries()) {
    const earlier = before.lots[index];
    if (lot === earlier || lot.autoBids.size === 0) continue;
    const mayBeAny = taken.has(lot.terms.lot) || earlier?.phase !== lot.phase || earlier.terms !== lot.terms;
    const accounts = mayBeAny ? lot.autoBids.keys() : candidates(earlier, lot, named.get(lot.terms.lot));
    for (const account of accounts) {
      const document = ownAutoBid(auction, lot, account);
      const known = earlier && ownAutoBid(auction, earlier, account);
      if (document === null || isSame(document, known)) continue;
      const id = idOf(lot.terms.lot, account);
      writes.push({ op: 'put', collection: OWN_AUTO_BIDS, id, document });
    }
  }
  return writes;
}

function biddersByLot(events: readonly AuctionEvent[]): Map<string, BidderId[]> {
  const bidders = new Map<string, BidderId[]>();
  for (const event of events) {
    if (event.type !== 'AutoBidAccepted' && event.type !== 'AutoBidStopped') continue;
    const { lot, bidder } = event.data.command;
    bidders.set(lot, [...(bidders.get(lot) ?? []), bidder]);
  }
  return bidders;
}

/**
 * Bidders whose auto-bid may have changed: within a phase, those who set or stopped one and past and current leaders.
 * One that was outbid is active again only if its bidder leads again [C1]. A change of phase or of the lot's terms
 * may affect any, and so may sealed auto-bids that were taken in a phase which is over again.
 */
function candidates(earlier: LotState, lot: LotState, named: readonly BidderId[] = []): Iterable<BidderId> {
  return new Set([...named, earlier.leader ?? VENDOR, lot.leader ?? VENDOR]);
}

function ownAutoBid(auction: string, lot: LotState, account: BidderId): OwnAutoBidDocument | null {
  const autoBid = lot.autoBids.get(account);
  if (autoBid === undefined) return null;
  return { account, auction, lot: lot.terms.lot, ...autoBidShown(lot, autoBid) };
}

function isSame(document: OwnAutoBidDocument, known: OwnAutoBidDocument | null | undefined): boolean {
  const { cents, active, stopped, placedBy } = document;
  return (
    cents === known?.cents &&
    active === known.active &&
    stopped === known.stopped &&
    placedBy === known.placedBy
  );
}
