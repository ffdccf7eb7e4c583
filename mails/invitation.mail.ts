import { EXAMPLE_ORIGIN, mail } from './mail.ts';

export default mail<{ origin: string; token: string }>(
  ({ origin, token }) => ({
    subject: 'Set a password for your Saleyard account',
    heading: 'Your Saleyard account is open',
    paragraphs: [
      'The office opened an account for you, so that it can bid for you when you phone.',
      'Set a password to bid online yourself, and to see your bids, your results and your documents.',
    ],
    action: { label: 'Set a password', url: `${origin}/invitation/${token}` },
    after: [
      'The link works once, for 7 days. The office can send another one.',
      'If you did not speak with the office, you can ignore this e-mail.',
    ],
  }),
  { origin: EXAMPLE_ORIGIN, token: 'example-token' },
);
