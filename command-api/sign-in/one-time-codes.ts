import { createHmac } from 'node:crypto';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { type Documents, DocumentsUniqueViolation } from '@saleyard/platform/documents/port.ts';
import { randomCode, randomToken } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { keyNamed } from '@saleyard/platform/secrets/sealing.ts';

/** Collections that no projection owns: valid codes, used ones, and all that were issued. */
const CODES = 'one-time-codes';
const REDEEMED = 'redeemed-codes';
const MADE = 'made-codes';
/** ms for which used codes are remembered; longer than any code is valid. */
const REDEEMED_KEPT_MS = 3_600_000;
/** ms for which issued codes are remembered: people open old e-mails. */
const MADE_KEPT_MS = 7 * 24 * 3_600_000;
/** Name of the secret key with which codes are hashed. */
const KEY_NAME = 'one-time-code-key';

/**
 * - `sign-in-link`: part of a URL, so it may be long.
 * - `invitation`: the same, of somebody whose account staff opened.
 * - `security-code`: typed in by hand.
 * - `confirm-email`: part of a URL, or typed in by hand.
 */
export type CodePurpose = 'sign-in-link' | 'invitation' | 'security-code' | 'confirm-email';

/** Codes that are only ever part of a URL. */
const IN_LINKS: ReadonlySet<CodePurpose> = new Set(['sign-in-link', 'invitation']);

/** Characters of a code that may be typed in: 50 bits. */
const TYPED_LENGTH = 10;

/** Single-use codes that a person gets by e-mail. */
export type OneTimeCodes = {
  /** A new code, which invalidates the account's earlier ones of this purpose. `subject`: what it is for. */
  issue(purpose: CodePurpose, account: string, lastsMs: number, subject?: string): Promise<string>;
  /** The code's account and subject; null: invalid or expired. The code stays valid. */
  find(purpose: CodePurpose, code: string): Promise<FoundCode | null>;
  /** The code's account; null: invalid or expired. The code stays valid. */
  accountOf(purpose: CodePurpose, code: string): Promise<string | null>;
  /** The same, and uses the code up: of concurrent callers with one code, only one gets the account. */
  redeem(purpose: CodePurpose, code: string): Promise<string | null>;
  /** Whether a code of this purpose was made in the last week, though it may have been used or replaced, or have expired. */
  wasMade(purpose: CodePurpose, code: string): Promise<boolean>;
  /** True for the first caller that claims a name within the last hour, in any process. */
  claimOnce(name: string): Promise<boolean>;
  /** Invalidates every code of an account. */
  revokeAllOf(account: string): Promise<void>;
};

/** `subject`: what the code is for; left out where it needs none. */
type FoundCode = { account: string; subject?: string };
type CodeDocument = FoundCode & { purpose: CodePurpose };

/** Normalises a typed code: without hyphens and spaces, and with digits for the letters that look like them. */
export const asMade = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/** A security code as it is shown: in two halves. */
export const inHalves = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** Codes in the read store, which has only a keyed hash of each, so that a reader of the store can't use them. */
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
    const made = IN_LINKS.has(purpose) ? code : asMade(code);
    return createHmac('sha256', key).update(`${purpose}:${made}`).digest('hex');
  };
  const find = async (purpose: CodePurpose, id: string): Promise<FoundCode | null> => {
    const found = await documents.get<CodeDocument>(CODES, id);
    return found?.purpose === purpose ? found : null;
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
    async issue(purpose, account, lastsMs, subject) {
      await end(account, purpose);
      const code = IN_LINKS.has(purpose) ? randomToken() : randomCode(TYPED_LENGTH);
      const document: CodeDocument = { account, purpose, ...(subject !== undefined && { subject }) };
      const id = idOf(purpose, code);
      await documents.upsert(MADE, id, { purpose }, clock.now() + MADE_KEPT_MS);
      await documents.upsert(CODES, id, document, clock.now() + lastsMs);
      return code;
    },

    find: (purpose, code) => find(purpose, idOf(purpose, code)),

    accountOf: async (purpose, code) => (await find(purpose, idOf(purpose, code)))?.account ?? null,

    async wasMade(purpose, code) {
      return (await documents.get(MADE, idOf(purpose, code))) !== undefined;
    },

    async redeem(purpose, code) {
      const id = idOf(purpose, code);
      const account = (await find(purpose, id))?.account;
      if (account === undefined) return null;
      if (!(await claimOnce(id))) return null;
      await documents.deleteOne(CODES, id);
      return account;
    },

    claimOnce,
    revokeAllOf: (account) => end(account),
  };
}
