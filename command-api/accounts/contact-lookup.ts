import { createHmac, hash } from 'node:crypto';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { randomToken } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';

const KEY_BITS = 256;
/** ms after which a claim of an account that was never registered is free again; longer than a registration takes. */
export const UNFINISHED_MS = 60_000;

type ContactKind = 'email' | 'phone';

/** Name among the secrets of the key that contacts are hashed with. */
const keyNameOf = (kind: ContactKind): string => `${kind}-lookup-key`;

/** The key that e-mail addresses are hashed with: another one would let an address be registered twice. */
export const EMAIL_LOOKUP_KEY = keyNameOf('email');

/** That key, made if there is none. */
export const emailLookupKey = (secrets: Secrets): Promise<string> =>
  secrets.putIfAbsent(EMAIL_LOOKUP_KEY, randomToken(KEY_BITS));

/**
 * A contact's claim. `at`: when it was made (ms since the epoch); null in claims of earlier versions. `text`: as it is
 * stored.
 */
export type Claim = { account: string; at: number | null; text: string };

/**
 * Maps e-mail addresses and phone numbers to accounts, stored among the secrets under a keyed hash: a reader of the
 * store learns none of them. Each belongs to one account only, also with several processes.
 */
export type ContactLookup = {
  /** Account id, or undefined. */
  find(contact: string): Promise<string | undefined>;
  /** Claims the contact for `account` if it is free; returns the claim that it then has. */
  claim(contact: string, account: string): Promise<Claim>;
  /**
   * Claims the contact for `account` in place of the claim `seen`, whose account is not registered. Of several callers
   * with the same `seen` one succeeds; returns the claim that the contact then has.
   */
  takeOver(contact: string, seen: Claim, account: string): Promise<Claim>;
  /** Releases the contact if it belongs to this account. */
  release(contact: string, account: string): Promise<void>;
  /** The keyed hash, for rate limits per contact that store no contacts. */
  hashOf(contact: string): string;
};

type LookupParts = { secrets: Secrets; clock: Clock };

/** A stored claim: an account, and since when. Earlier versions stored the account alone. */
function claimIn(text: string): Claim {
  const [account = '', at] = text.split('@');
  return { account, at: at === undefined ? null : Number(at), text };
}

async function createLookup(
  { secrets, clock }: LookupParts,
  kind: ContactKind,
  normal: (contact: string) => string,
): Promise<ContactLookup> {
  const key = Buffer.from(await secrets.putIfAbsent(keyNameOf(kind), randomToken(KEY_BITS)), 'hex');
  const hashOf = (contact: string): string => createHmac('sha256', key).update(normal(contact)).digest('hex');
  const nameOf = (contact: string): string => `${kind}-${hashOf(contact)}`;
  const made = (account: string): string => `${account}@${clock.now()}`;
  const stored = async (name: string): Promise<Claim | undefined> => {
    const text = await secrets.get(name);
    return text === undefined ? undefined : claimIn(text);
  };
  return {
    find: async (contact) => (await stored(nameOf(contact)))?.account,
    claim: async (contact, account) => claimIn(await secrets.putIfAbsent(nameOf(contact), made(account))),
    async takeOver(contact, seen, account) {
      const name = nameOf(contact);
      // The claim that follows another is decided under the name of that one, which exists once.
      const own = made(account);
      const next = await secrets.putIfAbsent(`${name}-after-${hash('sha256', seen.text)}`, own);
      // Only over the claim that was seen: the one that followed it may have been released meanwhile.
      if ((await secrets.get(name)) === seen.text) await secrets.put(name, next);
      return claimIn(await secrets.putIfAbsent(name, own));
    },
    async release(contact, account) {
      const name = nameOf(contact);
      if ((await stored(name))?.account === account) await secrets.delete(name);
    },
    hashOf,
  };
}

/** E-mail addresses, case-insensitive. */
export const createEmailLookup = (parts: LookupParts): Promise<ContactLookup> =>
  createLookup(parts, 'email', (email) => email.trim().toLowerCase());

/** Phone numbers by their digits. */
export const createPhoneLookup = (parts: LookupParts): Promise<ContactLookup> =>
  createLookup(parts, 'phone', (phone) => phone.replaceAll(/\D/g, ''));
