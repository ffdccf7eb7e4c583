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
  /** With its unit. */
  price: string;
  reason: string;
};

/** To the account to which a lot is offered after a correction. */
export default mail<Data>(
  ({ origin, firstName, saleTitle, number, title, address, price, reason }) => ({
    subject: `Lot ${number} of ${saleTitle} is offered to you at ${price}`,
    heading: `Lot ${number} is offered to you at ${price}`,
    paragraphs: [
      ...greeting(firstName),
      `You can buy Lot ${number}, ${title}, of ${saleTitle} at ${price}.`,
      `Reason: ${reason}`,
      'The lot is yours once you accept. If you decline, you owe nothing.',
    ],
    links: resultLink(origin, number, title, address),
    action: { label: 'Accept or decline', url: `${origin}${OWN_RESULTS_ADDRESS}` },
    after: [
      'The offer stands until you answer, or until staff end it. You can also answer by phone: please call support.',
    ],
  }),
  {
    origin: EXAMPLE_ORIGIN,
    firstName: 'Robin',
    saleTitle: 'Weekly store cattle sale',
    number: '7',
    title: '40 Angus steers',
    address: '/main/results/Cattle/1042/30012',
    price: '$1,210.00 /head',
    reason: 'The first buyer did not pay.',
  },
);
