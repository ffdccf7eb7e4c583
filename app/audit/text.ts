import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { SALE_ZONE } from '@saleyard/domain/days.ts';
import { countOf, formatCount, formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import {
  bidderName,
  offsetText,
  outageText,
  staffRole,
  stepClock,
  stepTime,
} from '@saleyard/domain/presentation/audit.ts';
import { RESULTS_IN_SENTENCES } from '@saleyard/domain/presentation/lots.ts';
import { systemPart } from './acts.ts';
import { BIDS } from './ladder.ts';
import type { AuditReport, Difference, LotReport, ReportActor, Rung, Totals } from './report.ts';

/** A title is cut to this many characters in the table of lots. */
const TITLE_WIDTH = 28;
/** Of an event that differs, this many characters are shown; all of it with --json. */
const SHOWN_CHARACTERS = 600;
/** Differences in the text. */
const DIFFERENCES_SHOWN = 20;

const RESULTS = { ...RESULTS_IN_SENTENCES, amended: 'amended', open: 'open' } as const;

/** The report for people: the verdict first, then the sale lot by lot. */
export function reportText(report: AuditReport): string {
  return [
    ...headLines(report),
    '',
    ...verdictLines(report),
    '',
    ...lotTable(report.lots),
    '',
    totalsLine(report.totals),
    '',
    'The sale',
    ...report.sale.flatMap((rung) => rungLines(rung, report.people)),
    '',
    ...proofLines(report),
  ].join('\n');
}

/** Lots for people: the verdict, and each bid ladder with its actors and the rule that decided each step. */
export function lotsText(report: AuditReport, lots: readonly LotReport[]): string {
  const parts = lots.flatMap((lot) => ['', ...lotLines(report, lot)]);
  return [...headLines(report), '', ...verdictLines(report), ...parts].join('\n');
}

function lotLines(report: AuditReport, lot: LotReport): string[] {
  const reserve = lot.reserveCents === null ? 'no reserve' : `reserve ${formatDollars(lot.reserveCents)}`;
  const terms = `start ${formatDollars(lot.startCents)}, increment ${formatDollars(lot.incrementCents)}, ${reserve}, per ${lot.unit}`;
  return [
    `Lot ${lot.number}${lot.title === null ? '' : `  ${lot.title}`}: ${countOf(lot.count, 'head', 'head')}, ${terms}`,
    outcomeOf(lot, report),
    '',
    ...lot.ladder.flatMap((rung) => rungLines(rung, report.people)),
  ];
}

function headLines({ auction }: AuditReport): string[] {
  const { number, title, type, phase, liveAt, closedAt } = auction;
  const times = [
    liveAt === null
      ? ''
      : `${phase === 'future' || phase === 'open' ? 'goes' : 'went'} live ${stepTime(liveAt)}`,
    closedAt === null ? '' : `closed ${stepTime(closedAt)}`,
  ];
  return [
    `Auction no. ${number}  ${title}`,
    [
      type === null ? 'not scheduled' : AUCTION_TYPES[type].inSentence,
      phase,
      ...times,
      `times in ${SALE_ZONE}`,
    ]
      .filter((part) => part !== '')
      .join(', '),
  ];
}

function verdictLines(report: AuditReport): string[] {
  const { differences, differenceCount, chained, decidedAgain, described, commands } = report;
  const done = `${countOf(chained, 'event')} intact, ${countOf(decidedAgain, 'command')} decided again with the same events${
    described === 0 ? '' : `, ${countOf(described, 'lot')} described as catalogued`
  }`;
  const notDecided = notDecidedLines(commands);
  const [first, ...others] = differences;
  if (first === undefined) return [`PROVEN  ${done}`, ...notDecided];
  const isUnreadable = first.found === 'damaged';
  const verdict = isUnreadable ? 'COULD NOT BE READ' : 'NOT PROVEN';
  return [
    `${verdict}  ${done}; ${countOf(differenceCount, 'difference')}${isUnreadable ? ', and nothing is decided again after the first' : ''}`,
    ...notDecided,
    ...differenceLines(first),
    ...others.slice(0, DIFFERENCES_SHOWN - 1).map(({ revision, what }) => `  event ${revision}: ${what}`),
    ...(differenceCount > DIFFERENCES_SHOWN
      ? [`  and ${countOf(differenceCount - DIFFERENCES_SHOWN, 'difference')} more (--json lists them)`]
      : []),
  ];
}

/** The refused commands that could not be decided again, because the log does not hold them. */
function notDecidedLines({ hashed, notKept }: AuditReport['commands']): string[] {
  const lines: string[] = [];
  if (hashed > 0) {
    lines.push(`  not decided again: ${countOf(hashed, 'command')} refused, body kept as a hash`);
  }
  if (notKept > 0) {
    lines.push(`  not decided again: ${countOf(notKept, 'command')} refused, command not kept`);
  }
  return lines;
}

/** Describes an event that differs. */
export function differenceLines({
  stream,
  revision,
  position,
  what,
  expected,
  stored,
}: Difference): string[] {
  const place = position === null ? '' : ` (position ${position} of the log)`;
  const lines = [`  event ${revision} of ${stream}${place}`, `  ${what}`];
  if (expected !== undefined) lines.push(`  decided: ${shortened(expected)}`);
  if (stored !== undefined) lines.push(`  stored:  ${shortened(stored)}`);
  return lines;
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}… (--json shows all)`;
}

type Column = { head: string; cell: (lot: LotReport) => string; right?: boolean };

const COLUMNS: readonly Column[] = [
  { head: 'Lot', cell: ({ number }) => number, right: true },
  { head: 'Title', cell: ({ title, lot }) => cut(title ?? lot) },
  { head: 'Head', cell: (lot) => formatCount(lot.count), right: true },
  { head: 'Result', cell: ({ result }) => RESULTS[result] },
  { head: 'Price', cell: priceOf, right: true },
  { head: 'Buyer', cell: ({ paddle, winner }) => paddle ?? winner ?? '' },
  { head: 'Bidders', cell: ({ bidders }) => formatCount(bidders), right: true },
  { head: 'Bids', cell: ({ accepted }) => formatCount(accepted), right: true },
  { head: 'Refused', cell: ({ refused }) => formatCount(refused), right: true },
];

const cut = (title: string): string =>
  title.length <= TITLE_WIDTH ? title : `${title.slice(0, TITLE_WIDTH - 1)}…`;

function priceOf({ priceCents, unit }: LotReport): string {
  return priceCents === null ? '' : `${formatDollars(priceCents)}/${unit}`;
}

function lotTable(lots: readonly LotReport[]): string[] {
  if (lots.length === 0) return ['No lots.'];
  const rows = [COLUMNS.map(({ head }) => head), ...lots.map((lot) => COLUMNS.map(({ cell }) => cell(lot)))];
  const widths = COLUMNS.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, i) => (COLUMNS[i]?.right ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

function totalsLine(totals: Totals): string {
  const parts = (['sold', 'passed', 'noBid', 'withdrawn', 'soldBeforeAuction', 'open'] as const)
    .filter((result) => totals[result] > 0)
    .map((result) => `${totals[result]} ${RESULTS[result]}`);
  const byWeight =
    totals.soldByWeight === 0 ? '' : `, and ${countOf(totals.soldByWeight, 'lot')} sold by weight`;
  const sum =
    totals.sold === 0
      ? ''
      : `; ${countOf(totals.headSold, 'head', 'head')} sold, ${formatDollars(totals.soldCents)}${byWeight}`;
  return `${countOf(totals.lots, 'lot')}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}${sum}`;
}

function proofLines(report: AuditReport): string[] {
  const { headHash, stateHash, snapshot, commands, auction, outages, people } = report;
  return [
    ...outages.map(({ actor, ...outage }) =>
      outageText({ ...outage, by: whoIn({ ...actor, paddle: null }, people) }),
    ),
    `Commands    ${formatCount(commands.accepted)} accepted, ${formatCount(commands.refused)} refused, ${formatCount(commands.byTime)} by time`,
    ...(auction.rules === null ? [] : [`Rules       version ${auction.rules}`]),
    `Head hash   ${headHash}`,
    `State hash  ${stateHash}`,
    `Snapshot    ${snapshot}`,
    '',
    `A lot's bid ladder: saleyard audit ${auction.number} --lot NUMBER`,
  ];
}

