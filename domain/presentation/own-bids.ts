import { type BidderId, FLOOR, isOnFloor, VENDOR } from '../auction/ids.ts';
import type { OwnBidStep } from '../auction/own-bids.ts';
import type { publicLot } from '../auction/public-view.ts';
import type { RefusalCode } from '../auction/refusals.ts';
import { formatPrice } from './amounts.ts';
import { formatDay, formatDuration, formatTimeWithMs } from './dates.ts';
import { RESULTS_IN_SENTENCES } from './lots.ts';

/** The lot as everyone may see it. */
type Lot = ReturnType<typeof publicLot>;

/** What became of a bid. */
export const BID_FATES = [
  'leading',
  'bought',
  'notSold',
  'outbid',
  'answered',
  'replaced',
  'sealed',
  'stopped',
  'takenBack',
  'refused',
] as const;

export type BidFate = (typeof BID_FATES)[number];

/** A bid in plain sentences, for the person who made it. */
export type BidExplained = {
  title: string;
  fate: BidFate;
  /** The rules that decided it, by their ids. */
  rules: readonly string[];
  /** By how much another went above it, or by how much it was too low, per unit; null where neither is so. */
  byCents: number | null;
  /** What decided it, then when it arrived, what the screen showed, and the clock. */
  sentences: readonly string[];
};

type Reader = {
  lot: Lot;
  me: BidderId;
  /** The person behind a bidder: the account of a buyer number that is somebody's [C9]. */
  personOf: (bidder: BidderId) => BidderId;
  /** What the room calls a bidder. */
  aliasOf: (bidder: BidderId) => string | null;
  /** Whether a step is the one by which the reader leads the lot, or led it to the end. */
  isLeading: (step: OwnBidStep) => boolean;
};

/** "paddle 2848", "the floor", "the vendor"; "another bidder" where the room shows nothing. */
export function nameOfAlias(alias: string | null): string {
  if (alias === null) return 'another bidder';
  return alias === VENDOR || alias === FLOOR ? `the ${alias}` : `paddle ${alias}`;
}

/** Whether a leader is the person who made a step, themselves or by their buyer number. */
const isOwn = (leader: BidderId | null, { by }: OwnBidStep, { me, personOf }: Reader): boolean =>
  leader !== null && (leader === by || personOf(leader) === me);

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** One bid: what it was, what became of it and why. */
export function explainBid(step: OwnBidStep, reader: Reader): BidExplained {
  const decided = step.refused === null ? fateOf(step, reader) : refusalOf(step, reader);
  return {
    title: titleOf(step, reader.lot.bidding),
    ...decided,
    sentences: [...decided.sentences, ...circumstances(step, reader.lot.bidding)],
  };
}

type Decided = Omit<BidExplained, 'title'>;

function titleOf({ kind, enteredBy, cents }: OwnBidStep, unit: Lot['bidding']): string {
  const amount = cents === null ? '' : formatPrice(cents, unit);
  if (kind === 'floorBid') return `The clerk entered your bid of ${amount} on the floor`;
  if (kind === 'answer') return `Your auto-bid bid ${amount}`;
  const who = { bidder: 'You', autoBid: 'You', staff: 'Staff', clerk: 'The clerk', system: 'Saleyard' }[
    enteredBy
  ];
  const forYou = enteredBy === 'bidder' ? '' : ' for you';
  const byPhone = enteredBy === 'staff' ? ', by phone' : '';
  if (kind === 'bid') return `${who} bid ${amount}${forYou}${byPhone}`;
  if (kind === 'autoBid') return `${who} set an auto-bid of up to ${amount}${forYou}${byPhone}`;
  return `${who} stopped your auto-bid`;
}

/** The rule by which somebody else leads at a higher price. It does not say whether a rival bid or had an auto-bid. */
function rulesOfLead(leader: BidderId): string[] {
  if (leader === VENDOR) return ['E9'];
  return isOnFloor(leader) ? ['E10'] : ['E3', 'E4'];
}

