/** An account's `_id` (UUIDv7). Its stream is `account-{id}`. */
export type AccountId = string;

/** Prefix of an account's stream, before the id. */
export const ACCOUNT = 'account-';

/** The stream of an account. */
export const accountStream = (id: AccountId): string => `${ACCOUNT}${id}`;
