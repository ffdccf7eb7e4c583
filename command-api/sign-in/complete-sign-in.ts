import type { Me } from '@saleyard/contract/accounts.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import { hintAtSession } from '@saleyard/http/session-hint.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import type { KnownDevices } from '@saleyard/platform/sessions/known-devices.ts';
import type { Sessions } from '@saleyard/platform/sessions/sessions.ts';
import type { Request, Response } from 'express';
import type { Account } from '../accounts/account-directory.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecondFactors } from './second-factors.ts';

export type CompletionParts = {
  secrets: Secrets;
  sessions: Sessions;
  devices: KnownDevices;
  secondFactors: SecondFactors;
  passkeys: Passkeys;
  /** An account as its person sees it; null when the person was forgotten. */
  meOf(account: Account): Promise<Me | null>;
};

/** `isStrong`: both factors are verified. `remember`: the session outlives the browser. */
type Proven = { isStrong: boolean; remember: boolean };

/** The result for a person who has been verified as an account's owner. */
export type SignInCompletion = {
  /**
   * Signs in under a new session id, or returns what else must be verified. The session then stores what was verified
   * for ten minutes, without being signed in.
   */
  complete(
    account: Account,
    request: Request,
    response: Response,
    proven: Proven,
  ): Promise<{ data: { user: Me } } | Refusal>;
  /** Whether an account must have a second factor. */
  isDemanded(account: Account): Promise<boolean>;
};

const exemptName = (account: string): string => `second-factor-exempt-${account}`;

/** Lets a demo's administrator account sign in with its published password alone. */
export const exemptFromSecondFactor = (secrets: Secrets, account: string): Promise<void> =>
  secrets.put(exemptName(account), 'demo');

/** Whether the session should outlive the browser. */
export const remembers = (request: Request): boolean =>
  request.get('x-remember-me') === 'true' || request.query['remember'] === 'true';

export function createSignInCompletion(parts: CompletionParts): SignInCompletion {
  const { secrets, sessions, devices, secondFactors, passkeys, meOf } = parts;

  const isDemanded = async ({ _id, role }: Account): Promise<boolean> =>
    role === 'admin' && (await secrets.get(exemptName(_id))) === undefined;

  /** What is missing; null: nothing. */
  const missing = async (
    account: Account,
  ): Promise<'second-factor-required' | 'second-factor-setup' | null> => {
    const { totp } = await secondFactors.statusOf(account._id);
    if (totp) return 'second-factor-required';
    if (!(await isDemanded(account))) return null;
    // With a passkey, the password alone must not be enough to add an app.
    return (await passkeys.of(account._id)).length > 0 ? 'second-factor-required' : 'second-factor-setup';
  };

  return {
    isDemanded,

    async complete(account, request, response, { isStrong, remember }) {
      const user = await meOf(account);
      if (user === null) return refusal('wrong-credentials');
      if (account.isSuspended) return refusal('suspended');
      const lacks = isStrong ? null : await missing(account);
      if (lacks !== null) {
        await sessions.beginHalfWay(request, account._id, { remember });
        return refusal(lacks);
      }
      await sessions.signIn(request, account._id, { remember });
      hintAtSession(request, response, true);
      devices.remember(request, response, account._id);
      return { data: { user } };
    },
  };
}
