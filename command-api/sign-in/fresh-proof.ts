import type { FreshProof } from '@saleyard/contract/staff-accounts.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import { rateLimited } from '@saleyard/http/rate-limit.ts';
import type { Sessions } from '@saleyard/platform/sessions/sessions.ts';
import type { Request } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Accounts } from '../accounts/accounts.ts';
import { retrySoon } from '../engine-replies.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecondFactors } from './second-factors.ts';

/** Wrong proofs of one account per window (in seconds). */
const WRONG_PROOFS = { points: 10, duration: 15 * 60 };

type FreshProofParts = {
  accounts: Pick<Accounts, 'passwords'>;
  sessions: Pick<Sessions, 'takeChallenge'>;
  secondFactors: Pick<SecondFactors, 'statusOf' | 'prove'>;
  passkeys: Pick<Passkeys, 'of' | 'accountOf'>;
  /** The configured public address; null: the origin that a request of our own pages states. */
  publicUrl: string | null;
};

/**
 * Checks that the person at the page is the account's owner now, not only since they signed in. Resolves to null when
 * the proof is right.
 */
export type CheckFreshProof = (
  request: Request,
  account: string,
  proof: FreshProof,
) => Promise<Refusal | null>;

/**
 * The proof is a code of the authenticator app or a recovery code, or a passkey. An account that has neither, like the
 * administrator of a demo, gives its password.
 */
export function createFreshProof(parts: FreshProofParts): CheckFreshProof {
  const { accounts, sessions, secondFactors, passkeys, publicUrl } = parts;
  const wrongProofs = new RateLimiterMemory({ keyPrefix: 'fresh-proof', ...WRONG_PROOFS });

  const refusalOf = async (
    request: Request,
    account: string,
    { code, credential, password }: FreshProof,
  ): Promise<Refusal | null> => {
    if (code !== undefined)
      return (await secondFactors.prove(account, code))
        ? null
        : refusal('wrong-second-factor', { field: 'proof' });
    if (credential !== undefined) {
      const challenge = await sessions.takeChallenge(request);
      const origin = publicUrl ?? request.get('origin') ?? 'http://localhost';
      const owner = challenge === null ? null : await passkeys.accountOf({ origin, credential, challenge });
      return owner === account ? null : refusal('wrong-passkey', { field: 'proof' });
    }
    const hasFactor = (await secondFactors.statusOf(account)).totp || (await passkeys.of(account)).length > 0;
    if (hasFactor || password === undefined) return refusal('second-factor-required', { field: 'proof' });
    const verified = await accounts.passwords.verify(account, password);
    if (verified === 'busy') return retrySoon('unavailable');
    return verified === 'wrong' ? refusal('wrong-password', { field: 'proof' }) : null;
  };

  return async (request, account, proof) => {
    const over = await rateLimited(wrongProofs, account);
    if (over !== null) return over;
    const refused = await refusalOf(request, account, proof);
    if (refused === null) await wrongProofs.delete(account);
    return refused;
  };
}
