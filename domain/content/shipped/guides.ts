/** Pages of Tools that Saleyard ships. */
export const GETTING_STARTED = `## 1. Register

Registration has two steps: who you are, and what your business is. You are a guest from then on: you see catalogues, watch lots and follow live auctions.

## 2. Ask for access

Open My Admin, then Upgrade Account, and choose Register to Buy or Register to Buy & Sell. Have your ABN or ACN, your PIC and your addresses at hand. Our team looks at each request within 24 hours, and your new status appears without signing in again.

## 3. Choose lots

Upcoming Auctions lists every sale. Its catalogue shows each lot with weights, age, pictures and the vendor’s conditions. Press Watch to keep a lot on your Watch List, and compare up to four lots side by side.

## 4. Bid

Enter Auction opens the live room in a window of its own. A bid button names the amount that it bids. An auto-bid bids for you up to the amount you set. You can practise with simulated rivals under Practice before a real sale.

## 5. After the sale

Auction Results shows what every lot made, and My Auction Results what you bought and sold. Invoices are sent the day after the auction and are due within 7 days.

## If you sell

Sellers choose an auction that is still to come, fill in the assessment form of the kind of stock, and submit the lot. Staff approve it and put it in the catalogue. Manuals under Tools show each step.
`;

export const LISTING_FEES = `## How fees are charged

The fee is charged on the head in the catalogue. The number of head that a vendor has in a sale decides the rate for all of them. Bulls, rams and bucks have a rate of their own. A sale is charged by the fees in force on the day it opens.

All prices are exclusive of GST. Volume discounts are on application.

## Invoices

Invoices are sent the day after the auction. Payment terms are 7 days.

## Offering a lot again

A lot that was listed and not sold may be offered again without another listing fee within the days above, counted from the day of its auction.
`;

export const TIPS = `## Pictures that sell

Take pictures in daylight with the sun behind you, from the height of the animals’ eyes. Show the whole mob, then single head from the side. A picture needs at least 320 × 220 pixels.

## An even line

Draft by breed, sex, age and weight before you weigh. Buyers pay for a line that one description fits.

## Before you bid

Read the lot’s curfew or live weight, its delivery dates and the vendor’s conditions, and add freight: buyers allow an additional −1% for trucking every 200 km.

## A poor connection

The live room says when your connection is slow or lost. An auto-bid is kept by the server: it goes on bidding for you while you are offline.
`;

/** How stock is assessed for sale, step by step. */
export const ASSESS_STEPS = `## Register to buy and sell

Enter the name you trade under, your property’s PIC and what you sell. Our team looks at each request within 24 hours.

## Draft the mob

Draft even lines by breed, sex, age and weight. An even line is described by one form and sells for more.

## Weigh and score

Weigh about 20% of the head one by one, all of them for prime lambs, after the curfew that the form names, and note condition, fat score and temperament.

## Take pictures and a film

Take them in daylight, of the whole mob standing and moving, and of single head from the side.

## Fill in the assessment form

Choose an upcoming auction, add the lot, set start and reserve price, sign the form and submit it. Staff approve it and put it in the catalogue.
`;
