import type { OpenTexts } from '../lots/own-texts.ts';
import type { ListingOfSale } from './listings.queries.ts';

/** Words of a text without case and accents. */
const termsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** What a search names; nothing where it is '' or missing. */
export type Sought = {
  search?: string | undefined;
  vendor?: string | undefined;
  state?: string | undefined;
};

const stateOf = ({ view }: ListingOfSale['listing']): string => view.publicDetails.location.state;

/** Different names without the empty one, in order. */
const namesIn = (names: readonly string[]): readonly string[] =>
  [...new Set(names.filter((name) => name !== ''))].sort((a, b) => a.localeCompare(b, 'en'));

/**
 * Of an account's listings those of a vendor (the whole name) and a state of Australia that a search finds, in their order with
 * the vendors' names; and the vendors and states of all, by name. A search finds a listing when each of its words begins a word of the title, the breed, the
 * vendor, the place or the sale, or is the listing's number.
 */
export async function soughtLots(
  openTexts: OpenTexts,
  all: readonly ListingOfSale[],
  { search = '', vendor = '', state = '' }: Sought,
): Promise<{
  found: readonly (ListingOfSale & { vendorName: string })[];
  vendors: readonly string[];
  states: readonly string[];
}> {
  const names = await openTexts(
    all.map(({ listing }) => ({ account: listing.createdBy, ...listing.vendor })),
  );
  const named = all.map((one, at) => ({ ...one, vendorName: names[at] ?? '' }));
  const sought = termsOf(search);
  const isFound = ({ listing, sale, vendorName }: (typeof named)[number]): boolean => {
    if (vendor !== '' && vendorName !== vendor) return false;
    if (state !== '' && stateOf(listing) !== state) return false;
    if (sought.length === 0) return true;
    const { title, majorBreed, location } = listing.view.publicDetails;
    const number = String(listing.searchNumericId);
    const texts = [title, majorBreed, vendorName, location.town, location.state, sale?.title ?? ''];
    const terms = termsOf(texts.join(' '));
    return sought.every((term) => term === number || terms.some((one) => one.startsWith(term)));
  };
  const states = namesIn(all.map(({ listing }) => stateOf(listing)));
  return { found: named.filter(isFound), vendors: namesIn(names), states };
}
