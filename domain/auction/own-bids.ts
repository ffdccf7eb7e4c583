import { type BidCommand, bidderOf, madeBy, placedFor } from './commands.ts';
import type { AuctionEvent, LotOutcome } from './events.ts';
import { type BidderId, isOnFloor, type LotId, VENDOR } from './ids.ts';
import type { RefusalCode } from './refusals.ts';
import { autoBidActive } from './standing.ts';
import type { AutoBid, LotState, PlacedFor, ShownBid } from './state.ts';

/**
 * Each person's bids on each lot, from the events of a sale: what the room saw before and after each, and what became
 * of it. A person may read all of their own [E12]: of other people there is only what the room saw, which is the price,
 * the leader, and when lots closed. Nothing here comes from a rival's command, from the steps of a decision or from a
 * reserve.
 */

/** What is recorded with a bid's event. Times in ms. */
export type BidRecord = {
  revision: number;
  sender: 'user' | 'staff' | 'system';
  arrival: { receivedAt: number; clockOffsetMs?: number; seenCents?: number | null } | null;
};

/** The price that the room saw (null: no bid yet), its leader, and since when. */
type Standing = { cents: number | null; leader: BidderId | null; since: number | null };

/** The one that entered it: the person, their auto-bid in answer to another bid, staff for them, the clerk on the floor, or Saleyard itself. */
type EnteredBy = 'bidder' | 'autoBid' | 'staff' | 'clerk' | 'system';

/** How the lead was lost. `ownMaxCents`: of the person's own auto-bid that was active until then. */
export type LostLead = { at: number; cents: number; leader: BidderId; ownMaxCents: number | null };

/** A bid above it that the clerk took back [C1]: when, its amount, and the reason shown in the room. */
type Regained = { at: number; cents: number; reason: string };

/** One of a person's bids, or a decision about their auto-bid. */
export type OwnBidStep = {
  revision: number;
  /** The bidder: the person's account, or the buyer number that is theirs [C9]. */
  by: BidderId;
  kind: 'bid' | 'autoBid' | 'stopAutoBid' | 'floorBid' | 'answer';
  enteredBy: EnteredBy;
  /** The bid, or the auto-bid's maximum, per unit; null for a stop. */
  cents: number | null;
  /** When it was sequenced, ms. */
  at: number;
  /** When and how it arrived; null: not recorded. */
  arrival: BidRecord['arrival'];
  before: Standing;
  /** The price and the leader after it; null where it was refused. */
  after: { cents: number | null; leader: BidderId | null } | null;
  /** `since`: when what refused it began: the close, the withdrawal, the freeze. */
  refused: { code: RefusalCode; since: number | null } | null;
  /** An auto-bid that was set before its lot was live [E7], and what it came to when the lot went live. */
  sealed: boolean;
  taken: { at: number; cents: number; leader: BidderId } | null;
  /** The close of the lot that it moved, ms. */
  extendedTo: number | null;
  lost: LostLead | null;
  /** The last bid above it that was taken back, so that it led again; null: none. */
  regained: Regained | null;
  /** A later bid of the same person leads in its place. */
  isReplaced: boolean;
  /** A floor bid that the clerk took back [C1], or an answer to one. */
  takenBackAt: number | null;
  /** Why it was taken back, as the room read it; null while it stands. */
  takenBackReason: string | null;
  /** A sealed auto-bid that the lot's new prices made too low [T18]. */
  tooLowAt: number | null;
};

/**
 * The bids that accounts made by an event, the newest of each account: the one that was sent, the one that
 * an auto-bid answered with, and the last that each sealed auto-bid led by [E7].
 */
export function bidsMadeBy(
  event: AuctionEvent,
): { lot: LotId; bidder: BidderId; cents: number; placedBy?: PlacedFor }[] {
  const isAccount = ({ bidder }: { bidder: BidderId }): boolean => bidder !== VENDOR && !isOnFloor(bidder);
  if (event.type === 'SealedAutoBidsTaken') {
    const { lot, steps } = event.data;
    const led = new Map(steps.map(({ leader, cents }) => [leader, cents]));
    return [...led].map(([bidder, cents]) => ({ lot, bidder, cents, placedBy: 'autoBid' }));
  }
  if (event.type !== 'BidAccepted' && event.type !== 'AutoBidAccepted') return [];
  const { command, steps } = event.data;
  const { lot } = command;
  const bidder = madeBy(command, steps);
  const last = steps.at(-1);
  const bid = event.type === 'BidAccepted' ? event.data.command : null;
  const isMoved = last !== undefined && (bid === null || last.leader !== bidder || last.cents !== bid.cents);
  return [
    ...(bid === null ? [] : [{ lot, bidder, cents: bid.cents, ...placedFor(bid) }]),
    ...(isMoved ? [{ lot, bidder: last.leader, cents: last.cents, placedBy: 'autoBid' as const }] : []),
  ].filter(isAccount);
}

