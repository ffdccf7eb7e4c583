/** The manuals that Saleyard ships. */
export const MANUAL_BUYING = `# Buying at Auction

From registration to the delivery of the stock you bought.

## Before the sale

A catalogue is open to guests. To bid you need access as a buyer.

1. Register, then open My Admin, Upgrade Account, Register to Buy. Our team answers within 24 hours.
2. Open Upcoming Auctions and choose View Catalogue. Narrow it by breed, sex, age, weight and place.
3. Open a lot to read its weights, fat scores, delivery dates and the vendor’s conditions.
4. Press Watch. The lot is on your Watch List, and a tab of the live room shows it alone.

## Auto-bids

Where a sale allows it, auto-bids may be set from the moment it is open, before it is live.

1. Enter the highest amount you want to pay, per head in dollars or per kg in cents, as the lot says.
2. The amount must be above the current bid, or above the start price before the first bid, by a multiple of the lot’s increment.
3. Confirm it. The marketplace bids for you by the increment, never above your amount.
4. Stop or change it at any time. Bids that it has placed stand.

## During the sale

The live room opens in a window of its own.

1. Choose a lot from the list. Its panel shows the current bid and the time that is left.
2. Press the button with the amount you want to bid: one, two, five or ten increments above the current bid.
3. The Winning tab holds the lots on which your bid is the highest, the Losing tab those on which somebody bid more.
4. The order pad counts the lots and head you are winning, and what they cost.

## After the sale

A lot is sold to the highest bidder when it closes and its reserve is met.

1. My Auction Results lists what you bought.
2. The invoice is sent the day after the auction and is due within 7 days.
3. Arrange freight for the delivery days that the lot names.
`;

export const MANUAL_SELLING = `# Selling at Auction

From the assessment form to the day your stock is delivered.

## Access

Stock is listed by sellers whose kinds of stock are approved.

1. Open My Admin, Upgrade Account, Register to Buy & Sell.
2. Give your trading name with ABN or ACN, your addresses, the PIC and the kinds of stock you sell.
3. Read and accept the Terms & Conditions and the Privacy Policy, and submit.

## The assessment form

One form describes one lot. Buyers bid on what it says, so it must be true and complete.

1. Draft an even line, weigh it and take pictures. The manual Assessing Stock says how.
2. Choose an auction that is still to come, and fill in the form of its kind of stock.
3. Set the start price, the increment and the reserve. The reserve is not below the start price, and buyers do not see it.
4. Submit the form. Staff approve it and put it in the catalogue.

## Sale and settlement

The lot is sold when it closes at or above its reserve.

1. Follow the lot in the live room. Auction Results shows the price afterwards.
2. Listing fees are charged on the head in the catalogue and invoiced the day after the auction. Payment terms are 7 days.
3. Deliver the stock within the days that the form names.
4. A lot that was not sold may be offered again: Listing Fees names the days within which that is free.
`;

export const MANUAL_ASSESSING = `# Assessing Stock

How to draft, weigh, score and picture a lot so that buyers can trust its description.

## Draft

A lot is described once for all its head.

1. Draft by breed, sex, age and weight.
2. Take out any that the description would not fit: lame, blind, horned among polled, much lighter or heavier.

## Weigh

Weights may be typed in or imported from the file of your scales, at most 2,000 head a lot.

1. Keep the curfew that the form names, and note its hours.
2. Weigh about 20% of the head one by one, all of them for prime lambs.
3. Enter the weights. The form works out minimum, maximum and average, and draws how they are spread.

## Score

Fat score is from 1, the leanest, to 5.

1. Score each animal that you weigh.
2. Note frame, condition and temperament as the form requires.
3. Note treatments with their dates and withholding periods.

## Pictures and films

A lot takes 20 pictures and films, 6 documents and 6 links.

1. Take pictures in daylight, of the whole mob and of single head from the side, at least 320 × 220 pixels, as JPG, PNG or HEIC.
2. Film the mob standing and moving, one minute and 50 MB at most, as MP4.
`;
