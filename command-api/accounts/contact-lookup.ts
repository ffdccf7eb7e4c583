import { createHmac } from 'node:crypto';
import { randomToken } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';

const KEY_BITS = 256;

type ContactKind = 'email' | 'phone';

/** Name among the secrets of the key that contacts are hashed with. */
const keyNameOf = (kind: ContactKind): string => `${kind}-lookup-key`;

/** The key that e-mail addresses are hashed with: another one would let an address be registered twice. */
export const EMAIL_LOOKUP_KEY = keyNameOf('email');

/** That key, made if there is none. */
export const emailLookupKey = (secrets: Secrets): Promise<string> =>
  secrets.putIfAbsent(EMAIL_LOOKUP_KEY, randomToken(KEY_BITS));

/**
 * Maps e-mail addresses and phone numbers to accounts, stored among the secrets under a keyed hash: a reader of the
 * store learns none of them. Each belongs to one account only, also with several processes.
 */
export type ContactLookup = {
  /** Account id, or undefined. */
  find(contact: string): Promise<string | undefined>;
  /** Claims the contact for `account` if it is free; returns the account it then belongs to. */
  claim(contact: string, account: string): Promise<string>;
  /** Moves the contact to `account` from an account that was never fully registered. */
  takeOver(contact: string, account: string): Promise<void>;
  /** Releases the contact if it belongs to this account. */
  release(contact: string, account: string): Promise<void>;
  /** The keyed hash, for rate limits per contact that store no contacts. */
  hashOf(contact: string): string;
};

async function createLookup(
  secrets: Secrets,
  kind: ContactKind,
  normal: (contact: string) => string,
): Promise<ContactLookup> {
  const key = Buffer.from(await secrets.putIfAbsent(keyNameOf(kind), randomToken(KEY_BITS)), 'hex');
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

/** E-mail addresses, case-insensitive. */
export const createEmailLookup = (secrets: Secrets): Promise<ContactLookup> =>
  createLookup(secrets, 'email', (email) => email.trim().toLowerCase());

/** Phone numbers by their digits. */
export const createPhoneLookup = (secrets: Secrets): Promise<ContactLookup> =>
  createLookup(secrets, 'phone', (phone) => phone.replaceAll(/\D/g, ''));
