import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { exampleAuction, exampleStaffLot } from '@/test-support/example-sales.ts';

/** A closed cattle sale of 3 lots, for tests: one sold, one passed in, one without bids. */
export const closedAuction = (change: Parameters<typeof exampleAuction>[0] = {}) =>
  exampleAuction({
    state: 'closed',
    closedAt: 1_750_007_200_000,
    resultTable: {
      categories: [
        { sex: 'Steers', head: 80, lots: 2, sold: 1, noBid: 0, passed: 1 },
        { sex: 'Heifers', head: 40, lots: 1, sold: 0, noBid: 1, passed: 0 },
      ],
    },
    ...change,
  });

/** A lot of it as anyone reads it, for tests: sold to alias 4821 at $420.00 a head. */
export function closedLot(change: Partial<CatalogueLot> = {}): CatalogueLot {
  const {
    reserveCents: _,
    maxVendorBids: __,
    vendorName: ___,
    createdBy: ____,
    leader: _____,
    ...lot
  } = exampleStaffLot();
  return { ...lot, state: 'closed', status: 'sold', winner: '4821', closedPrice: 42_000, ...change };
}
