import { type CatalogueLot, LOTS_PAGE, type LotsQuery } from '@saleyard/contract/lots.ts';
import { lotOperations } from '@saleyard/contract/operations/lots.ts';
import { type Endpoint, endpoint, type Viewer } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { findAuction, type StoredAuction } from '../sales/auctions.queries.ts';
import type { LotIndex } from '../search/lot-index.ts';
import type { WithBuyers } from './buyers.ts';
import type { Creators } from './creators.ts';
import { liveLots } from './live-lots.queries.ts';
import type { LotCounts } from './lot-counts.ts';
import { catalogueLot, findLot, isCreatedBy, listLots, lotPage, lotsCreatedBy } from './lots.queries.ts';
import type { OpenTexts } from './own-texts.ts';

/** A sale's lots, and one lot. `account`: the viewer; public answers are the same for everyone. */
export function lotEndpoints(
  documents: Documents,
  index: LotIndex,
  parts: { counts: LotCounts; buyers: WithBuyers; creators: Creators; openTexts: OpenTexts },
): Endpoint[] {
  const { counts, buyers, creators, openTexts } = parts;
  /** Adds the creators of lots, for signed-in people, and the buyers' locations once the sale is closed. */
  const withPeople = async (
    lots: CatalogueLot[],
    { state }: StoredAuction,
    account: string | undefined,
  ): Promise<CatalogueLot[]> => {
    const listed = account === undefined ? lots : await creators.withCreators(lots);
    return state === 'closed' ? buyers(listed) : listed;
  };

  const lotsOf = async (numberOrId: string, query: LotsQuery, account?: string) => {
    const auction = await findAuction(documents, numberOrId, { hidden: account !== undefined });
    if (auction === undefined) return refusal('not-found');
    const { totalTable } = auction;
    const { page, limit = LOTS_PAGE } = query;
    const mine = await lotsCreatedBy(documents, auction._id, account);
    const found = query.q === undefined ? null : await index.inSale(auction._id, query.q);
    if (query.mode === 'live') {
      const { lots, ...paging } = await liveLots(documents, auction, query, mine, found);
      return { data: { lots, totalTable }, paging: { page, ...paging } };
    }
    const { lots, total } = await listLots(documents, auction._id, query, limit, found);
    const catalogued = lots.map((lot) => catalogueLot(lot, auction, mine.has(lot._id)));
    const shown = await withPeople(catalogued, auction, account);
    return { data: { lots: shown, totalTable }, paging: { page, limit, total } };
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
    const page = lotPage({ documents, openTexts }, shown, auction, { isStaff: viewer?.role != null });
    const [lot, counted] = await Promise.all([page, counts.of(found._id)]);
    return lot === undefined ? refusal('not-found') : { data: { lot: { ...lot, ...counted } } };
  };
  return [
    endpoint(lotOperations.lots, ({ params, query, viewer }) => lotsOf(params.auction, query, viewer?._id)),
    endpoint(lotOperations.lotsPublicInfo, ({ params, query }) => lotsOf(params.auction, query)),
    endpoint(lotOperations.creatorLogo, async ({ params: { lot, file } }) => {
      const logo = await creators.logo(lot, file);
      return logo === null ? refusal('not-found') : { data: logo };
    }),
    endpoint(lotOperations.lot, ({ params, query, viewer }) => lotOf(params.lot, viewer, query.trackView)),
    endpoint(lotOperations.lotPublicInfo, ({ params }) => lotOf(params.lot, null)),
  ];
}
