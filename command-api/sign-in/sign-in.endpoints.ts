import type { Me } from '@saleyard/contract/accounts.ts';
import { HEADERS } from '@saleyard/contract/operation.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { signInOperations } from '@saleyard/contract/operations/sign-in.ts';
import { isActive } from '@saleyard/domain/account/state.ts';
import { type Endpoint, endpoint, READ_OWN_WRITES_MS } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import { hintAtSession } from '@saleyard/http/session-hint.ts';
import type { Request, Response } from 'express';
import type { Account } from '../accounts/account-directory.ts';
import { type CompletionParts, createSignInCompletion, remembers } from './complete-sign-in.ts';
import { createEmailConfirmation } from './email-confirmation.ts';
import { basicCredentials, bearerToken, createPasswordSignIn } from './password-sign-in.ts';
import type { Recovery, RecoveryParts } from './recovery.ts';
import { type SecondFactorEndpointParts, secondFactorEndpoints } from './second-factor.endpoints.ts';

const LINK_SENT = 'If this address belongs to an account, a sign-in link is on its way to it.';

export type SignInEndpointParts = RecoveryParts &
  Pick<CompletionParts, 'devices' | 'secondFactors' | 'passkeys' | 'meOf'> &
  Pick<SecondFactorEndpointParts, 'publicUrl'> & { recovery: Recovery };

const ipOf = ({ ip }: Request): string => ip ?? 'unknown';

/** Signing in and out, and password reset. */
export function signInEndpoints(parts: SignInEndpointParts): Endpoint[] {
  const { accounts, sessions, recovery, devices, meOf } = parts;
  const { directory, secrets } = accounts;
  const completion = createSignInCompletion({ ...parts, secrets });
  const enter = (account: Account, request: Request, response: Response) =>
    completion.complete(account, request, response, { isStrong: false, remember: remembers(request) });
  const checkPassword = createPasswordSignIn(parts);
  const confirmation = createEmailConfirmation(parts);

  /** The account of the request's session. */
  const restored = async (request: Request): Promise<{ data: { user: Me } } | Refusal> => {
    const identity = sessions.identityOf(request);
    const account = identity && (await directory.account(identity.account));
    const user = account && isActive(account) ? await meOf(account) : null;
    return user === null ? refusal('unauthorized') : { data: { user } };
  };

  const askerOf = (request: Request) => ({
    ip: ipOf(request),
    isOwnDevice: (account: string) => devices.deviceOf(request, account) !== null,
  });

  const done = (refused: Refusal | null) => refused ?? { data: {} };

  return [
    ...secondFactorEndpoints({ ...parts, completion }),
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
      hintAtSession(request, response, false);
      return { data: {} };
    }),
    endpoint(signInOperations.forgotPassword, async ({ request, body }) =>
      done(await recovery.forgot(body.email, askerOf(request))),
    ),
    endpoint(signInOperations.resetPassword, async ({ request, params, body, commandId }) =>
      done(await recovery.reset(params.token, body.password, { ip: ipOf(request), commandId })),
    ),
    endpoint(signInOperations.acceptInvitation, async ({ request, params, body, commandId }) =>
      done(await recovery.acceptInvitation(params.token, body.password, { ip: ipOf(request), commandId })),
    ),
    endpoint(signInOperations.confirmEmail, async ({ request, body: { code }, commandId }) => {
      const done = await confirmation.confirm(code, { ip: ipOf(request), commandId });
      return isRefusal(done) ? done : { data: {}, position: done.position };
    }),
    endpoint(signInOperations.sendEmailConfirmation, async ({ viewer }) =>
      done(await confirmation.sendAgain(viewer._id)),
    ),
    endpoint(signInOperations.requestMagicLink, async ({ request, body }) => {
      const refused = await recovery.sendLink(body.email, askerOf(request));
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
