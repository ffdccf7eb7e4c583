import type { FloorBuyerBody } from '@saleyard/contract/floor-buyers.ts';
import { floorBuyerOperations } from '@saleyard/contract/operations/floor-buyers.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';

/** The desk's computers write into one register: it is read again this often. ms. */
const RENEW_MS = 10_000;

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
        const { name, pic, phone } = change;
        return call(floorBuyerOperations.writeFloorBuyer, { params, body: { name, pic, phone } });
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
