/** The frequently asked questions that Saleyard ships. */
export const FAQS = `## Your account

### How long does a request for access take?

Our team looks at each request within 24 hours. Your status changes on the page as soon as it is decided.

### I forgot my password. What now?

Press Forgot Password? at sign-in and enter your e-mail. We send you a security code, with which you choose a new password.

### Who sees my name while I bid?

Other bidders see a paddle number. After the sale the vendor of a lot you bought and our team know who you are.

### Can I have reminders sent to my phone?

Yes. Under My Admin, Texts, choose for each kind of stock whether we text you when auto-bids open, when an auction goes live, and ten days before.

## Buying (for buyers)

### What is an auto-bid?

The highest amount you want to pay for a lot. The marketplace bids for you by the lot’s increment, never more than is needed and never above your amount. You can change or stop it at any time; bids that it placed stand.

### Is a price per head or per kg?

Each lot says which. Prices per head are in dollars, prices per kg in cents. A swap button on the lot shows the other unit where its weight is known.

### What does On Market mean?

The bid has reached the vendor’s reserve: the lot will be sold to the highest bidder.

### Can I take a bid back?

No. A bid is an offer to buy the whole lot at the price that the button names.

### What happens if the auction is interrupted?

It is frozen and then continued by staff. Lots that closed before stay closed, and a bid that was not confirmed to you was not placed.

### Who pays the freight?

The buyer, unless the lot says otherwise. The lot names the days within which it is delivered.

## Selling (for sellers)

### What does listing cost?

A fee for each head in the catalogue, by the rates under Tools, Listing Fees, and 2% of the sale if it is settled through the marketplace.

### How many head must be weighed?

About 20% of a sheep lot, and all of it for prime lambs. Weigh after the curfew that the form names.

### What is the difference between start price and reserve?

Bidding begins at the start price. The lot is sold only once a bid reaches the reserve, which buyers do not see.

### My lot was passed in. What now?

You may offer it again. Within the days that Listing Fees names, no listing fee is charged again.
`;
