import type { ErrorCode } from '@saleyard/contract/errors.ts';
import type { BidStep } from '@/lib/bidding/bid-machine.ts';
import { formatPriceWithUnit, type Unit } from '@/lib/money.ts';

/** What the panel says of a bid. `tone` picks icon and colour; the words alone carry the meaning. */
type BidLabel = {
  tone: 'pending' | 'good' | 'bad' | 'note';
  title: string;
  text: string;
};

/** Why a bid never reached a decision: surely not placed, and nothing the bidder did wrong. What they can do. */
const NOT_TAKEN: Readonly<Partial<Record<string, string>>> = {
  'rate-limited': 'More bids came than could be taken at once. You can bid again now.',
  unavailable: 'The sale can not be reached for the moment. Please bid again in a little while.',
  full: 'Bids can not be recorded at the moment.',
} satisfies Partial<Record<ErrorCode, string>>;

/** Whether a bid or an auto-bid was turned away before anyone decided on it: it was surely not placed. */
export const wasRejected = (code: string): boolean => NOT_TAKEN[code] !== undefined;

/** A bid's step in words; null when there is nothing to say. */
export function bidLabel(bid: BidStep, unit: Unit): BidLabel | null {
  const price = (cents: number | null) => formatPriceWithUnit(cents, unit);
  switch (bid.step) {
    case 'idle':
    case 'confirming':
      return null;
    case 'moved':
      return {
        tone: 'note',
        title: 'The price has moved',
        text: `Nothing was sent. The button now says ${price(bid.cents)}.`,
      };
    case 'sending':
      return bid.spinner
        ? {
            tone: 'pending',
            title: `Sending your bid of ${price(bid.cents)}`,
            text: 'It counts once the sale has taken it.',
          }
        : {
            tone: 'pending',
            title: `Still waiting for an answer to ${price(bid.cents)}`,
            text: 'Your bid is not confirmed yet.',
          };
    case 'unknown':
      return {
        tone: 'pending',
        title: `Checking your bid of ${price(bid.cents)}`,
        text: 'No answer has come. We are asking whether it was received: please do not bid again yet.',
      };
    case 'leading':
      return { tone: 'good', title: `You are leading at ${price(bid.cents)}`, text: '' };
    case 'outbid-at-once':
      return {
        tone: 'bad',
        title: 'Outbid at once by an auto-bid',
        text: `Your bid of ${price(bid.cents)} was taken, and answered. The price is now ${price(bid.decision.currentBidCents)}.`,
      };
    case 'refused': {
      const why = NOT_TAKEN[bid.code];
      return why === undefined
        ? { tone: 'bad', title: 'Bid error', text: bid.message }
        : { tone: 'bad', title: `Your bid of ${price(bid.cents)} was not placed`, text: why };
    }
    case 'offline':
      return {
        tone: 'bad',
        title: 'No Network Available',
        text: `Your bid of ${price(bid.cents)} was not sent, and will not be sent later.`,
      };
    case 'unconfirmed':
      return {
        tone: 'bad',
        title: `We could not confirm your bid of ${price(bid.cents)}`,
        text: 'Look at the current bid and at your bids before you bid again.',
      };
  }
}
