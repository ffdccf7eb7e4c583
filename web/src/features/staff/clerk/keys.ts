import { CLERK_CONFIRM_MS } from '@saleyard/contract/limits.ts';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import { formatPrice, formatPriceWithUnit, parsePrice } from '@saleyard/domain/presentation/amounts.ts';
import type { StaffOrder } from '@/features/staff/api/staff-command.ts';

/** A typed bid of more than this many times the next one needs a second press: a digit too many is seen by everybody. */
const LARGE_FACTOR = 2;

/** What a second press would do, and on which price: another price is another decision. */
type Armed = {
  action: 'knockDown' | 'passIn' | 'floorBid' | 'vendorBid';
  lot: string;
  /** The lot's price when it was armed. */
  priceCents: number | null;
  /** The amount of a bid. */
  cents: number | null;
  at: number;
};

/** The console between two presses: what is typed, and what is armed. */
export type Console = { typed: string; armed: Armed | null };

export const IDLE: Console = { typed: '', armed: null };

/** What a press means, whether it came from a key or a button. */
export type Intent =
  | { kind: 'type'; character: string }
  | { kind: 'erase' }
  | { kind: 'clear' }
  | { kind: 'openLot' }
  | { kind: 'enter' }
  | { kind: 'nextBid' }
  | { kind: 'floorBid' }
  | { kind: 'vendorBid' }
  | { kind: 'knockDown' }
  | { kind: 'passIn' }
  | { kind: 'select'; by: 1 | -1 }
  | { kind: 'buyerNumber' }
  | { kind: 'help' };

const KEYS: Readonly<Record<string, Intent>> = {
  o: { kind: 'openLot' },
  enter: { kind: 'enter' },
  '+': { kind: 'nextBid' },
  '=': { kind: 'nextBid' },
  ' ': { kind: 'nextBid' },
  b: { kind: 'floorBid' },
  v: { kind: 'vendorBid' },
  k: { kind: 'knockDown' },
  p: { kind: 'passIn' },
  n: { kind: 'buyerNumber' },
  arrowdown: { kind: 'select', by: 1 },
  arrowright: { kind: 'select', by: 1 },
  arrowup: { kind: 'select', by: -1 },
  arrowleft: { kind: 'select', by: -1 },
  backspace: { kind: 'erase' },
  escape: { kind: 'clear' },
  '?': { kind: 'help' },
};

/** What a key (`KeyboardEvent.key`) means here; null: nothing. */
export function intentOf(key: string): Intent | null {
  if (/^[0-9.]$/.test(key)) return { kind: 'type', character: key };
  return KEYS[key.toLowerCase()] ?? null;
}

/** What comes of a press: the console after it, an order to send, and a word to the clerk. */
export type Press = { console: Console; order: StaffOrder | null; says: string | null };

const nothing = (console: Console, says: string | null = null): Press => ({ console, order: null, says });
const gives = (order: StaffOrder): Press => ({ console: IDLE, order, says: null });

/**
 * What a press does to the console, given the chosen lot as it is at `now` (ms). Closing a lot, and a bid far
 * above the price, take two presses: everybody sees them at once. Selecting, the buyer number and help are the screen's own.
 */
export function press(console: Console, intent: Intent, lot: StaffLot, now: number): Press {
  const { typed } = console;
  switch (intent.kind) {
    case 'type':
      // Every key counts: a digit that is left out makes another amount.
      return nothing({ typed: typed + intent.character, armed: null });
    case 'erase':
      return nothing({ typed: typed.slice(0, -1), armed: null });
    case 'clear':
      return nothing(IDLE);
    case 'select':
    case 'buyerNumber':
    case 'help':
      return nothing(IDLE);
    case 'openLot':
      return openLot(lot);
    case 'enter':
      if (!isOpen(lot)) return openLot(lot);
      return typed === '' ? nothing(IDLE, hint(lot)) : bid('floorBid', console, lot, now);
    case 'nextBid':
      if (!isOpen(lot) || lot.nextBidCents === null) return nothing(IDLE, notOpen(lot));
      return gives({ type: 'floorBid', lot: lot._id, cents: lot.nextBidCents });
    case 'floorBid':
      return bid('floorBid', console, lot, now);
    case 'vendorBid':
      return bid('vendorBid', console, lot, now);
    case 'knockDown':
      return knockDown(console, lot, now);
    case 'passIn':
      return close('passIn', console, lot, now, `Press P again to pass in Lot ${lot.number}.`);
  }
}

