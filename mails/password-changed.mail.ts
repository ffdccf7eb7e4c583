import { EXAMPLE_ORIGIN, mail } from './mail.ts';

export default mail<{ origin: string }>(
  ({ origin }) => ({
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: ['You are signed out everywhere else. Sign in with the new password.'],
    action: { label: 'Set another password', url: `${origin}/forgot` },
    after: ['If it was not you who changed it, set another password now and contact our support.'],
  }),
  { origin: EXAMPLE_ORIGIN },
);
