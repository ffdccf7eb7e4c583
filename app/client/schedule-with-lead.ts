import type { SaleScheduled, SaleTermsBody, ScheduleSaleBody } from '@saleyard/contract/staff.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { Refused, type Session } from './session.ts';

/** The number of retries, each with twice the lead. */
const RETRIES = 5;

/** The server's clock: ms since the epoch. @throws Refused */
export const serverTimeOf = async (session: Session): Promise<number> =>
  (await session.call<{ serverTime: number }>('GET', 'server-time')).serverTime;

/**
 * Schedules a sale that is live `leadMs` after now and opens `openMs` before that. Retries with a longer lead when the
 * server was so slow that the sale would have opened first. Resolves with the sale, and when it is live: ms since the
 * epoch.
 * @throws Refused
 */
export async function scheduleWithLead(
  staff: Session,
  sale: Omit<ScheduleSaleBody, 'terms' | 'commandId'> & { terms: Omit<SaleTermsBody, 'openAt' | 'liveAt'> },
  { leadMs, openMs }: { leadMs: number; openMs: number },
): Promise<SaleScheduled & { liveAt: number }> {
  for (let retries = 0; ; retries += 1) {
    const liveAt = (await serverTimeOf(staff)) + leadMs * 2 ** retries;
    const openAt = liveAt - openMs;
    const body = { ...sale, terms: { ...sale.terms, openAt, liveAt }, commandId: newId() };
    try {
      return { ...(await staff.call<SaleScheduled>('POST', 'staff/auctions', body)), liveAt };
    } catch (error) {
      const isTooLate = error instanceof Refused && (await serverTimeOf(staff)) >= openAt;
      if (!isTooLate || retries === RETRIES) throw error;
    }
  }
}
