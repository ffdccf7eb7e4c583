import { type MailContent, type RenderedMail, renderMail } from './layout.ts';

/** One e-mail: a function from its data to its subject and its two texts. */
export type MailTemplate<Data> = {
  (data: Data): RenderedMail;
  /** What the preview and the tests render it with. */
  readonly example: Data;
};

/** `origin` in a mail's data: of the web, as people type it. */
export const EXAMPLE_ORIGIN = 'https://saleyard.example';

/** The paragraph that greets a person; none where the first name is not known. */
export const greeting = (firstName: string): string[] => (firstName === '' ? [] : [`Dear ${firstName},`]);

/** The link to a lot's result. `address`: its path. */
export const resultLink = (origin: string, number: string, title: string, address: string) => [
  { heading: 'The lot', lines: [{ label: `Lot ${number}, ${title}`, url: `${origin}${address}` }] },
];

/** An e-mail in the one layout. A file `*.mail.ts` of this folder exports it as its default. */
export const mail = <Data>(content: (data: Data) => MailContent, example: Data): MailTemplate<Data> =>
  Object.assign((data: Data) => renderMail(content(data)), { example });
