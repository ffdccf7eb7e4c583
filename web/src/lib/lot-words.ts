import type { LotDetails } from '@saleyard/contract/rest.ts';
import { countOf } from './money.ts';

/** A lot's title: what the vendor called it, else its head count. `details`: null while they are not known. */
export const titleOf = (details: LotDetails | null, count: number): string =>
  details?.publicDetails.title || countOf(count, 'head', 'head');

/** Town and state: "Gunnedah, NSW"; '' when unknown. */
export const placeOf = (details: LotDetails | null): string => {
  const location = details?.publicDetails.location;
  return location ? [location.town, location.state].filter(Boolean).join(', ') : '';
};