/** What became of a bid that was accepted. */
function fateOf(step: OwnBidStep, reader: Reader): Decided {
  const { kind, takenBackAt, takenBackReason, tooLowAt, sealed, taken } = step;
  const price = (cents: number): string => formatPrice(cents, reader.lot.bidding);
  if (kind === 'stopAutoBid') {
    const { enteredBy } = step;
    const why = enteredBy === 'system' ? ['Your account could not bid any more.'] : [];
    return {
      ...settled('stopped', ['E8']),
      sentences: [...why, 'It answers no more bids. The price and the lead stayed as they were.'],
    };
  }
  if (takenBackAt !== null) {
    const what = kind === 'answer' ? 'The bid that it answered was taken back' : 'The clerk took it back';
    return {
      ...settled('takenBack', ['C1']),
      sentences: [
        `${what} at ${formatTimeWithMs(takenBackAt)}. It does not count.`,
        ...(takenBackReason ? [`Reason: ${takenBackReason}`] : []),
      ],
    };
  }
  if (tooLowAt !== null) {
    const text = `The prices of the lot changed at ${formatTimeWithMs(tooLowAt)}. Your maximum was below the lowest bid then, so the auto-bid was stopped.`;
    return { ...settled('stopped', ['T18']), sentences: [text] };
  }
  if (sealed && taken === null) {
    const text =
      reader.lot.liveAt === null
        ? 'It is sealed until the lot goes live. Nobody else sees it.'
        : 'It was set before the lot went live, and was not there any more when it did.';
    return { ...settled('sealed', ['E7']), sentences: [text] };
  }
  if (taken !== null && !isOwn(taken.leader, step, reader)) return beatenWhenTaken(step, taken, reader);
  if (taken === null && !isOwn(step.after?.leader ?? null, step, reader)) return answeredAtOnce(step, reader);
  const led = taken ?? { cents: step.after?.cents ?? 0, at: step.at };
  const since = taken === null ? '' : ` when the lot went live at ${formatTimeWithMs(taken.at)}`;
  const moved =
    step.extendedTo === null ? '' : ` It moved the close to ${formatTimeWithMs(step.extendedTo)}.`;
  const first = `It led at ${price(led.cents)}${since}.${moved}`;
  const after = afterLeading(step, reader);
  return { ...after, sentences: [first, ...regainedText(step, reader), ...after.sentences] };
}

const settled = (fate: BidFate, rules: readonly string[]): Omit<Decided, 'sentences'> => ({
  fate,
  rules,
  byCents: null,
});

const above = (byCents: number, what: string, price: (cents: number) => string): string =>
  byCents > 0 ? `, ${price(byCents)} above ${what}` : '';

/** [C1] */
function regainedText({ regained }: OwnBidStep, { lot }: Reader): string[] {
  if (regained === null) return [];
  const { at, cents, reason } = regained;
  const above = `A floor bid of ${formatPrice(cents, lot.bidding)} went above it, and the clerk took that bid back at ${formatTimeWithMs(at)}.`;
  return [above, `Reason: ${reason}`];
}

/** A bid that the leader's auto-bid answered. */
function answeredAtOnce({ kind, cents, after, before }: OwnBidStep, { lot, aliasOf }: Reader): Decided {
  const price = (amount: number): string => formatPrice(amount, lot.bidding);
  const leader = after?.leader ?? null;
  const [now, own] = [after?.cents ?? 0, cents ?? 0];
  const byCents = Math.max(0, now - own);
  const name = leader === null ? 'another bidder' : nameOfAlias(aliasOf(leader));
  const what = kind === 'autoBid' ? 'your maximum' : 'it';
  const text =
    byCents > 0
      ? `${sentence(name)} led and had an auto-bid, which answered at once with ${price(now)}${above(byCents, what, price)}.`
      : `${sentence(name)} led and had an auto-bid of at least as much, set earlier. Of equal amounts the earlier one leads.`;
  const rules = [kind === 'autoBid' ? 'E4' : 'E3'];
  const was = before.cents === null ? [] : [`The price was ${price(before.cents)} before it.`];
  return { fate: 'answered', rules, byCents, sentences: [text, ...was] };
}