type Naming = Pick<AuditReport, 'people' | 'paddles'>;

function outcomeOf(lot: LotReport, naming: Naming): string {
  const { knockedDown } = lot;
  if (knockedDown === undefined) return outcomeText(lot, naming);
  const { buyer, cents, result } = knockedDown;
  const priceCents = cents === null ? '' : ` at ${priceOf({ ...lot, priceCents: cents })}`;
  const to = buyer === null ? '' : ` to ${buyerText(buyer, naming)}`;
  return `Closed as ${RESULTS[result]}${to}${priceCents}; corrected since. ${outcomeText(lot, naming)}`;
}

function outcomeText(lot: LotReport, naming: Naming): string {
  const { result, winner, priceCents } = lot;
  if (winner !== null) {
    const when = result === 'sold' ? '' : ' after the auction';
    return `Sold${when} to ${buyerText(winner, naming)} at ${priceOf(lot)}`;
  }
  const text = RESULTS[result];
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${priceCents === null ? '' : ` at ${priceOf(lot)}`}`;
}

/** A buyer, as far as the reader may see: "paddle 2848 (Sam Smith, sam@farm.example)". */
function buyerText(buyer: string, { people, paddles }: Naming): string {
  const paddle = paddles[buyer] ?? null;
  const known = knownOf(people[buyer]) ?? (paddle === null ? null : buyer);
  return `${bidderName(buyer, paddle)}${known === null ? '' : ` (${known})`}`;
}

const knownOf = (person: People[string] | undefined): string | null =>
  person === undefined ? null : [person.name, person.email].filter(Boolean).join(', ') || null;

const INDENT = ' '.repeat(27);

type People = AuditReport['people'];

/** Steps whose amount is in their words or in the lines below them. */
const NAMES_ITS_AMOUNT: ReadonlySet<string> = new Set(['autoBid', 'closed', 'corrected']);

function rungLines(rung: Rung, people: People): string[] {
  const { at, revision, act, cents, ruling, what } = rung;
  const join = act === 'bid' ? ' ' : ': ';
  const amount = cents === null || NAMES_ITS_AMOUNT.has(what) ? '' : `${join}${formatDollars(cents)}`;
  return [
    `${stepTime(at).padEnd(25)}  ${whoIn(rung.actor, people)} ${act}${amount}  #${revision}`,
    ...ruling.map((line) => `${INDENT}${line}`),
    ...arrivalLines(rung).map((line) => `${INDENT}${line}`),
  ];
}