/** What the room shows of an account's bids on a lot after a correction; null: it has none. `cents` per unit. */
export function ownBidShown(lot: LotState, account: BidderId): (ShownBid & { lot: LotId }) | null {
  const bid = lot.shown.get(account);
  return bid === undefined ? null : { lot: lot.terms.lot, ...bid };
}

/** An auto-bid as its owner sees it. `cents` per unit; `stopped`: it was not exceeded, but stopped; `placedBy`: staff set it. */
export const autoBidShown = (
  lot: LotState,
  autoBid: AutoBid,
): { cents: number; active: boolean; stopped?: true; placedBy?: 'staff' } => ({
  cents: autoBid.maxCents,
  active: autoBidActive(lot, autoBid),
  ...(autoBid.stopped && { stopped: true }),
  ...(autoBid.placedBy && { placedBy: autoBid.placedBy }),
});

/** `over`: the step that led until this one. */
type Step = OwnBidStep & { over: Step | null };

type LotStory = {
  standing: Standing;
  /** The step by which the leader leads. */
  leading: Step | null;
  /** Auto-bids that were set and not stopped, by bidder. */
  autoBids: Map<BidderId, Step>;
  steps: Map<BidderId, Step[]>;
  startCents: number;
  incrementCents: number;
  closedAt: number | null;
  isSold: boolean;
  withdrawnAt: number | null;
  frozenAt: number | null;
};

const NOTHING = {
  arrival: null,
  after: null,
  refused: null,
  sealed: false,
  taken: null,
  extendedTo: null,
  lost: null,
  regained: null,
  isReplaced: false,
  takenBackAt: null,
  takenBackReason: null,
  tooLowAt: null,
  over: null,
};

const NO_BID: Standing = { cents: null, leader: null, since: null };

/** Folds the events of one sale, in order. */
export class OwnBids {
  readonly #lots = new Map<LotId, LotStory>();
  /** The accounts of buyer numbers [C9]. */
  readonly #accounts = new Map<BidderId, BidderId>();
  #frozenAt: number | null = null;
  #opensAtStart = false;

  /**
   * A person's steps on a lot, in the order of the sale, with those of a buyer number that is theirs [C9]; empty for somebody who took
   * no part.
   */
  of(lot: LotId, bidder: BidderId): readonly OwnBidStep[] {
    return this.#lots.get(lot)?.steps.get(bidder) ?? [];
  }

  /** Whether it is the step by which its bidder leads the lot, or led it to the end. */
  isLeading(lot: LotId, step: OwnBidStep): boolean {
    return this.#lots.get(lot)?.leading === step;
  }

  /** The person behind a bidder: the account of a buyer number that is somebody's [C9]. */
  personOf(bidder: BidderId): BidderId {
    return this.#accounts.get(bidder) ?? bidder;
  }

