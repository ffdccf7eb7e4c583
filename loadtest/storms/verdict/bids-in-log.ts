import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { BidRecord } from '../journal.ts';
import type { Failures } from './failures.ts';

/** A bid or auto-bid as the log decided it. */
export type LoggedBid = {
  revision: number;
  at: number;
  commandId: string;
  bidder: string;
  lot: string;
  by: 'bid' | 'autoBid';
  cents: number;
  outcome: 'accepted' | 'refused';
  code: string | null;
  priceCents: number | null;
};

/** The bid that an event decides; null for every other event, and for bids that staff made. */
export function loggedBid(event: AuctionEvent, revision: number, commandId: string): LoggedBid | null {
  if (event.type !== 'BidAccepted' && event.type !== 'AutoBidAccepted' && event.type !== 'BidRefused')
    return null;
  const { at, command, outcome } = event.data;
  if (command.type !== 'bid' && command.type !== 'autoBid') return null;
  return {
    revision,
    at,
    commandId,
    bidder: command.bidder,
    lot: command.lot,
    by: command.type,
    cents: command.type === 'bid' ? command.cents : command.maxCents,
    outcome: event.type === 'BidRefused' ? 'refused' : 'accepted',
    code: event.type === 'BidRefused' ? event.data.code : null,
    priceCents: outcome?.currentBidCents ?? null,
  };
}

export type BidCounts = {
  sent: number;
  accepted: number;
  refused: number;
  notTaken: number;
  settledAgain: number;
};

type Storm = { lots: readonly string[]; accounts: readonly string[] };

/** Compares the clients' answers with the log's decisions: each bid once, and with the outcome that was answered. */
export function checkBids(
  answered: readonly BidRecord[],
  logged: readonly LoggedBid[],
  { lots, accounts }: Storm,
  faults: Failures,
): BidCounts {
  const inLog = new Map<string, LoggedBid[]>();
  for (const bid of logged) {
    const same = inLog.get(bid.commandId);
    if (same === undefined) inLog.set(bid.commandId, [bid]);
    else same.push(bid);
  }
  const counts: BidCounts = { sent: 0, accepted: 0, refused: 0, notTaken: 0, settledAgain: 0 };
  const sent = new Set<string>();
  for (const bid of answered) {
    counts.sent += 1;
    if (bid.tries > 1) counts.settledAgain += 1;
    if (sent.has(bid.commandId)) faults.add('client', `the command ${bid.commandId} was made twice`);
    sent.add(bid.commandId);
    const [first, ...more] = inLog.get(bid.commandId) ?? [];
    if (more.length > 0) {
      const where = [first, ...more].map((one) => one?.revision).join(', ');
      faults.add('twice', `${named(bid)} is decided at revisions ${where}`);
    }
    switch (bid.outcome) {
      case 'unknown':
        faults.add('unknown', `${named(bid)}, sent ${bid.tries} times`);
        break;
      case 'not-taken':
        counts.notTaken += 1;
        if (first)
          faults.add('ghost', `${named(bid)} was answered ${bid.code}, and is at revision ${first.revision}`);
        break;
      default:
        counts[bid.outcome] += 1;
        if (first === undefined)
          faults.add('lost', `${named(bid)}, answered ${bid.outcome} at revision ${bid.seq}`);
        else compare(bid, first, { lot: lots[bid.lot], bidder: accounts[bid.bidder] }, faults);
    }
  }
  const own = new Set(accounts);
  for (const { commandId, bidder, revision } of logged) {
    if (!own.has(bidder))
      faults.add('unclaimed', `revision ${revision} is a bid of an account that is not the storm's`);
    else if (!sent.has(commandId))
      faults.add('unclaimed', `revision ${revision} decides ${commandId}, which nobody sent`);
  }
  return counts;
}

const named = ({ commandId, bidder, lot, cents }: BidRecord): string =>
  `bid ${commandId} of bidder ${bidder} on lot ${lot} for ${cents} cents`;

function compare(
  bid: BidRecord,
  logged: LoggedBid,
  meant: { lot: string | undefined; bidder: string | undefined },
  faults: Failures,
): void {
  const { outcome, code, by, cents } = bid;
  // The REST answer of a refusal has neither the revision nor the price.
  const answered = bid.seq === null ? {} : { revision: bid.seq, priceCents: bid.priceCents };
  const expected = { outcome, code, by, cents, ...meant, ...answered };
  for (const [part, value] of Object.entries(expected) as [keyof LoggedBid, unknown][]) {
    if (logged[part] === value) continue;
    faults.add(
      'otherwise',
      `${named(bid)}: ${part} was answered as ${value}, and revision ${logged.revision} says ${logged[part]}`,
    );
  }
}
