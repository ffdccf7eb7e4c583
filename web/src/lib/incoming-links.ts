import { isMain, paths } from '@/config/paths.ts';
import { saveRedirect } from './session.ts';

// Addresses that come from outside: from e-mails, from shared links, from another device.

/** Marks an address that leads to a result: `?auction-result=Cattle/1042`, or with a lot, `Cattle/1042/9001`. */
const RESULT_MARKER = 'auction-result';
/** Marks an address whose lot is to be watched: `?lot-watch-id={id of the lot}`. */
const WATCH_MARKER = 'lot-watch-id';

const NUMBER = /^\d+$/;

function resultRoute(
  kindTitle: string,
  searchNumber: string,
  searchNumericId: string | undefined,
): string | null {
  if (kindTitle === '' || !NUMBER.test(searchNumber)) return null;
  const sale = { kindData: { title: kindTitle }, searchNumber: Number(searchNumber) };
  if (searchNumericId === undefined) return paths.auctionResults(sale);
  if (!NUMBER.test(searchNumericId)) return null;
  return paths.lotResult(sale, { searchNumericId: Number(searchNumericId) });
}

/** Saves what an address names by a marker, for after sign-in: a result, or a page whose lot is to be watched. */
export function saveMarked({ pathname, search }: Pick<URL, 'pathname' | 'search'>): void {
  const query = new URLSearchParams(search);
  const [kindTitle = '', searchNumber = '', lot] = (query.get(RESULT_MARKER) ?? '').split('/');
  const result = resultRoute(kindTitle, searchNumber, lot);
  if (result !== null) saveRedirect(result, 'result');
  if (watchedLotOf(search) === null) return;
  // Only the pages of /main watch the lot of their address.
  saveRedirect(`${isMain(pathname) ? pathname : paths.upcoming}${search}`, 'watchLot');
}

/** The id of the lot that an address says to watch; null: none. */
export function watchedLotOf(search: string): string | null {
  const lot = new URLSearchParams(search).get(WATCH_MARKER);
  return lot !== null && /^[\w-]{1,64}$/.test(lot) ? lot : null;
}

/** The same query without that mark. */
export function withoutWatchedLot(search: string): string {
  const query = new URLSearchParams(search);
  query.delete(WATCH_MARKER);
  const rest = query.toString();
  return rest === '' ? '' : `?${rest}`;
}

/** A value of a shared link without what others hung on it as they passed it on: `9001?fbclid=…`, `9001#…`, `9001.`. */
const untracked = (value: string | null): string => /^[\w -]*/.exec(value ?? '')?.[0]?.trim() ?? '';

/**
 * Where a shared link leads: an address with `type`, and with `kind`, `auctionId` and `lotId`, which are the kind's title
 * and the numbers of sale and lot. Null: it is no shared link.
 */
export function sharedLotOf(search: string): string | null {
  const query = new URLSearchParams(search);
  const named = (name: string) => untracked(query.get(name));
  if (!query.has('type')) return null;
  return resultRoute(named('kind'), named('auctionId'), named('lotId'));
}

/** The token of a magic link: the last part of an address without a route, if it is longer than 15 characters. */
export function magicTokenOf(pathname: string): string | null {
  const last = pathname.split('/').filter(Boolean).at(-1) ?? '';
  return last.length > 15 ? last : null;
}

/** Where an iPad finds the app. */
const APP_STORE = 'https://apps.apple.com/au/search?term=saleyard';

type Device = { userAgent: string; maxTouchPoints: number };

/** An iPad says so, or calls itself a Mac that can be touched. */
const isTablet = ({ userAgent, maxTouchPoints }: Device): boolean =>
  /\biPad\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1);

/** The page of the app store that a tablet is sent to from an address with "mobile" in it; null: it stays. */
export const appStoreFor = (href: string, device: Device): string | null =>
  isTablet(device) && href.includes('mobile') ? APP_STORE : null;
