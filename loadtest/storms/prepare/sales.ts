import type { Session } from '@saleyard/app/client/session.ts';
import { makeLot } from '@saleyard/app/sample-data/lots.ts';
import type { Random } from '@saleyard/app/sample-data/random.ts';
import { STOCK } from '@saleyard/app/sample-data/stock.ts';
import { TOWNS } from '@saleyard/app/sample-data/towns.ts';
import type { SaleScheduled } from '@saleyard/contract/staff.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';

/** Seconds by which a late bid extends a lot: wars go on past the deadline, and still come to an end. */
const STALE_SECONDS = 3;
/** ms between opening and going live. */
const OPEN_MS = 1_000;
/** The sale whose results visitors read: a few lots, live for a second, sold to nobody. */
const CLOSED_SALE = { lots: 20, leadMs: 4_000, seconds: 1 };

export type SaleOrder = { title: string; lots: number; liveAt: number; seconds: number; random: Random };

const request = ({ title, lots, liveAt, seconds, random }: SaleOrder, seller: string) => ({
  details: { title, kind: 'cattle', public: true },
  terms: {
    type: 'simultaneous',
    openAt: liveAt - OPEN_MS,
    liveAt,
    durationSeconds: seconds,
    staggerSeconds: 0,
    staleTimeSeconds: STALE_SECONDS,
    allowAutoBid: true,
  },
  lots: Array.from({ length: lots }, () =>
    makeLot(random, { kind: 'cattle', stock: STOCK.cattle, near: TOWNS, sellers: [seller] }),
  ),
  commandId: newId(),
});

/** Schedules a public sale of cattle whose lots all have the same deadline. `liveAt` by the server's clock. */
export const scheduleSale = (staff: Session, order: SaleOrder): Promise<SaleScheduled> =>
  staff.call('POST', 'staff/auctions', request(order, staff.id));

/** Schedules a sale that is over in seconds, for its results to be read. */
export const scheduleClosedSale = (
  staff: Session,
  serverTime: number,
  random: Random,
): Promise<SaleScheduled> => {
  const { lots, leadMs, seconds } = CLOSED_SALE;
  return scheduleSale(staff, { title: 'Held before', lots, liveAt: serverTime + leadMs, seconds, random });
};
