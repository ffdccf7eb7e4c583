import { AUCTION_STATES, type AuctionSummary, type AuctionsQuery } from '@saleyard/contract/auctions.ts';
import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
import { type KindType, kindsLike, type State } from '@saleyard/domain/listing/stock.ts';
import type { Documents, Filter, Stored } from '@saleyard/platform/documents/port.ts';
import { lotsFitting } from '../lots/lot-filters.ts';
import { LOTS } from '../lots/lots.projection.ts';
import { AUCTIONS, type AuctionDocument, auctionsProjection } from './auctions.projection.ts';

export type StoredAuction = Stored<AuctionDocument>;

/** An auction as a viewer sees it. `account`: the viewer; of its specific agents, they see only themselves. */
export function summaryOf(
  { totalTable: _, bidders: __, calendarSequence: ___, specificAgents, ...summary }: StoredAuction,
  account?: string,
): AuctionSummary {
  return { ...summary, specificAgents: specificAgents.filter((agent) => agent === account) };
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

/** The fields of an auction that its listings need, by its number or its id; null: there is none. */
export async function saleForListings(documents: Documents, numberOrId: string) {
  const found = await findAuction(documents, numberOrId, { hidden: true });
  if (found === undefined) return null;
  const { _id, kindData, state, cancelled, openAt, liveAt, addLotOpenTimer, editLotDisabledAt } = found;
  return {
    _id,
    kind: kindData.type,
    state,
    cancelled,
    openAt,
    liveAt,
    addLotOpenTimer,
    editLotDisabledAt,
    specificAgents: found.addNewLotToSpecificAgents ? found.specificAgents : null,
    tabs: found.requiresTabs ? found.auctionTabs.map(({ tabName }) => tabName) : null,
  };
}

const NOT_CLOSED = AUCTION_STATES.filter((state) => state !== 'closed');

/** A condition for sales of a kind, with lots of an assessor type, and with lots in one of some states. */
function salesFitting({
  kind,
  saleState,
  assessorType,
}: {
  kind?: KindType;
  saleState?: readonly State[];
  assessorType?: readonly string[];
}): Filter {
  return {
    ...(kind !== undefined && { 'kindData.type': { $in: kindsLike(kind) } }),
    ...(saleState?.length && { 'location.state': { $in: saleState } }),
    ...(assessorType?.length && { 'lotFilters.assessorType': { $in: assessorType } }),
  };
}

/** The auctions that have a listed lot that matches all filters. */
async function withFittingLot(
  documents: Documents,
  auctions: readonly StoredAuction[],
  filters: LotFilters,
): Promise<readonly StoredAuction[]> {
  const fitting = lotsFitting(filters);
  if (fitting === null) return auctions;
  const fits = await Promise.all(
    auctions.map(async ({ _id: auction }) => {
      const filter: Filter = { auction, withdrawn: false, ...fitting };
      return (await documents.find(LOTS, filter, { limit: 1 })).length > 0;
    }),
  );
  return auctions.filter((_, index) => fits[index]);
}

/** The most sales whose lots are searched for a list with lot filters. */
const LOOKED_AT = 1_000;

/** One page of the auctions in some states, by liveAt, and their number. */
export async function listAuctions(
  documents: Documents,
  { state, page, limit, sortDirection, kind, saleState, sort: _, sortField: __, ...filters }: AuctionsQuery,
  { hidden }: { hidden: boolean },
): Promise<{ auctions: readonly StoredAuction[]; total: number }> {
  const states = state?.split(',') ?? NOT_CLOSED;
  const filter: Filter = {
    state: { $in: states },
    ...(!hidden && { public: true }),
    ...salesFitting({
      ...(kind && { kind }),
      ...(saleState && { saleState }),
      ...(filters.assessorType && { assessorType: filters.assessorType }),
    }),
  };
  const resultsOnly = states.every((name) => name === 'closed');
  const down = sortDirection === undefined ? resultsOnly : isDown(sortDirection);
  const sort = { liveAt: down ? -1 : 1 } as const;
  if (lotsFitting(filters) !== null) {
    const found = await documents.find<AuctionDocument>(AUCTIONS, filter, { sort, limit: LOOKED_AT });
    const fitting = await withFittingLot(documents, found, filters);
    return { auctions: fitting.slice((page - 1) * limit, page * limit), total: fitting.length };
  }
  const options = { sort, skip: (page - 1) * limit, limit };
  const [auctions, total] = await Promise.all([
    documents.find<AuctionDocument>(AUCTIONS, filter, options),
    documents.count(AUCTIONS, filter),
  ]);
  return { auctions, total };
}

/** The public auctions that go live after `from` and not after `to`, ms since the epoch. Unordered. */
export function auctionsToGoLive(documents: Documents, from: number, to: number): Promise<StoredAuction[]> {
  return documents.find<AuctionDocument>(AUCTIONS, {
    state: { $in: ['future', 'open'] },
    public: true,
    cancelled: false,
    liveAt: { $gt: from, $lte: to },
  });
}

/** Auctions by their ids, unordered. */
export function auctionsById(documents: Documents, ids: readonly string[]): Promise<StoredAuction[]> {
  return documents.find<AuctionDocument>(AUCTIONS, { _id: { $in: [...new Set(ids)] } });
}

export const isDown = (direction: string | undefined): boolean => direction === '-1' || direction === 'desc';

/** The ids of the auctions that are not closed, and the position of that state. It may be behind the log. */
export async function openSales(documents: Documents): Promise<{ auctions: string[]; position: number }> {
  const position = await documents.checkpoint(auctionsProjection.name);
  const open = await documents.find<AuctionDocument>(AUCTIONS, { state: { $in: NOT_CLOSED } });
  return { auctions: open.map(({ _id }) => _id), position };
}
