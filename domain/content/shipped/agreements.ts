/** The terms that Saleyard ships: version 1. */
export const TERMS = `## Your account

You give true and complete details when you register, and keep them up to date. One person has one account, and does not let others use it.

We may decline, restrict or suspend an account whose details can not be confirmed, that does not pay, or that breaks these terms. We say why.

## Bidding and buying

A bid is an offer to buy the whole lot at the price that the button names, per head or per kg as the lot says. It can not be taken back once it is placed.

An auto-bid lets the marketplace bid for you up to the amount you set, by the lot’s increment, and never above it. You can stop it at any time; bids that it has placed stand.

The lot is sold to the highest bidder when it closes and its reserve is met. The marketplace’s record of bids decides who that is.

## Selling

You describe your stock truthfully and completely on the assessment form, own it or have the owner’s authority to sell it, and hold the declarations that the law requires for it.

A lot that was catalogued can be withdrawn only with a reason. A lot that was sold is delivered in the days that the form names.

## Payment and delivery

Invoices are sent the day after the auction and are due within 7 days. Prices and fees are exclusive of GST.

Stock stays at the vendor’s risk until it is loaded, and at the buyer’s risk from then on. Freight is the buyer’s, unless the lot says otherwise.

## Fees

Listing fees are charged on the head in the catalogue, by the rates that are published under Tools. Settlement through the marketplace costs 2 % of the sale.

## Interruptions and disputes

If a live auction is interrupted, it is frozen and continued by staff; lots that closed before stay closed. Bids that were not confirmed to you were not placed.

Tell us about a dispute within 2 working days of delivery. We look at the record of the sale with both sides. These terms are governed by the law of New South Wales.
`;

/** The privacy policy that Saleyard ships. */
export const PRIVACY_POLICY = `## Introduction

This policy says how Saleyard handles personal information. It is governed by Australian privacy law: the Privacy Act 1988 and the Australian Privacy Principles.

## Kinds of personal information collected

Your names, e-mail address and phone numbers, your trading name, business numbers, PIC and addresses, your bank details if you sell, licences and policies that you upload, and what you do here: bids, auto-bids, lots, watch list and settings.

## How it is collected

From you, when you register, fill in a form, bid, list stock or contact us; and from your browser while you use the marketplace.

## Purposes

To run auctions and prove their outcomes, to check who may buy and sell, to bring buyers and vendors together after a sale, to send the reminders you ask for, and to meet the law.

## Use and disclosure

We use it for the purposes above and for those that you agree to. Other bidders see a paddle number, not your name. We do not sell personal information.

## Cookies

One cookie keeps you signed in. Settings, drafts of forms and sounds are kept in your browser. There are no cookies of advertisers.

## Who it is disclosed to

The other side of a sale, carriers and agents that it needs, those who work for us under a duty of confidence, and authorities where the law demands it.

## De-identified information

Prices and results without names may be used for market reports and statistics.

## Management and security

Personal fields are encrypted under a key of each account. When a person is forgotten, that key is deleted and nothing personal can be read any more, while the sales stay provable.

## Access and correction

You see and correct your details under My Profile. You may also ask us for access, correction or deletion: we reply within 30 days.

## Updates

We publish changes of this policy here. This version was published June 2023.
`;
