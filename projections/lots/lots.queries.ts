import { listedLinks, mediaRecord } from '@saleyard/contract/lot-attachments.ts';
import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
import type {
  CatalogueLot,
  ListedLot,
  LOT_SORTS,
  LotPage,
  LotsPage,
  LotsQuery,
} from '@saleyard/contract/lots.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { detailGroups } from '@saleyard/domain/listing/forms/detail-groups.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { SENT_AS } from '@saleyard/domain/listing/price-names.ts';
import type { Documents, Filter, Stored } from '@saleyard/platform/documents/port.ts';
import { orWhileBuilding } from '@saleyard/platform/documents/versioned-documents.ts';
import { LISTING_CONTENTS, type ListingContentDocument } from '../listings/listings.projection.ts';
import type { StoredAuction } from '../sales/auctions.queries.ts';
import { isDown } from '../sales/auctions.queries.ts';
import { PRACTICE_LOTS, type PracticeLotDocument, practiceProjection } from '../sales/practice.projection.ts';
import { NOT_STATED } from '../sales/tables.ts';
import { lotsFitting } from './lot-filters.ts';
import {
  LOT_PAGES,
  LOTS,
  type LotDocument,
  type LotPageDocument,
  lotsProjection,
  PRIVATE_LOTS,
  type PrivateLotDocument,
} from './lots.projection.ts';
import {
  keptDescription,
  keptDocument,
  type OpenTexts,
  openedDetails,
  openedDocuments,
} from './own-texts.ts';

export type StoredLot = Stored<LotDocument>;

const SORTED_BY: Record<(typeof LOT_SORTS)[number], string> = {
  number: 'order',
  count: 'count',
  sex: 'publicDetails.sex',
  majorBreed: 'publicDetails.majorBreed',
  stockCategory: 'publicDetails.stockCategory',
  state: 'publicDetails.location.state',
  weight: 'publicDetails.weight.average',
  age: 'publicDetails.age.average',
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
  finishAt: 'finishAt',
  currentBidCents: 'currentBidCents',
};

/** A lot as its viewer sees it, with the state that its sale determines. */
export function catalogueLot(
  { order: _, ...lot }: StoredLot,
  { auctionType, finishAt, frozenTime, stoppedTime }: StoredAuction,
  mine: boolean,
): CatalogueLot {
  const { closesTogether } = AUCTION_TYPES[auctionType];
  return {
    ...lot,
    ...(closesTogether && { finishAt }),
    ...(closesTogether && lot.state === 'live' && stoppedTime !== undefined && { stoppedTime }),
    nextBidCents: frozenTime === null ? lot.nextBidCents : null,
    mine,
  };
}

/**
 * One page of an auction's lots, by default in catalogue order, and their number. `found`: the lots that match a
 * search; null without one.
 */
export async function listLots(
  documents: Documents,
  auction: string,
  query: Pick<LotsQuery, 'state' | 'page' | 'sort' | 'sortField' | 'sortDirection'> & LotFilters,
  limit: number,
  found: readonly string[] | null = null,
): Promise<{ lots: StoredLot[]; total: number }> {
  const { state, page, sort: sortedBy = 'number', sortField = sortedBy, sortDirection, ...filters } = query;
  const filter: Filter = {
    auction,
    ...(state !== undefined && { state: { $in: state.split(',') } }),
    ...(found !== null && { _id: { $in: [...found] } }),
    ...lotsFitting(filters),
  };
  const direction = isDown(sortDirection) ? -1 : 1;
  // Ties keep catalogue order; for that order itself a second key is redundant.
  const sort: Record<string, 1 | -1> = { [SORTED_BY[sortField]]: direction };
  sort['order'] ??= 1;
  const [lots, total] = await Promise.all([
    documents.find<LotDocument>(LOTS, filter, { sort, skip: (page - 1) * limit, limit }),
    documents.count(LOTS, filter),
  ]);
  return { lots, total };
}

