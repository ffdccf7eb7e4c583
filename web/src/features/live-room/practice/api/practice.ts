import { practiceOperations } from '@saleyard/contract/operations/practice.ts';
import type { PracticeLevel, PracticeSale } from '@saleyard/contract/practice.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';

/** The viewer's practice sale, the last one begun; null for somebody who never began one. */
export const practiceQuery = queryOptions({
  queryKey: ['practice'],
  queryFn: async ({ signal }): Promise<PracticeSale | null> =>
    (await call(practiceOperations.practice, { signal })).practice,
});

/** Begins a practice sale, and reads it. Fails with the server's ApiError (`practice-full`, `practice-running`, …). */
export function useStartPractice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (level: PracticeLevel) => {
      await call(practiceOperations.startPractice, { body: { level } });
      return client.fetchQuery({ ...practiceQuery, staleTime: 0 });
    },
    // One may run that this screen does not know of: begun in another window.
    onError: () => void client.invalidateQueries({ queryKey: practiceQuery.queryKey }),
  });
}

/** Stops the one that runs; that none does is as good. */
export function useStopPractice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(practiceOperations.stopPractice),
    onSettled: () => void client.invalidateQueries({ queryKey: practiceQuery.queryKey }),
  });
}
