import type { StaffAuction } from '@saleyard/contract/auctions.ts';
import { LOTS_PAGE, LotsQuery, type StaffLot, type StaffLotsPage } from '@saleyard/contract/lots.ts';
import { Nothing } from '@saleyard/contract/operation.ts';
import { FLOOR, VENDOR } from '@saleyard/domain/auction/ids.ts';
import { type Request, type Response, Router } from 'express';
import { ACCOUNTS, type AccountDocument } from '../accounts/accounts.projection.ts';
import { findAuction, type StoredAuction, summaryOf } from '../auctions/auctions.queries.ts';
import { sendData, sendError, sendPage } from '../http/answers.ts';
import { type ReadParts, readRoutes } from '../http/reads.ts';
import type { PrivateLotDocument } from '../lots/lots.projection.ts';
import { catalogueLot, listLots, privateLots, type StoredLot } from '../lots/lots.queries.ts';

type Leader = StaffLot['leader'];

const HOUSE_NAMES: Readonly<Record<string, string>> = { [VENDOR]: 'Vendor', [FLOOR]: 'Floor' };

/** `staff/auctions/{id}` and its lots, with reserves, creators and names: for admins and auditors only. */
export function staffRoutes(parts: ReadParts): Router {
  const { documents, viewer, personOf } = parts;
  const router = Router();
  const get = readRoutes(router, parts);

  /** The auction a member of staff asks for; otherwise answers 401, 403 or 404. */
  const auctionForStaff = async (
    request: Request,
    response: Response,
  ): Promise<StoredAuction | undefined> => {
    const asking = viewer(request);
    if (asking?.role == null) {
      sendError(response, asking === null ? 'unauthorized' : 'forbidden');
      return undefined;
    }
    const auction = await findAuction(documents, String(request.params['auction']), { hidden: true });
    if (auction === undefined) sendError(response, 'not-found');
    return auction;
  };

  const leaderOf = async ({ leader, paddle }: PrivateLotDocument): Promise<Leader> => {
    if (leader === null) return null;
    const house = HOUSE_NAMES[leader];
    if (house !== undefined) return { _id: leader, shortId: '', paddle: leader, name: house };
    const [account, person] = await Promise.all([
      documents.get<AccountDocument>(ACCOUNTS, leader),
      personOf(leader),
    ]);
    return {
      _id: leader,
      shortId: account?.shortId ?? '',
      paddle: paddle ?? '',
      name: person === null ? '' : `${person.firstName} ${person.lastName}`.trim(),
    };
  };

  const staffLots = async (auction: StoredAuction, lots: readonly StoredLot[]): Promise<StaffLot[]> => {
    const known = await privateLots(
      documents,
      lots.map(({ _id }) => _id),
    );
    const leaders = new Map<string, Promise<Leader>>();
    return Promise.all(
      lots.map(async (lot): Promise<StaffLot> => {
        const own = known.get(lot._id);
        const { reserveCents = null, maxVendorBids = 0, vendorName = '', createdBy = '' } = own ?? {};
        let leader: Promise<Leader> | undefined;
        if (own?.leader != null) {
          leader = leaders.get(own.leader) ?? leaderOf(own);
          leaders.set(own.leader, leader);
        }
        return {
          ...catalogueLot(lot, auction, false),
          reserveCents,
          maxVendorBids,
          vendorName,
          createdBy,
          leader: (await leader) ?? null,
        };
      }),
    );
  };

  get('/staff/auctions/:auction', Nothing, 'personal', async (request, response) => {
    const auction = await auctionForStaff(request, response);
    if (auction === undefined) return;
    const answer: StaffAuction = { ...summaryOf(auction), bidders: auction.bidders };
    sendData(response, { auction: answer });
  });

  get('/staff/auctions/:auction/lots', LotsQuery, 'personal', async (request, response, query) => {
    const auction = await auctionForStaff(request, response);
    if (auction === undefined) return;
    const { page, limit = LOTS_PAGE } = query;
    const { lots, total } = await listLots(documents, auction._id, query, limit);
    const answer: StaffLotsPage = {
      lots: await staffLots(auction, lots),
      totalTable: auction.totalTable,
    };
    sendPage(response, answer, { page, limit, total });
  });

  return router;
}
