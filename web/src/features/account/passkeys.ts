import type { Me } from '@saleyard/contract/accounts.ts';
import { secondFactorOperations } from '@saleyard/contract/operations/second-factor.ts';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { call } from '@/lib/api-client.ts';

// Import this module when it is needed: few people use passkeys, and its library is not small.

/** The person, or the browser, ended it: nothing is wrong. */
export const isCancelled = (error: unknown): boolean =>
  (error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED') ||
  (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError'));

/** Signs in with a passkey that the browser offers. @throws ApiError, or what the browser says */
export async function signInByPasskey(remember: boolean): Promise<Me> {
  const { options } = await call(secondFactorOperations.passkeyRequest);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const credential = await startAuthentication({ optionsJSON });
  const { user } = await call(secondFactorOperations.signInByPasskey, {
    body: { credential: { ...credential } },
    headers: remember ? { 'x-remember-me': 'true' } : {},
  });
  return user;
}

/** Has the browser make a passkey for the person who is signed in. @throws as above */
export async function addPasskey(name: string): Promise<void> {
  const { options } = await call(secondFactorOperations.passkeyCreation);
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = await startRegistration({ optionsJSON });
  await call(secondFactorOperations.addPasskey, { body: { name, credential: { ...credential } } });
}
