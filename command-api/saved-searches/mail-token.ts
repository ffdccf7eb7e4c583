import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { keyNamed } from '@saleyard/platform/secrets/sealing.ts';

/** A key for this purpose only, so that a token can only stop the e-mails of saved searches. */
const KEY = 'alert-mail-key';

const signatureOf = async (secrets: Secrets, account: string): Promise<Buffer> =>
  createHmac('sha256', await keyNamed(secrets, KEY))
    .update(account)
    .digest();

/**
 * The token in a link that stops the e-mails of an account's saved searches. It has no dot, which would make the
 * address look like a file, and does not expire.
 */
export const mailTokenOf = async (secrets: Secrets, account: string): Promise<string> =>
  `${account}~${(await signatureOf(secrets, account)).toString('base64url')}`;

/** The account of a token; null for an invalid one. */
export async function accountOfMailToken(secrets: Secrets, token: string): Promise<string | null> {
  const end = token.lastIndexOf('~');
  if (end <= 0) return null;
  const account = token.slice(0, end);
  const signature = Buffer.from(token.slice(end + 1), 'base64url');
  const expected = await signatureOf(secrets, account);
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? account : null;
}
