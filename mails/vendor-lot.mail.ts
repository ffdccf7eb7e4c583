import { EXAMPLE_ORIGIN, mail } from './mail.ts';

type Data = {
  origin: string;
  title: string;
  vendorName: string;
  /** The name of the seller who submitted it; empty when unknown. */
  sender: string;
  /** What the lot is, one fact each. */
  lines: readonly string[];
};

/** To the vendor of a lot that was submitted. */
export default mail<Data>(
  ({ origin, title, vendorName, sender, lines }) => ({
    subject: `Lot submitted: ${title}`,
    heading: `Lot submitted: ${title}`,
    paragraphs: [
      `Dear ${vendorName},`,
      `${sender || 'A seller'} submitted this lot to Saleyard for sale, and named you as its vendor.`,
      ...lines,
    ],
    // Not the lot's page: a submitted lot is in no catalogue until the office approves it.
    action: { label: 'Open Saleyard', url: origin },
    after: ['If you do not know the sender, please call support.'],
  }),
  {
    origin: EXAMPLE_ORIGIN,
    title: '40 Angus steers, 14 months',
    vendorName: 'Robin Hall',
    sender: 'Jo Baker',
    lines: ['ID: 30012', 'Kind: Cattle', 'Head: 40'],
  },
);
