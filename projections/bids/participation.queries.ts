import type {
  OwnOffer,
  OwnResult,
  OwnResultsQuery,
  OwnSale,
  OwnSalesQuery,
} from '@saleyard/contract/bids.ts';
import type { Documents, Filter, Stored } from '@saleyard/platform/documents/port.ts';
import { byId } from '../documents-by-id.ts';
import { LOTS, type LotDocument, type PrivateLotDocument } from '../lots/lots.projection.ts';
import { catalogueLot, privateLots, type StoredLot } from '../lots/lots.queries.ts';
import { auctionsById, type StoredAuction } from '../sales/auctions.queries.ts';
import { OWN_AUTO_BIDS, type OwnAutoBidDocument } from './bids.projection.ts';
import {
  HIGHEST_BIDS,
  type HighestBidDocument,
  NOTHING_BOUGHT,
  PARTICIPANTS,
  PARTICIPATIONS,
  type ParticipantDocument,
  type ParticipationDocument,
  participantId,
} from './participation.projection.ts';

type Part = Stored<ParticipationDocument>;

/** One page of the sales an account took part in, newest first, and their number. */
export async function ownSales(
  documents: Documents,
  account: string,
  { auction, page, limit }: OwnSalesQuery,
): Promise<{ sales: OwnSale[]; total: number }> {
  const filter: Filter = { account, ...(auction !== undefined && { auction }) };
  const options = { sort: { liveAt: -1, auction: 1 }, skip: (page - 1) * limit, limit } as const;
  const [found, total] = await Promise.all([
    documents.find<ParticipantDocument>(PARTICIPANTS, filter, options),
    documents.count(PARTICIPANTS, filter),
  ]);
  const sales = found.map(({ _id, account: _, ...sale }) => sale);
  return { sales, total };
}

/** One page of an account's lots in closed sales, and their number. */
async function closedParts(
  documents: Documents,
  account: string,
  { status, from, to, page, limit }: OwnResultsQuery,
): Promise<{ parts: Part[]; total: number }> {
  const within = { ...(from !== undefined && { $gte: from }), ...(to !== undefined && { $lt: to }) };
  const filter: Filter = {
    account,
    closed: true,
    ...(status !== undefined && { status: { $in: status.split(',') } }),
    ...(Object.keys(within).length > 0 && { liveAt: within }),
  };
  const sort = { liveAt: -1, auction: 1, order: 1 } as const;
  const [parts, total] = await Promise.all([
    documents.find<ParticipationDocument>(PARTICIPATIONS, filter, { sort, skip: (page - 1) * limit, limit }),
    documents.count(PARTICIPATIONS, filter),
  ]);
  return { parts, total };
}

/** The sales, lots and bids of these documents from other read models, read together. */
async function joined(documents: Documents, account: string, parts: readonly Part[]) {
  const lotIds = parts.map(({ lot }) => lot);
  const saleIds = parts.map(({ auction }) => auction);
  const ids = parts.map(({ _id }) => _id);
  const [lots, owned, auctions, participants, highest, autoBids] = await Promise.all([
    byId<LotDocument>(documents, LOTS, lotIds),
    privateLots(documents, lotIds),
    auctionsById(documents, saleIds),
    byId<ParticipantDocument>(
      documents,
      PARTICIPANTS,
      saleIds.map((auction) => participantId(auction, account)),
    ),
    byId<HighestBidDocument>(documents, HIGHEST_BIDS, ids),
    byId<OwnAutoBidDocument>(documents, OWN_AUTO_BIDS, ids),
  ]);
  return {
    lots,
    owned,
    participants,
    highest,
    autoBids,
    auctions: new Map(auctions.map((auction) => [auction._id, auction])),
  };
}

type Joined = Awaited<ReturnType<typeof joined>>;

/** The sale of a lot that a person took part in, or is offered. */
export const saleData = ({
  _id,
  searchNumber,
  number,
  title,
  kindData,
  auctionType,
  liveAt,
  closedAt,
}: StoredAuction): OwnOffer['auctionData'] => ({
  _id,
  searchNumber,
  number,
  title,
  kindData,
  auctionType,
  liveAt,
  closedAt,
});

const auctionData = (
  auction: StoredAuction,
  { paddle, bought }: Pick<ParticipantDocument, 'paddle' | 'bought'>,
): OwnResult['auctionData'] => ({ ...saleData(auction), paddle, bought });

/** A lot in a list has one picture; the rest come with the lot itself. */
function listed(
  lot: StoredLot,
  auction: StoredAuction,
  own: PrivateLotDocument | undefined,
  account: string,
) {
  const shown = catalogueLot(lot, auction, own?.createdBy === account);
  return { ...shown, media: shown.media.slice(0, 1) };
}

/** A result as its owner sees it; none while another read model is behind this one. */
function resultOf(part: Part, account: string, of: Joined): OwnResult[] {
  const lot = of.lots.get(part.lot);
  const auction = of.auctions.get(part.auction);
  const participant = of.participants.get(participantId(part.auction, account));
  const { status, gross, refused, byNumber } = part;
  if (lot === undefined || auction === undefined || status === null) return [];
  const { title, sex, weight } = lot.publicDetails;
  return [
    {
      ...listed(lot, auction, of.owned.get(part.lot), account),
      status,
      // A seller who has not bid is not a participant.
      auctionData: auctionData(auction, participant ?? { paddle: null, bought: NOTHING_BOUGHT }),
      title,
      sex,
      price: lot.closedPrice,
      curfewWeight: weight.curfew,
      highestBidCents: of.highest.get(part._id)?.cents ?? null,
      autoBidCents: of.autoBids.get(part._id)?.cents ?? null,
      ...(refused && { refused }),
      ...(byNumber && { byNumber }),
      grossCents: gross?.cents ?? null,
      estimated: gross?.estimated ?? false,
    },
  ];
}

/** The accounts that bid on a lot of a sale, with the highest amount that the room saw of each, the highest first. */
export async function biddersOf(
  documents: Documents,
  auction: string,
  lot: string,
): Promise<HighestBidDocument[]> {
  const parts = await documents.find<ParticipationDocument>(PARTICIPATIONS, { lot, auction });
  const found = await byId<HighestBidDocument>(
    documents,
    HIGHEST_BIDS,
    parts.map(({ _id }) => _id),
  );
  return [...found.values()].sort((a, b) => b.cents - a.cents);
}

/** One page of an account's results in closed sales, newest sale first, and their number. */
export async function ownResults(
  documents: Documents,
  account: string,
  query: OwnResultsQuery,
): Promise<{ results: OwnResult[]; total: number }> {
  const { parts, total } = await closedParts(documents, account, query);
  const of = await joined(documents, account, parts);
  return { results: parts.flatMap((part) => resultOf(part, account, of)), total };
}
