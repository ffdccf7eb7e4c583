import { createHmac } from 'node:crypto';
import { EMAIL_LOOKUP_KEY, emailLookupKey } from '@saleyard/command-api/accounts/contact-lookup.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';

/**
 * The id of a key ring: a keyed hash made with the key that e-mail addresses are looked up by, from which that key can't
 * be found. Every account has its address under that key, so secrets without it, or with another one, are not
 * those that the log was written with.
 */
const idOf = (key: string): string =>
  createHmac('sha256', key).update('saleyard key ring').digest('hex').slice(0, 32);

/** The id of the key ring in these secrets; undefined: they hold none. @throws SecretDamaged */
export async function keyRingIn(secrets: Secrets): Promise<string | undefined> {
  const key = await secrets.get(EMAIL_LOOKUP_KEY);
  return key === undefined ? undefined : idOf(key);
}

/** The same; a key ring is made if there is none. @throws SecretDamaged */
export const beginKeyRing = async (secrets: Secrets): Promise<string> => idOf(await emailLookupKey(secrets));
