import type { LiveAnswer } from '@saleyard/contract/operations/auctions.ts';
import type { ServerPush } from '@saleyard/contract/realtime.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { AuctionView } from '../live/auction-view.ts';
import { type LiveAuctions, openNamed } from '../live/live-auctions.ts';
import { KeyedSemaphore } from '../shedding/client-limits.ts';
import type { LiveLimits } from './live-limits.ts';
import type { Rooms } from './rooms.ts';
import type { Session } from './session.ts';

/** `Retry-After` in ms for a client with too many reads that wait. */
const RETRY_MS = 2_000;

type Deps = {
  rooms: Rooms;
  auctions: LiveAuctions;
  auctionIdOf(searchNumber: number): Promise<string | null>;
  clock: Clock;
  limits: LiveLimits;
};

export type HeldRead = {
  /** Its id or number. */
  auction: string;
  since: number | undefined;
  /** ms. */
  waitMs: number;
  session: Session | null;
  address: string;
  /** Calls its argument when the client has disconnected. */
  onGone(gone: () => void): void;
};

/**
 * Reads of a sale's live state by REST [G29]: for pages that a proxy allows no WebSocket, and for a page that has just
 * woken. The answer waits until the sale changes in public.
 */
export class HeldReads {
  readonly #deps: Deps;
  readonly #permits = new KeyedSemaphore();
  /** Ends each wait that is under way. */
  readonly #waiting = new Set<() => void>();
  #stopped = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Answers all reads that wait; from here on none does. */
  stop(): void {
    this.#stopped = true;
    for (const end of [...this.#waiting]) end();
  }

  async read(asked: HeldRead): Promise<{ data: LiveAnswer } | Refusal> {
    const { auction, since, session, address } = asked;
    const { heldReadsPerAddress, heldReadsPerSession } = this.#deps.limits;
    const permits = [this.#permits.tryAcquire(`address ${address}`, heldReadsPerAddress)];
    if (session !== null)
      permits.push(this.#permits.tryAcquire(`session ${session.sessionId}`, heldReadsPerSession));
    try {
      if (permits.includes(null)) return refusal('rate-limited', { retryAfterMs: RETRY_MS });
      const user = session?.userId ?? null;
      const opened = await openNamed(this.#deps, auction, since);
      if (opened.outcome === 'unavailable') return refusal('unavailable', { retryAfterMs: RETRY_MS });
      if (opened.outcome !== 'open' || !opened.view.maySee(user)) return refusal('not-found');
      const { view } = opened;
      const first = await this.#answer(view, user, since);
      if (first.messages.length > 0 || asked.waitMs === 0) return { data: first };
      await this.#changed(view, since ?? first.seq, asked);
      return { data: await this.#answer(view, user, since) };
    } finally {
      for (const release of permits) release?.();
    }
  }

  #answer(view: AuctionView, user: string | null, since: number | undefined): Promise<LiveAnswer> {
    const { rooms } = this.#deps;
    const answer = (): LiveAnswer => {
      const joined = rooms.joinAnswer(view, user, since);
      const text = joined.mode === 'snapshot' ? view.snapshot() : view.changesSince(since ?? view.seq);
      return { ...joined, messages: JSON.parse(`[${text}]`) as ServerPush[] };
    };
    // Rooms that have ended flush no more; what they sent last is answered.
    if (this.#stopped) return Promise.resolve(answer());
    return new Promise((resolve) => rooms.readSoon(view, () => resolve(answer())));
  }

  /** Resolves when the sale has changed in public after `since`, the wait is over or the client is gone. */
  #changed(view: AuctionView, since: number, { waitMs, onGone }: HeldRead): Promise<void> {
    const { auctions, clock, rooms } = this.#deps;
    if (this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        if (!this.#waiting.delete(end)) return;
        cancel();
        following.unsubscribe();
        resolve();
      };
      this.#waiting.add(end);
      const cancel = clock.after(waitMs, end);
      // Not every event changes what is public: an auto-bid that does not bid, say.
      const following = auctions.auctionView$(view).subscribe({
        next: () =>
          rooms.readSoon(view, () => {
            if (view.changesSince(since) !== '') end();
          }),
        complete: end,
      });
      onGone(end);
    });
  }
}
