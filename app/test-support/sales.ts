import type { CatalogueLot, LotBody } from '@saleyard/contract/lots.ts';
import type { SaleDetailsBody, SaleScheduled, SaleTermsBody } from '@saleyard/contract/staff.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { scheduleWithLead } from '../client/schedule-with-lead.ts';
import { Refused, type Session } from '../client/session.ts';

/** A lot of a test's sale: ten steers from $400.00 a head, by $5.00. */
export const steers = (number: string, over: Partial<LotBody> = {}): LotBody => ({
  number,
  unit: 'head',
  count: 10,
  startCents: 40_000,
  incrementCents: 500,
  vendorName: 'Hillview Pastoral',
  title: `${10} Angus Steers`,
  town: 'GUNNEDAH',
  state: 'NSW',
  postcode: '2380',
  breed: 'Angus',
  sex: 'Steers',
  stockCategory: 'Feeder',
  ageMinMonths: 10,
  ageMaxMonths: 12,
  weightAverageKg: 320,
  ...over,
});

/**
 * Schedules a public sale that is live `liveInMs` from now; later on a machine that is too slow to catalogue its lots
 * before it opens (a sale without lots stays then). Resolves when everybody can read the sale and all its lots.
 */
export async function schedule(
  staff: Session,
  terms: Omit<SaleTermsBody, 'openAt' | 'liveAt'> & {
    liveInMs?: number;
    kind?: SaleDetailsBody['kind'];
    public?: boolean;
    settings?: SaleDetailsBody['settings'];
  },
  lots: LotBody[],
): Promise<SaleScheduled> {
  const { liveInMs = 2_500, kind = 'cattle', public: isPublic = true, settings, ...rest } = terms;
  const details = { title: 'Gunnedah Store Cattle', kind, public: isPublic };
  const sale = await scheduleWithLead(
    staff,
    { details: { ...details, ...(settings && { settings }) }, terms: rest, lots },
    { leadMs: liveInMs, openMs: 100 },
  );
  while ((await lotsToRead(staff, sale._id)) < lots.length) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return sale;
}

/** How many lots of a sale are listed; -1 of one that is not listed yet, also where it has no lots. */
async function lotsToRead(staff: Session, auction: string): Promise<number> {
  try {
    const read = await staff.call<{ auction: { lotCount: number } }>('GET', `auctions/${auction}`);
    return read.auction.lotCount;
  } catch (error) {
    if (error instanceof Refused && (error.status === 404 || error.status === 503)) return -1;
    throw error;
  }
}

/** The lots of a sale as its catalogue has them. */
export async function cataloguedLots(session: Session, auction: string): Promise<CatalogueLot[]> {
  return (await session.call<{ lots: CatalogueLot[] }>('GET', `auctions/${auction}/lots`)).lots;
}

/** One command of staff on a sale. */
export const command = (staff: Session, auction: string, type: string, more: Record<string, unknown> = {}) =>
  staff.call('POST', `staff/auctions/${auction}/commands`, { type, commandId: newId(), ...more });
