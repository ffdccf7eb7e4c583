import { createHmac } from 'node:crypto';
import { randomToken } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';

const KEY_NAME = 'email-lookup-key';
const KEY_BITS = 256;

/**
 * From an e-mail address to its account, kept among the secrets under a keyed hash of the lower-cased address:
 * whoever reads the store learns no address. One address has one account, also with several processes.
 */
export type EmailLookup = {
  /** Account id, or undefined. */
  find(email: string): Promise<string | undefined>;
  /** Takes the address for `account` if nobody has it; answers whose it is then. */
  claim(email: string, account: string): Promise<string>;
  release(email: string): Promise<void>;
  /** The keyed hash itself, for limiting tries per address without keeping addresses. */
  hashOf(email: string): string;
};

export async function createEmailLookup(secrets: Secrets): Promise<EmailLookup> {
  const key = Buffer.from(await secrets.putIfAbsent(KEY_NAME, randomToken(KEY_BITS)), 'hex');
  const hashOf = (email: string): string =>
    createHmac('sha256', key).update(email.trim().toLowerCase()).digest('hex');
  const nameOf = (email: string): string => `email-${hashOf(email)}`;
  return {
    find: (email) => secrets.get(nameOf(email)),
    claim: (email, account) => secrets.putIfAbsent(nameOf(email), account),
    release: (email) => secrets.delete(nameOf(email)),
    hashOf,
  };
}
