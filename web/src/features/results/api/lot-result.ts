import type { LotPage } from '@saleyard/contract/lots.ts';
import { lotOperations } from '@saleyard/contract/operations/lots.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';

/** A lot that may still be sold is asked about again this often. ms. */
const ALMOST_OVER_MS = 3_000;

/** A lot by its numericId, asked for again until it is closed. */
export const lotResultQuery = (numericId: string) =>
  queryOptions({
    queryKey: ['results', 'lot', numericId],
    queryFn: async ({ signal }): Promise<LotPage> =>
      (await call(lotOperations.lot, { params: { lot: numericId }, signal })).lot,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.state !== 'closed' && !data.withdrawn ? ALMOST_OVER_MS : false,
  });