  add(event: AuctionEvent, record: BidRecord): void {
    const { at } = event.data;
    switch (event.type) {
      case 'AuctionScheduled':
        this.#opensAtStart = event.data.terms.policy.opening === 'at-start';
        return;
      case 'LotsCatalogued':
        for (const { lot, startCents, incrementCents } of event.data.lots) {
          Object.assign(this.#lotOf(lot), { startCents, incrementCents });
        }
        return;
      case 'LotAmended': {
        const lot = this.#lotOf(event.data.lot);
        lot.startCents = event.data.startCents;
        const lowest = this.#lowest(lot);
        for (const [bidder, step] of lot.autoBids) {
          if ((step.cents ?? 0) >= lowest) continue;
          step.tooLowAt = at;
          lot.autoBids.delete(bidder);
        }
        return;
      }
      case 'SealedAutoBidsTaken':
        takeSealed(this.#lotOf(event.data.lot), event.data.outcome, at);
        return;
      case 'BidAccepted': {
        const { command, steps, outcome, extended } = event.data;
        const bidder = madeBy(command, steps);
        this.#accept(command, bidder, { at, outcome, extended, sealed: false }, record);
        return;
      }
      case 'AutoBidAccepted': {
        const { command, outcome, extended, sealed } = event.data;
        this.#accept(command, command.bidder, { at, outcome, extended, sealed }, record);
        return;
      }
      case 'AutoBidStopped': {
        const { command } = event.data;
        const lot = this.#lotOf(command.lot);
        const { cents, leader } = lot.standing;
        const step = { ...this.#step(lot, command, at, record), after: { cents, leader } };
        lot.autoBids.delete(command.bidder);
        this.#push(lot, step);
        return;
      }
      case 'BidRefused': {
        const { command, code } = event.data;
        if (!this.#lots.has(command.lot)) return;
        const lot = this.#lotOf(command.lot);
        const refused = { code, since: this.#refusedSince(lot, code) };
        this.#push(lot, { ...this.#step(lot, command, at, record), refused });
        return;
      }
      case 'FloorBidRetracted': {
        const lot = this.#lotOf(event.data.lot);
        takeBack(lot, lot.steps.get(this.personOf(event.data.bidder)) ?? [], event.data);
        return;
      }
      case 'BuyerNumberAssigned':
        this.#assign(event.data);
        return;
      case 'Frozen':
      case 'Resumed': {
        const since = event.type === 'Frozen' ? at : null;
        if (event.data.lot === null) this.#frozenAt = since;
        else this.#lotOf(event.data.lot).frozenAt = since;
        return;
      }
      case 'LotsClosed':
        for (const { lot, status } of event.data.lots)
          Object.assign(this.#lotOf(lot), { closedAt: at, isSold: status === 'sold' });
        return;
      case 'LotSoldBefore':
        this.#lotOf(event.data.lot).closedAt = at;
        return;
      case 'LotReopened':
        Object.assign(this.#lotOf(event.data.lot), { closedAt: null, isSold: false });
        return;
      case 'LotWithdrawn':
        this.#lotOf(event.data.lot).withdrawnAt = at;
        return;
      case 'LotReinstated':
        this.#lotOf(event.data.lot).withdrawnAt = null;
        return;
      case 'AuctionCancelled':
        for (const lot of this.#lots.values()) lot.withdrawnAt ??= lot.closedAt === null ? at : null;
        return;
      default:
        return;
    }
  }

  #lotOf(id: LotId): LotStory {
    let lot = this.#lots.get(id);
    if (lot === undefined) {
      lot = {
        standing: NO_BID,
        leading: null,
        autoBids: new Map(),
        steps: new Map(),
        startCents: 0,
        incrementCents: 0,
        closedAt: null,
        isSold: false,
        withdrawnAt: null,
        frozenAt: null,
      };
      this.#lots.set(id, lot);
    }
    return lot;
  }

  /** [E2] [E14] */
  #lowest({ startCents, incrementCents }: LotStory): number {
    return this.#opensAtStart && startCents > 0 ? startCents : startCents + incrementCents;
  }

  #refusedSince(lot: LotStory, code: RefusalCode): number | null {
    if (code === 'lot-closed') return lot.closedAt;
    if (code === 'lot-withdrawn') return lot.withdrawnAt;
    if (code === 'lot-frozen') return lot.frozenAt;
    return code === 'auction-frozen' ? this.#frozenAt : null;
  }

  #step(lot: LotStory, command: BidCommand, at: number, { revision, sender, arrival }: BidRecord): Step {
    const cents = 'cents' in command ? command.cents : 'maxCents' in command ? command.maxCents : null;
    const kind = command.type === 'vendorBid' ? 'bid' : command.type;
    return {
      ...NOTHING,
      revision,
      by: bidderOf(command),
      kind,
      enteredBy: enteredBy(command, sender),
      cents,
      at,
      arrival,
      before: lot.standing,
    };
  }

  #accept(
    command: Extract<BidCommand, { type: 'bid' | 'autoBid' | 'floorBid' | 'vendorBid' }>,
    bidder: BidderId,
    {
      at,
      outcome,
      extended,
      sealed,
    }: { at: number; outcome: LotOutcome; extended: boolean; sealed: boolean },
    record: BidRecord,
  ): void {
    const lot = this.#lotOf(command.lot);
    const { currentBidCents: cents, leader } = outcome;
    const step: Step = {
      ...this.#step(lot, command, at, record),
      by: bidder,
      after: { cents, leader },
      sealed,
      extendedTo: extended ? outcome.finishAt : null,
    };
    this.#push(lot, step);
    const { before } = step;
    // The auto-bid that answers until now, before this command sets another.
    const active = before.leader === null ? undefined : lot.autoBids.get(before.leader);
    if (command.type === 'autoBid') lot.autoBids.set(bidder, step);
    if (sealed || leader === null || cents === null) return;
    if (leader === bidder) {
      const isOther = before.leader !== null && this.personOf(before.leader) !== this.personOf(bidder);
      if (isOther && lot.leading !== null) {
        const ownMaxCents = maxOf(active, before.cents);
        lot.leading.lost = { at, cents, leader, ownMaxCents };
      } else if (lot.leading !== null) lot.leading.isReplaced = true;
      lead(lot, step);
    } else if (leader === before.leader && cents !== before.cents) {
      const answer: Step = {
        ...NOTHING,
        revision: record.revision,
        by: leader,
        kind: 'answer',
        enteredBy: 'autoBid',
        cents,
        at,
        before,
        after: { cents, leader },
      };
      this.#push(lot, answer);
      if (lot.leading !== null) lot.leading.isReplaced = true;
      lead(lot, answer);
    }
    if (cents !== before.cents || leader !== before.leader) lot.standing = { cents, leader, since: at };
  }

  #push(lot: LotStory, step: Step): void {
    const person = this.personOf(step.by);
    const steps = lot.steps.get(person);
    if (steps === undefined) lot.steps.set(person, [step]);
    else steps.push(step);
  }

  /** [C9] What was bid by a number is its account's; on a lot that it bought for an earlier account it stays theirs. */
  #assign({ buyer, account }: { buyer: BidderId; account: BidderId }): void {
    const earlier = this.personOf(buyer);
    this.#accounts.set(buyer, account);
    for (const lot of this.#lots.values()) {
      if (earlier !== buyer && lot.isSold && lot.leading?.by === buyer) continue;
      const steps = lot.steps.get(earlier) ?? [];
      const moved = steps.filter(({ by }) => by === buyer);
      if (moved.length === 0) continue;
      const stay = steps.filter(({ by }) => by !== buyer);
      lot.steps.set(earlier, stay);
      const both = [...(lot.steps.get(account) ?? []), ...moved];
      lot.steps.set(
        account,
        both.sort((one, other) => one.revision - other.revision),
      );
    }
  }
}

/** The maximum of an auto-bid that the price had not passed; null for none. */
function maxOf(autoBid: Step | undefined, priceCents: number | null): number | null {
  const max = autoBid?.cents ?? null;
  return max !== null && max >= (priceCents ?? 0) ? max : null;
}

function lead(lot: LotStory, step: Step): void {
  step.over = lot.leading;
  lot.leading = step;
}

function enteredBy(command: BidCommand, sender: BidRecord['sender']): EnteredBy {
  if (command.type === 'floorBid') return 'clerk';
  if (sender === 'user') return 'bidder';
  return sender === 'staff' ? 'staff' : 'system';
}

/** [E7] */
function takeSealed(lot: LotStory, { currentBidCents: cents, leader }: LotOutcome, at: number): void {
  if (cents === null || leader === null) return;
  for (const step of lot.autoBids.values()) step.taken = { at, cents, leader };
  const leading = lot.autoBids.get(leader);
  if (leading !== undefined) lead(lot, leading);
  lot.standing = { cents, leader, since: at };
}

type Retraction = Extract<AuctionEvent, { type: 'FloorBidRetracted' }>['data'];

/** [C1] The lot is as it was before its last floor bid. */
function takeBack(
  lot: LotStory,
  steps: readonly Step[],
  { bidder, cents, outcome, at, reason }: Retraction,
): void {
  const bid = steps.findLast(
    ({ by, kind, after, takenBackAt }) =>
      by === bidder && kind === 'floorBid' && after !== null && takenBackAt === null,
  );
  if (bid === undefined) return;
  bid.takenBackAt = at;
  bid.takenBackReason = reason;
  const { leading } = lot;
  if (leading !== null && leading.revision === bid.revision) {
    leading.takenBackAt = at;
    leading.takenBackReason = reason;
    lot.leading = leading.over;
    if (lot.leading !== null) {
      if (leading.kind !== 'answer') lot.leading.regained = { at, cents, reason };
      lot.leading.lost = null;
      lot.leading.isReplaced = false;
    }
  }
  lot.standing = { cents: outcome.currentBidCents, leader: outcome.leader, since: at };
}