/** A sealed auto-bid that did not lead when the lot went live. */
function beatenWhenTaken(
  { cents }: OwnBidStep,
  taken: NonNullable<OwnBidStep['taken']>,
  { lot, aliasOf }: Reader,
): Decided {
  const price = (amount: number): string => formatPrice(amount, lot.bidding);
  const byCents = Math.max(0, taken.cents - (cents ?? 0));
  const name = nameOfAlias(aliasOf(taken.leader));
  const how =
    byCents > 0
      ? above(byCents, 'your maximum', price)
      : ': it was of at least as much and set earlier, and of equal amounts the earlier one leads';
  const text = `When the lot went live at ${formatTimeWithMs(taken.at)}, the auto-bid of ${name} led at ${price(taken.cents)}${how}.`;
  return { fate: 'outbid', rules: ['E7', 'E4'], byCents, sentences: [text] };
}

/** What became of a bid that led. */
function afterLeading(step: OwnBidStep, reader: Reader): Decided {
  const { lot, aliasOf, isLeading } = reader;
  const price = (cents: number): string => formatPrice(cents, lot.bidding);
  const { lost, isReplaced } = step;
  if (lost !== null) {
    const own = lost.ownMaxCents ?? (step.kind === 'autoBid' ? step.after?.cents : step.cents) ?? 0;
    const byCents = Math.max(0, lost.cents - own);
    const what =
      lost.ownMaxCents === null ? `your ${price(own)}` : `your auto-bid's maximum of ${price(own)}`;
    const tie =
      lost.ownMaxCents !== null && byCents === 0
        ? ' In this sale a later bid of the same amount takes the lead.'
        : '';
    const text = `Outbid at ${formatTimeWithMs(lost.at)}: ${nameOfAlias(aliasOf(lost.leader))} led at ${price(lost.cents)}${above(byCents, what, price)}.${tie}`;
    return { fate: 'outbid', rules: rulesOfLead(lost.leader), byCents, sentences: [text] };
  }
  if (isReplaced || !isLeading(step))
    return {
      ...settled('replaced', ['E5']),
      sentences: ['A later bid of yours or of your auto-bid took its place.'],
    };
  if (lot.withdrawn)
    return {
      ...settled('notSold', ['T13']),
      sentences: ['It led when the lot was withdrawn. Nobody bought the lot.'],
    };
  if (lot.state !== 'closed') return { ...settled('leading', []), sentences: ['It leads now.'] };
  if (lot.winner !== null && lot.winner === aliasOf(reader.me))
    return { ...settled('bought', []), sentences: ['It won: you bought the lot.'] };
  if (lot.corrected !== undefined)
    return {
      ...settled('notSold', ['C4']),
      sentences: ['It led when the lot closed. The result was corrected since.'],
    };
  const why =
    lot.reserveStatus === 'onMarket'
      ? 'the clerk passed the lot in'
      : 'the price had not reached the reserve, so the lot was passed in';
  return { ...settled('notSold', ['T14']), sentences: [`It led when the lot closed, and ${why}.`] };
}

/** Why a bid was refused, each in a sentence for the person. */
const REFUSED: Readonly<Partial<Record<RefusalCode, string>>> = {
  'waiting-to-start': 'Bidding on the lot had not started.',
  'auto-bids-only': 'The sale took auto-bids only until it went live.',
  'not-open': 'The sale was not open.',
  'invalid-amount': 'It was not an amount that the lot takes.',
  'auto-bid-not-allowed': 'The sale takes no auto-bids.',
  'upcoming-not-allowed': 'The sale takes no bids on upcoming lots.',
  'not-permitted': 'Your account was not approved to bid.',
  'own-lot': 'You listed this lot yourself.',
  'no-auto-bid': 'There was no active auto-bid to stop.',
};

