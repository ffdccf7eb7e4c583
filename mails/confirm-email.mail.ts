import { EXAMPLE_ORIGIN, mail } from './mail.ts';

/** `code` as it is typed in. It contains nothing that the person who registered wrote: the address may be another's. */
export default mail<{ origin: string; code: string }>(
  ({ origin, code }) => ({
    subject: 'Confirm your e-mail address',
    heading: 'Confirm your e-mail address',
    paragraphs: [
      'This address was entered for an account at Saleyard. Press the button, or enter this code on Saleyard, to confirm that it is yours.',
    ],
    code,
    action: { label: 'Confirm my address', url: `${origin}/confirm-email/${code}` },
    after: [
      'The code works for 24 hours.',
      'If you did not register at Saleyard, you can ignore this e-mail.',
    ],
  }),
  { origin: EXAMPLE_ORIGIN, code: 'K7QXD-29MFR' },
);
