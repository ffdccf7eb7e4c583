import { DurationCounts } from './durations-counted.ts';
import type { AuctionEvent } from './events.ts';
import type { FreezeCause, WithCause } from './freeze-cause.ts';
import { HeldTimer } from './held-timer.ts';
import type { LotId } from './ids.ts';
import { AUCTION_TYPES } from './types/auction-types.ts';
import type { SaleType } from './types/sale-type.ts';

/** The sender of the command of an event, when it was sequenced, and when the gateway received it (ms; null: not recorded). */
export type FairnessRecord = {
  sender: 'user' | 'staff' | 'system';
  sequencedAt: number;
  receivedAt: number | null;
};

/** What staff do to a sale, as it is counted for everybody. */
export const STAFF_ACTS = [
  'frozen',
  'resumed',
  'paused',
  'unpaused',
  'opened',
  'knockedDown',
  'passedIn',
  'withdrawn',
  'reinstated',
  'reopened',
  'amended',
  'floorBids',
  'floorBidsTakenBack',
  'vendorBids',
  'phoneBids',
  'corrected',
  'correctionsProposed',
  'correctionsConfirmed',
  'correctionsDeclined',
  'floorBuyersNamed',
  'soldBefore',
  'soldAfter',
  'announced',
  'announcementsEnded',
  'messaged',
  'rescheduled',
  'exported',
  'cancelled',
] as const;

export type StaffAct = (typeof STAFF_ACTS)[number];

/** A time in which the sale, or one lot, stood still. `lot`: null for the whole sale; `until`: null while it lasts. */
export type Interruption = {
  kind: 'outage' | 'freeze' | 'pause';
  /** null: a pause, or not recorded. */
  cause: FreezeCause | null;
  lot: LotId | null;
  from: number;
  until: number | null;
  /** Lots whose close its end moved: a lot that another stop still holds is moved by the end of that. 0 while it lasts. */
  lotsMoved: number;
  /** ms by which its end moved their closes, or the start of a sale that was not live; the longest where lots differ. */
  movedMs: number;
};

type Begun = { lot: LotId | null } & WithCause;

const ACTS: Partial<Record<AuctionEvent['type'], StaffAct>> = {
  Frozen: 'frozen',
  Resumed: 'resumed',
  Paused: 'paused',
  Unpaused: 'unpaused',
  BiddingOpened: 'opened',
  LotWithdrawn: 'withdrawn',
  LotReinstated: 'reinstated',
  LotReopened: 'reopened',
  LotAmended: 'amended',
  FloorBidRetracted: 'floorBidsTakenBack',
  SaleCorrected: 'corrected',
  CorrectionProposed: 'correctionsProposed',
  CorrectionConfirmed: 'correctionsConfirmed',
  CorrectionDeclined: 'correctionsDeclined',
  FloorBuyerNamed: 'floorBuyersNamed',
  BuyerNumberAssigned: 'floorBuyersNamed',
  LotSoldBefore: 'soldBefore',
  LotSoldAfter: 'soldAfter',
  EveryoneMessaged: 'messaged',
  ResultsExported: 'exported',
  AuctionCancelled: 'cancelled',
};

/**
 * What everybody may know of how a sale was run: folds its events in order. It holds times and counts only: no person,
 * no amount, and no reason that staff wrote.
 */
export class Fairness {
  /** ms from the gateway to the sequencing of each bid and auto-bid whose arrival was recorded. */
  readonly delays = new DurationCounts();
  /** Bids and auto-bids of people whose arrival was not recorded. */
  notRecorded = 0;
  extensions = 0;
  /** ms after the close of each bid that came late. */
  readonly late = new DurationCounts();
  readonly interruptions: Interruption[] = [];
  readonly acts = new Map<StaffAct, number>();
  readonly #closedAt = new Map<LotId, number>();
  readonly #underWay = new Set<Interruption>();
  /** The timer of the start, until the sale is live. */
  #start: HeldTimer | null = null;
  /** The timer of each live lot that closes by time. */
  readonly #closes = new Map<LotId, HeldTimer>();
  #type: SaleType | null = null;
  /** The last event confirmed a correction: what follows from it is no other act. */
  #isConfirmed = false;

