import type { Me } from '@saleyard/contract/accounts.ts';
import type { LotPage } from '@saleyard/contract/lots.ts';
import type { QueryKey } from '@tanstack/react-query';

/** Answers of the pages for browsing, by the first parts of their keys. Nothing else is kept. */
export const KEPT_KEYS: readonly QueryKey[] = [
  ['auctions', 'current'],
  ['catalogue', 'auction'],
  ['catalogue', 'lots'],
  ['lot', 'page'],
  ['watch-list'],
  ['results', 'auctions'],
  ['results', 'auction'],
  ['results', 'lots'],
  ['results', 'lot'],
];

/** Whether an answer is one of a page for browsing. */
export const isKeptKey = (key: QueryKey): boolean =>
  KEPT_KEYS.some((parts) => parts.every((part, n) => key[n] === part));

/**
 * Members that are never kept, wherever they stand: what somebody would pay or take, and who somebody is. Answers of
 * these pages have none of them today; a page that gets one shows it and does not keep it.
 */
const NEVER_KEPT: ReadonlySet<string> = new Set([
  ...['reserve', 'reserveCents', 'reservePrice', 'maxVendorBids', 'maximum', 'maximumCents', 'maxBidCents'],
  ...['autobid', 'autoBid', 'autobidCents', 'autoBidCents', 'leader', 'bidder', 'buyer', 'seller', 'vendor'],
  ...['vendorName', 'createdBy', 'userId', 'email', 'phone', 'paddle', 'bank', 'address', 'postalAddress'],
]);

/** Details that only the owner of a lot reads. */
const isOwnersField = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (value as Partial<LotPage['details']['values'][number]['values'][number]>).isPublic === false;

/** An answer as it is kept: a copy without what is private. */
export function withoutPrivate(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isOwnersField(item)).map(withoutPrivate);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !NEVER_KEPT.has(name))
      .map(([name, item]) => [name, withoutPrivate(item)]),
  );
}

/** What the shell and the pages for browsing show of a person. */
const SHOWN_OF_PERSON: ReadonlySet<string> = new Set([
  ...['_id', 'lastName', 'status', 'type', 'role', 'watchList2', 'filters'],
]);

/** The same kind of value that says nothing. */
function blank(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  switch (typeof value) {
    case 'string':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'object':
      return value && Object.fromEntries(Object.entries(value).map(([name, item]) => [name, blank(item)]));
    default:
      return null;
  }
}

/**
 * A person as they are kept: the initial and the last name that the header shows, what decides which buttons there are,
 * and their lists. Every other member is blank, also those that come to be.
 */
export const shownOf = (me: Me): Me => ({
  ...(Object.fromEntries(
    Object.entries(me).map(([name, value]) => [name, SHOWN_OF_PERSON.has(name) ? value : blank(value)]),
  ) as Me),
  firstName: me.firstName.slice(0, 1),
  // Newer terms are answered when there is a connection.
  acceptedNewVersionTerms: true,
});
