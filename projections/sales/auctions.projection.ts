import type { AuctionSummary, PublicAuction } from '@saleyard/contract/auctions.ts';
import type { LotsPage } from '@saleyard/contract/lots.ts';
import { publicAuction } from '@saleyard/domain/auction/public-view.ts';
import { settingsOf, VIEW_DETAILS_DAYS } from '@saleyard/domain/auction/sale-settings.ts';
import { isOffered, resultOf } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { AuctionDetails } from '@saleyard/domain/auction/terms.ts';
import type { Projection } from '../projection.ts';
import { lotChoices, lotPictures, resultTable, totalTable } from './tables.ts';

export const AUCTIONS = 'auctions';

/** A stored auction: its public fields, and the totals of its catalogue. */
export type AuctionDocument = AuctionSummary & {
  totalTable: LotsPage['totalTable'];
  /** Bidders with a public bid. */
  bidders: number;
  /** Of its entries in calendars (RFC 5545): higher after each change of the schedule. Omitted by version 4. */
  calendarSequence?: number;
};

/** The sale as lists and its own page show it. A sale without a schedule is not kept. */
export const auctionsProjection: Projection = {
  name: 'auctions',
  version: 5,
  // Version 1 has no `pictures`, which readers may do without; version 2 has another `maxWeight`. Version 3
  // has no `stoppedTime`, and version 4 no `calendarSequence`, which readers may do without.
  readsSince: 1,
  collections: [{ name: AUCTIONS, indexes: [{ keys: { searchNumber: 1 } }, { keys: { state: 1 } }] }],
  of: 'auction',
  project({ id: auction, before, after, descriptions }) {
    const { details } = after;
    if (after.terms === null || details === null || !isSeenDifferently(before, after)) return [];
    const document: AuctionDocument = {
      ...(publicAuction(after, auction) satisfies PublicAuction),
      ...presentation(details),
      ...lotChoices(after.lots, descriptions),
      pictures: lotPictures(after.lots, descriptions),
      cancelled: after.cancelledAt !== undefined,
      resultTable: after.phase === 'closed' ? resultTable(after.lots, descriptions) : null,
      totalTable: totalTable(after.lots, descriptions),
      bidders: after.paddles.size,
      calendarSequence: (after.scheduledIn ?? 0) + (after.cancelledAt === undefined ? 0 : 1),
    };
    return [{ op: 'put', collection: AUCTIONS, id: auction, document }];
  },
};

/** How the sale is presented, by its settings. */
function presentation(details: AuctionDetails) {
  const { imageUrl, logoUrl, viewDetailsDays, specificAgents, ...settings } = settingsOf(details);
  return {
    ...settings,
    kind: details.kind,
    image: { url: imageUrl },
    logo: { url: logoUrl },
    privateSale: !details.public,
    viewDetailsDays: viewDetailsDays ?? VIEW_DETAILS_DAYS,
    addNewLotToSpecificAgents: specificAgents !== null,
    specificAgents: specificAgents ?? [],
  };
}

/** Bids change an auction's own document only when they add a bidder or move a synchronous sale's end. */
function isSeenDifferently(before: AuctionState, after: AuctionState): boolean {
  const own = [
    'phase',
    'details',
    'terms',
    'openAt',
    'liveAt',
    'finishAt',
    'frozenAt',
    'pausedAt',
    'timersStoppedAt',
    'closedAt',
    'cancelledAt',
    'announcement',
    'reopenable',
  ] as const;
  return (
    own.some((part) => before[part] !== after[part]) ||
    before.paddles.size !== after.paddles.size ||
    before.lots.length !== after.lots.length ||
    after.lots.some((lot, index) => isCountedDifferently(before.lots[index], lot, after.phase))
  );
}

type Lot = AuctionState['lots'][number];

function isCountedDifferently(before: Lot | undefined, lot: Lot, phase: AuctionState['phase']): boolean {
  if (before === lot) return false;
  return (
    before?.terms !== lot.terms ||
    isOffered(before) !== isOffered(lot) ||
    (phase === 'closed' && resultOf(before) !== resultOf(lot))
  );
}
