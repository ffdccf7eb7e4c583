import type { Answer } from '@saleyard/contract/operation.ts';
import type { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { buyerNumberOf, FLOOR } from '@saleyard/domain/auction/ids.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { DAY_MS } from '@saleyard/domain/days.ts';
import type { FloorBuyersState } from '@saleyard/domain/floor-buyers/floor-buyers.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { Documents, Stored } from '@saleyard/platform/documents/port.ts';
import { LISTINGS } from '../listings/listings.projection.ts';
import { LOTS, type LotDocument, PRIVATE_LOTS, type PrivateLotDocument } from '../lots/lots.projection.ts';
import { AUCTIONS, type AuctionDocument } from '../sales/auctions.projection.ts';
import type { StoredAuction } from '../sales/auctions.queries.ts';
import { readState } from '../state-documents.ts';
import { STAFF_ACCOUNTS } from './staff-accounts.projection.ts';

/** Leaders on the floor with a buyer number: `floor:12`. */
const BUYER_NUMBER = { $gt: FLOOR, $lt: 'floor;' };

const FLOOR_BUYERS = 'floor-buyers';

type Registers = ReadonlyMap<string, FloorBuyersState>;

type Work = Answer<typeof staffOperations.waitingWork>;

/** ms for which the buyer numbers of a closed sale's lots are looked through for those that the desk gave to nobody. */
const LOOKED_AT_MS = 30 * DAY_MS;

/** What waits for somebody of staff at `now` (ms). Only buyer numbers without a person depend on when a sale closed. */
export async function waitingWork(documents: Documents, now: number): Promise<Work> {
  const running = { state: { $in: ['future', 'open', 'live'] }, cancelled: false };
  const recent = { closedAt: { $gt: now - LOOKED_AT_MS } };
  const inOrder = { sort: { liveAt: 1 } } as const;
  const [lots, accounts, sales, proposed, claimed, unnamed] = await Promise.all([
    documents.count(LISTINGS, { phase: 'submitted' }),
    documents.count(STAFF_ACCOUNTS, { awaitsDecision: true }),
    documents.find<AuctionDocument>(AUCTIONS, { $or: [running, recent] }, inOrder),
    documents.find<PrivateLotDocument>(PRIVATE_LOTS, { 'proposal.awaits': 'secondPerson' }),
    documents.find<FloorBuyersState>(FLOOR_BUYERS, { waiting: { $gt: 0 } }),
    documents.find<PrivateLotDocument>(PRIVATE_LOTS, { leader: FLOOR }),
  ]);
  const byNumber = await soldByNumber(documents, sales);
  // The floor also leads lots on which bidding goes on.
  const sold = await documents.find<LotDocument>(LOTS, {
    _id: { $in: [...unnamed, ...byNumber].map(({ _id }) => _id) },
    state: 'closed',
    winner: { $ne: null },
  });
  const waiting = new Map(claimed.map(({ _id, waiting }) => [_id, waiting]));
  const concerned = new Set([...[...proposed, ...sold].map(({ auction }) => auction), ...waiting.keys()]);
  const those = await documents.find<AuctionDocument>(AUCTIONS, { _id: { $in: [...concerned] } }, inOrder);
  return {
    lots,
    accounts,
    frozen: inSales(
      sales.filter(({ frozenTime }) => frozenTime !== null),
      (sale) => sale.lotCount,
    ),
    floorBuyers: inSales(those, countIn(sold)),
    floorClaims: inSales(those, ({ _id }) => waiting.get(_id) ?? null),
    corrections: inSales(those, countIn(proposed)),
  };
}

/** Lots of these sales that buyer numbers lead which the desk gave to nobody. */
async function soldByNumber(
  documents: Documents,
  sales: readonly StoredAuction[],
): Promise<readonly Stored<PrivateLotDocument>[]> {
  const byClerk = sales.filter(
    ({ state, auctionType }) => state !== 'future' && AUCTION_TYPES[auctionType].byClerk,
  );
  const [lots, registers] = await Promise.all([
    documents.find<PrivateLotDocument>(PRIVATE_LOTS, {
      auction: { $in: byClerk.map(({ _id }) => _id) },
      leader: BUYER_NUMBER,
    }),
    registersOf(documents, byClerk),
  ]);
  return lots.filter((lot) => isNameless(lot, registers));
}

async function registersOf(documents: Documents, sales: readonly StoredAuction[]): Promise<Registers> {
  const read = sales.map(
    async ({ _id }) => [_id, await readState(documents, STREAMS.floorBuyers, _id)] as const,
  );
  return new Map(await Promise.all(read));
}

/** Whether the desk gave the number that leads a lot to nobody. */
function isNameless({ auction, leader }: PrivateLotDocument, registers: Registers): boolean {
  const number = leader === null ? null : buyerNumberOf(leader);
  return !registers.get(auction)?.buyers.some((buyer) => buyer.number === number);
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
