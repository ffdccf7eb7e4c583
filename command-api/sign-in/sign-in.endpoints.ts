import { accountOperations, type Me } from '@saleyard/contract/accounts.ts';
import { HEADERS } from '@saleyard/contract/operation.ts';
import { signInOperations } from '@saleyard/contract/sign-in.ts';
import { type Endpoint, endpoint, READ_OWN_WRITES_MS } from '@saleyard/http/endpoint.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { KnownDevices } from '@saleyard/platform/sessions/known-devices.ts';
import type { Request, Response } from 'express';
import type { Account } from '../accounts/account-directory.ts';
import { basicCredentials, bearerToken, createPasswordSignIn } from './password-sign-in.ts';
import { createRecovery, type RecoveryParts } from './recovery.ts';
import { createSignInLimiter, type SignInLimits } from './sign-in-limiter.ts';

const LINK_SENT = 'If this address belongs to an account, a sign-in link is on its way to it.';

export type SignInEndpointParts = Omit<RecoveryParts, 'limiter'> & {
  devices: KnownDevices;
  signInLimits?: SignInLimits;
  /** An account as its person sees it; null when the person was forgotten. */
  meOf(account: Account): Promise<Me | null>;
};

const ipOf = ({ ip }: Request): string => ip ?? 'unknown';

const isRefusal = (found: Account | Refusal): found is Refusal => 'errors' in found;

/** Whether the browser is to stay signed in when it is closed. */
const remembers = (request: Request): boolean =>
  request.get('x-remember-me') === 'true' || request.query['remember'] === 'true';

/** Signing in and out, and a forgotten password. */
export function signInEndpoints(parts: SignInEndpointParts): Endpoint[] {
  const { accounts, sessions, devices, clock, meOf } = parts;
  const { directory, secrets } = accounts;
  const limiter = createSignInLimiter({ clock, secrets, limits: parts.signInLimits });
  const recovery = createRecovery({ ...parts, limiter });
  const checkPassword = createPasswordSignIn({ ...parts, limiter, recovery });

  /** Signs in whoever has proven to be the account's person, under a new session id. */
  const enter = async (
    account: Account,
    request: Request,
    response: Response,
  ): Promise<{ data: { user: Me } } | Refusal> => {
    const user = await meOf(account);
    if (user === null) return refusal('wrong-credentials');
    await sessions.signIn(request, account._id, { remember: remembers(request) });
    devices.remember(request, response, account._id);
    return { data: { user } };
  };

  /** Who is signed in by the request's session. */
  const restored = async (request: Request): Promise<{ data: { user: Me } } | Refusal> => {
    const identity = sessions.identityOf(request);
    const account = identity && (await directory.account(identity.account));
    const user = account && (await meOf(account));
    return user === null ? refusal('unauthorized') : { data: { user } };
  };

  const done = (refused: Refusal | null) => refused ?? { data: {} };

  return [
    endpoint(accountOperations.signInOrMe, async ({ request, response, position }) => {
      const credentials = basicCredentials(request.get('authorization'));
      if (credentials) {
        const found = await checkPassword(credentials, request);
        return isRefusal(found) ? found : enter(found, request, response);
      }
      if (position !== null && !(await directory.reached(position, READ_OWN_WRITES_MS))) {
        response.setHeader(HEADERS.stale, 'true');
      }
      return restored(request);
    }),
    endpoint(accountOperations.signOut, async ({ request, response }) => {
      await sessions.signOut(request, response);
      return { data: {} };
    }),
    endpoint(signInOperations.forgotPassword, async ({ request, body }) =>
      done(await recovery.forgot(body.email, ipOf(request))),
    ),
    endpoint(signInOperations.resetPassword, async ({ request, params, body }) =>
      done(await recovery.reset(params.token, body.password, ipOf(request))),
    ),
    endpoint(signInOperations.requestMagicLink, async ({ request, body }) => {
      const refused = await recovery.sendLink(body.email, ipOf(request));
      return refused ?? { data: { message: LINK_SENT } };
    }),
    endpoint(signInOperations.magicMe, async ({ request }) => {
      const token = bearerToken(request.get('authorization'));
      if (token === null) return restored(request);
      const account = await recovery.accountOfLink(token, ipOf(request), false);
      if (isRefusal(account)) return account;
      const user = await meOf(account);
      return user === null ? refusal('invalid-link') : { data: { user } };
    }),
    endpoint(signInOperations.redeemMagicLink, async ({ request, response }) => {
      const token = bearerToken(request.get('authorization'));
      if (token === null) return refusal('invalid-link');
      const account = await recovery.accountOfLink(token, ipOf(request), true);
      return isRefusal(account) ? account : enter(account, request, response);
    }),
  ];
}
