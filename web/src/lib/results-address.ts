import type { PublicAuction, PublicLot } from '@saleyard/contract/realtime.ts';

/** Where all results are, and one's own. */
export const ALL_RESULTS = '/main/results';
export const MY_RESULTS = '/main/manage/my-results';

/** Where a sale's results are. */
export const resultsAddress = ({
  kindData,
  searchNumber,
}: Pick<PublicAuction, 'kindData' | 'searchNumber'>): string =>
  `${ALL_RESULTS}/${encodeURIComponent(kindData.title)}/${searchNumber}`;

/** Where the result of a lot of it is. */
export const lotResultAddress = (
  auction: Pick<PublicAuction, 'kindData' | 'searchNumber'>,
  lot: Pick<PublicLot, 'searchNumericId'>,
): string => `${resultsAddress(auction)}/${lot.searchNumericId}`;

/** What the address of a lot's result says when one comes from one's own results: the way back leads there. */
export const FROM_OWN = '?from=myAdmin';

/** Whether an address names the sale's kind, however it is written. */
export const namesKind = (kindTitle: string, { kindData }: Pick<PublicAuction, 'kindData'>): boolean =>
  kindTitle.toLowerCase() === kindData.title.toLowerCase();
