import { EXAMPLE_ORIGIN, mail } from './mail.ts';

/** `code` as it is typed in. */
export default mail<{ origin: string; code: string }>(
  ({ origin, code }) => ({
    subject: 'Your security code',
    heading: 'Change your password',
    paragraphs: ['Enter this security code together with your new password.'],
    code,
    action: { label: 'Change password', url: `${origin}/forgot/change-password` },
    after: [
      'It works once, for 10 minutes.',
      'If you did not ask for this, you can ignore this e-mail. Nobody else can use the code.',
    ],
  }),
  { origin: EXAMPLE_ORIGIN, code: 'K7QXD-29MFR' },
);
