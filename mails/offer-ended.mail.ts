import { OWN_RESULTS_ADDRESS } from '@saleyard/contract/web-addresses.ts';
import { EXAMPLE_ORIGIN, greeting, mail, resultLink } from './mail.ts';

type Data = {
  origin: string;
  firstName: string;
  saleTitle: string;
  number: string;
  title: string;
  /** The path of the lot's result. */
  address: string;
  /** Of the offer, with its unit. */
  price: string;
};

/** To the account to which a lot was offered after a correction, when the offer ends without its answer. */
export default mail<Data>(
  ({ origin, firstName, saleTitle, number, title, address, price }) => ({
    subject: `Lot ${number} of ${saleTitle} is no longer offered to you`,
    heading: `Lot ${number} is no longer offered to you`,
    paragraphs: [
      ...greeting(firstName),
      `The offer of Lot ${number}, ${title}, of ${saleTitle} at ${price} has ended. You can't accept it any more.`,
      'You owe nothing for this lot.',
    ],
    links: resultLink(origin, number, title, address),
    action: { label: 'My Auction Results', url: `${origin}${OWN_RESULTS_ADDRESS}` },
    after: ['If you think this is wrong, please call support.'],
  }),
  {
    origin: EXAMPLE_ORIGIN,
    firstName: 'Robin',
    saleTitle: 'Weekly store cattle sale',
    number: '7',
    title: '40 Angus steers',
    address: '/main/results/Cattle/1042/30012',
    price: '$1,210.00 /head',
  },
);
