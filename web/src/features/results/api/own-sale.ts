import type { OwnSale } from '@saleyard/contract/bids.ts';
import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';

/** The viewer's own part in a sale (by its id); null: they took none. */
const ownSaleQuery = (auction: string) =>
  queryOptions({
    queryKey: ['results', 'own-sale', auction],
    queryFn: async ({ signal }): Promise<OwnSale | null> => {
      const { sales } = await call(bidOperations.ownSales, { query: { auction }, signal });
      return sales[0] ?? null;
    },
  });

/** The viewer's alias in a sale; null when they have none, or until it is known. */
export const useOwnPaddle = (auction: string): string | null =>
  useQuery(ownSaleQuery(auction)).data?.paddle ?? null;
