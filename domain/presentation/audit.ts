import { buyerNumberOf, FLOOR, VENDOR } from '../auction/ids.ts';
import { SALE_ZONE } from '../days.ts';
import { countOf, formatDollars, formatPriceWithUnit } from './amounts.ts';
import { formatDuration } from './dates.ts';
import { RESULTS_IN_SENTENCES } from './lots.ts';

// How an audit is worded, on the page and on paper.

const time = new Intl.DateTimeFormat('en-AU', {
  timeZone: SALE_ZONE,
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** The date and the time to the millisecond: "26 Nov 2025, 19:00:00.001". */
export const stepTime = (at: number): string => time.format(at);

/** The time of it alone: "19:00:00.001". */
export const stepClock = (at: number): string => time.format(at).slice(-12);

type Found = {
  verdict: 'proven' | 'different' | 'unreadable';
  difference: { revision: number } | null;
  auction: { phase: string; cancelled: boolean };
};

/** The verdict in a few words; a sale that is neither over nor cancelled is proven so far. */
export function verdictTitle({ verdict, difference, auction }: Found): string {
  if (verdict === 'unreadable') return 'Could not be read';
  if (verdict === 'different') return `Different at event ${difference?.revision}`;
  return auction.phase === 'closed' || auction.cancelled ? 'Proven' : 'Proven so far';
}

type Outage = { from: number; to: number | null; movedMs: number; by: string; reason: string };

/** When the sale stood still, who stopped it, why, and what that moved. */
export function outageText({ from, to, movedMs, by, reason }: Outage): string {
  const why = reason === '' ? '' : `: ${reason}`;
  if (to === null) return `The sale stands still since ${stepTime(from)}, by ${by}${why}`;
  const moved = movedMs === 0 ? '' : `; deadlines moved by ${formatDuration(movedMs)}`;
  return `Stood still from ${stepTime(from)} to ${stepTime(to)}, by ${by}${why}${moved}`;
}

/** What a verdict rests on. */
export const provenText = ({ chained, decidedAgain }: { chained: number; decidedAgain: number }): string =>
  `${countOf(chained, 'event')} as written, and ${countOf(decidedAgain, 'command')} decided again with the same result`;

type Actor = {
  id: string;
  kind: 'user' | 'seller' | 'staff' | 'system';
  paddle: string | null;
  part: string | null;
};
type People = Readonly<Record<string, { name: string; role: 'admin' | 'auditor' | null }>>;

type Role = People[string]['role'];

/** The role in which an account acted for the marketplace; null: it has none now, or is unknown. */
export const staffRole = (role: Role): string =>
  role === null ? 'acting as staff' : { admin: 'staff', auditor: 'auditor' }[role];

/** The actor: people by name and role, bidders by paddle too, Saleyard by the part that acted. */
export function actorName({ actor }: { actor: Actor }, people: People): string {
  if (actor.part !== null) return actor.part;
  const { name = '', role = null } = people[actor.id] ?? {};
  const shown = name === '' ? `account ${actor.id}` : name;
  if (actor.kind === 'staff') return `${shown} (${staffRole(role)})`;
  if (actor.kind === 'seller') return `${shown} (seller)`;
  return `${actor.paddle === null ? '' : `Paddle ${actor.paddle}, `}${shown} (bidder)`;
}

/** Labels of the filter by kind of act. */
export const ACT_LABELS = {
  all: 'All acts',
  bids: 'Bids',
  enteredBids: 'Bids entered by staff',
  staff: 'Acts of staff',
  terms: 'Reserves and terms',
  closes: 'Openings, closings, withdrawals',
  stops: 'Freezes and pauses',
  corrections: 'Corrections',
  refused: 'Refused',
  automatic: 'Automatic',
} as const;

type Filter = {
  act: keyof typeof ACT_LABELS;
  /** A name; null: everyone. */
  person: string | null;
  from: number | null;
  to: number | null;
};

/** Which steps are left out of a ladder on paper: "Only: Corrections; Sam Clerk (staff)". null: none is. */
export function filterText({ act, person, from, to }: Filter): string | null {
  const parts = [
    ...(act === 'all' ? [] : [ACT_LABELS[act]]),
    ...(person === null ? [] : [person]),
    ...(from === null ? [] : [`from ${stepTime(from)}`]),
    ...(to === null ? [] : [`before ${stepTime(to)}`]),
  ];
  return parts.length === 0 ? null : `Only: ${parts.join('; ')}`;
}

const RESULTS: Readonly<Record<string, string>> = { ...RESULTS_IN_SENTENCES, open: 'not closed' };

/** A bidder by the name that others saw: "paddle 2848", "the floor", "buyer 12 on the floor"; the account where there is none. */
export function bidderName(bidder: string, paddle: string | null): string {
  if (paddle !== null) return `paddle ${paddle}`;
  if (bidder === FLOOR || bidder === VENDOR) return `the ${bidder}`;
  const buyerNumber = buyerNumberOf(bidder);
  return buyerNumber === null ? `account ${bidder}` : `buyer ${buyerNumber} on the floor`;
}

type End = {
  result: string;
  priceCents: number | null;
  winner: string | null;
  paddle: string | null;
  unit: 'head' | 'kg';
};

/** How a lot ended: "Sold to paddle 2848 at $418.00 /head"; who leads it while it is not closed. */
export function endText({ result, priceCents, winner, paddle, unit }: End): string {
  const price = priceCents === null ? '' : ` at ${formatPriceWithUnit(priceCents, unit)}`;
  if (result === 'open' && winner !== null) return `Not closed, ${bidderName(winner, paddle)} leads${price}`;
  const buyer = winner === null ? '' : ` to ${bidderName(winner, paddle)}`;
  const text = RESULTS[result] ?? result;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${buyer}${price}`;
}

/** A lot's result, and what it closed with if that was corrected since. */
export function lotText({ knockedDown, ...lot }: End & { knockedDown?: Omit<End, 'unit'> }): string {
  const end = endText(lot);
  if (knockedDown === undefined) return end;
  const before = endText({ ...knockedDown, unit: lot.unit });
  return `${end}, corrected: it closed as ${before.charAt(0).toLowerCase()}${before.slice(1)}`;
}

type WhatIf = {
  policy: string;
  stood: string;
  decisions: number;
  compared: number;
  lots: readonly unknown[];
};

/** How a sale of `lotCount` lots would have ended, or would stand, under another policy; `decided`: null where it ran under this one. */
export function whatIfText(
  { policy, stood, decisions, compared, lots }: WhatIf,
  lotCount: number,
): { ended: string; decided: string | null } {
  if (`${policy.split('=')[0]}=${stood}` === policy)
    return { ended: 'The sale ran under this rule.', decided: null };
  return {
    ended:
      lots.length === 0
        ? 'No lot would be different.'
        : `${countOf(lots.length, 'lot')} of ${lotCount} would be different.`,
    decided: `${decisions} of ${countOf(compared, 'command')} would have been decided otherwise.`,
  };
}

/** What a decision under another policy can't show. */
export const WHAT_IF_LIMIT =
  'The same commands at the same times. What people would have bid instead is not known.';

type Times = {
  at: number;
  sequencedAt: number;
  receivedAt: number | null;
  clockOffsetMs: number | null;
  seenCents: number | null | 'not recorded';
  isBid: boolean;
  actor: { kind: string };
};

/** How a page's clock compared with the server's: "3 ms behind". */
export const offsetText = (offsetMs: number): string =>
  offsetMs === 0 ? 'in step' : `${Math.abs(offsetMs)} ms ${offsetMs < 0 ? 'behind' : 'ahead'}`;

/** When a command was sequenced where that is not when it took effect; when a bid was received, and what the page showed. */
export function timesText({
  at,
  sequencedAt,
  receivedAt,
  clockOffsetMs,
  seenCents,
  isBid,
  actor,
}: Times): string | null {
  const parts: string[] = [];
  if (sequencedAt !== at) parts.push(`stored with a command sequenced ${stepTime(sequencedAt)}`);
  if (receivedAt !== null) {
    const took = Math.max(0, sequencedAt - receivedAt);
    parts.push(
      took === 0
        ? 'received in the millisecond in which it was sequenced'
        : `received ${took} ms before it was sequenced`,
    );
    const isOfPage = isBid && actor.kind === 'user';
    if (seenCents === 'not recorded') {
      if (isOfPage) parts.push('what the page showed was not recorded');
    } else {
      parts.push(
        seenCents === null ? 'the page showed no bid' : `the page showed ${formatDollars(seenCents)}`,
      );
    }
    if (clockOffsetMs !== null) parts.push(`its clock was ${offsetText(clockOffsetMs)}`);
    else if (isOfPage) parts.push('its clock was not recorded');
  } else if (isBid && actor.kind === 'user') parts.push('arrival not recorded');
  if (parts.length === 0) return null;
  const line = parts.join('; ');
  return line.charAt(0).toUpperCase() + line.slice(1);
}
