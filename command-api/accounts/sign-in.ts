import { emailProblem, passwordProblem } from '@saleyard/domain/account/credentials.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import { ipKeyGenerator } from 'express-rate-limit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Account } from './account-directory.ts';
import type { Accounts } from './accounts.ts';

/** Failed sign-ins within `windowSeconds` after which the next are refused with 429 until it is over. */
export type SignInLimits = {
  windowSeconds: number;
  /** For one network address, with any e-mail. */
  perAddress: number;
  /** For one e-mail from one network address. */
  perEmailAndAddress: number;
  /** For one e-mail from any address; higher, so that others cannot easily lock a person out. */
  perEmail: number;
};

export const SIGN_IN_LIMITS: SignInLimits = {
  windowSeconds: 15 * 60,
  perAddress: 100,
  perEmailAndAddress: 10,
  perEmail: 50,
};

/** ms after which a sign-in that met a full queue of verifications may be tried again. */
const BUSY_RETRY_MS = 2_000;
/** Characters of an Authorization header that are read. */
const HEADER_LIMIT = 1_024;

export type Credentials = { email: string; password: string };

export type SignInReply =
  | { outcome: 'signed-in'; account: Account }
  | { outcome: 'refused'; refusal: Refusal };

/** The credentials of a Basic header (e-mail lower-cased), or null when there is no such header. */
export function basicCredentials(header: string | undefined): Credentials | null {
  const match = /^Basic\s+([\w+/=-]*)$/i.exec(header?.slice(0, HEADER_LIMIT).trim() ?? '');
  if (!match) return null;
  const text = Buffer.from(match[1] ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const [email, password] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
  return { email: email.trim().toLowerCase(), password };
}

/** What is wrong with credentials before anyone is asked about them, in the specification's words. */
export function credentialsProblem({ email, password }: Credentials): Refusal | null {
  const invalid = (field: string, message: string) => refusal('invalid-request', { field, message });
  const wrongEmail = emailProblem(email);
  if (wrongEmail !== null) return invalid('email', wrongEmail);
  const wrongPassword = passwordProblem(password);
  if (wrongPassword !== null) return invalid('password', wrongPassword);
  return null;
}

/**
 * Checks credentials. A wrong e-mail and a wrong password get the same answer after the same work. Every try
 * counts before it is checked, so that tries at the same moment can't pass the limit together; a success gives
 * its counts back. Limits are kept per process.
 */
export function createSignIn(accounts: Accounts, limits: SignInLimits = SIGN_IN_LIMITS) {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterMemory({ keyPrefix, points, duration: limits.windowSeconds });
  const address = limiter('address', limits.perAddress);
  const pair = limiter('pair', limits.perEmailAndAddress);
  const email = limiter('email', limits.perEmail);
  const refused = (reason: Refusal): SignInReply => ({ outcome: 'refused', refusal: reason });

  return async (credentials: Credentials, ip: string): Promise<SignInReply> => {
    const problem = credentialsProblem(credentials);
    if (problem) return refused(problem);
    const from = ipKeyGenerator(ip);
    const who = accounts.emails.hashOf(credentials.email);
    const counts = [
      { of: address, key: from },
      { of: pair, key: `${who}-${from}` },
      { of: email, key: who },
    ];
    try {
      for (const { of, key } of counts) await of.consume(key);
    } catch (over) {
      if (!(over instanceof RateLimiterRes)) throw over;
      return refused(refusal('rate-limited', { retryAfterMs: over.msBeforeNext }));
    }
    const account = await accounts.directory.byEmail(credentials.email);
    const verification = await accounts.passwords.verify(account?._id ?? null, credentials.password);
    if (verification === 'busy') {
      return refused(refusal('unavailable', { retryAfterMs: BUSY_RETRY_MS }));
    }
    if (verification === 'wrong' || account === null) return refused(refusal('wrong-credentials'));
    await Promise.all([address.reward(from), pair.delete(`${who}-${from}`), email.reward(who)]);
    return { outcome: 'signed-in', account };
  };
}
