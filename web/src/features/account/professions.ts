import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';
import { untilLoaded } from '@/lib/query-client.ts';

const professionsQuery = queryOptions({
  queryKey: ['professions'],
  queryFn: async ({ signal }) => (await call(accountOperations.professions, { signal })).professions,
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: untilLoaded,
});

/** Professions that a person may name, as options of a choice; none until they are read. */
export function useProfessions(): { value: string; label: string }[] {
  return (useQuery(professionsQuery).data ?? []).map(({ name }) => ({ value: name, label: name }));
}
