import { type BidCommand, bidderOf } from '@saleyard/domain/auction/commands.ts';
import type { AuctionEvent, LotOutcome, Step } from '@saleyard/domain/auction/events.ts';
import type { Script } from '@saleyard/domain/auction/script.ts';

const STEP_INDENT = ' '.repeat(15);

/** Milliseconds as `h:mm:ss.mmm`. */
function clock(ms: number): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours}:${two(minutes)}:${two(seconds % 60)}.${String(ms % 1000).padStart(3, '0')}`;
}

const price = (cents: number | null): string => (cents === null ? 'no bid' : `${cents} cents`);

/**
 * The bid ladder of one lot as text: each thing that happened to it in order, and under each bid the price and
 * leader it led to, with the rule that decided each step.
 */
export function explainLot({ lots, terms }: Script, events: readonly AuctionEvent[], lot: string): string {
  const own = lots.find((one) => one.lot === lot);
  const head =
    own === undefined
      ? `Lot ${lot}`
      : `Lot ${lot}: start ${own.startCents} cents per ${own.unit}, increment ${own.incrementCents}, ${
          own.reserveCents === null ? 'no reserve' : `reserve ${own.reserveCents}`
        }`;
  const policy = Object.entries(terms.policy).map(([field, value]) => `${field} ${value}`);
  const lines = events.flatMap((event) => linesOf(event, lot));
  return [head, `Policy: ${policy.join(', ')}`, '', ...lines].join('\n');
}

function linesOf(event: AuctionEvent, lot: string): string[] {
  const line = (what: string): string => `${clock(event.data.at).padEnd(13)}  ${what}`;
  switch (event.type) {
    case 'LotsWentLive': {
      const own = event.data.lots.find((one) => one.lot === lot);
      if (own === undefined) return [];
      return [line(own.finishAt === null ? 'goes live' : `goes live, closes at ${clock(own.finishAt)}`)];
    }
    case 'SealedAutoBidsTaken':
      if (event.data.lot !== lot) return [];
      return [line('the sealed auto-bids are taken [E7]'), ...stepLines(event.data.steps)];
    case 'BidAccepted':
    case 'AutoBidAccepted': {
      const { command, steps, outcome, extended } = event.data;
      if (command.lot !== lot) return [];
      const sealed = event.type === 'AutoBidAccepted' && event.data.sealed;
      const unmoved = sealed ? 'sealed until the lot goes live [E7]' : 'the price does not move [E5]';
      return [
        line(asked(command)),
        ...(steps.length === 0 ? [`${STEP_INDENT}${unmoved}`] : stepLines(steps)),
        ...(extended ? extensionLines(outcome) : []),
      ];
    }
    case 'AutoBidStopped':
      return event.data.command.lot === lot ? [line(`${asked(event.data.command)} [E8]`)] : [];
    case 'BidRefused': {
      const { command, code } = event.data;
      return command.lot === lot ? [line(`${asked(command)}: refused, ${code}`)] : [];
    }
    case 'ActionRefused':
      return event.data.lot === lot ? [line(`${event.data.action}: refused, ${event.data.code}`)] : [];
    case 'LotWithdrawn':
      return event.data.lot === lot ? [line(withReason('withdrawn', event.data.reason))] : [];
    case 'Announced':
      return [
        line(
          event.data.text === null
            ? 'the announcement ends [T23]'
            : `staff announce: ${event.data.text} [T23]`,
        ),
      ];
    case 'EveryoneMessaged':
      return [line(`staff send a message to everyone: ${event.data.text} [T26]`)];
    case 'LotSoldBefore':
      if (event.data.lot !== lot) return [];
      return [line(withReason('sold before the auction [T21]', event.data.reason))];
    case 'LotSoldAfter': {
      const { buyer, cents } = event.data;
      return event.data.lot === lot
        ? [line(`sold after the auction to ${buyer} at ${price(cents)} [T22]`)]
        : [];
    }
    case 'AuctionCancelled':
      return [line(withReason('the auction is cancelled [T20]', event.data.reason))];
    case 'BiddingOpened':
      return event.data.lot === lot ? [line('the clerk opens bidding [T5]')] : [];
    case 'Frozen':
    case 'Resumed':
    case 'Paused':
    case 'Unpaused': {
      const { lot: stopped, reason } = event.data;
      const what = `${stopped === null ? 'the auction is ' : ''}${event.type.toLowerCase()} [T8]`;
      return stopped === null || stopped === lot ? [line(withReason(what, reason))] : [];
    }
    case 'LotsClosed': {
      const own = event.data.lots.find((one) => one.lot === lot);
      if (own === undefined) return [];
      const result = { sold: `sold to ${own.winner} at`, passed: 'passed in at', noBid: 'closed with' };
      return [line(`${result[own.status]} ${price(own.priceCents)}, by ${event.data.by}`)];
    }
    default:
      return [];
  }
}

const withReason = (what: string, reason: string): string => (reason === '' ? what : `${what}: ${reason}`);

const stepLines = (steps: readonly Step[]): string[] =>
  steps.map(({ rule, cents, leader }) => `${STEP_INDENT}${price(cents)}, ${leader} leads [${rule}]`);

const extensionLines = ({ finishAt }: LotOutcome): string[] =>
  finishAt === null ? [] : [`${STEP_INDENT}closes at ${clock(finishAt)} instead [T7]`];

function asked(command: BidCommand): string {
  const who = bidderOf(command);
  switch (command.type) {
    case 'autoBid':
      return `${who} sets an auto-bid of up to ${price(command.maxCents)}`;
    case 'stopAutoBid':
      return `${who} stops the auto-bid`;
    default:
      return `${who} bids ${price(command.cents)}`;
  }
}