const REFUSED_BY: Readonly<Partial<Record<RefusalCode, string>>> = {
  'too-low': 'E2',
  'off-increment': 'E2',
  'invalid-amount': 'E14',
  'own-lot': 'E12',
  'not-permitted': 'E15',
  'lot-frozen': 'T8',
  'auction-frozen': 'T8',
  'lot-withdrawn': 'T13',
  'lot-closed': 'T1',
  'waiting-to-start': 'T5',
  'auto-bids-only': 'T2',
  'not-open': 'T2',
  'auto-bid-not-allowed': 'E19',
  'upcoming-not-allowed': 'E19',
  'no-auto-bid': 'E16',
};

function refusalOf(step: OwnBidStep, reader: Reader): Decided {
  const { lot } = reader;
  const { code, since } = step.refused ?? { code: 'not-open' as const, since: null };
  const rules = [REFUSED_BY[code] ?? 'E15'];
  const refused = { fate: 'refused', rules, byCents: null } as const;
  switch (code) {
    case 'too-low':
      return { ...refused, ...tooLow(step, reader) };
    case 'off-increment': {
      const increment = formatPrice(lot.bidIncrementCents, lot.bidding);
      return {
        ...refused,
        sentences: [`It was not a whole number of increments of ${increment} from the price.`],
      };
    }
    case 'lot-closed':
      return { ...refused, sentences: late(step, since) };
    case 'lot-withdrawn':
      return { ...refused, sentences: [`The lot was withdrawn${atTime(since)}.`] };
    case 'lot-frozen':
    case 'auction-frozen': {
      const what = code === 'lot-frozen' ? 'The lot' : 'The sale';
      return {
        ...refused,
        sentences: [`${what} was frozen${atTime(since)}, and took no bids until it was resumed.`],
      };
    }
    default:
      return { ...refused, sentences: [REFUSED[code] ?? 'The sale did not take it.'] };
  }
}

const atTime = (ms: number | null): string => (ms === null ? '' : ` at ${formatTimeWithMs(ms)}`);

/** [E1] [E2] Not above the price that stood. */
function tooLow(step: OwnBidStep, reader: Reader): Pick<Decided, 'byCents' | 'sentences'> {
  const { before, cents, at } = step;
  const { lot, aliasOf } = reader;
  const price = (amount: number): string => formatPrice(amount, lot.bidding);
  const own = cents ?? 0;
  if (before.cents === null || before.leader === null) {
    return { byCents: null, sentences: ['There was no bid yet, and it was below the lowest first bid.'] };
  }
  const byCents = Math.max(0, before.cents - own);
  const name = isOwn(before.leader, step, reader) ? 'you' : nameOfAlias(aliasOf(before.leader));
  const since =
    before.since === null
      ? ''
      : ` since ${formatTimeWithMs(before.since)}, ${formatDuration(Math.max(0, at - before.since))} before yours was sequenced`;
  const led = `${sentence(name)} led at ${price(before.cents)}${since}.`;
  const why =
    byCents === 0
      ? 'Of equal amounts the first in the sequence leads.'
      : `Yours was ${price(byCents)} below that.`;
  return { byCents, sentences: [led, why] };
}

/** [T1] After the close. */
function late({ at, arrival }: OwnBidStep, closedAt: number | null): string[] {
  if (closedAt === null) return ['The lot was closed.'];
  const closed = `The lot closed at ${formatTimeWithMs(closedAt)}. Yours was sequenced ${formatDuration(Math.max(0, at - closedAt))} later.`;
  if (arrival === null || arrival.receivedAt >= closedAt) return [closed];
  return [closed, 'It was received before the close: what counts is when it was sequenced.'];
}

