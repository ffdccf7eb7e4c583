import { type RenderedMail, renderMail } from './mail-layout.ts';

// The mails about signing in. `origin`: of the web, as people type it.

const NOT_YOU = 'If you did not ask for this, you need not do anything: nobody can use it but you.';

/** `code` as it is typed in. */
export const securityCodeMail = (origin: string, code: string): RenderedMail =>
  renderMail({
    subject: 'Your security code',
    heading: 'Change your password',
    paragraphs: ['Enter this security code together with your new password.'],
    code,
    action: { label: 'Change password', url: `${origin}/forgot/change-password` },
    after: ['It works once, for 10 minutes.', NOT_YOU],
  });

export const signInLinkMail = (origin: string, token: string): RenderedMail =>
  renderMail({
    subject: 'Your sign-in link',
    heading: 'Sign in to Saleyard',
    paragraphs: ['Open this link and press the button on the page to sign in.'],
    action: { label: 'Sign in', url: `${origin}/magic/${token}` },
    after: ['It works once, for 10 minutes.', NOT_YOU],
  });

export const passwordChangedMail = (origin: string): RenderedMail =>
  renderMail({
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: ['You are signed out everywhere else. Sign in with the new password.'],
    after: ['If it was not you who changed it, set another password now, and tell our support.'],
    action: { label: 'Set another password', url: `${origin}/forgot` },
  });

export const failedSignInsMail = (origin: string): RenderedMail =>
  renderMail({
    subject: 'Somebody tried to sign in to your account',
    heading: 'Several sign-ins failed',
    paragraphs: [
      'Somebody entered a wrong password for your account several times, on a device that you have not used before.',
      'You can go on signing in on your own devices. On another device you can ask for a sign-in link.',
    ],
    action: { label: 'Change password', url: `${origin}/forgot` },
    after: ['If it was you, choose Forgot Password on the sign-in page.'],
  });
