import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import type { Observable } from 'rxjs';
import {
  advance,
  BID_TIMES,
  type BidInput,
  type BidMachine,
  IDLE,
} from '@/features/live-room/rules/bid-machine.ts';
import type { BidProgress, SentBid } from '@/lib/realtime/bid-sender.ts';

/** Hands a bid to the live connection. */
type SendBid = (bid: SentBid) => Observable<BidProgress>;

/** Lots whose bids are remembered at once; the one touched longest ago is forgotten first, never one in flight. */
const MOST_LOTS = 200;

/**
 * The viewer's bids, one machine a lot, so that a bid goes on when another lot is looked at. `ended` hears of each
 * bid that found its end.
 */
export class BidBook {
  readonly #send: SendBid;
  readonly #now: () => number;
  readonly #ended: (lot: string, machine: BidMachine) => void;
  readonly #machines = new Map<string, BidMachine>();
  readonly #watchers = new Set<() => void>();

  constructor(options: {
    send: SendBid;
    /** Local ms. */
    now: () => number;
    ended?: (lot: string, machine: BidMachine) => void;
  }) {
    this.#send = options.send;
    this.#now = options.now;
    this.#ended = options.ended ?? (() => {});
  }

  /** A lot's machine; the same object until something happens to it. */
  of(lot: string): BidMachine {
    return this.#machines.get(lot) ?? IDLE;
  }

  watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  };

  /** Advances a lot's machine; a bid that comes out as sending is sent, once. */
  input(lot: string, input: BidInput): void {
    const before = this.of(lot);
    const after = advance(before, input);
    if (after === before) return;
    this.#put(lot, after);
    const { bid } = after;
    if (bid.step === 'sending' && before.bid.step !== 'sending' && before.bid.step !== 'unknown')
      this.#dispatch(lot, bid.cents, bid.commandId);
    if (bid.step === 'confirming' && bid.way === 'double') this.#tickIn(lot, BID_TIMES.doublePressMs + 1);
  }

  #dispatch(lot: string, cents: number, commandId: string): void {
    this.#tickIn(lot, CLIENT_TIMES.bidInFlightMs);
    // The guard's end frees the button without anything else happening.
    setTimeout(() => this.#tell(), CLIENT_TIMES.bidGuardMs);
    this.#send({ lot, cents, commandId }).subscribe({
      next: (progress) => this.input(lot, { type: 'progress', commandId, progress }),
      complete: () => this.#ended(lot, this.of(lot)),
    });
  }

  #tickIn(lot: string, ms: number): void {
    setTimeout(() => this.input(lot, { type: 'tick', at: this.#now() }), ms);
  }

  #put(lot: string, machine: BidMachine): void {
    this.#machines.delete(lot);
    this.#machines.set(lot, machine);
    for (const [old, { bid }] of this.#machines) {
      if (this.#machines.size <= MOST_LOTS) break;
      if (bid.step !== 'sending' && bid.step !== 'unknown') this.#machines.delete(old);
    }
    this.#tell();
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }
}
