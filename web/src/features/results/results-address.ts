import type { PublicAuction } from '@saleyard/contract/realtime.ts';

/** Where all results are. */
export const ALL_RESULTS = '/main/results';

/** Where a sale's results are. */
export const resultsAddress = ({
  kindData,
  searchNumber,
}: Pick<PublicAuction, 'kindData' | 'searchNumber'>): string =>
  `${ALL_RESULTS}/${encodeURIComponent(kindData.title)}/${searchNumber}`;

/** Whether an address names the sale's kind, however it is written. */
export const namesKind = (kindTitle: string, { kindData }: Pick<PublicAuction, 'kindData'>): boolean =>
  kindTitle.toLowerCase() === kindData.title.toLowerCase();
