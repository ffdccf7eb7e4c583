import type { OwnAutoBid, OwnBid, OwnBids } from '@saleyard/contract/bids.ts';
import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { OWN_AUTO_BIDS, OWN_BIDS, type OwnAutoBidDocument, type OwnBidDocument } from './bids.projection.ts';
import { PARTICIPATIONS, type ParticipationDocument } from './participation.projection.ts';

/** The most own bids in one answer, newest first; `auction` selects those of one sale. */
const OWN_BIDS_LIMIT = 5_000;

/** Bids on a withdrawn lot do not count, and are not listed. */
async function ownBids(
  documents: Documents,
  account: string,
  where: { auction?: string; lot?: string },
): Promise<OwnBid[]> {
  const options = { sort: { at: -1 }, limit: OWN_BIDS_LIMIT } as const;
  const [found, withdrawn] = await Promise.all([
    documents.find<OwnBidDocument>(OWN_BIDS, { account, ...where }, options),
    documents.find<ParticipationDocument>(PARTICIPATIONS, { account, ...where, status: 'withdrawn' }),
  ]);
  const hidden = new Set(withdrawn.map(({ lot }) => lot));
  const counted = found.filter(({ lot }) => !hidden.has(lot));
  return counted.map(({ auction, lot, cents, at, placedBy }) => ({
    auction,
    lot,
    cents,
    at,
    ...(placedBy !== undefined && { placedBy }),
  }));
}

/** The lots on which a bid of the account was refused, or made by its buyer number. */
async function markedLots(
  documents: Documents,
  account: string,
  where: { auction?: string; lot?: string },
  mark: 'refused' | 'byNumber',
): Promise<Pick<OwnBids, 'refused' | 'byNumber'>> {
  const filter = { account, ...where, [mark]: true };
  const options = { sort: { liveAt: -1 }, limit: OWN_BIDS_LIMIT } as const;
  const found = await documents.find<ParticipationDocument>(PARTICIPATIONS, filter, options);
  return found.length === 0 ? {} : { [mark]: found.map(({ lot }) => lot) };
}

async function ownAutoBids(
  documents: Documents,
  account: string,
  where: { auction?: string; lot?: string },
): Promise<OwnAutoBid[]> {
  const options = { sort: { active: -1 }, limit: OWN_BIDS_LIMIT } as const;
  const found = await documents.find<OwnAutoBidDocument>(OWN_AUTO_BIDS, { account, ...where }, options);
  return found.map(({ auction, lot, cents, active, stopped, placedBy }) => {
    return { auction, lot, cents, active, ...(stopped && { stopped }), ...(placedBy && { placedBy }) };
  });
}

/** The viewer's own bids (the newest on each lot) and auto-bids. */
export const bidEndpoints = (documents: Documents): Endpoint[] => [
  endpoint(bidOperations.ownBids, async ({ viewer, query }) => {
    const [bids, refused, byNumber] = await Promise.all([
      ownBids(documents, viewer._id, query),
      markedLots(documents, viewer._id, query, 'refused'),
      markedLots(documents, viewer._id, query, 'byNumber'),
    ]);
    return { data: { bids, ...refused, ...byNumber } };
  }),
  endpoint(bidOperations.ownLotBids, async ({ viewer, params: { auction, lot } }) => ({
    data: { bids: await ownBids(documents, viewer._id, { auction, lot }) },
  })),
  endpoint(bidOperations.ownAutoBids, async ({ viewer, query }) => ({
    data: { autobids: await ownAutoBids(documents, viewer._id, query) },
  })),
];
