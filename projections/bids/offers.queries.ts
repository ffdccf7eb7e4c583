import type { OwnOffer } from '@saleyard/contract/bids.ts';
import { grossOf } from '@saleyard/domain/listing/gross.ts';
import { SENT_AS } from '@saleyard/domain/listing/price-names.ts';
import type { Documents, Stored } from '@saleyard/platform/documents/port.ts';
import { byId } from '../documents-by-id.ts';
import { LOTS, type LotDocument, PRIVATE_LOTS, type PrivateLotDocument } from '../lots/lots.projection.ts';
import { auctionsById, type StoredAuction } from '../sales/auctions.queries.ts';
import { HIGHEST_BIDS, type HighestBidDocument, participationId } from './participation.projection.ts';
import { saleData } from './participation.queries.ts';

type OfferedLot = Stored<PrivateLotDocument>;

/** The most offers of one answer. */
const OFFERS_LIMIT = 100;

function offerOf(
  { _id: id, proposal }: OfferedLot,
  lot: LotDocument | undefined,
  sale: StoredAuction | undefined,
  highest: HighestBidDocument | undefined,
): OwnOffer[] {
  const { cents = null, reason = '' } = proposal?.correction ?? {};
  if (lot === undefined || sale === undefined || cents === null) return [];
  const { number, searchNumericId, count, bidding, publicDetails } = lot;
  const unit = lot[SENT_AS.unit];
  const { title, weight } = publicDetails;
  const weightKg = weight.curfew ?? weight.average;
  const gross = grossOf(cents, { unit, count, weightKg });
  return [
    {
      lot: id,
      number,
      searchNumericId,
      title,
      count,
      bidding,
      auctionData: saleData(sale),
      cents,
      highestBidCents: highest?.cents ?? null,
      grossCents: gross?.cents ?? null,
      estimated: gross?.estimated ?? false,
      reason,
    },
  ];
}

/** The lots that are offered to an account and wait for its answer [C5], by their sales and numbers. */
export async function ownOffers(documents: Documents, account: string): Promise<OwnOffer[]> {
  const filter = { 'proposal.correction.buyer': account, 'proposal.awaits': 'buyer' };
  const offered = await documents.find<PrivateLotDocument>(PRIVATE_LOTS, filter, {
    sort: { auction: 1, order: 1 },
    limit: OFFERS_LIMIT,
  });
  if (offered.length === 0) return [];
  const ids = offered.map(({ _id }) => _id);
  const [lots, auctions, highest] = await Promise.all([
    byId<LotDocument>(documents, LOTS, ids),
    auctionsById(
      documents,
      offered.map(({ auction }) => auction),
    ),
    byId<HighestBidDocument>(
      documents,
      HIGHEST_BIDS,
      ids.map((lot) => participationId(lot, account)),
    ),
  ]);
  const sales = new Map(auctions.map((auction) => [auction._id, auction]));
  return offered.flatMap((lot) =>
    offerOf(lot, lots.get(lot._id), sales.get(lot.auction), highest.get(participationId(lot._id, account))),
  );
}
