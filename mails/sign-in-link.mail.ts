import { EXAMPLE_ORIGIN, mail } from './mail.ts';

export default mail<{ origin: string; token: string }>(
  ({ origin, token }) => ({
    subject: 'Your sign-in link',
    heading: 'Sign in to Saleyard',
    paragraphs: ['Open this link and press the button on the page to sign in.'],
    action: { label: 'Sign in', url: `${origin}/magic/${token}` },
    after: [
      'It works once, for 10 minutes.',
      'If you did not ask for this, you can ignore this e-mail. Nobody else can use the link.',
    ],
  }),
  { origin: EXAMPLE_ORIGIN, token: 'example-token' },
);
