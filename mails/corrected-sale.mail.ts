import { OWN_RESULTS_ADDRESS } from '@saleyard/contract/web-addresses.ts';
import { EXAMPLE_ORIGIN, greeting, mail, resultLink } from './mail.ts';

/** As whom a person gets the mail. `buyer`: before the correction and after it. */
export type CorrectedFor = 'vendor' | 'buyer' | 'formerBuyer' | 'newBuyer';

type Data = {
  origin: string;
  firstName: string;
  as: CorrectedFor;
  saleTitle: string;
  number: string;
  title: string;
  /** The path of the lot's result. */
  address: string;
  /** The result before the correction, and after it. */
  before: string;
  now: string;
  reason: string;
};

const MEANS = {
  vendor: 'You listed this lot.',
  buyer: 'You are its buyer, before this correction and now.',
  formerBuyer: 'You are no longer the buyer of this lot.',
  newBuyer: 'You are now the buyer of this lot.',
} as const;

/** To the vendor of a lot whose result was corrected, and to its buyers before and after. It names none of them. */
export default mail<Data>(
  ({ origin, firstName, as, saleTitle, number, title, address, before, now, reason }) => ({
    subject: `Lot ${number} of ${saleTitle}: the result was corrected`,
    heading: `Lot ${number}: the result was corrected`,
    paragraphs: [
      ...greeting(firstName),
      `Staff corrected the result of Lot ${number}, ${title}, in ${saleTitle}. ${MEANS[as]}`,
      `Before: ${before}`,
      `Now: ${now}`,
      `Reason: ${reason}`,
    ],
    links: resultLink(origin, number, title, address),
    action: { label: 'My Auction Results', url: `${origin}${OWN_RESULTS_ADDRESS}` },
    after: ['The first result stays on record. If you think this is wrong, please call support.'],
  }),
  {
    origin: EXAMPLE_ORIGIN,
    firstName: 'Robin',
    as: 'vendor',
    saleTitle: 'Weekly store cattle sale',
    number: '7',
    title: '40 Angus steers',
    address: '/main/results/Cattle/1042/30012',
    before: 'sold at 4,350¢ /kg',
    now: 'sold at 435¢ /kg',
    reason: 'The price was mistyped.',
  },
);
