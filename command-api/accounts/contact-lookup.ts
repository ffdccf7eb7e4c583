import { createHmac } from 'node:crypto';
import { randomToken } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';

const KEY_BITS = 256;

/**
 * From an e-mail address or a phone number to its account, kept among the secrets under a keyed hash: a reader of the
 * store learns no address and no number. Each has one account, also with several processes.
 */
export type ContactLookup = {
  /** Account id, or undefined. */
  find(contact: string): Promise<string | undefined>;
  /** Takes the contact for `account` if nobody has it; answers whose it is then. */
  claim(contact: string, account: string): Promise<string>;
  /** Takes it from an account that was never registered. */
  takeOver(contact: string, account: string): Promise<void>;
  /** Gives it up, if it is this account's. */
  release(contact: string, account: string): Promise<void>;
  /** The keyed hash itself, for limiting tries per contact without keeping contacts. */
  hashOf(contact: string): string;
};

async function createLookup(
  secrets: Secrets,
  kind: 'email' | 'phone',
  normal: (contact: string) => string,
): Promise<ContactLookup> {
  const key = Buffer.from(await secrets.putIfAbsent(`${kind}-lookup-key`, randomToken(KEY_BITS)), 'hex');
  const hashOf = (contact: string): string => createHmac('sha256', key).update(normal(contact)).digest('hex');
  const nameOf = (contact: string): string => `${kind}-${hashOf(contact)}`;
  return {
    find: (contact) => secrets.get(nameOf(contact)),
    claim: (contact, account) => secrets.putIfAbsent(nameOf(contact), account),
    takeOver: (contact, account) => secrets.put(nameOf(contact), account),
    async release(contact, account) {
      const name = nameOf(contact);
      if ((await secrets.get(name)) === account) await secrets.delete(name);
    },
    hashOf,
  };
}

/** E-mail addresses, in any letter case. */
export const createEmailLookup = (secrets: Secrets): Promise<ContactLookup> =>
  createLookup(secrets, 'email', (email) => email.trim().toLowerCase());

/** Phone numbers by their digits. */
export const createPhoneLookup = (secrets: Secrets): Promise<ContactLookup> =>
  createLookup(secrets, 'phone', (phone) => phone.replaceAll(/\D/g, ''));
