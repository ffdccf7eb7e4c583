import { EXAMPLE_ORIGIN, mail } from './mail.ts';

type Data = {
  /** What kind of document, for example "Catalogue". */
  what: string;
  title: string;
  recipientName: string;
  /** The name of the person who requested it; empty when unknown. */
  sender: string;
  hasAttachment: boolean;
  more: readonly string[];
  /** Of the page that it is about. */
  url: string;
};

/** To a person whom a user names. */
export default mail<Data>(
  ({ what, title, recipientName, sender, hasAttachment, more, url }) => ({
    subject: `${what}: ${title}`,
    heading: `${what}: ${title}`,
    paragraphs: [
      `Dear ${recipientName},`,
      `${sender || 'A user of Saleyard'} asked us to send you this.${hasAttachment ? ' It is attached to this message.' : ''}`,
      ...more,
    ],
    action: { label: 'Open on Saleyard', url },
    after: ['If you do not know the sender, you can ignore this e-mail.'],
  }),
  {
    what: 'Catalogue',
    title: 'Weekly store cattle sale',
    recipientName: 'Robin Hall',
    sender: 'Jo Baker',
    hasAttachment: true,
    more: ['The catalogue has 5 parts. The first 3 are attached; the others are on Saleyard.'],
    url: `${EXAMPLE_ORIGIN}/print/auctions/1042/auction-summary`,
  },
);
