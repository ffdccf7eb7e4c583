import { formatDollars, formatPrice } from '@saleyard/domain/presentation/amounts.ts';
import { bidAmount, STEPS } from '@/features/live-room/rules/bid-input.ts';
import type { RoomLot } from '@/features/live-room/rules/lot-state.ts';
import { lotTotal } from '@/lib/lot-prices.ts';
import type { ModelSale } from './model-sale.ts';

const AMOUNT = String.raw`(\$[\d,]+\.\d\d|[\d,]+¢)`;
const amountsIn = (text: string): string[] => text.match(new RegExp(AMOUNT, 'g')) ?? [];

/** The first amount behind `words` in `text`, or null when the words are not there. */
const behind = (text: string, words: string): string | null =>
  new RegExp(`${words} ${AMOUNT}`).exec(text)?.[1] ?? null;

/** What may be said of how a lot ended, and whether it is so. */
const resultsOf = (lot: RoomLot, leads: boolean, knows: boolean): [string, boolean][] => {
  const { withdrawn, soldBeforeAuction: before, status } = lot;
  const after = !withdrawn && status === 'soldAfterAuction';
  const offered = !withdrawn && !before;
  return [
    ['Withdrawn from Auction', withdrawn],
    ['Sold before Auction', !withdrawn && before],
    ['You bought this lot', offered && status === 'sold' && leads && knows],
    ['You bought this lot after the auction', after && leads && knows],
    ['Sold after the auction', after && !(leads && knows)],
    ['Passed In', offered && status === 'passed'],
    ['Closed with no bids', offered && status === 'noBid'],
  ];
};

/** Texts of the panel, one for each text node that is shown. */
function* textsOf(panel: Element): Generator<string> {
  const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.textContent) yield node.textContent;
}

/**
 * Everything on the panel of one lot that is not so, in words; empty when nothing contradicts the lot that the page
 * shows. Every amount on the panel must be one that the lot's state, or a press of the viewer's, accounts for.
 */
