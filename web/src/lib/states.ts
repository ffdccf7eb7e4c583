import { referenceOperations } from '@saleyard/contract/operations/reference.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api-client.ts';
import { untilLoaded } from './query-client.ts';

/** States with their districts: what could not be read is asked for again. */
export const statesQuery = queryOptions({
  queryKey: ['states'],
  queryFn: async ({ signal }) => (await call(referenceOperations.states, { signal })).states,
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: untilLoaded,
});

/** Districts of a state; none while no state is chosen, or before they are known. */
export function useDistricts(state: unknown): readonly string[] {
  const { data } = useQuery(statesQuery);
  const known: Readonly<Record<string, readonly string[]>> = data ?? {};
  return known[String(state)] ?? [];
}
