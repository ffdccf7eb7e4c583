import type { BidDecision } from '@saleyard/contract/bids.ts';
import type { LiveAnswer } from '@saleyard/contract/operations/auctions.ts';
import type { JoinAnswer, PlacedBid } from '@saleyard/contract/realtime.ts';
import { ApiError } from '@/lib/api-error.ts';
import { isDoubtful } from '@/lib/call-with-retry.ts';
import type { RpcResult } from './rpc-client.ts';

/** A join as its owner sees it: `since` is read each time the auction is joined again. */
export type Membership = {
  auction: string;
  /** The newest revision applied; null requests everything. */
  since: () => number | null;
  joined: (answer: JoinAnswer) => void;
  refused: (code: string, message: string) => void;
};

/** The server's REST, for what the socket does otherwise. Every call fails with an ApiError. */
export type RestCalls = {
  read(
    auction: string,
    asked: { since: number | null; waitMs: number; signal: AbortSignal },
  ): Promise<LiveAnswer>;
  bid(bid: PlacedBid): Promise<BidDecision>;
};

const FALLBACK = {
  /** How long the server may hold an answer back, ms: less than prices take to become stale. */
  waitMs: 8_000,
  /** Between an answer and the next read of the same sale, ms. */
  apartMs: 300,
  /** After a failure, ms; and as much again at random. */
  retryMs: 2_000,
} as const;

/** Refusals that no later read would change. */
const FINAL = new Set([401, 403, 404]);

/** Whether no later join would be answered otherwise: being throttled or a store being away passes. */
export const isFinalRefusal = (code: string): boolean =>
  code === 'not-found' || code === 'forbidden' || code === 'unauthorized';

type Parts = {
  calls: RestCalls;
  /** 0 to 1. */
  random: () => number;
  /** Local ms. */
  now: () => number;
  /** `held`: the server held the answer back, so it says nothing of its clock. */
  answered: (member: Membership, answer: LiveAnswer, asked: { at: number; held: boolean }) => void;
};

/** A pause that an abort ends. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/**
 * Follows joined sales by REST while the socket does not: where a proxy lets no WebSocket through, and until it has
 * opened again. One read at a time for each sale; the server answers it when something changes.
 */
export class RestFallback {
  readonly #parts: Parts;
  readonly #loops = new Map<Membership, AbortController>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reads these sales from now on, and no others. */
  follow(members: ReadonlySet<Membership>): void {
    for (const [member, loop] of this.#loops) {
      if (members.has(member)) continue;
      this.#loops.delete(member);
      loop.abort();
    }
    for (const member of members) {
      if (this.#loops.has(member)) continue;
      const loop = new AbortController();
      this.#loops.set(member, loop);
      void this.#run(member, loop.signal);
    }
  }

  /** Places a bid. Never rejects; no answer is `unknown`, as on a socket that drops. */
  async bid(bid: PlacedBid): Promise<RpcResult> {
    try {
      return { outcome: 'answered', data: await this.#parts.calls.bid(bid) };
    } catch (error) {
      if (!(error instanceof ApiError)) return { outcome: 'unknown' };
      const { code, message } = error;
      return isDoubtful(error) ? { outcome: 'unknown' } : { outcome: 'error', code, message };
    }
  }

  async #run(member: Membership, signal: AbortSignal): Promise<void> {
    const { calls, random, now, answered } = this.#parts;
    for (let held = false; !signal.aborted; ) {
      const at = now();
      try {
        const waitMs = held ? FALLBACK.waitMs : 0;
        const answer = await calls.read(member.auction, { since: member.since(), waitMs, signal });
        if (signal.aborted) return;
        answered(member, answer, { at, held });
        held = true;
        await pause(FALLBACK.apartMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ApiError && FINAL.has(error.status)) {
          member.refused(error.code, error.message);
          return;
        }
        held = false;
        const retryMs = error instanceof ApiError ? error.retryAfterMs : null;
        await pause((retryMs ?? FALLBACK.retryMs) + random() * FALLBACK.retryMs, signal);
      }
    }
  }
}
