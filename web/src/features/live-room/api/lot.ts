import type { LotDetails } from '@saleyard/contract/rest.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api-client.ts';

/** Pictures and particulars of a lot change seldom: what was read stays good for this long, ms. */
const GOOD_FOR_MS = 5 * 60_000;

/** All that may be read about one lot: the catalogue of the room brings its first picture only. */
export const lotDetailsQuery = (lot: string, signedIn: boolean) =>
  queryOptions({
    queryKey: ['lots', lot, signedIn ? 'own' : 'public'],
    queryFn: async ({ signal }) => {
      const path = `lots/${lot}${signedIn ? '' : '/public-info'}`;
      return (await api.get<{ lot: LotDetails }>(path, { signal })).lot;
    },
    staleTime: GOOD_FOR_MS,
  });