/** The clerk has opened bidding and nothing stops it. */
const isOpen = (lot: StaffLot): boolean => lot.state === 'live' && lot.biddingOpen;

function notOpen(lot: StaffLot): string {
  if (lot.withdrawn) return `Lot ${lot.number} was withdrawn.`;
  if (lot.state === 'closed') return `Lot ${lot.number} is closed.`;
  if (lot.frozenTime !== null) return 'This lot is frozen';
  return isOpen(lot)
    ? 'No bid can be taken now: the sale is frozen.'
    : `Open Lot ${lot.number} first: press O.`;
}

const hint = (lot: StaffLot): string =>
  lot.nextBidCents === null
    ? notOpen(lot)
    : `Space takes ${formatPriceWithUnit(lot.nextBidCents, lot.bidding)}; or type an amount and press Enter.`;

function openLot(lot: StaffLot): Press {
  if (lot.withdrawn || lot.state === 'closed') return nothing(IDLE, notOpen(lot));
  if (isOpen(lot)) return nothing(IDLE, `Lot ${lot.number} is open already. ${hint(lot)}`);
  return gives({ type: 'openLot', lot: lot._id });
}

/** Whether the same press was made before, on the same lot at the same price, a moment ago. */
function isConfirmed(armed: Armed | null, wanted: Omit<Armed, 'at'>, now: number): boolean {
  return (
    armed !== null &&
    armed.action === wanted.action &&
    armed.lot === wanted.lot &&
    armed.priceCents === wanted.priceCents &&
    armed.cents === wanted.cents &&
    now - armed.at <= CLERK_CONFIRM_MS
  );
}

function bid(type: 'floorBid' | 'vendorBid', console: Console, lot: StaffLot, now: number): Press {
  if (!isOpen(lot) || lot.nextBidCents === null) return nothing(IDLE, notOpen(lot));
  if (type === 'floorBid' && console.typed === '') return nothing(IDLE, hint(lot));
  const cents = console.typed === '' ? lot.nextBidCents : parsePrice(console.typed, lot.bidding);
  if (cents === null) return nothing({ typed: '', armed: null }, 'Invalid price');
  const amount = formatPriceWithUnit(cents, lot.bidding);
  if (cents < lot.nextBidCents) {
    const next = formatPrice(lot.nextBidCents, lot.bidding);
    return nothing({ typed: '', armed: null }, `${amount} is too low: the next bid is ${next}.`);
  }
  const wanted = { action: type, lot: lot._id, priceCents: lot.currentBidCents, cents };
  if (cents > lot.nextBidCents * LARGE_FACTOR && !isConfirmed(console.armed, wanted, now)) {
    const key = type === 'floorBid' ? 'B or Enter' : 'V';
    return nothing(
      { typed: console.typed, armed: { ...wanted, at: now } },
      `${amount} is far above the price. Press ${key} again to take it.`,
    );
  }
  return gives({ type, lot: lot._id, cents });
}

function knockDown(console: Console, lot: StaffLot, now: number): Press {
  if (isOpen(lot) && lot.currentBidCents === null) {
    return nothing(IDLE, `Lot ${lot.number} has no bid. P passes it in.`);
  }
  const price = formatPriceWithUnit(lot.currentBidCents, lot.bidding);
  const reserve = lot.reserveStatus === 'onMarket' ? '' : ' It is under its reserve and will be passed in.';
  const vendor = lot.winner === 'vendor' ? ' The vendor leads: it will be passed in.' : reserve;
  return close('knockDown', console, lot, now, `Press K again to knock down at ${price}.${vendor}`);
}

function close(
  action: 'knockDown' | 'passIn',
  console: Console,
  lot: StaffLot,
  now: number,
  question: string,
): Press {
  if (!isOpen(lot)) return nothing(IDLE, notOpen(lot));
  const wanted = { action, lot: lot._id, priceCents: lot.currentBidCents, cents: null };
  if (isConfirmed(console.armed, wanted, now)) return gives({ type: action, lot: lot._id });
  const { armed } = console;
  const moved = armed?.action === action && armed.lot === lot._id && armed.priceCents !== lot.currentBidCents;
  return nothing(
    { typed: '', armed: { ...wanted, at: now } },
    moved ? `The price moved. ${question}` : question,
  );
}
