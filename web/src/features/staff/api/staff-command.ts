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

/**
 * Sends an order once. When no answer comes, or the answer is "unknown", the same command id is sent again: it
 * acts once, whatever arrived.
 * @throws ApiError: refused, or still unknown after the last try.
 */
async function sendOrder(auction: string, order: StaffOrder): Promise<StaffDecision> {
  const body: StaffCommandBody = { ...order, commandId: newCommandId() };
  for (let tries = 1; ; tries += 1) {
    try {
      return await api.post<StaffDecision>(`staff/auctions/${auction}/commands`, body);
    } catch (error) {
      if (!isUnknown(error) || tries === SETTLE_TRIES) throw error;
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
