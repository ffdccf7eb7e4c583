import type { PublicAuction, PublicLot } from '@saleyard/contract/realtime.ts';
import { typedPrice } from '@/lib/money.ts';
import { standingPrice } from './prices.ts';

const MONEY = /^\d{0,7}(?:\.\d{0,2})?$/;
const DIGITS = /^\d{0,7}$/;

/** Whether the field takes this text: dollars with at most two decimals per head, whole cents per kg. */
export const acceptsText = (text: string, unit: PublicLot['bidding']): boolean =>
  (unit === 'head' ? MONEY : DIGITS).test(text);

/** The amount typed, in cents per unit: dollars are converted for head-priced lots; null for no number. */
export function typedCents(text: string, unit: PublicLot['bidding']): number | null {
  const trimmed = text.trim();
  if (!/\d/.test(trimmed) || !acceptsText(trimmed, unit)) return null;
  const amount = unit === 'head' ? Math.round(Number(trimmed) * 100) : Number(trimmed);
  return Number.isSafeInteger(amount) ? amount : null;
}

/** Why no auto-bid can be set on this lot now, in the specification's words; null when one can. */
export function autoBidClosed(
  lot: Pick<PublicLot, 'state' | 'withdrawn'>,
  auction: Pick<PublicAuction, 'allowAutoBid' | 'allowUpcomingBid'>,
): string | null {
  if (lot.withdrawn) return 'Withdrawn from Auction';
  switch (lot.state) {
    case 'closed':
      return 'No further bids. Lot is sold';
    case 'future':
      return "You can't place a bid. Auction is not open yet";
    case 'open':
      return auction.allowAutoBid ? null : 'Bidding for Lot not open yet';
    case 'futureInLive':
      return auction.allowUpcomingBid ? null : 'Bidding for Lot not open yet';
    case 'live':
      return null;
  }
}

/** An increment as the messages write it, the server's too: "$20", "$2.50", "5¢". */
const incrementText = ({ bidIncrementCents, bidding }: PublicLot): string =>
  bidding === 'head' ? `$${typedPrice(bidIncrementCents, 'head')}` : `${bidIncrementCents}¢`;

export type AutoBidCheck = { outcome: 'valid'; cents: number } | { outcome: 'invalid'; message: string };

/** Checks a typed auto-bid against the lot as it stands. */
export function checkAutoBid(
  text: string,
  lot: PublicLot,
  auction: Pick<PublicAuction, 'state' | 'allowAutoBid' | 'allowUpcomingBid'>,
): AutoBidCheck {
  const invalid = (message: string): AutoBidCheck => ({ outcome: 'invalid', message });
  const closed = autoBidClosed(lot, auction);
  if (closed !== null) return invalid(closed);
  const amount = typedCents(text, lot.bidding);
  if (amount === null || amount === 0) return invalid('Invalid price');
  const price = standingPrice(lot);
  if (amount <= price)
    return invalid(
      `Please enter an Auto-Bid higher than the ${auction.state === 'open' ? 'start price' : 'current bid'}.`,
    );
  if ((amount - price) % lot.bidIncrementCents !== 0)
    return invalid(`Please Enter a number that is a multiple of ${incrementText(lot)}`);
  return { outcome: 'valid', cents: amount };
}
