import { madeBy } from '@saleyard/domain/auction/commands.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { BidderId, LotId } from '@saleyard/domain/auction/ids.ts';
import { currentPriceCents, lotIn } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { Verdict } from './verdict.ts';

/** What each bidder has offered on a lot, computed only from the accepted commands, without the engine. */
class Offers {
  /** Before each floor bid that nobody else's command has followed; the last one may be taken back [C1]. */
  readonly #floorBids: { cents: number; bids: Map<BidderId, number>; ever: Map<BidderId, number> }[] = [];
  readonly #bids = new Map<BidderId, number>();
  readonly #maxima = new Map<BidderId, number>();
  readonly #ever = new Map<BidderId, number>();

  bid(bidder: BidderId, cents: number): void {
    this.#bids.set(bidder, Math.max(cents, this.#bids.get(bidder) ?? 0));
    this.#note(bidder, cents);
  }

  maximum(bidder: BidderId, cents: number): void {
    this.#maxima.set(bidder, cents);
    this.#note(bidder, cents);
  }

  /** The floor bids again after this. */
  beforeFloorBid(cents: number): void {
    this.#floorBids.push({ cents, bids: new Map(this.#bids), ever: new Map(this.#ever) });
  }

  /** Somebody else's command was accepted: no floor bid before it may be taken back. */
  followed(): void {
    this.#floorBids.length = 0;
  }

  /** Takes the last floor bid back. Returns whether it was of this amount and may be. */
  takeBack(cents: number): boolean {
    const last = this.#floorBids.pop();
    if (last?.cents !== cents) return false;
    for (const [now, before] of [
      [this.#bids, last.bids],
      [this.#ever, last.ever],
    ] as const) {
      now.clear();
      for (const [bidder, amount] of before) now.set(bidder, amount);
    }
    return true;
  }

  maximumOf(bidder: BidderId): number {
    return this.#maxima.get(bidder) ?? 0;
  }

  /** [T18] The lot has new prices: maxima below its lowest bid no longer count. */
  amended(lowestCents: number): void {
    for (const [bidder, cents] of this.#maxima) if (cents < lowestCents) this.#maxima.delete(bidder);
  }

  stopped(bidder: BidderId): void {
    this.#maxima.delete(bidder);
  }

  #note(bidder: BidderId, cents: number): void {
    this.#ever.set(bidder, Math.max(cents, this.#ever.get(bidder) ?? 0));
  }

  /** The most the bidder ever offered. */
  ever(bidder: BidderId): number {
    return this.#ever.get(bidder) ?? 0;
  }

  /** The most that anyone else offers still. */
  highestOfOthers(leader: BidderId): number {
    let highest = 0;
    for (const bidder of this.#ever.keys()) {
      if (bidder === leader) continue;
      highest = Math.max(highest, this.#bids.get(bidder) ?? 0, this.#maxima.get(bidder) ?? 0);
    }
    return highest;
  }
}

/** Follows who leads each lot of one auction, from its own record of the offers. */
export class LeadWatch {
  readonly #verdict: Verdict;
  readonly #offers = new Map<LotId, Offers>();

  constructor(verdict: Verdict) {
    this.#verdict = verdict;
  }

  take(event: AuctionEvent, before: AuctionState, after: AuctionState): void {
    if (event.type === 'SealedAutoBidsTaken') this.#check(event.data.lot, before, after);
    if (event.type === 'LotAmended') {
      const { startCents, incrementCents } = lotIn(after, event.data.lot)?.terms ?? {
        startCents: 0,
        incrementCents: 0,
      };
      const isAbove = after.terms?.policy.opening === 'above-start';
      this.#of(event.data.lot).amended(startCents + (isAbove ? incrementCents : 0));
      return;
    }
    if (event.type === 'FloorBidRetracted') {
      const { lot, cents } = event.data;
      const isLast = this.#of(lot).takeBack(cents);
      this.#verdict.must(isLast, 'leader', () => `a floor bid of ${cents} on ${lot} was not the last bid`);
      return;
    }
    if (event.type === 'AutoBidStopped') {
      const { lot: id, bidder } = event.data.command;
      const was = lotIn(before, id);
      // [C1] A stop of one that does not answer leaves the floor bid the last.
      const isAnswering = was?.phase === 'live' && was.leader === bidder;
      if (isAnswering && this.#of(id).maximumOf(bidder) >= currentPriceCents(was)) this.#of(id).followed();
      this.#of(id).stopped(bidder);
    }
    if (event.type !== 'BidAccepted' && event.type !== 'AutoBidAccepted') return;
    const { command } = event.data;
    const bidder = madeBy(command, event.data.steps);
    if (command.type === 'floorBid') this.#of(command.lot).beforeFloorBid(command.cents);
    else this.#of(command.lot).followed();
    if (command.type === 'autoBid') this.#of(command.lot).maximum(bidder, command.maxCents);
    else this.#of(command.lot).bid(bidder, command.cents);
    this.#check(command.lot, before, after);
    this.#checkTie(event, before, after);
  }

  #of(lot: LotId): Offers {
    const offers = this.#offers.get(lot) ?? new Offers();
    this.#offers.set(lot, offers);
    return offers;
  }

  /** [E4] The leader offered at least as much as anyone else offers still; the price falls only by [C1]. */
  #check(id: LotId, before: AuctionState, after: AuctionState): void {
    const lot = lotIn(after, id);
    const was = lotIn(before, id);
    if (lot === undefined || was === undefined || lot.phase !== 'live' || lot.leader === null) return;
    const { leader } = lot;
    const offers = this.#of(id);
    const others = offers.highestOfOthers(leader);
    const offered = offers.ever(leader);
    this.#verdict.must(
      others <= offered,
      'leader',
      () => `${leader} leads ${id} with ${offered}, another stands by ${others}`,
    );
    const price = currentPriceCents(lot);
    this.#verdict.must(
      price >= currentPriceCents(was) && price <= Math.max(offered, currentPriceCents(was)),
      'price',
      () => `lot ${id} went from ${currentPriceCents(was)} to ${price}; its leader offered ${offered}`,
    );
  }

  /**
   * [E3] [E4] A challenge that equals the leader's maximum leaves the earlier one in the lead, unless the policy says.
   */
  #checkTie(
    event: Extract<AuctionEvent, { type: 'BidAccepted' | 'AutoBidAccepted' }>,
    before: AuctionState,
    after: AuctionState,
  ): void {
    const { command } = event.data;
    const was = lotIn(before, command.lot);
    const now = lotIn(after, command.lot);
    if (was === undefined || now === undefined || was.leader === null || was.phase !== 'live') return;
    const max = was.autoBids.get(was.leader);
    const bidder = madeBy(command, event.data.steps);
    if (max === undefined || max.stopped || bidder === was.leader) return;
    const offered = command.type === 'autoBid' ? command.maxCents : command.cents;
    if (offered !== max.maxCents) return;
    const laterLeads = command.type !== 'autoBid' && before.terms?.policy.tie === 'later-manual-leads';
    const due = laterLeads ? bidder : was.leader;
    this.#verdict.must(
      now.leader === due,
      'leader',
      () => `${bidder} met the maximum of ${was.leader} on ${command.lot}, and ${now.leader} leads`,
    );
  }
}
