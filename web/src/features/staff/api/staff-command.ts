import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import type { StaffCommandBody, StaffDecision } from '@saleyard/contract/staff.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';
import { callWithRetry, whilePressed } from '@/lib/call-with-retry.ts';
import { newCommandId } from '@/lib/random.ts';
import { staffLotsQuery, staffSaleQuery } from './staff-sales.ts';

/** A command before it has its id. */
export type StaffOrder = Omit<StaffCommandBody, 'commandId'>;

/** An order whose fate is not known is asked about for this long, and shown as unknown after that. */
const RETRY_POLICY = whilePressed(
  'No answer came. Look at the lot before trying again: this may have been carried out.',
);

/**
 * Sends an order once. When no answer comes, or the answer is "unknown", the same command id is sent again: it
 * acts once, however often it arrived. Without a network nothing is sent, now or later.
 * @throws ApiError: refused, not sent, or still unknown after the last try.
 */
export function sendOrder(auction: string, order: StaffOrder): Promise<StaffDecision> {
  const body: StaffCommandBody = { ...order, commandId: newCommandId() };
  const sent = { params: { id: auction }, body };
  return callWithRetry(() => call(staffOperations.runSale, sent), RETRY_POLICY);
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
