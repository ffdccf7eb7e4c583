import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { canonicalJson } from '@saleyard/platform/event-log/canonical-json.ts';
import { randomToken } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';

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

const ALGORITHM = 'aes-256-gcm';
const KEY_BITS = 256;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of a sealed blob: the form of what follows. */
const FORMAT = 1;

const keyName = (account: string): string => `personal-key-${account}`;

/** The account's own key, made if there is none. */
const keyOf = async (secrets: Secrets, account: string): Promise<Buffer> =>
  Buffer.from(await secrets.putIfAbsent(keyName(account), randomToken(KEY_BITS)), 'hex');

/**
 * A digest of something that holds personal fields, keyed by the account's own key (HMAC-SHA256, hexadecimal): it tells
 * whether the same was said before, and nothing to whoever guesses, nor to anyone once the key is deleted.
 */
export async function personalDigest(secrets: Secrets, account: string, value: unknown): Promise<string> {
  const key = await keyOf(secrets, account);
  return createHmac('sha256', key).update(canonicalJson(value)).digest('hex');
}

/**
 * Encrypts a person's fields under the account's own key (AES-256-GCM, bound to the account's id), making the
 * key if there is none. Answers base64 of format, nonce, tag and cipher text.
 */
export async function sealPerson(secrets: Secrets, account: string, person: Person): Promise<string> {
  const key = await keyOf(secrets, account);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(account));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(person), 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/**
 * The person, or null when the key is gone: then nobody can ever read them again.
 * @throws when the blob was changed, or belongs to another account
 */
export async function openPerson(secrets: Secrets, account: string, sealed: string): Promise<Person | null> {
  const key = await secrets.get(keyName(account));
  if (key === undefined) return null;
  const blob = Buffer.from(sealed, 'base64');
  if (blob[0] !== FORMAT) throw new Error(`personal data of ${account} has the unknown format ${blob[0]}`);
  const tagAt = 1 + NONCE_BYTES;
  const textAt = tagAt + TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, Buffer.from(key, 'hex'), blob.subarray(1, tagAt), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(account))
    .setAuthTag(blob.subarray(tagAt, textAt));
  const text = Buffer.concat([decipher.update(blob.subarray(textAt)), decipher.final()]).toString('utf8');
  return JSON.parse(text) as Person;
}

/** Deletes the account's key: its personal fields in the log can't be read any more, by anyone, for ever. */
export const forgetPersonKey = (secrets: Secrets, account: string): Promise<void> =>
  secrets.delete(keyName(account));
