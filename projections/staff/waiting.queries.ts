import type { Answer } from '@saleyard/contract/operation.ts';
import type { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { FLOOR } from '@saleyard/domain/auction/ids.ts';
import { DAY_MS } from '@saleyard/domain/days.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { LISTINGS } from '../listings/listings.projection.ts';
import { LOTS, type LotDocument, PRIVATE_LOTS, type PrivateLotDocument } from '../lots/lots.projection.ts';
import { AUCTIONS, type AuctionDocument } from '../sales/auctions.projection.ts';
import type { StoredAuction } from '../sales/auctions.queries.ts';
import { STAFF_ACCOUNTS } from './staff-accounts.projection.ts';

type Work = Answer<typeof staffOperations.waitingWork>;

/** ms for which a closed sale is looked through. */
const LOOKED_AT_MS = 30 * DAY_MS;

/** What waits for somebody of staff at `now` (ms). */
export async function waitingWork(documents: Documents, now: number): Promise<Work> {
  const running = { state: { $in: ['future', 'open', 'live'] }, cancelled: false };
  const recent = { closedAt: { $gt: now - LOOKED_AT_MS } };
  const [lots, accounts, sales] = await Promise.all([
    documents.count(LISTINGS, { phase: 'submitted' }),
    documents.count(STAFF_ACCOUNTS, { awaitsDecision: true }),
    documents.find<AuctionDocument>(AUCTIONS, { $or: [running, recent] }, { sort: { liveAt: 1 } }),
  ]);
  const auction = { $in: sales.filter(({ state }) => state !== 'future').map(({ _id }) => _id) };
  const [floor, proposed] = await Promise.all([
    documents.find<PrivateLotDocument>(PRIVATE_LOTS, { auction, leader: FLOOR }),
    documents.find<PrivateLotDocument>(PRIVATE_LOTS, { auction, 'proposal.awaits': 'secondPerson' }),
  ]);
  // The floor also leads lots on which bidding goes on.
  const sold = await documents.find<LotDocument>(LOTS, {
    _id: { $in: floor.map(({ _id }) => _id) },
    state: 'closed',
    winner: { $ne: null },
  });
  return {
    lots,
    accounts,
    frozen: inSales(
      sales.filter(({ frozenTime }) => frozenTime !== null),
      (sale) => sale.lotCount,
    ),
    floorBuyers: inSales(sales, countIn(sold)),
    corrections: inSales(sales, countIn(proposed)),
  };
}

const countIn = (lots: readonly { auction: string }[]) => {
  const counts = new Map<string, number>();
  for (const { auction } of lots) counts.set(auction, (counts.get(auction) ?? 0) + 1);
  return ({ _id }: StoredAuction): number | null => counts.get(_id) ?? null;
};

const inSales = (sales: readonly StoredAuction[], countOf: (sale: StoredAuction) => number | null) =>
  sales.flatMap((sale) => {
    const lots = countOf(sale);
    const { _id, searchNumber, title } = sale;
    return lots === null ? [] : [{ _id, searchNumber, title, lots }];
  });
