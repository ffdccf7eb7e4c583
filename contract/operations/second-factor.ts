import { CREDENTIALS } from '@saleyard/domain/account/credentials.ts';
import * as Type from 'typebox';
import { Me } from '../accounts.ts';
import { Nothing, operations } from '../operation.ts';
import { list, ms, orNull, strictObject, text } from '../schema.ts';
import { NOT_SIGNED_IN } from '../sign-in.ts';

/** Characters of a code: six digits of an app, or a recovery code with its hyphen. */
const CODE_LIMIT = 20;

const Code = strictObject({ code: text(CODE_LIMIT, 1) });

/** A browser's credential; the library that verifies it checks its content. Bytes at most. */
const CREDENTIAL_BYTES = 16 * 1024;

const Credential = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' });

const Options = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  description: 'as `@simplewebauthn/browser` takes it',
});

/** A passkey as its owner sees it. */
const Passkey = strictObject({
  _id: Type.String(),
  name: Type.String(),
  addedAt: ms('when it was added'),
  usedAt: orNull(ms('when it last signed somebody in')),
});

const OWN = { side: 'command-api', shed: 'never' } as const;

const SIGNED_IN = { ...OWN, who: 'signed-in' } as const;

/** A person who is signed in, or who entered the right password and needs a second factor. */
const HALF_WAY = { ...OWN, who: 'anyone' } as const;

/** A second factor, and passkeys, which replace both factors. */
export const secondFactorOperations = operations({
  secondFactor: {
    ...SIGNED_IN,
    method: 'get',
    path: '/api/v1/users/me/second-factor',
    summary: 'My second factor and my passkeys',
    answer: strictObject({
      totp: Type.Boolean({ description: 'an authenticator app is set up' }),
      recoveryCodesLeft: Type.Integer(),
      demanded: Type.Boolean({ description: 'the account may not be without one' }),
      passkeys: list(Passkey),
    }),
    errors: ['unavailable'],
  },
  startTotp: {
    ...HALF_WAY,
    method: 'post',
    path: '/api/v1/users/me/totp',
    summary: 'Start setting up an authenticator app',
    more: 'Answers a new secret, as text and as the address of a QR code. It takes effect once it is confirmed. An administrator without a second factor does it half way through signing in.',
    answer: strictObject({ secret: Type.String(), uri: Type.String() }),
    errors: ['unauthorized', 'second-factor-required', 'unavailable'],
  },
  confirmTotp: {
    ...HALF_WAY,
    method: 'post',
    path: '/api/v1/users/me/totp/confirm',
    summary: 'Confirm an authenticator app with its first code',
    more: 'Answers ten recovery codes, which are shown only once. Half way through signing in it also signs in.',
    body: Code,
    answer: strictObject({ recoveryCodes: list(Type.String()), user: Me }),
    errors: ['unauthorized', 'wrong-second-factor', 'second-factor-required', ...NOT_SIGNED_IN],
  },
  removeTotp: {
    ...SIGNED_IN,
    method: 'post',
    path: '/api/v1/users/me/totp/remove',
    summary: 'Remove the authenticator app',
    body: Code,
    answer: Nothing,
    errors: ['wrong-second-factor', 'second-factor-demanded', 'rate-limited', 'unavailable'],
  },
  proveSecondFactor: {
    ...HALF_WAY,
    method: 'post',
    path: '/api/v1/users/me/second-factor',
    summary: 'Finish signing in with a code',
    more: 'After e-mail and password, or a sign-in link, were answered `second-factor-required`. The code is the app’s newest, or a recovery code, which works once.',
    body: Code,
    answer: strictObject({ user: Me }),
    errors: ['unauthorized', 'wrong-second-factor', ...NOT_SIGNED_IN],
  },
  passkeyCreation: {
    ...SIGNED_IN,
    method: 'post',
    path: '/api/v1/users/me/passkeys/options',
    summary: 'Start adding a passkey',
    answer: strictObject({ options: Options }),
    errors: ['unavailable'],
  },
  addPasskey: {
    ...SIGNED_IN,
    method: 'post',
    path: '/api/v1/users/me/passkeys',
    summary: 'Add a passkey',
    body: strictObject({ name: text(CREDENTIALS.password.most, 1), credential: Credential }),
    bodyBytes: CREDENTIAL_BYTES,
    answer: strictObject({ passkey: Passkey }),
    errors: ['wrong-passkey', 'unavailable'],
  },
  removePasskey: {
    ...SIGNED_IN,
    method: 'delete',
    path: '/api/v1/users/me/passkeys/{passkey}',
    summary: 'Remove a passkey',
    answer: Nothing,
    errors: ['not-found', 'unavailable'],
  },
  passkeyRequest: {
    ...HALF_WAY,
    method: 'post',
    path: '/api/v1/users/passkey/options',
    summary: 'Start signing in with a passkey',
    more: 'The answer is the same for everyone and names no account.',
    answer: strictObject({ options: Options }),
    errors: ['rate-limited', 'unavailable'],
  },
  signInByPasskey: {
    ...HALF_WAY,
    method: 'post',
    path: '/api/v1/users/passkey',
    summary: 'Sign in with a passkey',
    more: 'Needs no second factor, because the device has verified the user. With the header `x-remember-me: true` the session lasts 30 days.',
    parameters: [{ name: 'x-remember-me', in: 'header', description: '`true`: the session lasts 30 days.' }],
    body: strictObject({ credential: Credential }),
    bodyBytes: CREDENTIAL_BYTES,
    answer: strictObject({ user: Me }),
    errors: ['wrong-passkey', ...NOT_SIGNED_IN],
  },
});
