import type { Manual } from '@saleyard/contract/content.ts';

/** A part of a manual: a task, step by step. */
export type ManualPart = { heading: string; text: string; steps: readonly string[] };

/** A stored manual. `key` identifies its file and never changes. */
export type ManualText = Pick<Manual, '_id' | 'name' | 'description' | 'delete'> & {
  key: string;
  parts: readonly ManualPart[];
};

/** The manuals, in the order of the list. */
export const MANUALS: readonly ManualText[] = [
  {
    _id: 'buying',
    key: 'manual-buying',
    name: 'Buying at Auction',
    delete: false,
    description: 'From registration to the delivery of the stock you bought.',
    parts: [
      {
        heading: 'Before the sale',
        text: 'A catalogue is open to guests. To bid you need access as a buyer.',
        steps: [
          'Register, then open My Admin, Upgrade Account, Register to Buy. Our team answers within 24 hours.',
          'Open Upcoming Auctions and choose View Catalogue. Narrow it by breed, sex, age, weight and place.',
          'Open a lot to read its weights, fat scores, delivery dates and the vendor’s conditions.',
          'Press Watch. The lot is on your Watch List, and a tab of the live room shows it alone.',
        ],
      },
      {
        heading: 'Auto-bids',
        text: 'Where a sale allows it, auto-bids may be set from the moment it is open, before it is live.',
        steps: [
          'Enter the highest amount you want to pay, per head in dollars or per kg in cents, as the lot says.',
          'The amount must be above the current bid, or above the start price before the first bid, by a multiple of the lot’s increment.',
          'Confirm it. The marketplace bids for you by the increment, never above your amount.',
          'Stop or change it at any time. Bids that it has placed stand.',
        ],
      },
      {
        heading: 'During the sale',
        text: 'The live room opens in a window of its own.',
        steps: [
          'Choose a lot from the list. Its panel shows the current bid and the time that is left.',
          'Press the button with the amount you want to bid: one, two, five or ten increments above the current bid.',
          'The Winning tab holds the lots on which your bid is the highest, the Losing tab those on which somebody bid more.',
          'The order pad counts the lots and head you are winning, and what they cost.',
        ],
      },
      {
        heading: 'After the sale',
        text: 'A lot is sold to the highest bidder when it closes and its reserve is met.',
        steps: [
          'My Auction Results lists what you bought.',
          'The invoice is sent the day after the auction and is due within 7 days.',
          'Arrange freight for the delivery days that the lot names.',
        ],
      },
    ],
  },
  {
    _id: 'selling',
    key: 'manual-selling',
    name: 'Selling at Auction',
    delete: false,
    description: 'From the assessment form to the day your stock is delivered.',
    parts: [
      {
        heading: 'Access',
        text: 'Stock is listed by sellers whose kinds of stock are approved.',
        steps: [
          'Open My Admin, Upgrade Account, Register to Buy & Sell.',
          'Give your trading name with ABN or ACN, your addresses, the PIC and the kinds of stock you sell.',
          'Read and accept the Terms & Conditions and the Privacy Policy, and submit.',
        ],
      },
      {
        heading: 'The assessment form',
        text: 'One form describes one lot. Buyers bid on what it says, so it must be true and complete.',
        steps: [
          'Draft an even line, weigh it and take pictures. The manual Assessing Stock says how.',
          'Choose an auction that is still to come, and fill in the form of its kind of stock.',
          'Set the start price, the increment and the reserve. The reserve is not below the start price, and buyers do not see it.',
          'Submit the form. Staff approve it and put it in the catalogue.',
        ],
      },
      {
        heading: 'Sale and settlement',
        text: 'The lot is sold when it closes at or above its reserve.',
        steps: [
          'Follow the lot in the live room. Auction Results shows the price afterwards.',
          'Listing fees are charged on the head in the catalogue and invoiced the day after the auction. Payment terms are 7 days.',
          'Deliver the stock within the days that the form names.',
          'A lot that was not sold may be offered again: Listing Fees names the days within which that is free.',
        ],
      },
    ],
  },
  {
    _id: 'assessing',
    key: 'manual-assessing',
    name: 'Assessing Stock',
    delete: false,
    description: 'How to draft, weigh, score and picture a lot so that buyers can trust its description.',
    parts: [
      {
        heading: 'Draft',
        text: 'A lot is described once for all its head.',
        steps: [
          'Draft by breed, sex, age and weight.',
          'Take out any that the description would not fit: lame, blind, horned among polled, much lighter or heavier.',
        ],
      },
      {
        heading: 'Weigh',
        text: 'Weights may be typed in or imported from the file of your scales, at most 2,000 head a lot.',
        steps: [
          'Keep the curfew that the form names, and note its hours.',
          'Weigh about 20 % of the head one by one, all of them for prime lambs.',
          'Enter the weights. The form works out minimum, maximum and average, and draws how they are spread.',
        ],
      },
      {
        heading: 'Score',
        text: 'Fat score is from 1, the leanest, to 5.',
        steps: [
          'Score each animal that you weigh.',
          'Note frame, condition and temperament as the form requires.',
          'Note treatments with their dates and withholding periods.',
        ],
      },
      {
        heading: 'Pictures and films',
        text: 'A lot takes 20 pictures and films, 6 documents and 6 links.',
        steps: [
          'Take pictures in daylight, of the whole mob and of single head from the side, at least 320 × 220 pixels, as JPG, PNG or HEIC.',
          'Film the mob standing and moving, one minute and 50 MB at most, as MP4.',
        ],
      },
    ],
  },
];

/** The URL of a manual's PDF, and its file name. */
const urlOf = ({ key, name }: ManualText): string =>
  `/api/v1/download-file/${key}?${new URLSearchParams({ fileName: `${name}.pdf` })}`;

/** A manual as it is listed. */
export const listedManual = (manual: ManualText): Manual => {
  const { _id, name, description, key } = manual;
  return { _id, name, description, document: { key, url: urlOf(manual) }, delete: manual.delete };
};
