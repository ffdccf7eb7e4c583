// Addresses of web pages for files, e-mails and previews. The web's own are in `web/src/config/paths.ts`; a test
// compares them.

type SaleAddress = { searchNumber: number; kindData: { title: string } };

/** The catalogue of a sale, or its results. */
export const saleAddress = (
  { kindData, searchNumber }: SaleAddress,
  screen: 'upcoming' | 'results' = 'upcoming',
): string => `/main/${screen}/${encodeURIComponent(kindData.title)}/${searchNumber}`;

/** A lot of a sale, or its result. */
export const lotAddress = (
  auction: SaleAddress,
  { searchNumericId }: { searchNumericId: number },
  screen: 'upcoming' | 'results' = 'upcoming',
): string => `${saleAddress(auction, screen)}/${searchNumericId}`;

/** The viewer's own results, and the lots that are offered to them. */
export const OWN_RESULTS_ADDRESS = '/main/manage/my-results';

/** The page that stops the e-mails of saved searches, with an e-mail's token. */
export const stopMailsAddress = (token: string): string => `/stop-search-mails/${encodeURIComponent(token)}`;

/** What an address of the web shows: a sale by its number, and its lot by the lot's number. */
export function namedIn(pathname: string): { auction: string; lot: string | null } | null {
  const [, auction, lot = null] =
    /^\/main\/(?:upcoming|results)\/[^/]+\/(\d{1,15})(?:\/(\d{1,15}))?\/?$/.exec(pathname) ??
    /^\/auction-live\/(\d{1,15})\/?$/.exec(pathname) ??
    [];
  return auction === undefined ? null : { auction, lot };
}
