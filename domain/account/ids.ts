/** An account's `_id` (UUIDv7). Its stream is `account-{id}`. */
export type AccountId = string;

/** The stream of an account. */
export const accountStream = (id: AccountId): string => `account-${id}`;
