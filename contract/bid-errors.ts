import { formatPrice, shortPrice } from '@saleyard/domain/presentation/amounts.ts';
import { supportPhone } from './support-phone.ts';

/** The errors that a live room shows without a request. The others are in errors.ts. */
export type ErrorEntry = { status: number; title?: string; message: string };

const support = 'please contact support on {phone}';

/** The reasons for which a bid or an auto-bid is refused. */
export const BID_ERRORS = {
  'lot-frozen': { status: 400, title: 'Bid error', message: 'This lot is frozen' },
  'auction-frozen': { status: 400, title: 'Bid error', message: 'This lot is frozen' },
  'waiting-to-start': { status: 400, title: 'Bid error', message: 'Waiting for bidding to start' },
  'auto-bids-only': {
    status: 400,
    title: 'Bid error',
    message: 'Auction is open for Auto-Bids. You can only use the bid buttons during a Live Auction.',
  },
  'not-open': { status: 400, title: 'Bid error', message: "You can't place a bid. Auction is not open yet" },
  'lot-closed': { status: 400, title: 'Bid error', message: 'No further bids. Lot is sold' },
  'lot-withdrawn': { status: 400, title: 'Bid error', message: 'Withdrawn from Auction' },
  'too-low': {
    status: 400,
    title: 'Bid error',
    message: 'The price has moved. Your bid was not placed; please bid again at the new price.',
  },
  'off-increment': {
    status: 400,
    title: 'Bid error',
    message: 'Please Enter a number that is a multiple of {increment}',
  },
  'invalid-amount': { status: 400, title: 'Bid error', message: 'Invalid price' },
  'auto-bid-not-allowed': { status: 400, title: 'Bid error', message: 'Bidding for Lot not open yet' },
  'upcoming-not-allowed': { status: 400, title: 'Bid error', message: 'Bidding for Lot not open yet' },
  'not-permitted': {
    status: 403,
    title: 'Bid error',
    message: `You do not have permission to buy in this auction. For access, ${support}`,
  },
  'terms-not-accepted': {
    status: 403,
    title: 'Bid error',
    message: 'Our Terms & Conditions were updated. Please read and accept them, then bid again.',
  },
  'own-lot': { status: 403, title: 'Bid error', message: 'You cannot bid on a Lot you listed.' },
  'vendor-bids-exhausted': {
    status: 400,
    title: 'Bid error',
    message: 'No vendor bids are left on this Lot.',
  },
  'duplicate-conflict': {
    status: 409,
    message: 'This request was already used for something else. Please try again.',
  },
  'unknown-lot': { status: 404, message: 'Not Found. Server error. Please try again later' },
  'no-auto-bid': { status: 400, title: 'Bid error', message: 'Could not stop Auto Bid' },
} as const satisfies Record<string, ErrorEntry>;

export const NOT_SIGNED_IN = {
  status: 401,
  message: 'Please login or register to Bid in a Live Auction',
} as const satisfies ErrorEntry;

/** The message of an entry with its placeholders filled. */
export const filledMessage = ({ message }: ErrorEntry, fill: Record<string, string> = {}): string =>
  message.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name === 'phone' ? supportPhone() : (fill[name] ?? whole),
  );

/** The state of the lot whose bid was refused, as far as the refusal's message depends on it. */
export type RefusedLot = {
  /** Its sale has the type sequentialOffline. */
  isInterfaced: boolean;
  /** null: not closed yet, or unknown. */
  isSold: boolean | null;
};

const frozenMessage = ({ isInterfaced }: RefusedLot): string | null =>
  isInterfaced ? BID_ERRORS['waiting-to-start'].message : null;

/**
 * The refusals whose message depends on the lot, with the message where it differs from the catalogue's: only a sold lot
 * is called sold, and a frozen interfaced sale waits for bidding to start. null: use the catalogue's message.
 */
export const REFUSED_LOT_MESSAGES: ReadonlyMap<string, (lot: RefusedLot) => string | null> = new Map([
  ['lot-closed', ({ isSold }: RefusedLot) => (isSold === false ? 'No further bids. Lot is closed' : null)],
  ['lot-frozen', frozenMessage],
  ['auction-frozen', frozenMessage],
]);

/** The message of a refused bid where it differs from the catalogue's; null: use that. */
export const refusedLotMessage = (code: string, lot: RefusedLot): string | null =>
  REFUSED_LOT_MESSAGES.get(code)?.(lot) ?? null;

/** What the price of a lot is counted from, in cents per `unit`. */
export type PriceSteps = { startCents: number; incrementCents: number; unit: 'head' | 'kg' };

/**
 * Why an amount between two bids is refused. The specified sentence holds only where the price is a multiple of the
 * increment: a start price, a reserve or the end of an auto-bid may lie between two multiples [E2]. `currentBidCents`:
 * null before the first bid.
 */
export function offIncrementMessage(
  { startCents, incrementCents, unit }: PriceSteps,
  currentBidCents: number | null,
): string {
  const increment = shortPrice(incrementCents, unit);
  const price = currentBidCents ?? startCents;
  if (price % incrementCents === 0) return filledMessage(BID_ERRORS['off-increment'], { increment });
  const from = currentBidCents === null ? 'start price' : 'current bid';
  const [first, second] = [1, 2].map((steps) => formatPrice(price + steps * incrementCents, unit));
  return `Please enter the ${from} plus a multiple of ${increment}: ${first}, ${second} and so on.`;
}
