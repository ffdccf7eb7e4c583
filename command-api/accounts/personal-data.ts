import { createHmac } from 'node:crypto';
import {
  changedProfile,
  EMPTY_PROFILE,
  type Profile,
  type ProfileChange,
} from '@saleyard/domain/account/profile.ts';
import { canonicalJson } from '@saleyard/platform/event-log/canonical-json.ts';
import { FileDamaged, type Files } from '@saleyard/platform/files/port.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { keyNamed, seal, sealBytes, unseal, unsealBytes } from '@saleyard/platform/secrets/sealing.ts';

/** A profile as stored in the log: the oldest ones have fewer fields, and the office's place at the top level. */
type SealedProfile = ProfileChange & { town?: string; state?: string; postcode?: string };

const keyName = (account: string): string => `personal-key-${account}`;

/** The account's own key, created if it does not exist. */
async function keyOf(secrets: Secrets, account: string): Promise<Buffer> {
  const known = await knownKey(secrets, account);
  return known ?? keyNamed(secrets, keyName(account));
}

async function knownKey(secrets: Secrets, account: string): Promise<Buffer | null> {
  const key = await secrets.get(keyName(account));
  return key === undefined ? null : Buffer.from(key, 'hex');
}

/**
 * HMAC-SHA256 (hex) of a value with personal fields, under the account's key. Equal inputs match; without the key the
 * value can't be guessed.
 */
export async function personalDigest(secrets: Secrets, account: string, value: unknown): Promise<string> {
  const key = await keyOf(secrets, account);
  return createHmac('sha256', key).update(canonicalJson(value)).digest('hex');
}

/** The key of an account's file: half of such a digest (32 characters) of the upload. */
export const fileKeyOf = async (secrets: Secrets, account: string, sent: unknown): Promise<string> =>
  (await personalDigest(secrets, account, sent)).slice(0, 32);

/**
 * Encrypts a text with the account's own key, bound to the account's id; creates the key if it does not exist. The
 * empty text stays empty.
 */
export const sealText = async (secrets: Secrets, account: string, text: string): Promise<string> =>
  text === '' ? '' : seal(await keyOf(secrets, account), account, text);

/**
 * The text, or null when the key was deleted: it can then never be read again.
 * @throws when the blob was changed, or belongs to another account
 */
export async function openText(
  secrets: Pick<Secrets, 'get'>,
  account: string,
  sealed: string,
): Promise<string | null> {
  if (sealed === '') return '';
  const key = await secrets.get(keyName(account));
  return key === undefined ? null : unseal(Buffer.from(key, 'hex'), account, sealed);
}

/** Encrypts several texts of one account like `sealText`, reading its key once. */
export async function sealerOf(secrets: Secrets, account: string): Promise<(text: string) => string> {
  const key = await keyOf(secrets, account);
  return (text) => (text === '' ? '' : seal(key, account, text));
}

/** A text that is encrypted, or that an earlier version stored as plain text; one of the two is empty. */
export type OwnText = { account: string; sealed: string; clear: string };

/**
 * Decrypts texts, in order, reading the key of each account once; '' for an account without a key.
 * @throws as `openText`
 */
export async function openTexts(secrets: Secrets, texts: readonly OwnText[]): Promise<string[]> {
  const accounts = [...new Set(texts.map(({ account }) => account))];
  const keys = new Map(
    await Promise.all(accounts.map(async (one) => [one, await knownKey(secrets, one)] as const)),
  );
  return texts.map(({ account, sealed, clear }) => {
    const key = keys.get(account) ?? null;
    if (key === null) return '';
    return sealed === '' ? clear : unseal(key, account, sealed);
  });
}

/** The folder of a person's files in the file store. */
export const personalFolder = (account: string): string => `accounts/${account}`;

/** Bytes of a file, encrypted in the same way. */
export const sealOwnBytes = async (secrets: Secrets, account: string, bytes: Uint8Array): Promise<Buffer> =>
  sealBytes(await keyOf(secrets, account), account, bytes);

/** The bytes of the account's file `place` in the file store; null when it or the key is gone. @throws FileDamaged, FilesUnavailable */
export async function readSealedFile(
  { secrets, files }: { secrets: Secrets; files: Pick<Files, 'get'> },
  account: string,
  place: string,
): Promise<Buffer | null> {
  const sealed = await files.get(place);
  const key = sealed && (await secrets.get(keyName(account)));
  if (sealed === undefined || key === undefined) return null;
  try {
    return unsealBytes(Buffer.from(key, 'hex'), account, sealed);
  } catch (error) {
    throw new FileDamaged(place, error);
  }
}

/** A person's profile, encrypted in the same way. */
export const sealPerson = (secrets: Secrets, account: string, person: Profile): Promise<string> =>
  sealText(secrets, account, JSON.stringify(person));

/** The person's profile, or null when the key is gone, or there is no profile. @throws as `openText` */
export async function openPerson(
  secrets: Pick<Secrets, 'get'>,
  account: string,
  sealed: string,
): Promise<Profile | null> {
  const text = await openText(secrets, account, sealed);
  if (text === null || text === '') return null;
  const { town, state, postcode, ...person } = JSON.parse(text) as SealedProfile;
  const place = town === undefined ? {} : { officeAddress: { town, state, postcode } };
  return changedProfile(EMPTY_PROFILE, { ...person, ...place });
}

/** Deletes the account's key: nobody can ever read its personal fields in the log again. */
export const forgetPersonKey = (secrets: Secrets, account: string): Promise<void> =>
  secrets.delete(keyName(account));
