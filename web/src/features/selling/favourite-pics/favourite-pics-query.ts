import type { FavouritePic } from '@saleyard/contract/favourite-pics.ts';
import { favouritePicOperations } from '@saleyard/contract/operations/favourite-pics.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';

export type { FavouritePic };

/** One's favourite PICs, the one added last comes last. */
export const favouritePicsQuery = queryOptions({
  queryKey: ['favourite-pics'],
  queryFn: async ({ signal }): Promise<readonly FavouritePic[]> =>
    (await call(favouritePicOperations.favouritePics, { signal })).pics,
  staleTime: 60_000,
});
