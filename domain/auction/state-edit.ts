import { blockDeadline, blockOf } from './deadlines.ts';
import { type BidderId, isOnFloor, type LotId, VENDOR } from './ids.ts';
import { paddleOf } from './paddles.ts';
import type { AuctionState, AutoBid, LotState, ShownBid } from './state.ts';

/**
 * A state being changed. Each part (the state, its list of lots, a lot, a lot's auto-bids …) is copied the
 * first time it is changed and owned from then on, so that folding many events copies each part once, while
 * a holder of the earlier state never sees a change.
 */
export class StateEdit {
  #state: AuctionState;
  /** The parts made by this edit and not handed out since. */
  #owned = new Set<object>();

  constructor(state: AuctionState) {
    this.#state = state;
  }

  /** The state as it is now, to look at before the next change. */
  get current(): AuctionState {
    return this.#state;
  }

  /** Returns the state. Later changes copy it again. */
  share(): AuctionState {
    if (this.#owned.size > 0) this.#owned = new Set();
    return this.#state;
  }

  /** The state, to be changed. */
  own(): AuctionState {
    if (!this.#owned.has(this.#state)) this.#state = this.#keep({ ...this.#state });
    return this.#state;
  }

  /** The list of lots, to be changed. */
  lots(): LotState[] {
    const state = this.own();
    if (!this.#owned.has(state.lots)) state.lots = this.#keep(state.lots.slice());
    return state.lots as LotState[];
  }

  /** The lot at a place in the catalogue, to be changed. */
  lot(index: number): LotState {
    const lots = this.lots();
    const lot = lots[index];
    if (lot === undefined) throw new RangeError(`no lot at ${index}`);
    if (this.#owned.has(lot)) return lot;
    const copy = this.#keep({ ...lot });
    lots[index] = copy;
    return copy;
  }

  setAutoBid(lot: LotState, autoBid: AutoBid): void {
    if (!this.#owned.has(lot.autoBids)) lot.autoBids = this.#keep(new Map(lot.autoBids));
    (lot.autoBids as Map<BidderId, AutoBid>).set(autoBid.bidder, autoBid);
  }

  /** The bidder takes part in the lot in public, with a paddle from now on [E12] [E18]. */
  addParticipant(lot: LotState, bidder: BidderId): void {
    if (lot.participants.has(bidder)) return;
    if (!this.#owned.has(lot.participants)) lot.participants = this.#keep(new Set(lot.participants));
    (lot.participants as Set<BidderId>).add(bidder);
    this.givePaddle(bidder);
  }

  /** The bid by which they joined the lot was taken back; the paddle stays theirs. */
  removeParticipant(lot: LotState, bidder: BidderId): void {
    if (!this.#owned.has(lot.participants)) lot.participants = this.#keep(new Set(lot.participants));
    (lot.participants as Set<BidderId>).delete(bidder);
  }

  /** A bid of an account on a lot was refused. */
  addRefused(lot: LotId, bidder: BidderId): void {
    const state = this.own();
    // A refused command is kept as it was sent: its bidder may be anything.
    if (typeof bidder !== 'string' || bidder === VENDOR || isOnFloor(bidder) || !state.lotIndex.has(lot))
      return;
    const known = state.refused?.get(lot);
    if (known?.has(bidder)) return;
    if (state.refused === undefined || !this.#owned.has(state.refused))
      state.refused = this.#keep(new Map(state.refused));
    const bidders = known !== undefined && this.#owned.has(known) ? known : this.#keep(new Set(known));
    (bidders as Set<BidderId>).add(bidder);
    (state.refused as Map<LotId, ReadonlySet<BidderId>>).set(lot, bidders);
  }

  /** What the room saw from a bidder; null: nothing. */
  setShown(lot: LotState, bidder: BidderId, bid: ShownBid | null): void {
    if (!this.#owned.has(lot.shown)) lot.shown = this.#keep(new Map(lot.shown));
    const shown = lot.shown as Map<BidderId, ShownBid>;
    if (bid === null) shown.delete(bidder);
    else shown.set(bidder, bid);
  }

  /** Keeps the block's earliest deadline true after a lot's deadline or timer changed. */
  deadlineChanged(index: number): void {
    const state = this.own();
    const block = blockOf(index);
    const earliest = blockDeadline(state.lots, block);
    if (state.blockDeadlines[block] === earliest) return;
    if (!this.#owned.has(state.blockDeadlines)) {
      state.blockDeadlines = this.#keep(state.blockDeadlines.slice());
    }
    (state.blockDeadlines as number[])[block] = earliest;
  }

  /** The alias that others see from now on [E18]. */
  givePaddle(bidder: BidderId): void {
    const state = this.own();
    if (bidder === VENDOR || isOnFloor(bidder) || state.paddles.has(bidder)) return;
    if (!this.#owned.has(state.paddles)) state.paddles = this.#keep(new Map(state.paddles));
    const paddle = paddleOf(state.details?.aliasSeed ?? 0, state.paddles.size);
    (state.paddles as Map<BidderId, string>).set(bidder, paddle);
  }

  #keep<T extends object>(part: T): T {
    this.#owned.add(part);
    return part;
  }
}
