import { Redecision } from '@saleyard/app/audit/redecision.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { type AuctionId, auctionOf, auctionStream, FLOOR, VENDOR } from '@saleyard/domain/auction/ids.ts';
import { checkInvariants } from '@saleyard/domain/auction/invariants.ts';
import { lotFinishAt, lotIn } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import { typeOf } from '@saleyard/domain/auction/types/auction-types.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { LeadWatch } from './lead-watch.ts';
import { PublicHistory } from './public-history.ts';
import type { Verdict } from './verdict.ts';

const AUCTION = auctionStream('');

/** One auction as the log has it. */
class Account {
  readonly fold = new AuctionFold();
  readonly redecision = new Redecision();
  readonly history: PublicHistory;
  readonly leads: LeadWatch;
  /** The auction after each revision. */
  readonly states: AuctionState[] = [];
  readonly events: RecordedEvent[] = [];
  readonly winners = new Map<string, number>();

  constructor(auction: AuctionId, verdict: Verdict) {
    this.history = new PublicHistory(auction);
    this.leads = new LeadWatch(verdict);
  }
}

/** Event types that may move a lot's deadline without a bid. */
const MOVES_DEADLINES = new Set([
  'Resumed',
  'Unpaused',
  'LotsWentLive',
  'AuctionWentLive',
  'AuctionScheduled',
]);

/**
 * Checks every event at the moment from which the log holds it, by what the rules say of it and not by how the engine
 * came to it; and keeps each auction at each of its revisions, for others to compare with.
 */
export class LogChecker {
  readonly #verdict: Verdict;
  readonly #now: () => number;
  readonly #auctions = new Map<AuctionId, Account>();

  constructor(verdict: Verdict, now: () => number) {
    this.#verdict = verdict;
    this.#now = now;
  }

  /** An append's events. */
  take(events: readonly RecordedEvent[]): void {
    for (const event of events) if (event.stream.startsWith(AUCTION)) this.#takeOne(event);
    for (const stream of new Set(events.map((event) => event.stream))) {
      const account = this.#auctions.get(auctionOf(stream));
      if (account !== undefined) this.#checkState(account);
    }
  }

  get auctions(): Iterable<AuctionId> {
    return this.#auctions.keys();
  }

  historyOf(auction: AuctionId): PublicHistory | undefined {
    return this.#auctions.get(auction)?.history;
  }

  /** The auction now, or after a revision; undefined before its first event. */
  stateOf(auction: AuctionId, revision?: number): AuctionState | undefined {
    const states = this.#auctions.get(auction)?.states;
    return revision === undefined ? states?.at(-1) : states?.[revision];
  }

  eventsOf(auction: AuctionId): readonly RecordedEvent[] {
    return this.#auctions.get(auction)?.events ?? [];
  }

  #takeOne(recorded: RecordedEvent): void {
    const auction = auctionOf(recorded.stream);
    const account = this.#auctions.get(auction) ?? new Account(auction, this.#verdict);
    this.#auctions.set(auction, account);
    const event = recorded as RecordedEvent & AuctionEvent;
    const before = account.fold.state;
    account.redecision.take(recorded);
    account.fold.apply(event);
    const after = account.fold.state;
    account.states.push(after);
    account.events.push(recorded);
    account.history.add(after, this.#now());
    const [difference] = account.redecision.differences.listed;
    if (difference !== undefined)
      this.#verdict.broken('decided again', `revision ${difference.revision}: ${difference.what}`);
    this.#checkBid(event, before);
    this.#checkDeadlines(event, before, after);
    this.#checkClose(account, event, before);
    account.leads.take(event, before, after);
  }

  #checkState(account: Account): void {
    const [broken] = checkInvariants(account.fold.state);
    if (broken !== undefined) this.#verdict.broken('engine state', broken);
  }

  /** [T1] [T9] No bid is taken at or after its deadline, on a lot that is not live, or while frozen. */
  #checkBid(event: AuctionEvent, before: AuctionState): void {
    const isBid = event.type === 'BidAccepted' || (event.type === 'AutoBidAccepted' && !event.data.sealed);
    if (!isBid) return;
    const { at, command } = event.data;
    const lot = lotIn(before, command.lot);
    if (lot === undefined) {
      this.#verdict.broken('deadline', `a bid on ${command.lot}, which is no lot`);
      return;
    }
    const finishAt = lotFinishAt(before, lot);
    const timer = typeOf(before)?.closesTogether ? before.timersStoppedAt : lot.timerStoppedAt;
    const isLate = finishAt !== null && timer === null && at >= finishAt;
    this.#verdict.must(
      !isLate,
      'deadline',
      () => `a bid at ${at} was accepted; its deadline was ${finishAt}`,
    );
    const isOpen = lot.phase === 'live' && lot.frozenAt === null && before.frozenAt === null;
    this.#verdict.must(
      isOpen,
      'deadline',
      () => `a bid was accepted on a lot that is ${lot.phase}, or frozen`,
    );
  }

  /** [T7] Only an accepted bid that changes price or leader moves a deadline, and never to an earlier time. */
  #checkDeadlines(event: AuctionEvent, before: AuctionState, after: AuctionState): void {
    if (MOVES_DEADLINES.has(event.type)) return;
    for (const lot of after.lots) {
      const was = before.lots[lot.index];
      if (was === undefined || was.phase !== 'live') continue;
      const [from, to] = [lotFinishAt(before, was), lotFinishAt(after, lot)];
      if (from === to) continue;
      const isBid = event.type === 'BidAccepted' || event.type === 'AutoBidAccepted';
      const bidOn = isBid ? lotIn(after, event.data.command.lot) : undefined;
      const then = bidOn && before.lots[bidOn.index];
      const moved =
        then !== undefined &&
        (then.currentBidCents !== bidOn?.currentBidCents || then.leader !== bidOn?.leader);
      const later = from !== null && to !== null && to > from;
      this.#verdict.must(
        moved && later,
        'extension',
        () => `${event.type} moved the deadline of ${lot.terms.lot} from ${from} to ${to}`,
      );
    }
  }

  /** A lot closes once, not before its deadline, and goes to who leads it or to nobody. */
  #checkClose(account: Account, event: AuctionEvent, before: AuctionState): void {
    // [C2] [C3] A lot that is open again closes once more.
    if (event.type === 'LotReopened' || event.type === 'LotReinstated')
      account.winners.delete(event.data.lot);
    if (event.type !== 'LotsClosed') return;
    for (const { lot: id, status, winner, priceCents } of event.data.lots) {
      const closes = (account.winners.get(id) ?? 0) + 1;
      account.winners.set(id, closes);
      this.#verdict.must(closes === 1, 'one winner', () => `lot ${id} closed ${closes} times`);
      const lot = lotIn(before, id);
      if (lot === undefined) continue;
      // [C7] A buyer is named only of a lot that the floor leads.
      const buyer = lot.leader === FLOOR ? (event.data.buyer ?? FLOOR) : lot.leader;
      const fits =
        winner === (status === 'sold' ? buyer : null) &&
        winner !== VENDOR &&
        priceCents === lot.currentBidCents;
      this.#verdict.must(fits, 'one winner', () => `lot ${id} closed for ${winner} at ${priceCents}`);
      const finishAt = lotFinishAt(before, lot);
      const inTime = event.data.by !== 'time' || (finishAt !== null && event.data.at >= finishAt);
      this.#verdict.must(
        inTime,
        'deadline',
        () => `lot ${id} closed at ${event.data.at}, before ${finishAt}`,
      );
    }
  }
}
