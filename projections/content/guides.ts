import type { FaqCategory, HowToVideos, ToolPage, ToolSection } from '@saleyard/contract/content.ts';
import type { AssessStep } from '@saleyard/contract/reference.ts';
import { PRIVACY_POLICY } from './agreements.ts';

const on =
  (page: ToolPage) =>
  (categoryName: string, ...paragraphs: string[]): ToolSection => ({
    page,
    categoryName,
    content: paragraphs.join('\n\n'),
  });

const start = on('getting-started');
const fees = on('listing-fees');
const tip = on('videos-tips');

/** The texts of the pages of Tools. */
export const TOOLS: readonly ToolSection[] = [
  start(
    '1. Register',
    'Registration has two steps: who you are, and what your business is. You are a guest from then on: you see catalogues, watch lots and follow live auctions.',
  ),
  start(
    '2. Ask for access',
    'Open My Admin, then Upgrade Account, and choose Register to Buy or Register to Buy & Sell. Have your ABN or ACN, your PIC and your addresses at hand. Our team looks at each request within 24 hours, and your new status appears without signing in again.',
  ),
  start(
    '3. Choose lots',
    'Upcoming Auctions lists every sale. Its catalogue shows each lot with weights, age, pictures and the vendor’s conditions. Press Watch to keep a lot on your Watch List, and compare up to four lots side by side.',
  ),
  start(
    '4. Bid',
    'Enter Auction opens the live room in a window of its own. A bid button names the amount that it bids. An auto-bid bids for you up to the amount you set. You can practise with simulated rivals under Practice before a real sale.',
  ),
  start(
    '5. After the sale',
    'Auction Results shows what every lot made, and My Auction Results what you bought and sold. Invoices are sent the day after the auction and are due within 7 days.',
  ),
  start(
    'If you sell',
    'Sellers choose an auction that is still to come, fill in the assessment form of the kind of stock, and submit the lot. Staff approve it and put it in the catalogue. Manuals under Tools show each step.',
  ),
  fees(
    'How fees are charged',
    'The fee is charged on the head in the catalogue. The number of head that a vendor has in a sale decides the rate for all of them. Bulls, rams and bucks have a rate of their own.',
    'All prices are exclusive of GST. Volume discounts are on application.',
  ),
  fees('Invoices', 'Invoices are sent the day after the auction. Payment terms are 7 days.'),
  fees(
    'Offering a lot again',
    'A lot that was listed and not sold may be offered again without another listing fee within the days above, counted from the day of its auction.',
  ),
  tip(
    'Pictures that sell',
    'Take pictures in daylight with the sun behind you, from the height of the animals’ eyes. Show the whole mob, then single head from the side. A picture needs at least 320 × 220 pixels.',
  ),
  tip(
    'An even line',
    'Draft by breed, sex, age and weight before you weigh. Buyers pay for a line that one description fits.',
  ),
  tip(
    'Before you bid',
    'Read the lot’s curfew or live weight, its delivery dates and the vendor’s conditions, and add freight: buyers allow an additional −1 % for trucking every 200 km.',
  ),
  tip(
    'A poor connection',
    'The live room says when your connection is slow or lost. An auto-bid is kept by the server: it goes on bidding for you while you are offline.',
  ),
  ...PRIVACY_POLICY,
];

