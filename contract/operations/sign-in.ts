import { CREDENTIALS } from '@saleyard/domain/account/credentials.ts';
import * as Type from 'typebox';
import { Me } from '../accounts.ts';
import { Nothing, operations, UNDECIDED } from '../operation.ts';
import { CommandId, strictObject, text } from '../schema.ts';
import { NOT_SIGNED_IN } from '../sign-in.ts';

const Email = strictObject({ email: text(CREDENTIALS.email.most) });

const OWN = { side: 'command-api', who: 'anyone', shed: 'never' } as const;

const BEARER = {
  name: 'authorization',
  in: 'header',
  description: '`Bearer` and the token of a sign-in link.',
} as const;

/** Ways to sign in besides e-mail and password, and password reset. */
export const signInOperations = operations({
  forgotPassword: {
    ...OWN,
    method: 'post',
    path: '/api/v1/users/forgot',
    summary: 'Send a security code for a forgotten password',
    more: 'The code is sent by e-mail. It works once, for 10 minutes, and ends the ones before it.',
    body: Email,
    answer: Nothing,
    errors: ['unknown-email', 'rate-limited', 'unavailable'],
  },
  resetPassword: {
    ...OWN,
    method: 'post',
    path: '/api/v1/users/reset/{token}',
    summary: 'Set a new password with a security code',
    more: '`token` is the security code, in any letter case, with or without its hyphen. Every session of the account ends; it signs nobody in.',
    body: strictObject({ password: text(CREDENTIALS.password.most) }),
    answer: Nothing,
    errors: ['wrong-security-code', 'rate-limited', 'unavailable'],
  },
  acceptInvitation: {
    ...OWN,
    method: 'post',
    path: '/api/v1/users/invitations/{token}',
    summary: 'Set a password with an invitation',
    more: '`token` is from the link that was sent to a person whose account staff opened. It works once, for 7 days; it signs nobody in.',
    body: strictObject({ password: text(CREDENTIALS.password.most) }),
    answer: Nothing,
    errors: ['invalid-link', 'rate-limited', 'unavailable'],
  },
  confirmEmail: {
    ...OWN,
    writes: true,
    method: 'post',
    path: '/api/v1/users/confirm-email',
    summary: 'Confirm an e-mail address',
    more: 'With the code of the e-mail that was sent to it, in any letter case, with or without its hyphen. The code works for 24 hours, until another one is sent; the same code again gets the same answer. It signs nobody in.',
    body: strictObject({ code: text(40, 1), commandId: Type.Optional(CommandId) }),
    answer: Nothing,
    errors: ['wrong-confirmation-code', ...UNDECIDED],
  },
  sendEmailConfirmation: {
    ...OWN,
    who: 'signed-in',
    method: 'post',
    path: '/api/v1/users/me/confirm-email',
    summary: 'Send the e-mail that confirms my address again',
    more: 'Its code ends the ones before it. If the address is confirmed already, nothing is sent. A few an hour.',
    answer: Nothing,
    errors: ['rate-limited', 'unavailable'],
  },
  requestMagicLink: {
    ...OWN,
    method: 'post',
    path: '/api/v1/users/magic',
    summary: 'Send a sign-in link by e-mail',
    more: 'The answer is the same, and comes as fast, whether the address belongs to an account or not. The link works once, for 10 minutes.',
    body: Email,
    answer: strictObject({ message: Type.String() }),
    errors: ['rate-limited', 'unavailable'],
  },
  magicMe: {
    ...OWN,
    method: 'get',
    path: '/api/v1/users/magic/me',
    summary: 'The account that a sign-in link is for',
    more: 'It uses up nothing and signs nobody in, so programs that open links in advance do no harm. Without a token it returns the account of the session.',
    parameters: [BEARER],
    answer: strictObject({ user: Me }),
    errors: ['unauthorized', 'invalid-link', 'unavailable'],
  },
  redeemMagicLink: {
    ...OWN,
    method: 'post',
    path: '/api/v1/users/magic/me',
    summary: 'Sign in by a sign-in link',
    more: 'The token works once. With the header `x-remember-me: true` the session lasts 30 days.',
    parameters: [
      BEARER,
      { name: 'x-remember-me', in: 'header', description: '`true`: the session lasts 30 days.' },
    ],
    answer: strictObject({ user: Me }),
    errors: ['invalid-link', ...NOT_SIGNED_IN],
  },
});
