import { secondFactorOperations } from '@saleyard/contract/operations/second-factor.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import { rateLimited } from '@saleyard/http/rate-limit.ts';
import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Account } from '../accounts/account-directory.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { type CompletionParts, remembers, type SignInCompletion } from './complete-sign-in.ts';
import type { StoredPasskey } from './passkeys.ts';

/** Wrong codes of one account per window. */
const WRONG_CODES = { points: 10, duration: 15 * 60 };
/**
 * Passkey sign-ins that may be started per window, since each starts a session: on one device where somebody has signed in
 * before, and from one network address on all others, which can't use up those of such a device.
 */
const PASSKEY_SIGN_INS = { points: 100, duration: 15 * 60 };

export type SecondFactorEndpointParts = Pick<
  CompletionParts,
  'sessions' | 'devices' | 'secondFactors' | 'passkeys' | 'meOf'
> & {
  accounts: Accounts;
  completion: SignInCompletion;
  /** The configured public address; null: the origin that a request of our own pages states. */
  publicUrl: string | null;
};

const shown = ({ _id, name, addedAt, usedAt }: StoredPasskey) => ({ _id, name, addedAt, usedAt });

/** Setting up and verifying a second factor, and passkeys. */
export function secondFactorEndpoints(parts: SecondFactorEndpointParts): Endpoint[] {
  const { accounts, sessions, devices, secondFactors, passkeys, completion, meOf, publicUrl } = parts;
  const { directory } = accounts;
  const wrongCodes = new RateLimiterMemory({ keyPrefix: 'second-factor', ...WRONG_CODES });
  const begun = new RateLimiterMemory({ keyPrefix: 'passkey', ...PASSKEY_SIGN_INS });

  /** The account that is signed in, or has passed the first factor. */
  const asking = async (request: Request) => {
    const half = sessions.halfWayOf(request);
    const id = half?.account ?? sessions.identityOf(request)?.account;
    const account = id === undefined ? null : await directory.account(id);
    return account && { account, half };
  };

  /** Checks a code, counted before it is checked. null: it is right. */
  const checked = async (account: string, check: () => Promise<boolean>): Promise<Refusal | null> => {
    const over = await rateLimited(wrongCodes, account);
    if (over !== null) return over;
    if (!(await check())) return refusal('wrong-second-factor', { field: 'code' });
    await wrongCodes.delete(account);
    return null;
  };

  /**
   * A person who has entered the right password and has a second factor must use that, and may not set up another.
   */
  const mayOnlyProve = async (account: Account): Promise<boolean> =>
    (await secondFactors.statusOf(account._id)).totp || (await passkeys.of(account._id)).length > 0;

  // The gateway has checked that a changing request has our own origin.
  const partyOf = (request: Request) => ({
    origin: publicUrl ?? request.get('origin') ?? 'http://localhost',
  });

  return [
    endpoint(secondFactorOperations.secondFactor, async ({ viewer }) => {
      const account = await directory.account(viewer._id);
      const [status, known] = await Promise.all([
        secondFactors.statusOf(viewer._id),
        passkeys.of(viewer._id),
      ]);
      const demanded = account !== null && (await completion.isDemanded(account));
      return { data: { ...status, demanded, passkeys: known.map(shown) } };
    }),
    endpoint(secondFactorOperations.startTotp, async ({ request }) => {
      const asked = await asking(request);
      if (asked === null) return refusal('unauthorized');
      const { account, half } = asked;
      if (half && (await mayOnlyProve(account))) return refusal('second-factor-required');
      const me = await meOf(account);
      if (me === null) return refusal('unauthorized');
      return { data: await secondFactors.begin(account._id, me.email) };
    }),
    endpoint(secondFactorOperations.confirmTotp, async ({ request, response, body: { code } }) => {
      const asked = await asking(request);
      if (asked === null) return refusal('unauthorized');
      const { account, half } = asked;
      if (half && (await mayOnlyProve(account))) return refusal('second-factor-required');
      let recoveryCodes: readonly string[] = [];
      const refused = await checked(account._id, async () => {
        const made = await secondFactors.confirm(account._id, code);
        recoveryCodes = made ?? [];
        return made !== null;
      });
      if (refused !== null) return refused;
      if (half === null) {
        const user = await meOf(account);
        return user === null ? refusal('unauthorized') : { data: { recoveryCodes, user } };
      }
      const proven = { isStrong: true, remember: half.remember };
      const completed = await completion.complete(account, request, response, proven);
      return isRefusal(completed) ? completed : { data: { recoveryCodes, ...completed.data } };
    }),
    endpoint(secondFactorOperations.removeTotp, async ({ viewer, body: { code } }) => {
      const account = await directory.account(viewer._id);
      if (account !== null && (await completion.isDemanded(account)))
        return refusal('second-factor-demanded');
      const refused = await checked(viewer._id, () => secondFactors.prove(viewer._id, code));
      if (refused !== null) return refused;
      await secondFactors.remove(viewer._id);
      return { data: {} };
    }),
    endpoint(secondFactorOperations.proveSecondFactor, async ({ request, response, body: { code } }) => {
      const half = sessions.halfWayOf(request);
      const account = half && (await directory.account(half.account));
      if (!half || account === null) return refusal('unauthorized');
      const refused = await checked(account._id, () => secondFactors.prove(account._id, code));
      if (refused !== null) return refused;
      return completion.complete(account, request, response, { isStrong: true, remember: half.remember });
    }),
    endpoint(secondFactorOperations.passkeyCreation, async ({ viewer, request }) => {
      const account = await directory.account(viewer._id);
      const me = account && (await meOf(account));
      if (me === null) return refusal('unauthorized');
      const options = await passkeys.creation(viewer._id, me.email, partyOf(request));
      await sessions.keepChallenge(request, options.challenge);
      return { data: { options: { ...options } } };
    }),
    endpoint(secondFactorOperations.addPasskey, async ({ viewer, request, body: { name, credential } }) => {
      const challenge = await sessions.takeChallenge(request);
      if (challenge === null) return refusal('wrong-passkey');
      const passkey = await passkeys.add(viewer._id, name, { ...partyOf(request), credential, challenge });
      return passkey === null ? refusal('wrong-passkey') : { data: { passkey: shown(passkey) } };
    }),
    endpoint(secondFactorOperations.removePasskey, async ({ viewer, params }) =>
      (await passkeys.remove(viewer._id, params.passkey)) ? { data: {} } : refusal('not-found'),
    ),
    endpoint(secondFactorOperations.passkeyRequest, async ({ request }) => {
      const device = devices.anyDeviceOf(request);
      const by = device === null ? ipKeyGenerator(request.ip ?? 'unknown') : `device ${device}`;
      const over = await rateLimited(begun, by);
      if (over !== null) return over;
      const options = await passkeys.request(partyOf(request));
      await sessions.keepChallenge(request, options.challenge);
      return { data: { options: { ...options } } };
    }),
    endpoint(secondFactorOperations.signInByPasskey, async ({ request, response, body: { credential } }) => {
      const challenge = await sessions.takeChallenge(request);
      if (challenge === null) return refusal('wrong-passkey');
      const found = await passkeys.accountOf({ ...partyOf(request), credential, challenge });
      const account = found === null ? null : await directory.account(found);
      if (account === null) return refusal('wrong-passkey');
      return completion.complete(account, request, response, {
        isStrong: true,
        remember: remembers(request),
      });
    }),
  ];
}
