import { queryOptions } from '@tanstack/react-query';
import type { SaleSource } from '@/lib/sale-source.tsx';

/** Pictures and particulars of a lot change seldom: what was read stays good for this long, ms. */
const GOOD_FOR_MS = 5 * 60_000;

/** All that may be read about one lot: the catalogue of the room brings its first picture only. */
export const lotDetailsQuery = (source: SaleSource, lot: string, signedIn: boolean) =>
  queryOptions({
    queryKey: ['lots', lot, signedIn ? 'own' : 'public'],
    queryFn: ({ signal }) => source.lot(lot, { signedIn, signal }),
    staleTime: GOOD_FOR_MS,
  });
