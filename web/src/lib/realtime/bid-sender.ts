import type { BidDecision } from '@saleyard/contract/bids.ts';
import { type Observable, ReplaySubject } from 'rxjs';
import type { Asked } from './asks.ts';

/** A bid as it is sent: per-unit cents, and the id under which it acts once. */
export type SentBid = { lot: string; cents: number; commandId: string };

/** How a bid fares, in order: always `sending` or `offline` first, and one of the last four at the end. */
export type BidProgress =
  | { state: 'sending' }
  /** Sent, and the answer is missing: being settled by asking again with the same id. */
  | { state: 'unknown' }
  /** Never handed to an open socket: it was not placed and will not be. */
  | { state: 'offline' }
  | { state: 'decided'; decision: BidDecision }
  /** Refused before it reached the engine: surely not placed. */
  | { state: 'refused'; code: string; message: string }
  /** Could not be settled in time. It is not sent again; the user's own bids tell. */
  | { state: 'unconfirmed' };

export const SETTLEMENT = {
  /** An unknown bid is asked about again for this long after it was first sent, ms; then `unconfirmed`. */
  withinMs: 30_000,
  /** Between two attempts while the server can't tell, ms. */
  againMs: 1_000,
} as const;

export type BidSenderOptions = {
  /** Whether the socket is open and the machine has a network: only then is a bid sent. */
  open: () => boolean;
  ask: (bid: SentBid) => Promise<Asked>;
  now: () => number;
  settlement?: Partial<Record<keyof typeof SETTLEMENT, number>>;
};

type Unsettled = {
  bid: SentBid;
  sentAt: number;
  /** A question about it is on its way. */
  asking: boolean;
  progress: ReplaySubject<BidProgress>;
};

/** Sends bids, each once, and settles the ones whose answer was lost. */
export class BidSender {
  readonly #options: BidSenderOptions;
  readonly #times: { withinMs: number; againMs: number };
  readonly #unsettled = new Map<string, Unsettled>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(options: BidSenderOptions) {
    this.#options = options;
    this.#times = { ...SETTLEMENT, ...options.settlement };
  }

  /** Whether some bid's outcome is still unknown. */
  get settling(): boolean {
    return this.#unsettled.size > 0;
  }

  /** Sends at once or not at all, whether or not anyone subscribes. */
  bid(bid: SentBid): Observable<BidProgress> {
    const progress = new ReplaySubject<BidProgress>();
    if (!this.#options.open()) finish(progress, { state: 'offline' });
    else void this.#first({ bid, sentAt: this.#options.now(), asking: false, progress });
    return progress.asObservable();
  }

  /** The connection is back: asks again about every unsettled bid. Never sends one that was not sent before. */
  reconnected(): void {
    for (const unsettled of [...this.#unsettled.values()]) void this.#again(unsettled);
  }

  /** Stops settling; what is unsettled stays so. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    for (const { progress } of this.#unsettled.values()) finish(progress, { state: 'unconfirmed' });
    this.#unsettled.clear();
  }

  async #first(sent: Unsettled): Promise<void> {
    const asking = this.#options.ask(sent.bid);
    sent.progress.next({ state: 'sending' });
    const asked = await asking;
    if (asked.outcome === 'offline') finish(sent.progress, { state: 'offline' });
    else if (!this.#settle(sent, asked)) {
      this.#unsettled.set(sent.bid.commandId, sent);
      sent.progress.next({ state: 'unknown' });
      this.#later(sent);
    }
  }

  async #again(sent: Unsettled): Promise<void> {
    if (sent.asking || !this.#unsettled.has(sent.bid.commandId)) return;
    if (this.#options.now() - sent.sentAt > this.#times.withinMs) {
      this.#unsettled.delete(sent.bid.commandId);
      finish(sent.progress, { state: 'unconfirmed' });
      return;
    }
    sent.asking = true;
    const asked = await this.#options.ask(sent.bid);
    sent.asking = false;
    if (!this.#unsettled.has(sent.bid.commandId)) return;
    if (this.#settle(sent, asked)) this.#unsettled.delete(sent.bid.commandId);
    else this.#later(sent);
  }

  #later(sent: Unsettled): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#again(sent);
    }, this.#times.againMs);
    this.#timers.add(timer);
  }

  /** Ends the bid if its outcome is now known. */
  #settle({ bid, progress }: Unsettled, asked: Asked): boolean {
    switch (asked.outcome) {
      case 'answered':
        finish(progress, { state: 'decided', decision: asked.data as BidDecision });
        return true;
      case 'error':
        // The server itself doesn't know, or turned the question away (a crowd, a full disk, a lot of an auction
        // that could not be joined again): that tells nothing about the bid as it was first sent.
        if (asked.code === 'unknown') return false;
        if (this.#unsettled.has(bid.commandId) && asked.code !== 'duplicate-conflict') return false;
        finish(progress, { state: 'refused', code: asked.code, message: asked.message });
        return true;
      case 'offline':
      case 'unknown':
        return false;
    }
  }
}

function finish(progress: ReplaySubject<BidProgress>, last: BidProgress): void {
  progress.next(last);
  progress.complete();
}
