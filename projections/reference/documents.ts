import type { AssessStep, TermsCategory } from '@saleyard/contract/reference.ts';
import { TERMS_VERSION } from '@saleyard/domain/account/terms.ts';

// Texts that people read before they trade. Terms have a version: a newer one must be accepted again.

const category = (categoryName: string, ...paragraphs: string[]): TermsCategory => ({
  version: TERMS_VERSION,
  categoryName,
  content: paragraphs.join('\n\n'),
});

/** The terms in force, by category. */
export const TERMS: readonly TermsCategory[] = [
  category(
    'Your account',
    'You give true and complete details when you register, and keep them up to date. One person has one account, and does not let others use it.',
    'We may decline, restrict or suspend an account whose details can not be confirmed, that does not pay, or that breaks these terms. We say why.',
  ),
  category(
    'Bidding and buying',
    'A bid is an offer to buy the whole lot at the price that the button names, per head or per kg as the lot says. It can not be taken back once it is placed.',
    'An auto-bid lets the marketplace bid for you up to the amount you set, by the lot’s increment, and never above it. You can stop it at any time; bids that it has placed stand.',
    'The lot is sold to the highest bidder when it closes and its reserve is met. The marketplace’s record of bids decides who that is.',
  ),
  category(
    'Selling',
    'You describe your stock truthfully and completely on the assessment form, own it or have the owner’s authority to sell it, and hold the declarations that the law requires for it.',
    'A lot that was catalogued can be withdrawn only with a reason. A lot that was sold is delivered in the days that the form names.',
  ),
  category(
    'Payment and delivery',
    'Invoices are sent the day after the auction and are due within 7 days. Prices and fees are exclusive of GST.',
    'Stock stays at the vendor’s risk until it is loaded, and at the buyer’s risk from then on. Freight is the buyer’s, unless the lot says otherwise.',
  ),
  category(
    'Fees',
    'Listing fees are charged on the head in the catalogue, by the rates that are published under Tools. Settlement through the marketplace costs 2 % of the sale.',
  ),
  category(
    'Interruptions and disputes',
    'If a live auction is interrupted, it is frozen and continued by staff; lots that closed before stay closed. Bids that were not confirmed to you were not placed.',
    'Tell us about a dispute within 2 working days of delivery. We look at the record of the sale with both sides. These terms are governed by the law of New South Wales.',
  ),
];

/** How stock is assessed for sale, step by step. */
export const ASSESS_STEPS: readonly AssessStep[] = [
  {
    categoryName: 'Register to buy and sell',
    content:
      'Tell us in whose name you trade, your property’s PIC and what you sell. Our team looks at each request within 24 hours.',
  },
  {
    categoryName: 'Draft the mob',
    content:
      'Draft even lines by breed, sex, age and weight. An even line is described by one form and sells for more.',
  },
  {
    categoryName: 'Weigh and score',
    content:
      'Weigh about 20 % of the head one by one, all of them for prime lambs, after the curfew that the form names, and note condition, fat score and temperament.',
  },
  {
    categoryName: 'Take pictures and a film',
    content: 'Take them in daylight, of the whole mob standing and moving, and of single head from the side.',
  },
  {
    categoryName: 'Fill in the assessment form',
    content:
      'Choose an upcoming auction, add the lot, set start and reserve price, sign the form and submit it. Staff approve it and put it in the catalogue.',
  },
];
