import type { ErrorCode } from '@saleyard/contract/errors.ts';
import type { Unit } from '@saleyard/domain/listing/stock.ts';
import { formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import type { BidStep } from '@/lib/bidding/bid-machine.ts';

/** What the panel says of a bid. `tone` picks icon and colour; the words alone carry the meaning. */
type BidLabel = {
  tone: 'pending' | 'good' | 'bad' | 'note';
  title: string;
  text: string;
  /** The bid was lost to the second press: a bid by one press would not have been. */
  offersOnePress?: boolean;
};

/**
 * The lot as the button beside the words shows it, so that no sentence can name another price than the button.
 * Amounts in cents per unit. `amountCents`: what a press would bid now, null when nothing can be pressed.
 */
export type ShownLot = {
  unit: Unit;
  currentBidCents: number | null;
  amountCents: number | null;
  /** What is shown may be out of date. */
  stale: boolean;
};

/** Why a bid never reached a decision: surely not placed, and nothing the bidder did wrong. What they can do. */
const NOT_TAKEN: Readonly<Partial<Record<string, string>>> = {
  'rate-limited': 'More bids came than could be taken at once.',
  unavailable: 'The sale could not be reached. Please bid again in a little while.',
  full: 'Bids could not be recorded.',
} satisfies Partial<Record<ErrorCode, string>>;

/** Whether a bid or an auto-bid was turned away before anyone decided on it: it was surely not placed. */
export const wasRejected = (code: string): boolean => NOT_TAKEN[code] !== undefined;

/**
 * A bid's step in words; null when there is nothing to say. Amounts of the past are those the viewer's own press
 * named; every other one is the lot's as it is shown.
 */
export function bidLabel(bid: BidStep, lot: ShownLot): BidLabel | null {
  const price = (cents: number | null) => formatPriceWithUnit(cents, lot.unit);
  const current = `The price is now ${price(lot.currentBidCents)}.`;
  const button = lot.amountCents === null ? '' : ` The button now says ${price(lot.amountCents)}.`;
  switch (bid.step) {
    case 'idle':
    case 'confirming':
      return null;
    case 'moved':
      return lot.amountCents === null
        ? null
        : {
            tone: 'note',
            title: bid.why === 'lot' ? 'The sale has moved on to this lot' : 'The price has moved',
            text: `Nothing was sent.${button}`,
            offersOnePress: bid.why === 'confirmation',
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
    case 'taken':
      return { tone: 'note', title: `Your bid of ${price(bid.cents)} was accepted`, text: '' };
    case 'leading':
      return lot.stale
        ? {
            tone: 'note',
            title: `You were leading at ${price(lot.currentBidCents)}`,
            text: 'The connection was lost after that.',
          }
        : { tone: 'good', title: `You are leading at ${price(lot.currentBidCents)}`, text: '' };
    case 'outbid':
      return {
        tone: 'bad',
        title: bid.atOnce ? 'Outbid at once by an auto-bid' : 'Outbid',
        text: `Your bid of ${price(bid.cents)} was accepted, then outbid${bid.atOnce ? ' by an auto-bid' : ''}.${lot.stale ? '' : ` ${current}`}`,
      };
    case 'refused': {
      const title = `Your bid of ${price(bid.cents)} was not placed`;
      if (bid.code === 'too-low')
        return { tone: 'bad', title, text: `The price had moved before it came.${button}` };
      // Other refusals are shown in a dialog; why the lot takes no bid is said for as long as it takes none.
      return { tone: 'bad', title, text: NOT_TAKEN[bid.code] ?? '' };
    }
    case 'offline':
      return {
        tone: 'bad',
        title: `Your bid of ${price(bid.cents)} was not sent`,
        text: 'There was no connection. It will not be sent later.',
      };
    case 'unconfirmed':
      return {
        tone: 'bad',
        title: `We could not confirm your bid of ${price(bid.cents)}`,
        text:
          lot.amountCents === null
            ? 'Your bids on this lot show whether it was accepted.'
            : 'Look at the current bid and at your bids before you bid again.',
      };
  }
}
