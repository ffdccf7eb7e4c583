import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import type { RpcResult } from '@/lib/realtime/rpc-client.ts';
import { advance, BID_TIMES, type BidInput, type BidMachine, IDLE, inFlight } from './bid-machine.ts';

/** A bid as it is sent: cents per unit, and the id under which it acts once. */
export type SentBid = { lot: string; cents: number; commandId: string };

/** Lots whose bids are remembered at once; the one touched longest ago is forgotten first, never one in flight. */
const MOST_LOTS = 200;

type Timer = ReturnType<typeof setTimeout>;

/**
 * Runs the viewer's bids, one machine a lot, so that a bid goes on when another lot is looked at: sends each once,
 * and repeats the request for a decision whose answer was lost.
 */
export class BidStore {
  readonly #ask: (bid: SentBid) => Promise<RpcResult>;
  readonly #now: () => number;
  readonly #ended: (lot: string, machine: BidMachine) => void;
  readonly #machines = new Map<string, BidMachine>();
  readonly #watchers = new Set<() => void>();
  readonly #timers = new Set<Timer>();

  constructor(options: {
    /** Requests a bid's decision, now or not at all. Repeated with the same id, a bid acts once. */
    ask: (bid: SentBid) => Promise<RpcResult>;
    /** Local ms. */
    now: () => number;
    /** Called with each bid that ended. */
    ended?: (lot: string, machine: BidMachine) => void;
  }) {
    this.#ask = options.ask;
    this.#now = options.now;
    this.#ended = options.ended ?? (() => {});
  }

  /** A lot's machine; the same object until something happens to it. */
  of(lot: string): BidMachine {
    return this.#machines.get(lot) ?? IDLE;
  }

  /** The lots with a bid on its way. */
  get pending(): string[] {
    return [...this.#machines].filter(([, machine]) => inFlight(machine)).map(([lot]) => lot);
  }

  /** Whether the outcome of some bid is still unknown. */
  get inDoubt(): boolean {
    return [...this.#machines.values()].some(({ bid }) => bid.step === 'unknown');
  }

  watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  };

  /** Advances a lot's machine, and acts on its new step. */
  input(lot: string, input: BidInput): void {
    const before = this.of(lot);
    const after = advance(before, input);
    if (after === before) return;
    this.#put(lot, after);
    this.#run(lot, before, after);
    if (inFlight(before) && !inFlight(after)) this.#ended(lot, after);
  }

  /** The connection is back: requests again the decision of every bid whose outcome is unknown. Sends no new bid. */
  askAgain(): void {
    for (const lot of [...this.#machines.keys()]) this.input(lot, { type: 'ask-again', at: this.#now() });
  }

  /** Stops all requests: bids in flight become `unconfirmed`. */
  giveUp(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    for (const lot of [...this.#machines.keys()]) this.input(lot, { type: 'give-up' });
  }

  #run(lot: string, before: BidMachine, { bid }: BidMachine): void {
    if (bid.step === 'sending' && !inFlight(before)) {
      this.#tickIn(lot, CLIENT_TIMES.bidInFlightMs);
      // The guard's end frees the button without anything else happening.
      this.#in(CLIENT_TIMES.bidGuardMs, () => this.#notify());
      this.#send({ lot, cents: bid.cents, commandId: bid.commandId });
    }
    if (bid.step === 'unknown' && bid.asking) this.#send({ lot, cents: bid.cents, commandId: bid.commandId });
    if (bid.step === 'unknown' && !bid.asking)
      this.#in(BID_TIMES.askAgainMs, () => this.input(lot, { type: 'ask-again', at: this.#now() }));
    if (bid.step === 'confirming' && bid.way === 'double') this.#tickIn(lot, BID_TIMES.doublePressMs + 1);
    if (bid.step === 'moved') this.#tickIn(lot, BID_TIMES.movedShownMs + 1);
  }

  #send(bid: SentBid): void {
    void this.#ask(bid).then((result) =>
      this.input(bid.lot, { type: 'answer', commandId: bid.commandId, result }),
    );
  }

  #tickIn(lot: string, ms: number): void {
    this.#in(ms, () => this.input(lot, { type: 'tick', at: this.#now() }));
  }

  #in(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }

  #put(lot: string, machine: BidMachine): void {
    this.#machines.delete(lot);
    this.#machines.set(lot, machine);
    for (const [old, known] of this.#machines) {
      if (this.#machines.size <= MOST_LOTS) break;
      if (!inFlight(known)) this.#machines.delete(old);
    }
    this.#notify();
  }

  #notify(): void {
    for (const watcher of this.#watchers) watcher();
  }
}
