import { EXAMPLE_ORIGIN, mail } from './mail.ts';

/** What an administrator did to an account. */
export type AccountNotice = 'role' | 'second-factor' | 'suspended' | 'restored' | 'closed';

type Notice = {
  origin: string;
  firstName: string;
  what: AccountNotice;
  /** With `role`: the role from now on; null: none. */
  role: 'admin' | 'auditor' | null;
};

const ROLES = { admin: 'an administrator', auditor: 'an auditor' } as const;

const TEXTS: Readonly<Record<AccountNotice, { subject: string; say: (role: Notice['role']) => string }>> = {
  role: {
    subject: 'Your role on Saleyard was changed',
    say: (role) =>
      role === null
        ? 'You are not staff any more. Please sign in again.'
        : `You are ${ROLES[role]} now. Please sign in again.`,
  },
  'second-factor': {
    subject: 'Your second factor was reset',
    say: () =>
      'Your authenticator app, recovery codes and passkeys were removed, and you are signed out everywhere. Sign in with your password and set up a new second factor.',
  },
  suspended: {
    subject: 'Your account was suspended',
    say: () => 'You cannot sign in at present, and your auto-bids were stopped. Bids that were placed stay.',
  },
  restored: {
    subject: 'Your account works again',
    say: () => 'The suspension has ended. You can sign in as before.',
  },
  closed: {
    subject: 'Your account was closed',
    say: () => 'Your personal details were deleted, and nobody can sign in with this account any more.',
  },
};

export default mail<Notice>(
  ({ origin, firstName, what, role }) => ({
    subject: TEXTS[what].subject,
    heading: TEXTS[what].subject,
    paragraphs: [`Hello ${firstName},`, `An administrator did this. ${TEXTS[what].say(role)}`],
    action: { label: 'Contact us', url: `${origin}/contact-us` },
    after: ['If you did not expect this, please contact our support.'],
  }),
  { origin: EXAMPLE_ORIGIN, firstName: 'Ann', what: 'role', role: 'auditor' },
);
