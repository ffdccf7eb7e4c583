import { saleAddress } from '@saleyard/contract/web-addresses.ts';
import { EXAMPLE_ORIGIN, mail } from './mail.ts';

type Data = {
  origin: string;
  sale: { searchNumber: number; title: string; kindData: { title: string } };
  /** What staff wrote. */
  text: string;
};

/** To everybody who takes part in a sale, when staff send them a message. */
export default mail<Data>(
  ({ origin, sale, text }) => ({
    subject: `About ${sale.title}`,
    heading: `A message about ${sale.title}`,
    paragraphs: [text],
    action: { label: 'Open the sale', url: `${origin}${saleAddress(sale)}` },
    after: ['You get this e-mail because you sell, bid, set an auto-bid or watch a lot in this sale.'],
  }),
  {
    origin: EXAMPLE_ORIGIN,
    sale: { searchNumber: 1042, title: 'Weekly store cattle sale', kindData: { title: 'Cattle' } },
    text: 'Trucks can load from gate 2 until 6 pm today.',
  },
);
