import type { PracticeSale } from '@saleyard/contract/practice.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '@/lib/api-error.ts';
import type { SaleSource } from '@/lib/sale-source.tsx';
import { practiceQuery } from './api/practice.ts';

/** The room reads a sale's parts one by one; one answer younger than this has them all. ms. */
const ONE_ANSWER_MS = 1_000;

/** Reads a room's sale from the viewer's practice sale. */
export function usePracticeSource(): SaleSource {
  const client = useQueryClient();
  return useMemo(() => {
    const read = async (): Promise<PracticeSale> => {
      const practice = await client.fetchQuery({ ...practiceQuery, staleTime: ONE_ANSWER_MS });
      if (practice === null) throw new ApiError(404, []);
      return practice;
    };
    return {
      auction: async () => (await read()).auction,
      lots: async () => [...(await read()).lots],
      async lot(id) {
        const lot = (await read()).lots.find(({ _id }) => _id === id);
        if (lot === undefined) throw new ApiError(404, []);
        return lot;
      },
      bids: async () => ({ bids: [...(await read()).bids] }),
      autoBids: async () => [...(await read()).autobids],
    };
  }, [client]);
}
