import { secondFactorOperations } from '@saleyard/contract/operations/second-factor.ts';
import type { FreshProof } from '@saleyard/contract/staff-accounts.ts';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api-client.ts';

/** What the person can prove with that they are the one who signed in. */
export const ownFactorsQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(secondFactorOperations.secondFactor, { signal }),
});

/** Has the browser prove it with a passkey. @throws ApiError, or what the browser says */
export async function proveByPasskey(): Promise<FreshProof> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { options } = await call(secondFactorOperations.passkeyRequest);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { credential: { ...(await startAuthentication({ optionsJSON })) } };
}