export function contradictions(
  panel: Element,
  { room, asked, paddle }: Pick<ModelSale, 'room' | 'asked' | 'paddle'>,
  stale: boolean,
): string[] {
  const lot = room.lots[0];
  if (lot === undefined) throw new Error('the panel shows the only lot');
  const found: string[] = [];
  const wrong = (holds: boolean, what: string) => {
    if (!holds) found.push(what);
  };
  const price = (cents: number) => formatPrice(cents, lot.bidding);
  // Calculated here for itself, and not by what the page uses.
  const soldAfter = lot.status === 'soldAfterAuction' ? lot.closedPrice : null;
  const standing = soldAfter ?? lot.currentBidCents ?? lot.startPrice;
  for (const shown of panel.querySelectorAll('[data-amount], td.sy-number'))
    wrong(
      amountsIn(shown.textContent ?? '')[0] === price(standing),
      `${shown.textContent} for ${price(standing)}`,
    );
  const leads = lot.winner !== null && lot.winner === paddle;
  const over = lot.state === 'closed' || lot.withdrawn;
  const status = panel.querySelector('[data-testid="bid-status"]')?.textContent ?? '';
  const text = panel.textContent ?? '';
  const buttons = [...panel.querySelectorAll('button')];
  const pressable = (words: RegExp) =>
    buttons.find((button) => words.test(button.textContent ?? '') && !button.disabled)?.textContent ?? null;

  const chosen =
    STEPS[
      buttons
        .filter((b) => b.textContent?.startsWith('+'))
        .findIndex((b) => b.getAttribute('aria-pressed') === 'true')
    ];
  const amount = bidAmount(lot, chosen ?? 1);
  const button = pressable(/^(Press again: bid|Bid) /);
  wrong(
    button === null || amountsIn(button)[0] === (amount === null ? undefined : price(amount)),
    `${button} while the next bid is ${amount}`,
  );
  wrong(button === null || !over, `a button on a lot that is over: ${button}`);

  const confirm = pressable(/^(Confirm|Ok) /);
  if (confirm !== null) {
    const next = lot.nextBidCents;
    const valid =
      next !== null &&
      [...Array(40).keys()].some((n) => amountsIn(confirm)[0] === price(next + n * lot.bidIncrementCents));
    wrong(valid, `${confirm} while the next bid is ${next}`);
  }

  const leadingAt = behind(status, 'You are leading at');
  wrong(leadingAt === null || (leads && !over && !stale && leadingAt === price(standing)), status);
  const ledAt = behind(status, 'You were leading at');
  wrong(ledAt === null || (stale && ledAt === price(standing)), status);
  const now = behind(status, 'The price is now');
  wrong(now === null || (!leads && !over && now === price(standing)), status);
  const says = behind(status, 'The button now says');
  wrong(says === null || (button !== null && amountsIn(button)[0] === says), `${status} over ${button}`);
  wrong(!status.includes('The price has moved') || button !== null, `${status} without a button`);
  wrong(!status.startsWith('Outbid') || (!leads && !over), `${status}, led by ${lot.winner}`);
  const taken = behind(status, 'Your bid of');
  if (taken !== null) {
    const of = asked.filter(({ cents }) => price(cents) === taken);
    wrong(of.length > 0, `${status}, and none was sent`);
    if (status.includes('was accepted'))
      wrong(
        of.some(({ accepted }) => accepted),
        `${status}, and it was refused`,
      );
    if (status.includes('was not'))
      wrong(
        of.some(({ accepted }) => !accepted),
        `${status}, and it was accepted`,
      );
  }

  const own = room.autoBids.get(lot._id);
  const upTo = behind(text, 'Bids for you up to');
  wrong(upTo === null || (own?.active === true && upTo === price(own.cents)), `up to ${upTo}`);
  wrong(upTo === null || !over, 'an auto-bid bids on a lot that is over');
  for (const mark of panel.querySelectorAll('[data-part]')) {
    const part = mark.getAttribute('data-part');
    if (part === 'winning') wrong(leads && !over, 'marked Winning');
    if (part === 'losing') wrong(!leads && !over, 'marked Losing');
    if (part === 'won') wrong(leads && /^sold/.test(lot.status ?? ''), 'marked Won');
  }

  for (const [words, holds] of resultsOf(lot, leads, room.viewer.paddle === paddle)) {
    const isSaid = [...panel.querySelectorAll('strong, td')].some((one) => one.textContent === words);
    wrong(isSaid === holds, `${isSaid ? '' : 'not '}said: ${words}`);
  }
  wrong(!text.includes('Sold to another bidder') || !leads, 'sold to another, while the viewer won');
  const { notification, frozenTime, pausedTime, state } = room.auction;
  const announced = panel.querySelector('[data-announcement]')?.textContent ?? null;
  wrong(announced === notification, `announced: ${announced}, while it is ${notification}`);
  const isRunning = state !== 'closed';
  wrong(text.includes('Auction frozen') === (isRunning && frozenTime !== null), 'the sale is (not) frozen');
  const isPaused = isRunning && frozenTime === null && pausedTime !== null;
  wrong(text.includes('Auction paused') === isPaused, 'the sale is (not) paused');
  wrong(!text.includes('Prices may be out of date, so') || stale, 'a warning of old prices that are new');

  const amounts = [
    ...STEPS.map((steps) => bidAmount(lot, steps)),
    ...asked.map(({ cents }) => cents),
    ...buttons.flatMap((b) =>
      /^(Confirm|Ok) /.test(b.textContent ?? '') ? [centsOf(amountsIn(b.textContent ?? '')[0])] : [],
    ),
  ].filter((cents) => cents !== null);
  const accounted = new Set([
    ...amounts.map(price),
    ...amounts.map((cents) => formatDollars(lotTotal(cents, lot, lot.details)?.cents ?? 0)),
    price(standing),
    price(lot.bidIncrementCents),
    ...(lot.previousBidCents === null ? [] : [price(standing - lot.previousBidCents)]),
    ...(own ? [price(own.cents)] : []),
  ]);
  for (const line of textsOf(panel))
    for (const named of amountsIn(line)) wrong(accounted.has(named), `${named} in “${line}”`);
  return found;
}

const centsOf = (amount: string | undefined): number | null => {
  if (amount === undefined) return null;
  const figure = Number(amount.replace(/[$,¢]/g, ''));
  return amount.startsWith('$') ? Math.round(figure * 100) : figure;
};
