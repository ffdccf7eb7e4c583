import type { StaffCommandBody, StaffDecision } from '@saleyard/contract/bodies.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { newCommandId } from '../../../lib/ids.ts';
import { staffLotsQuery, staffSaleQuery } from './staff-sales.ts';

/** A command before it has its id. */
export type StaffOrder = Omit<StaffCommandBody, 'commandId'>;

/** Times an order whose fate is unknown is asked about again, and the wait between. ms. */
const SETTLE_TRIES = 4;
const SETTLE_WAIT_MS = 700;

const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.isNoConnection || error.code === 'unknown');

const NOTHING_SENT = {
  code: 'offline',
  title: 'No Network Available',
  message: 'No Network Available. Nothing was sent.',
};
const STILL_UNKNOWN = {
  code: 'unknown',
  title: 'No answer',
  message: 'No answer came. Look at the lot before trying again: this may have been carried out.',
};

/**
 * Sends an order once. When no answer comes, or the answer is "unknown", the same command id is sent again: it
 * acts once, whatever arrived. Without a network nothing is sent, now or later.
 * @throws ApiError: refused, not sent, or still unknown after the last try.
 */
export async function sendOrder(auction: string, order: StaffOrder): Promise<StaffDecision> {
  if (!navigator.onLine) throw new ApiError(0, [NOTHING_SENT]);
  const body: StaffCommandBody = { ...order, commandId: newCommandId() };
  for (let tries = 1; ; tries += 1) {
    try {
      return await api.post<StaffDecision>(`staff/auctions/${auction}/commands`, body);
    } catch (error) {
      if (!isUnknown(error)) throw error;
      if (tries === SETTLE_TRIES) throw new ApiError(0, [STILL_UNKNOWN]);
      await new Promise((resolve) => setTimeout(resolve, SETTLE_WAIT_MS));
    }
  }
}

/** Gives orders to a sale; what staff see of it is read again afterwards, refused or not. */
export function useStaffCommand(auction: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: StaffOrder) => sendOrder(auction, order),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: staffSaleQuery(auction).queryKey, exact: true });
      void client.invalidateQueries({ queryKey: staffLotsQuery(auction).queryKey });
    },
  });
}
