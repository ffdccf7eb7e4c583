import { AUCTION_STATES, type AuctionSummary, type AuctionsQuery } from '@saleyard/contract/auctions.ts';
import type { Documents, Filter, Stored } from '@saleyard/platform/documents/port.ts';
import { AUCTIONS, type AuctionDocument, auctionsProjection } from './auctions.projection.ts';

export type StoredAuction = Stored<AuctionDocument>;

/** What anyone who may see the auction sees of it. */
export function summaryOf({ totalTable: _, bidders: __, ...summary }: StoredAuction): AuctionSummary {
  return summary;
}

/** An auction by its number or its id; hidden ones only when `hidden`. */
export async function findAuction(
  documents: Documents,
  numberOrId: string,
  { hidden }: { hidden: boolean },
): Promise<StoredAuction | undefined> {
  const found = /^\d{1,15}$/.test(numberOrId)
    ? (await documents.find<AuctionDocument>(AUCTIONS, { searchNumber: Number(numberOrId) }, { limit: 1 }))[0]
    : await documents.get<AuctionDocument>(AUCTIONS, numberOrId);
  return found === undefined || (!found.public && !hidden) ? undefined : found;
}

const NOT_CLOSED = AUCTION_STATES.filter((state) => state !== 'closed');

/** One page of the auctions in some states, by liveAt, and how many there are. */
export async function listAuctions(
  documents: Documents,
  { state, page, limit, sortDirection }: AuctionsQuery,
  { hidden }: { hidden: boolean },
): Promise<{ auctions: StoredAuction[]; total: number }> {
  const states = state?.split(',') ?? NOT_CLOSED;
  const filter: Filter = { state: { $in: states }, ...(!hidden && { public: true }) };
  const resultsOnly = states.every((name) => name === 'closed');
  const down = sortDirection === undefined ? resultsOnly : isDown(sortDirection);
  const options = { sort: { liveAt: down ? -1 : 1 }, skip: (page - 1) * limit, limit } as const;
  const [auctions, total] = await Promise.all([
    documents.find<AuctionDocument>(AUCTIONS, filter, options),
    documents.count(AUCTIONS, filter),
  ]);
  return { auctions, total };
}

/** Auctions by their ids, in no order. */
export function auctionsById(documents: Documents, ids: readonly string[]): Promise<StoredAuction[]> {
  return documents.find<AuctionDocument>(AUCTIONS, { _id: { $in: [...new Set(ids)] } });
}

export const isDown = (direction: string | undefined): boolean => direction === '-1' || direction === 'desc';

/** The ids of the auctions that are not closed, and the position up to which that is shown. It may be behind the log. */
export async function openSales(documents: Documents): Promise<{ auctions: string[]; position: number }> {
  const position = await documents.checkpoint(auctionsProjection.name);
  const open = await documents.find<AuctionDocument>(AUCTIONS, { state: { $in: NOT_CLOSED } });
  return { auctions: open.map(({ _id }) => _id), position };
}