  add(event: AuctionEvent, record: FairnessRecord): void {
    const { at } = event.data;
    if (record.sender === 'staff' && !this.#isConfirmed) this.#count(event);
    this.#isConfirmed = event.type === 'CorrectionConfirmed';
    switch (event.type) {
      case 'AuctionScheduled':
        this.#type = AUCTION_TYPES[event.data.terms.type];
        this.#start = new HeldTimer(
          [...this.#underWay].filter(({ lot }) => lot === null),
          at,
        );
        return;
      case 'AuctionWentLive':
        this.#start = null;
        return;
      case 'LotsWentLive':
        if (this.#type?.byClerk) return;
        for (const { lot } of event.data.lots) {
          const holds = [...this.#underWay].filter((one) => this.#holdsClose(one, lot));
          this.#closes.set(lot, new HeldTimer(holds, at));
        }
        return;
      case 'BidAccepted':
      case 'AutoBidAccepted':
        if (event.data.extended) this.extensions += 1;
        this.#arrived(record);
        return;
      case 'BidRefused': {
        const { command, code } = event.data;
        if (command.type === 'bid' || command.type === 'autoBid') this.#arrived(record);
        const closedAt = code === 'lot-closed' ? this.#closedAt.get(command.lot) : undefined;
        if (closedAt !== undefined && command.type !== 'stopAutoBid')
          this.late.add(Math.max(0, at - closedAt));
        return;
      }
      case 'Frozen':
        this.#begin(record.sender === 'system' ? 'outage' : 'freeze', event.data, at);
        return;
      case 'Paused':
        this.#begin('pause', event.data, at);
        return;
      case 'Resumed':
        this.#end(at, ({ kind, lot }) => kind !== 'pause' && lot === event.data.lot);
        return;
      case 'Unpaused':
        this.#end(at, ({ kind, lot }) => kind === 'pause' && lot === event.data.lot);
        return;
      case 'LotsClosed':
        for (const { lot } of event.data.lots) this.#closed(lot, at);
        return;
      case 'LotSoldBefore':
      case 'LotWithdrawn':
        this.#closed(event.data.lot, at);
        return;
      case 'LotReopened':
      case 'LotReinstated':
        this.#closedAt.delete(event.data.lot);
        return;
      case 'AuctionCancelled':
      case 'AuctionClosed':
        this.#start = null;
        this.#closes.clear();
        this.#end(at, () => true);
        return;
      default:
        return;
    }
  }

  #arrived({ sender, sequencedAt, receivedAt }: FairnessRecord): void {
    if (sender !== 'user') return;
    if (receivedAt === null) this.notRecorded += 1;
    // The clocks of a gateway and an engine on two machines may differ.
    else this.delays.add(Math.max(0, sequencedAt - receivedAt));
  }

  #closed(lot: LotId, at: number): void {
    this.#closes.delete(lot);
    this.#closedAt.set(lot, at);
    this.#end(at, (one) => one.lot === lot);
  }

  /** Lots that close together close with the sale: a stop of one of them moves no close. */
  #holdsClose(one: Interruption, lot: LotId): boolean {
    return one.lot === null || (one.lot === lot && !this.#type?.closesTogether);
  }

  #begin(kind: Interruption['kind'], { lot, cause }: Begun, from: number): void {
    const one: Interruption = {
      kind,
      cause: cause ?? null,
      lot,
      from,
      until: null,
      lotsMoved: 0,
      movedMs: 0,
    };
    this.interruptions.push(one);
    this.#underWay.add(one);
    if (lot === null) this.#start?.hold(one, from);
    for (const [live, timer] of this.#closes) if (this.#holdsClose(one, live)) timer.hold(one, from);
  }

  #end(at: number, ends: (one: Interruption) => boolean): void {
    for (const one of this.#underWay) {
      if (!ends(one)) continue;
      one.until = at;
      this.#underWay.delete(one);
      one.movedMs = this.#start?.release(one, at) ?? 0;
      for (const timer of this.#closes.values()) {
        const ms = timer.release(one, at);
        if (ms > 0) one.lotsMoved += 1;
        one.movedMs = Math.max(one.movedMs, ms);
      }
    }
  }

  #count(event: AuctionEvent): void {
    const act = actOf(event);
    if (act !== undefined) this.acts.set(act, (this.acts.get(act) ?? 0) + 1);
  }
}

function actOf(event: AuctionEvent): StaffAct | undefined {
  if (event.type === 'LotsClosed') {
    if (event.data.by === 'time') return undefined;
    return event.data.by === 'knockDown' ? 'knockedDown' : 'passedIn';
  }
  if (event.type === 'BidAccepted' || event.type === 'AutoBidAccepted') {
    const { type } = event.data.command;
    if (type === 'floorBid') return 'floorBids';
    return type === 'vendorBid' ? 'vendorBids' : 'phoneBids';
  }
  // What is scheduled and catalogued first is the sale itself; later it is a change.
  if (event.type === 'AuctionScheduled') return event.data.after === undefined ? undefined : 'rescheduled';
  if (event.type === 'LotsCatalogued') return event.data.place === undefined ? undefined : 'amended';
  if (event.type === 'Announced') return event.data.text === null ? 'announcementsEnded' : 'announced';
  return ACTS[event.type];
}
