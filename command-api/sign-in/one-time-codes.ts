import { createHmac } from 'node:crypto';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { type Documents, DocumentsUniqueViolation } from '@saleyard/platform/documents/port.ts';
import { randomCode, randomToken } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { keyNamed } from '@saleyard/platform/secrets/sealing.ts';

/** Collections that no projection owns: codes that may be used, those that were, and all that were made. */
const CODES = 'one-time-codes';
const REDEEMED = 'redeemed-codes';
const MADE = 'made-codes';
/** ms for which it is known that a code was used; longer than any code works. */
const REDEEMED_KEPT_MS = 3_600_000;
/** ms for which it is known that a code was made: people open old e-mails. */
const MADE_KEPT_MS = 7 * 24 * 3_600_000;
/** Name among the secrets of the key that codes are hashed with. */
const KEY_NAME = 'one-time-code-key';

/**
 * - `sign-in-link`: in an address, so it may be long.
 * - `security-code`: typed in by hand.
 */
export type CodePurpose = 'sign-in-link' | 'security-code';

/** Characters of a security code: 50 bits. */
const TYPED_LENGTH = 10;

/** Codes that a person gets by e-mail and that work once. */
export type OneTimeCodes = {
  /** A new code, which ends the account's earlier ones of this purpose. */
  issue(purpose: CodePurpose, account: string, lastsMs: number): Promise<string>;
  /** Whose code it is; null: it is none, or it has ended. It stays. */
  accountOf(purpose: CodePurpose, code: string): Promise<string | null>;
  /** The same, and uses it up: of all who redeem one code at a time, one gets an answer. */
  redeem(purpose: CodePurpose, code: string): Promise<string | null>;
  /** Whether a code of this purpose was made in the last week, though it may have been used or replaced, or have expired. */
  wasMade(purpose: CodePurpose, code: string): Promise<boolean>;
  /** True for the first who claims a name within the last hour, in any process. */
  claimOnce(name: string): Promise<boolean>;
  /** Ends every code of an account. */
  revokeAllOf(account: string): Promise<void>;
};

type CodeDocument = { account: string; purpose: CodePurpose };

/** A code that was typed in, as it was made: without hyphens and spaces, and with the digits that letters look like. */
export const asMade = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/** A security code as people read it: in two halves. */
export const inHalves = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** Codes in the read store, which keeps only a keyed hash of each: a reader of the store can use none. */
export async function openOneTimeCodes(parts: {
  documents: Documents;
  secrets: Secrets;
  clock: Clock;
}): Promise<OneTimeCodes> {
  const { documents, secrets, clock } = parts;
  await documents.declare([
    { name: CODES, indexes: [{ keys: { account: 1 } }] },
    { name: REDEEMED, indexes: [{ keys: { code: 1 }, unique: true }] },
    { name: MADE },
  ]);
  const key = await keyNamed(secrets, KEY_NAME);

  const idOf = (purpose: CodePurpose, code: string): string => {
    const made = purpose === 'security-code' ? asMade(code) : code;
    return createHmac('sha256', key).update(`${purpose}:${made}`).digest('hex');
  };
  const find = async (purpose: CodePurpose, id: string): Promise<string | null> => {
    const found = await documents.get<CodeDocument>(CODES, id);
    return found?.purpose === purpose ? found.account : null;
  };
  const end = async (account: string, purpose?: CodePurpose): Promise<void> => {
    const theirs = await documents.find(CODES, { account, ...(purpose && { purpose }) });
    for (const { _id } of theirs) await documents.deleteOne(CODES, _id);
  };

  const claimOnce = async (name: string): Promise<boolean> => {
    try {
      await documents.upsert(REDEEMED, randomToken(), { code: name }, clock.now() + REDEEMED_KEPT_MS);
      return true;
    } catch (error) {
      if (error instanceof DocumentsUniqueViolation) return false;
      throw error;
    }
  };

  return {
    async issue(purpose, account, lastsMs) {
      await end(account, purpose);
      const code = purpose === 'security-code' ? randomCode(TYPED_LENGTH) : randomToken();
      const document: CodeDocument = { account, purpose };
      const id = idOf(purpose, code);
      await documents.upsert(MADE, id, { purpose }, clock.now() + MADE_KEPT_MS);
      await documents.upsert(CODES, id, document, clock.now() + lastsMs);
      return code;
    },

    accountOf: (purpose, code) => find(purpose, idOf(purpose, code)),

    async wasMade(purpose, code) {
      return (await documents.get(MADE, idOf(purpose, code))) !== undefined;
    },

    async redeem(purpose, code) {
      const id = idOf(purpose, code);
      const account = await find(purpose, id);
      if (account === null) return null;
      if (!(await claimOnce(id))) return null;
      await documents.deleteOne(CODES, id);
      return account;
    },

    claimOnce,
    revokeAllOf: (account) => end(account),
  };
}
