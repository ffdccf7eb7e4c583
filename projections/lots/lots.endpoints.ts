import {
  type CatalogueLot,
  LOTS_PAGE,
  type LotPage,
  type LotsQuery,
  PUBLIC_PAGE,
} from '@saleyard/contract/lots.ts';
import type { Answer } from '@saleyard/contract/operation.ts';
import { lotOperations } from '@saleyard/contract/operations/lots.ts';
import { type Endpoint, endpoint, type Paging, type Viewer } from '@saleyard/http/endpoint.ts';
import { isRefusal, refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { wholeListing } from '../listings/listings.endpoints.ts';
import { listingOfSale } from '../listings/listings.queries.ts';
import { findAuction, type StoredAuction } from '../sales/auctions.queries.ts';
import type { LotIndex } from '../search/lot-index.ts';
import type { WithBuyers } from './buyers.ts';
import type { Creators } from './creators.ts';
import type { LotCounts } from './lot-counts.ts';
import { lotsFitting } from './lot-filters.ts';
import {
  catalogueLot,
  filteredTotals,
  findLot,
  isCreatedBy,
  listLots,
  liveRecords,
  lotPage,
  lotsCreatedBy,
  placeInCatalogue,
} from './lots.queries.ts';
import type { OpenTexts } from './own-texts.ts';
import { WholeLists } from './whole-lists.ts';

/** A tile of the live room has one picture; the rest come with the lot itself. */
const TILE_PICTURES = 1;
const ALL_LOTS = Number.MAX_SAFE_INTEGER;

type LotsAnswer = { data: Answer<typeof lotOperations.lots>; paging: Paging };

const asTile = (lot: CatalogueLot): CatalogueLot =>
  lot.media.length > TILE_PICTURES ? { ...lot, media: lot.media.slice(0, TILE_PICTURES) } : lot;

const seesCreators = (viewer: Viewer | null): boolean =>
  viewer?.role === 'admin' || viewer?.role === 'auditor';

/** A sale's lots, and one lot. `account`: the viewer; public answers are the same for everyone. */
export function lotEndpoints(
  documents: Documents,
  index: LotIndex,
  parts: {
    counts: LotCounts;
    buyers: WithBuyers;
    creators: Creators;
    openTexts: OpenTexts;
    clock: Clock;
    /** The log position that the read models show. */
    reached: () => number;
  },
): Endpoint[] {
  const { counts, buyers, creators, openTexts, clock, reached } = parts;
  const wholeLists = new WholeLists<LotsAnswer>(clock, reached);
  /** Adds the creators of lots, for signed-in people, and the buyers' locations once the sale is closed. */
  const withPeople = async (
    lots: CatalogueLot[],
    { state }: StoredAuction,
    account: string | undefined,
  ): Promise<CatalogueLot[]> => {
    const listed = account === undefined ? lots : await creators.withCreators(lots);
    return state === 'closed' ? buyers(listed) : listed;
  };

  type Asked = { auction: StoredAuction; query: LotsQuery; viewer: Viewer | null };

  const listOf = async (
    { auction, query, viewer }: Asked,
    mine: ReadonlySet<string>,
    limit: number,
  ): Promise<LotsAnswer> => {
    const { page } = query;
    const found = query.q === undefined ? null : await index.inSale(auction._id, query.q);
    const { lots, total } = await listLots(documents, auction._id, query, limit, found);
    const isNarrowed = found !== null || lotsFitting(query) !== null;
    const totalTable = isNarrowed
      ? await filteredTotals(documents, auction._id, query, found)
      : auction.totalTable;
    const listed = lots.map((lot) => catalogueLot(lot, auction, mine.has(lot._id)));
    const shown =
      query.mode === 'live'
        ? await liveRecords(documents, listed.map(asTile), auction, seesCreators(viewer))
        : await withPeople(listed, auction, viewer?._id);
    const paging = { page, limit: limit === ALL_LOTS ? Math.max(1, total) : limit, total };
    return { data: { lots: shown, totalTable }, paging };
  };

  const lotsOf = async (
    numberOrId: string,
    query: LotsQuery,
    viewer: Viewer | null,
    position: number | null = null,
  ) => {
    const account = viewer?._id;
    const auction = await findAuction(documents, numberOrId, { hidden: account !== undefined });
    if (auction === undefined) return refusal('not-found');
    const asked = { auction, query, viewer };
    const mine = await lotsCreatedBy(documents, auction._id, account);
    if (query.mode === undefined) return listOf(asked, mine, Math.min(query.limit ?? LOTS_PAGE, PUBLIC_PAGE));
    const make = () => listOf(asked, mine, query.limit ?? ALL_LOTS);
    // Sellers in the sale see which lots are theirs.
    const reader = mine.size > 0 ? account : account !== undefined;
    const key = JSON.stringify([auction._id, reader, seesCreators(viewer), query]);
    return wholeLists.get(key, { position, person: account ?? null }, make);
  };
  const lotOf = async (numberOrId: string, viewer: Viewer | null, isView = false) => {
    const account = viewer?._id;
    const found = await findLot(documents, numberOrId);
    const auction = found && (await findAuction(documents, found.auction, { hidden: account !== undefined }));
    if (found === undefined || auction === undefined) return refusal('not-found');
    const mine = await isCreatedBy(documents, found._id, account);
    if (isView && account !== undefined) await counts.viewed(found._id, account);
    const [shown = catalogueLot(found, auction, mine)] = await withPeople(
      [catalogueLot(found, auction, mine)],
      auction,
      account,
    );
    const [lot, counted, catalogue, agentPhone] = await Promise.all([
      // Auditors see no contacts, which private texts may hold.
      lotPage({ documents, openTexts }, shown, auction, {
        isStaff: viewer?.role === 'admin',
        isAuditor: viewer?.role === 'auditor',
      }),
      counts.of(found._id),
      placeInCatalogue(documents, found),
      account === undefined || viewer?.role === 'auditor' ? null : creators.agentPhone(found._id),
    ]);
    if (lot === undefined) return refusal('not-found');
    return {
      data: { lot: { ...lot, ...counted, catalogue, ...(agentPhone !== null && { agentPhone }) } },
    };
  };
  return [
    endpoint(lotOperations.lots, ({ params, query, viewer, position }) =>
      lotsOf(params.auction, query, viewer, position),
    ),
    endpoint(lotOperations.lotsPublicInfo, ({ params, query, position }) =>
      lotsOf(params.auction, query, null, position),
    ),
    endpoint(lotOperations.creatorLogo, async ({ params: { lot, file } }) => {
      const logo = await creators.logo(lot, file);
      return logo === null ? refusal('not-found') : { data: logo };
    }),
    endpoint(lotOperations.lot, async ({ params, query, viewer }) => {
      const shown = await lotOf(params.lot, viewer, query.trackView);
      if (!isRefusal(shown) || query.mode !== 'full' || viewer === null) return shown;
      const own = await listingOfSale(documents, params.lot, viewer._id);
      const lot = own && (await wholeListing({ documents, clock, openTexts }, own));
      return lot === undefined ? shown : { data: { lot: lot as unknown as LotPage } };
    }),
    endpoint(lotOperations.lotPublicInfo, ({ params }) => lotOf(params.lot, null)),
  ];
}
