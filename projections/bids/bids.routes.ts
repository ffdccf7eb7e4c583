import { bidOperations, type OwnAutoBid, type OwnBid } from '@saleyard/contract/bids.ts';
import type { Answer } from '@saleyard/contract/operation.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { Router } from 'express';
import { sendData, sendError } from '../http/answers.ts';
import { type ReadParts, readRoutes } from '../http/reads.ts';
import { OWN_AUTO_BIDS, OWN_BIDS, type OwnAutoBidDocument, type OwnBidDocument } from './bids.projection.ts';

/** The most own bids one answer holds, newest first; a sale's own are asked for by `auction`. */
const OWN_BIDS_LIMIT = 5_000;

async function ownBids(
  documents: Documents,
  account: string,
  where: { auction?: string; lot?: string },
): Promise<OwnBid[]> {
  const options = { sort: { at: -1 }, limit: OWN_BIDS_LIMIT } as const;
  const found = await documents.find<OwnBidDocument>(OWN_BIDS, { account, ...where }, options);
  return found.map(({ auction, lot, cents, at }) => ({ auction, lot, cents, at }));
}

async function ownAutoBids(
  documents: Documents,
  account: string,
  where: { auction?: string; lot?: string },
): Promise<OwnAutoBid[]> {
  const options = { sort: { active: -1 }, limit: OWN_BIDS_LIMIT } as const;
  const found = await documents.find<OwnAutoBidDocument>(OWN_AUTO_BIDS, { account, ...where }, options);
  return found.map(({ auction, lot, cents, active }) => ({ auction, lot, cents, active }));
}

/** `users/me/bids` (the newest on each lot) and `users/me/autobids`: one's own only. */
export function bidsRoutes(parts: ReadParts): Router {
  const { documents, viewer } = parts;
  const router = Router();
  const get = readRoutes(router, parts);

  get('/users/me/bids', bidOperations.ownBids.query, 'personal', async (request, response, where) => {
    const account = viewer(request)?._id;
    if (account === undefined) return sendError(response, 'unauthorized');
    sendData(response, { bids: await ownBids(documents, account, where) } satisfies Answer<
      typeof bidOperations.ownBids
    >);
  });

  get('/users/me/autobids', bidOperations.ownAutoBids.query, 'personal', async (request, response, where) => {
    const account = viewer(request)?._id;
    if (account === undefined) return sendError(response, 'unauthorized');
    sendData(response, {
      autobids: await ownAutoBids(documents, account, where),
    } satisfies Answer<typeof bidOperations.ownAutoBids>);
  });

  return router;
}
