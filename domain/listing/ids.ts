/** A listing's `_id` (UUIDv7). A listing that is catalogued is a lot under the same id. Its stream is `listing-{id}`. */
export type ListingId = string;