/** Questions that people ask. */
export const FAQS: readonly FaqCategory[] = [
  {
    categoryName: 'Your account',
    forSeller: true,
    forBuyer: true,
    questions: [
      {
        question: 'How long does a request for access take?',
        answer:
          'Our team looks at each request within 24 hours. Your status changes on the page as soon as it is decided.',
      },
      {
        question: 'I forgot my password. What now?',
        answer:
          'Press Forgot Password? at sign-in and enter your e-mail. We send you a security code, with which you choose a new password.',
      },
      {
        question: 'Who sees my name while I bid?',
        answer:
          'Other bidders see a paddle number. After the sale the vendor of a lot you bought and our team know who you are.',
      },
      {
        question: 'Can I have reminders sent to my phone?',
        answer:
          'Yes. Under My Admin, Texts, choose for each kind of stock whether we text you when auto-bids open, when an auction goes live, and ten days before.',
      },
    ],
  },
  {
    categoryName: 'Buying',
    forSeller: false,
    forBuyer: true,
    questions: [
      {
        question: 'What is an auto-bid?',
        answer:
          'The highest amount you want to pay for a lot. The marketplace bids for you by the lot’s increment, never more than is needed and never above your amount. You can change or stop it at any time; bids that it placed stand.',
      },
      {
        question: 'Is a price per head or per kg?',
        answer:
          'Each lot says which. Prices per head are in dollars, prices per kg in cents. A swap button on the lot shows the other unit where its weight is known.',
      },
      {
        question: 'What does On Market mean?',
        answer: 'The bid has reached the vendor’s reserve: the lot will be sold to the highest bidder.',
      },
      {
        question: 'Can I take a bid back?',
        answer: 'No. A bid is an offer to buy the whole lot at the price that the button names.',
      },
      {
        question: 'What happens if the auction is interrupted?',
        answer:
          'It is frozen and then continued by staff. Lots that closed before stay closed, and a bid that was not confirmed to you was not placed.',
      },
      {
        question: 'Who pays the freight?',
        answer:
          'The buyer, unless the lot says otherwise. The lot names the days within which it is delivered.',
      },
    ],
  },
  {
    categoryName: 'Selling',
    forSeller: true,
    forBuyer: false,
    questions: [
      {
        question: 'What does listing cost?',
        answer:
          'A fee for each head in the catalogue, by the rates under Tools, Listing Fees, and 2 % of the sale if it is settled through the marketplace.',
      },
      {
        question: 'How many head must be weighed?',
        answer:
          'About 20 % of a sheep lot, and all of it for prime lambs. Weigh after the curfew that the form names.',
      },
      {
        question: 'What is the difference between start price and reserve?',
        answer:
          'Bidding begins at the start price. The lot is sold only once a bid reaches the reserve, which buyers do not see.',
      },
      {
        question: 'My lot was passed in. What now?',
        answer:
          'You may offer it again. Within the days that Listing Fees names, no listing fee is charged again.',
      },
    ],
  },
];

/** How stock is assessed for sale, step by step. */
export const ASSESS_STEPS: readonly AssessStep[] = [
  {
    categoryName: 'Register to buy and sell',
    content:
      'Enter the name you trade under, your property’s PIC and what you sell. Our team looks at each request within 24 hours.',
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

/** The paths of a video and its captions: files of the web. */
const film = (name: string) => ({ url: `/how-to/${name}.webm`, captionsUrl: `/how-to/${name}.vtt` });

/** Screen recordings of the marketplace, without sound. */
export const HOW_TO_VIDEOS: readonly HowToVideos[] = [
  {
    name: 'Buying',
    videos: [
      {
        title: 'Find and watch a lot',
        description: 'From Upcoming Auctions to your Watch List.',
        subDescription:
          'A buyer opens the catalogue of a sale, opens a lot, reads its weights, and presses Watch. The lot is then on the Watch List.',
        ...film('watch-a-lot'),
      },
      {
        title: 'Bid in the live room',
        description: 'A bid and an auto-bid in a practice sale.',
        subDescription:
          'A buyer starts a practice sale, presses a bid button that names its amount, and then sets an auto-bid, which answers the others up to the amount that was typed in.',
        ...film('bid'),
      },
    ],
  },
  {
    name: 'Your account',
    videos: [
      {
        title: 'Ask for access',
        description: 'From My Admin to the request to buy and sell.',
        subDescription:
          'A guest opens My Admin, presses Upgrade Account, reads the steps, and opens the form Register to Buy & Sell.',
        ...film('ask-for-access'),
      },
    ],
  },
];
