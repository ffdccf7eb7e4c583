/** A listing's `_id` (UUIDv7). A listing that is catalogued is a lot under the same id. */
export type ListingId = string;

const LISTING = 'listing-';

/** The stream of a listing: `listing-{id}`. */
export const listingStream = (id: ListingId): string => `${LISTING}${id}`;
