import { createHmac } from 'node:crypto';
import { canonicalJson } from '@saleyard/platform/event-log/canonical-json.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { keyNamed, seal, unseal } from '@saleyard/platform/secrets/sealing.ts';

/** What makes an account a person. Stands in the log encrypted only. */
export type Person = {
  firstName: string;
  lastName: string;
  email: string;
  /** Digits only. */
  phone: string;
  tradingName: string;
  /** Of the office: where bought stock goes to. */
  town: string;
  state: string;
  postcode: string;
};

const keyName = (account: string): string => `personal-key-${account}`;

/** The account's own key, made if there is none. */
const keyOf = (secrets: Secrets, account: string): Promise<Buffer> => keyNamed(secrets, keyName(account));

/**
 * A digest of something that holds personal fields, keyed by the account's own key (HMAC-SHA256, hexadecimal): it tells
 * whether the same was said before, and nothing to whoever guesses, nor to anyone once the key is deleted.
 */
export async function personalDigest(secrets: Secrets, account: string, value: unknown): Promise<string> {
  const key = await keyOf(secrets, account);
  return createHmac('sha256', key).update(canonicalJson(value)).digest('hex');
}

/** Encrypts a person's fields under the account's own key, bound to the account's id; makes the key if there is none. */
export const sealPerson = async (secrets: Secrets, account: string, person: Person): Promise<string> =>
  seal(await keyOf(secrets, account), account, JSON.stringify(person));

/**
 * The person, or null when the key is gone: then nobody can ever read them again.
 * @throws when the blob was changed, or belongs to another account
 */
export async function openPerson(secrets: Secrets, account: string, sealed: string): Promise<Person | null> {
  const key = await secrets.get(keyName(account));
  return key === undefined ? null : (JSON.parse(unseal(Buffer.from(key, 'hex'), account, sealed)) as Person);
}

/** Deletes the account's key: its personal fields in the log can't be read any more, by anyone, for ever. */
export const forgetPersonKey = (secrets: Secrets, account: string): Promise<void> =>
  secrets.delete(keyName(account));
