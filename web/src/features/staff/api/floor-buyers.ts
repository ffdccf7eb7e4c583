import type { FloorBuyerBody } from '@saleyard/contract/floor-buyers.ts';
import { floorBuyerOperations } from '@saleyard/contract/operations/floor-buyers.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';
import { callWithRetry, whilePressed } from '@/lib/call-with-retry.ts';
import { newCommandId } from '@/lib/random.ts';

/** The desk's computers write into one register: it is read again this often. ms. */
const RENEW_MS = 10_000;

/** What was written down is sent again this often if the answer is lost. */
const RETRY_POLICY = whilePressed(
  'No answer came. Look for the buyer in the list below before you try again.',
);

/** Buyer numbers of a sale, and the accounts that claim them. */
export const floorBuyersQuery = (auction: string) =>
  queryOptions({
    queryKey: ['staff', 'auctions', auction, 'floor-buyers'],
    queryFn: ({ signal }) => call(floorBuyerOperations.floorBuyers, { params: { id: auction }, signal }),
    refetchInterval: RENEW_MS,
  });

/** What staff do in the register. */
type Change =
  | ({ do: 'write'; number: string } & Omit<FloorBuyerBody, 'commandId'>)
  | { do: 'erase'; number: string }
  | { do: 'decide'; number: string; account: string; approved: boolean; reason?: string };

/** Writes into the register of a sale, which is then read again, and the lots of the sale with it. */
export function useFloorBuyerChange(auction: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => {
      const params = { id: auction, number: change.number };
      if (change.do === 'erase') return call(floorBuyerOperations.eraseFloorBuyer, { params });
      if (change.do === 'write') {
        const { do: _do, number: _number, ...buyer } = change;
        // Sent again it is the same command, which does not meet itself as somebody who has the number.
        const body = { ...buyer, commandId: newCommandId() };
        return callWithRetry(
          () => call(floorBuyerOperations.writeFloorBuyer, { params, body }),
          RETRY_POLICY,
        );
      }
      const { account, approved, reason } = change;
      return call(floorBuyerOperations.decideFloorClaim, {
        params: { ...params, account },
        body: { approved, ...(reason !== undefined && { reason }) },
      });
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['staff', 'auctions', auction] }),
        client.invalidateQueries({ queryKey: ['staff', 'waiting'] }),
      ]),
  });
}