/** When it arrived, what the screen showed, and whether the clock was in step. */
function circumstances(step: OwnBidStep, unit: Lot['bidding']): string[] {
  const { kind, enteredBy, at, arrival, before } = step;
  const time = formatTimeWithMs(at);
  // An auto-bid may be of an earlier day than the sale.
  const day = formatDay(at);
  if (kind === 'answer')
    return [`It was made on ${day} at ${time}, in the same decision as the bid that it answered.`];
  if (enteredBy !== 'bidder') return [`It was sequenced on ${day} at ${time}.`];
  if (arrival === null) {
    return [
      `It was sequenced on ${day} at ${time}. When it arrived, what your screen showed and your clock were not recorded.`,
    ];
  }
  const { receivedAt, seenCents, clockOffsetMs } = arrival;
  const took = at > receivedAt ? `, ${formatDuration(at - receivedAt)} later` : '';
  const came = `It arrived on ${day} at ${formatTimeWithMs(receivedAt)} and was sequenced at ${time}${took}.`;
  if (kind === 'stopAutoBid') return [came];
  return [came, screen(seenCents, before.cents, unit), clock(clockOffsetMs)];
}

function screen(seen: number | null | undefined, was: number | null, unit: Lot['bidding']): string {
  if (seen === undefined) return 'What your screen showed was not recorded.';
  const shown = seen === null ? 'no bid' : formatPrice(seen, unit);
  if (seen === was) return `Your screen showed ${shown}, as it was.`;
  const price = was === null ? 'there was no bid' : `the price was ${formatPrice(was, unit)}`;
  return `Your screen showed ${shown}, but ${price} when it was sequenced.`;
}

/** The page counts by the server's clock once it has compared the two. */
function clock(offsetMs: number | undefined): string {
  if (offsetMs === undefined) return 'Whether your clock was in step was not recorded.';
  if (offsetMs === 0) return "Your device's clock was in step with the server's.";
  const side = offsetMs > 0 ? 'ahead of' : 'behind';
  return `Your device's clock was ${formatDuration(Math.abs(offsetMs))} ${side} the server's; the page had corrected for it.`;
}

/** What became of the lot, for a person who took part: who leads or bought it, and by how much. */
export function explainLot(steps: readonly OwnBidStep[], { lot, me, aliasOf }: Reader): string[] {
  const price = (cents: number): string => formatPrice(cents, lot.bidding);
  const mine = aliasOf(me);
  const most = Math.max(...steps.map(offerOf));
  const beyond = (cents: number): string => {
    if (most <= 0 || cents < most) return '.';
    return cents === most
      ? `. You offered as much, and of equal amounts the first leads.`
      : `, ${price(cents - most)} above the most that you offered (${price(most)}).`;
  };
  if (lot.withdrawn) return ['The lot was withdrawn. Nobody bought it.'];
  if (lot.soldBeforeAuction) return ['The lot was sold before the auction.'];
  const { winner } = lot;
  const isMine = winner !== null && winner === mine;
  if (lot.state !== 'closed') {
    if (winner === null || lot.currentBidCents === null) return ['The lot has no bid yet.'];
    if (isMine) return [`You lead at ${price(lot.currentBidCents)}.`];
    return [
      `${sentence(nameOfAlias(winner))} leads at ${price(lot.currentBidCents)}${beyond(lot.currentBidCents)}`,
    ];
  }
  const corrected = lot.corrected === undefined ? [] : ['The result was corrected after the lot closed.'];
  if (winner === null || lot.closedPrice === null) {
    const result = lot.status === null ? 'closed' : RESULTS_IN_SENTENCES[lot.status];
    return [
      lot.status === 'noBid' ? 'The lot had no bid.' : `The lot was ${result}. Nobody bought it.`,
      ...corrected,
    ];
  }
  const when = lot.status === 'soldAfterAuction' ? ' after the auction' : '';
  if (isMine) return [`You bought the lot${when} at ${price(lot.closedPrice)}.`, ...corrected];
  const sold = `${sentence(nameOfAlias(winner))} bought the lot${when} at ${price(lot.closedPrice)}${beyond(lot.closedPrice)}`;
  return [sold, ...corrected];
}

/** What a person offered by a step that counted; 0 for none. */
const offerOf = ({ refused, takenBackAt, tooLowAt, kind, cents }: OwnBidStep): number =>
  refused !== null || takenBackAt !== null || tooLowAt !== null || kind === 'answer' ? 0 : (cents ?? 0);