/** Head and lots on offer, by sex, of the lots that `listLots` lists; in catalogue order of their first lots. */
export async function filteredTotals(
  documents: Documents,
  auction: string,
  { state, ...filters }: Pick<LotsQuery, 'state'> & LotFilters,
  found: readonly string[] | null,
): Promise<LotsPage['totalTable']> {
  const filter: Filter = {
    auction,
    withdrawn: false,
    soldBeforeAuction: false,
    ...(state !== undefined && { state: { $in: state.split(',') } }),
    ...(found !== null && { _id: { $in: [...found] } }),
    ...lotsFitting(filters),
  };
  const totals = new Map<string, { heads: number; total: number }>();
  for (const lot of await documents.find<LotDocument>(LOTS, filter, { sort: { order: 1 } })) {
    const sex = lot.publicDetails.sex || NOT_STATED;
    const { heads, total } = totals.get(sex) ?? { heads: 0, total: 0 };
    totals.set(sex, { heads: heads + lot.count, total: total + 1 });
  }
  return [...totals].map(([sex, counts]) => ({ sex, counts }));
}

/** The listed lots among these ids that match all filters, in the order of the ids. */
export async function lotsAmong(
  documents: Documents,
  ids: readonly string[],
  filters: LotFilters,
): Promise<StoredLot[]> {
  const filter: Filter = { _id: { $in: [...ids] }, withdrawn: false, ...lotsFitting(filters) };
  const found = await documents.find<LotDocument>(LOTS, filter);
  const byId = new Map(found.map((lot) => [lot._id, lot]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The listed lots of some sales that match all filters, sale by sale; none when no filter is set. */
export async function lotsOfSales(
  documents: Documents,
  auctions: readonly string[],
  filters: LotFilters,
  most: number,
): Promise<StoredLot[]> {
  const fitting = lotsFitting(filters);
  if (fitting === null) return [];
  const found: StoredLot[] = [];
  for (const auction of auctions) {
    const limit = most - found.length;
    if (limit <= 0) break;
    const filter: Filter = { auction, withdrawn: false, ...fitting };
    found.push(...(await documents.find<LotDocument>(LOTS, filter, { sort: { order: 1 }, limit })));
  }
  return found;
}

/** A lot by its id or its number. */
export async function findLot(documents: Documents, numberOrId: string): Promise<StoredLot | undefined> {
  // Ids of scripted lots can be numbers too: an id takes precedence.
  const byId = await documents.get<LotDocument>(LOTS, numberOrId);
  if (byId !== undefined || !/^\d{1,15}$/.test(numberOrId)) return byId;
  const filter = { searchNumericId: Number(numberOrId) };
  return (await documents.find<LotDocument>(LOTS, filter, { limit: 1 }))[0];
}

/**
 * Lots as the live room lists them: with their kind, their public details and who bid, by paddles. `seesCreators`: of every
 * lot who listed it; its owner always sees that.
 */
export async function liveRecords(
  documents: Documents,
  lots: readonly CatalogueLot[],
  { kindData }: StoredAuction,
  seesCreators: boolean,
): Promise<ListedLot[]> {
  const among = { _id: { $in: lots.map(({ _id }) => _id) } };
  const [pages, own] = await Promise.all([
    documents.find<LotPageDocument>(LOT_PAGES, among),
    documents.find<PrivateLotDocument>(PRIVATE_LOTS, among),
  ]);
  const pageOf = new Map(pages.map((page) => [page._id, page]));
  const ownOf = new Map(own.map((one) => [one._id, one]));
  return lots.map((lot) => {
    const [page, others] = [pageOf.get(lot._id), ownOf.get(lot._id)];
    return {
      ...lot,
      kindData,
      participants: [...(others?.participants ?? [])],
      ...(page && { details: { values: detailGroups(FORMS[page.kind], page.values, { all: false }) } }),
      ...((seesCreators || lot.mine) && others && { createdBy: others.createdBy }),
    };
  });
}

/**
 * A lot's page, for a viewer who may see the lot: its owner also sees the fields hidden from buyers; the owner and
 * the staff member who listed it also see the private description and the signatures.
 */
export async function lotPage(
  { documents, openTexts }: { documents: Documents; openTexts: OpenTexts },
  lot: CatalogueLot,
  { _id, searchNumber, title, liveAt, closedAt, kindData }: StoredAuction,
  { isStaff = false, isAuditor = false } = {},
): Promise<Omit<LotPage, 'totalPageViews' | 'watchCount'> | undefined> {
  const isWhole = lot.mine || isStaff;
  const [page, own, written] = await Promise.all([
    documents.get<LotPageDocument>(LOT_PAGES, lot._id),
    documents.get<PrivateLotDocument>(PRIVATE_LOTS, lot._id),
    isWhole ? documents.get<ListingContentDocument>(LISTING_CONTENTS, lot._id) : undefined,
  ]);
  if (page === undefined) return undefined;
  const { documents: files, usefulLinks, saleConditions, assessment, optiweigh, kind, values } = page;
  const { createdBy: account, sealed } = page;
  const [texts, stated] = await Promise.all([
    openTexts([
      ...files.map((one) => ({ account, ...keptDocument(one) })),
      ...(written ? [{ account, ...keptDescription(written.content) }] : []),
    ]),
    lot.mine ? openedDetails(openTexts, account, { details: values, sealed }) : values,
  ]);
  return {
    ...lot,
    approved: true,
    draft: false,
    participants: [...(own?.participants ?? [])],
    ...((isWhole || isAuditor) && own && { createdBy: own.createdBy }),
    ...(written && {
      description: texts[files.length] ?? '',
      agentSignature: { url: written.content.agentSignature },
      vendorSignature: { url: written.content.vendorSignature },
    }),
    kindData,
    auctionData: { _id, searchNumber, title, liveAt, closedAt },
    documents: openedDocuments(files, texts),
    saleConditions,
    assessment,
    optiweigh,
    media: page.media.map(mediaRecord),
    usefulLinks: listedLinks(usefulLinks),
    details: { values: detailGroups(FORMS[kind], stated, { all: lot.mine }) },
  };
}

/** A lot's place in its catalogue, and the lots beside it. */
export async function placeInCatalogue(
  documents: Documents,
  { auction, order }: Pick<StoredLot, 'auction' | 'order'>,
): Promise<NonNullable<LotPage['catalogue']>> {
  const [beside, of] = await Promise.all([
    documents.find<LotDocument>(LOTS, { auction, order: { $in: [order - 1, order + 1] } }),
    documents.count(LOTS, { auction }),
  ]);
  const at = (place: number) => {
    const lot = beside.find((one) => one.order === place);
    return lot === undefined ? null : { searchNumericId: lot.searchNumericId, number: lot.number };
  };
  return { place: order + 1, of, previous: at(order - 1), next: at(order + 1) };
}

/** The lots of an auction that an account created. */
export async function lotsCreatedBy(
  documents: Documents,
  auction: string,
  account: string | undefined,
): Promise<ReadonlySet<string>> {
  if (account === undefined) return new Set();
  const own = await documents.find(PRIVATE_LOTS, { auction, createdBy: account });
  return new Set(own.map(({ _id }) => _id));
}

/** Whether an account created a lot. */
export async function isCreatedBy(
  documents: Documents,
  lot: string,
  account: string | undefined,
): Promise<boolean> {
  if (account === undefined) return false;
  return (await documents.get<PrivateLotDocument>(PRIVATE_LOTS, lot))?.createdBy === account;
}

/** The staff-only fields of some lots, by lot. */
export async function privateLots(
  documents: Documents,
  lots: readonly string[],
): Promise<ReadonlyMap<string, PrivateLotDocument>> {
  const found = await documents.find<PrivateLotDocument>(PRIVATE_LOTS, { _id: { $in: [...lots] } });
  return new Map(found.map((lot) => [lot._id, lot]));
}

/**
 * The auction, unit and increment of each lot (also of a practice sale that is not over), and the position of that
 * state. It may be behind the log.
 */
export function lotsReadModel(documents: Documents) {
  return {
    async find(lot: string) {
      const found = await documents.get<LotDocument>(LOTS, lot).catch(orWhileBuilding(undefined));
      if (found === undefined) {
        const practice = await documents.get<PracticeLotDocument>(PRACTICE_LOTS, lot);
        if (practice === undefined) return undefined;
        const { auction, unit, startCents, incrementCents } = practice;
        return { auction, unit, startCents, incrementCents };
      }
      return {
        auction: found.auction,
        unit: found[SENT_AS.unit],
        startCents: found[SENT_AS.startCents],
        incrementCents: found[SENT_AS.incrementCents],
      };
    },
    async position(): Promise<number> {
      const names = [lotsProjection.name, practiceProjection.name];
      // While it is being built it shows nothing: every lot is looked up in the log.
      const positions = names.map((name) => documents.checkpoint(name).catch(orWhileBuilding(-1)));
      return Math.min(...(await Promise.all(positions)));
    },
  };
}
