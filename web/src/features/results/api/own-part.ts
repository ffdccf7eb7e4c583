import { bidOperations } from '@saleyard/contract/bids.ts';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';

/** A lot that the signed-in person bid on or set an auto-bid on. */
export type OwnPart = { auction: string; lot: string };

/** The lots the signed-in person took part in, the newest bid first: of one sale, or of all. */
export const ownPartQuery = (auction?: string) =>
  queryOptions({
    queryKey: ['results', 'own-part', auction ?? 'all'],
    queryFn: async ({ signal }): Promise<readonly OwnPart[]> => {
      const [{ bids }, { autobids }] = await Promise.all([
        call(bidOperations.ownBids, { query: { auction }, signal }),
        call(bidOperations.ownAutoBids, {
          query: { auction },
          signal,
        }),
      ]);
      const parts = new Map<string, OwnPart>();
      for (const { auction: of, lot } of [...bids, ...autobids])
        if (!parts.has(lot)) parts.set(lot, { auction: of, lot });
      return [...parts.values()];
    },
  });

/** The signed-in person's alias in a sale, once the live connection has told it; it never changes. */
export const ownPaddleQuery = (auction: string) =>
  queryOptions<string | null>({
    queryKey: ['results', 'own-paddle', auction],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