/** When a bid of a person came, and what the page showed. */
function arrivalLines({ arrival, sequencedAt, what, actor }: Rung): string[] {
  if (!BIDS.has(what) || actor.kind !== 'user') return [];
  if (arrival === null) return [`Sequenced ${stepClock(sequencedAt)}; arrival not recorded`];
  const { receivedAt, clockOffsetMs, seenCents } = arrival;
  const seen =
    seenCents === undefined
      ? 'the price on the screen not recorded'
      : seenCents === null
        ? 'the screen showed no bid'
        : `the screen showed ${formatDollars(seenCents)}`;
  const clock =
    clockOffsetMs === undefined
      ? "the page's clock not recorded"
      : `the page's clock ${offsetText(clockOffsetMs)}`;
  return [`Received ${stepClock(receivedAt)}, sequenced ${stepClock(sequencedAt)}; ${seen}, ${clock}`];
}

/** The actor, as far as the reader may see: "Paddle 2848 (Sam Smith, bidder, sam@farm.example)". */
function whoIn({ kind, id, paddle }: ReportActor, people: People): string {
  if (kind === 'system') return systemPart(id);
  const person = people[id];
  const known = knownOf(person) ?? id;
  if (kind === 'seller') return `${known} (seller)`;
  if (kind === 'staff') return `${known} (${staffRole(person?.role ?? null)})`;
  if (paddle === null) return `A bidder without a paddle (${known})`;
  return `Paddle ${paddle} (${[person?.name || id, 'bidder', person?.email].filter(Boolean).join(', ')})`;
}
