import { EXAMPLE_ORIGIN, mail } from './mail.ts';

export default mail<{ origin: string }>(
  ({ origin }) => ({
    subject: 'Somebody tried to sign in to your account',
    heading: 'Several sign-ins failed',
    paragraphs: [
      'Somebody entered a wrong password for your account several times, on a device that you have not used before.',
      'You can still sign in on your own devices. On another device you can ask for a sign-in link.',
    ],
    action: { label: 'Change password', url: `${origin}/forgot` },
    after: ['If it was you, choose Forgot Password on the sign-in page.'],
  }),
  { origin: EXAMPLE_ORIGIN },
);
