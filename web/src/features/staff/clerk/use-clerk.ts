import { CLERK_CONFIRM_MS } from '@saleyard/contract/limits.ts';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import type { StaffDecision } from '@saleyard/contract/staff.ts';
import { isOnFloor } from '@saleyard/domain/auction/ids.ts';
import { formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { useEffect, useRef, useState } from 'react';
import { type StaffOrder, useStaffCommand } from '@/features/staff/api/staff-command.ts';
import { presentText } from '@/features/staff/sale/lot-results.tsx';
import { errorTextOf } from '@/lib/api-error.ts';
import { deviceNow } from '@/lib/clock.ts';
import { useWindowEvent } from '@/lib/window-events.ts';
import { type Console, IDLE, type Intent, intentOf, press } from './keys.ts';

/** A word to the clerk; `bad`: a refusal; `closed`: the lot that it closed. */
export type ClerkMessage = { text: string; bad: boolean; closed?: string };

const isOver = (lot: StaffLot): boolean => lot.withdrawn || lot.state === 'closed';

/** The lot to begin with: the one bidding is open on, else the first still to come, else the last. */
export const firstLot = (lots: readonly StaffLot[]): StaffLot | undefined =>
  lots.find((lot) => lot.state === 'live' && lot.biddingOpen && !isOver(lot)) ??
  lots.find((lot) => !isOver(lot)) ??
  lots.at(-1);

/** The next lot still to be sold, before or after this one; null when there is none. */
export function neighbour(lots: readonly StaffLot[], from: string, by: 1 | -1): StaffLot | null {
  const at = lots.findIndex(({ _id }) => _id === from);
  for (let index = at + by; index >= 0 && index < lots.length; index += by) {
    const lot = lots[index];
    if (lot && !isOver(lot)) return lot;
  }
  return null;
}

/**
 * What the clerk reads. A lot that was just closed says what it came to once that is read: a bid of the same moment may have
 * made another price than the one that the clerk saw.
 */
export function shownMessage(message: ClerkMessage | null, lots: readonly StaffLot[]): ClerkMessage | null {
  const closed = lots.find(({ _id }) => _id === message?.closed);
  if (message === null || closed?.state !== 'closed') return message;
  return { ...message, text: `Lot ${closed.number}: ${presentText(closed)}.` };
}

/** What a carried out order did, in words. A bid that an online auto-bid answered at once says so. */
export function said(order: StaffOrder, lot: StaffLot, decision: StaffDecision): string {
  const price = formatPriceWithUnit(order.cents ?? lot.currentBidCents, lot.bidding);
  const now = formatPriceWithUnit(decision.currentBidCents, lot.bidding);
  const outbid = ` An online auto-bid answered: ${now}.`;
  const { buyerNumber } = order;
  switch (order.type) {
    case 'openLot':
      return `Lot ${lot.number} is open.`;
    case 'knockDown':
    case 'passIn':
      return `Lot ${lot.number} is closed.`;
    case 'vendorBid':
      return `Vendor bid ${price}.${decision.leader === 'vendor' ? '' : outbid}`;
    default: {
      const bid = `Floor bid ${price}${buyerNumber === undefined ? '' : ` by buyer ${buyerNumber}`}.`;
      if (decision.leader !== null && isOnFloor(decision.leader)) return bid;
      // The account that leads may be the number's own [C9]: then nothing answered.
      return bid + (buyerNumber === undefined ? outbid : ` Online leads: ${now}.`);
    }
  }
}

/** The buyer number that is typed, if there is one, goes with a floor bid [E10] and with the knock-down to the floor [C7]. */
export function withBuyer(order: StaffOrder, lot: StaffLot, typed: string): StaffOrder {
  const buyerNumber = typed.trim().toUpperCase();
  const isFromFloor = order.type === 'floorBid' || (order.type === 'knockDown' && lot.winner === 'floor');
  return isFromFloor && buyerNumber !== '' ? { ...order, buyerNumber } : order;
}

/** Whether a key belongs to what has the focus: a field, an open dialog, or a button being pressed. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (document.querySelector('dialog[open]') !== null) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, [contenteditable], [role="menu"]')) return true;
  return (event.key === ' ' || event.key === 'Enter') && target?.closest('button, a, summary') !== null;
}

/** The clerk's console: which lot, what is typed and armed, and orders one at a time. */
export function useClerk(auction: string, lots: readonly StaffLot[]) {
  const [buyerNumber, setBuyerNumber] = useState('');
  const buyerInput = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [console, setConsole] = useState<Console>(IDLE);
  const [message, setMessage] = useState<ClerkMessage | null>(null);
  const [help, setHelp] = useState(false);
  const [keys, setKeys] = useState(true);
  const { mutateAsync, isPending } = useStaffCommand(auction);
  // One order at a time: a second press meets the lot as the first one left it. Set at once, not at the next render.
  const busy = useRef(false);
  const { armed } = console;
  // What is not confirmed in time is forgotten, and is seen to be.
  useEffect(() => {
    if (armed === null) return;
    const timer = setTimeout(() => {
      setConsole((known) => (known.armed === armed ? { ...known, armed: null } : known));
      setMessage(null);
    }, CLERK_CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [armed]);
  const lot = lots.find(({ _id }) => _id === chosen) ?? firstLot(lots) ?? null;

  // A lot that is withdrawn while it is in hand makes way for the next one; it may still be looked at.
  const held = useRef<StaffLot | null>(null);
  useEffect(() => {
    const was = held.current;
    held.current = lot;
    if (!lot?.withdrawn || was?._id !== lot._id || was.withdrawn) return;
    const next = neighbour(lots, lot._id, 1);
    if (next) setChosen(next._id);
    // The number was meant for the lot that is gone.
    setBuyerNumber('');
  }, [lot, lots]);

  const choose = (id: string) => {
    setChosen(id);
    if (id !== lot?._id) setBuyerNumber('');
    setConsole(IDLE);
    setMessage(null);
  };

  const send = async (order: StaffOrder, on: StaffLot) => {
    if (busy.current) return;
    busy.current = true;
    setChosen(on._id);
    try {
      const asked = withBuyer(order, on, buyerNumber);
      const decision = await mutateAsync(asked);
      const closes = order.type === 'knockDown' || order.type === 'passIn';
      setMessage({ text: said(asked, on, decision), bad: false, ...(closes && { closed: on._id }) });
      // Another lot that the clerk chose meanwhile stays, with its buyer number.
      if (held.current?._id !== on._id) return;
      // The next floor bid may be another person's; a number that was typed meanwhile is that one's.
      const isUsed = (typed: string) => asked.buyerNumber !== undefined && typed === buyerNumber;
      setBuyerNumber((typed) => (closes || isUsed(typed) ? '' : typed));
      if (!closes) return;
      const next = neighbour(lots, on._id, 1);
      if (next) setChosen(next._id);
    } catch (error) {
      setMessage({ text: errorTextOf(error).message, bad: true });
    } finally {
      busy.current = false;
    }
  };

  const act = (intent: Intent) => {
    if (intent.kind === 'help') return setHelp((shown) => !shown);
    if (intent.kind === 'buyerNumber') return buyerInput.current?.focus();
    if (lot === null) return;
    if (intent.kind === 'select') {
      const next = neighbour(lots, lot._id, intent.by);
      if (next) choose(next._id);
      return;
    }
    // While an order is on its way nothing else is taken, not even to be armed.
    if (busy.current && intent.kind !== 'type' && intent.kind !== 'erase' && intent.kind !== 'clear') return;
    const result = press(console, intent, lot, deviceNow());
    setConsole(result.console);
    setMessage(result.says === null ? null : { text: result.says, bad: false });
    if (result.order) void send(result.order, lot);
  };

  useWindowEvent('keydown', (event) => {
    if (!keys || isTaken(event)) return;
    const intent = intentOf(event.key);
    if (intent === null) return;
    event.preventDefault();
    // A key held down is one press: a hammer does not repeat.
    if (event.repeat && intent.kind !== 'erase' && intent.kind !== 'select') return;
    act(intent);
  });

  const buyer = { buyerNumber, setBuyerNumber, buyerInput };
  const shown = shownMessage(message, lots);
  return {
    lot,
    console,
    message: shown,
    help,
    setHelp,
    keys,
    setKeys,
    sending: isPending,
    choose,
    act,
    buyer,
  };
}
