import type { LiveAnswer } from '@saleyard/contract/operations/auctions.ts';
import type { ServerPush } from '@saleyard/contract/realtime.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { AuctionView } from '../live/auction-view.ts';
import { type LiveAuctions, openNamed } from '../live/live-auctions.ts';
import { KeyedSemaphore } from '../shedding/client-limits.ts';
import type { LiveLimits } from './live-limits.ts';
import type { Rooms } from './rooms.ts';
import type { Session } from './session.ts';
import { KeyedBuckets } from './token-bucket.ts';

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
  /** null also once it has ended. */
  session: Session | null;
  address: string;
  /** Calls its argument when the client has disconnected. */
  onGone(gone: () => void): void;
};

const RATE_LIMITED = refusal('rate-limited', { retryAfterMs: RETRY_MS });

const NOT_FOUND = refusal('not-found');

/** `hasChanged`: since before the wait. `leastMs`: until the answer. */
type Pacing = { since: number; hasChanged: boolean; leastMs: number };

/**
 * Reads of a sale's live state by REST [G29]: for pages that a proxy allows no WebSocket, and for a page that has just
 * woken. The answer waits until the sale changes in public.
 */
export class HeldReads {
  readonly #deps: Deps;
  readonly #permits = new KeyedSemaphore();
  readonly #rates = new KeyedBuckets();
  /** Ends each wait that is under way, by its caller. */
  readonly #waiting = new Map<() => void, HeldRead>();
  #stopped = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Answers all reads that wait; from here on none does. */
  stop(): void {
    this.#stopped = true;
    for (const end of [...this.#waiting.keys()]) end();
  }

  /** [G6] Answers the reads of sessions that have ended as those of a visitor, at once. */
  endSessions(ended: ReadonlySet<string>): void {
    for (const [end, asked] of [...this.#waiting]) {
      if (asked.session === null || !ended.has(asked.session.sessionId)) continue;
      asked.session = null;
      end();
    }
  }

  async read(asked: HeldRead): Promise<{ data: LiveAnswer } | Refusal> {
    const { auction, since, session, address, waitMs } = asked;
    const { heldReads, heldReadsPerAddress, heldReadsPerSession, visitorReadMs } = this.#deps.limits;
    if (!this.#isWithinRate(asked, 1)) return RATE_LIMITED;
    const permits = [this.#permits.tryAcquire(`address ${address}`, heldReadsPerAddress)];
    if (session !== null)
      permits.push(this.#permits.tryAcquire(`session ${session.sessionId}`, heldReadsPerSession));
    try {
      if (permits.includes(null)) return RATE_LIMITED;
      permits.push(this.#permits.tryAcquire('all', heldReads));
      if (permits.includes(null)) return refusal('busy', { retryAfterMs: RETRY_MS });
      const user = session?.userId ?? null;
      const opened = await openNamed(this.#deps, auction, since);
      if (opened.outcome === 'unavailable') return refusal('unavailable', { retryAfterMs: RETRY_MS });
      if (opened.outcome !== 'open' || !opened.view.maySee(user)) return NOT_FOUND;
      const { view } = opened;
      const first = await this.#answer(view, asked);
      if (isRefusal(first)) return first;
      const { mode, messages, seq } = first.data;
      const hasChanged = messages.length > 0;
      const leastMs = session === null && mode === 'changes' ? Math.min(visitorReadMs, waitMs) : 0;
      if (waitMs === 0 || (hasChanged && leastMs === 0)) return first;
      await this.#changed(view, asked, { since: since ?? seq, hasChanged, leastMs });
      return await this.#answer(view, asked);
    } finally {
      for (const release of permits) release?.();
    }
  }

  /** [G29] Counts as many reads of this person, or of this address where nobody is signed in. */
  #isWithinRate({ session, address }: HeldRead, reads: number): boolean {
    const { clock, limits } = this.#deps;
    const now = clock.monotonic();
    return session === null
      ? this.#rates.take(`address ${address}`, reads, {
          perSecond: limits.liveReadsPerAddress,
          capacity: limits.liveReadsOfAddress,
          now,
        })
      : this.#rates.take(`person ${session.userId}`, reads, {
          perSecond: limits.liveReadsPerPerson,
          capacity: limits.liveReadsOfPerson,
          now,
        });
  }

  /** Refused if it is longer than the rate allows, and if the caller may not see the sale any longer [G17]. */
  #answer(view: AuctionView, asked: HeldRead): Promise<{ data: LiveAnswer } | Refusal> {
    const { rooms, limits } = this.#deps;
    const answer = (): { data: LiveAnswer } | Refusal => {
      const { since, session } = asked;
      const user = session?.userId ?? null;
      if (!view.maySee(user)) return NOT_FOUND;
      const joined = rooms.joinAnswer(view, user, since);
      const text = joined.mode === 'snapshot' ? view.snapshot() : view.changesSince(since ?? view.seq);
      const more = Math.floor(text.length / limits.liveReadBytes);
      if (more > 0 && !this.#isWithinRate(asked, more)) return RATE_LIMITED;
      return { data: { ...joined, messages: JSON.parse(`[${text}]`) as ServerPush[] } };
    };
    // Rooms that have ended flush no more; what they sent last is answered.
    if (this.#stopped) return Promise.resolve(answer());
    return new Promise((resolve) => rooms.readSoon(view, () => resolve(answer())));
  }

  /**
   * Resolves when the sale has changed in public after `since`, after `leastMs` at the earliest, when the wait is over or
   * the client is gone.
   */
  #changed(view: AuctionView, asked: HeldRead, { since, hasChanged, leastMs }: Pacing): Promise<void> {
    const { auctions, clock, rooms } = this.#deps;
    const { waitMs, onGone } = asked;
    if (this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      let isChanged = hasChanged;
      let isEarly = leastMs > 0;
      const end = (): void => {
        if (!this.#waiting.delete(end)) return;
        cancel();
        cancelPause();
        following.unsubscribe();
        resolve();
      };
      this.#waiting.set(end, asked);
      const cancel = clock.after(waitMs, end);
      const cancelPause = clock.after(leastMs, () => {
        isEarly = false;
        if (isChanged) end();
      });
      // Not every event changes what is public: an auto-bid that does not bid, say.
      const following = auctions.auctionView$(view).subscribe({
        next: () =>
          rooms.readSoon(view, () => {
            isChanged ||= view.changesSince(since) !== '';
            const isHidden = !view.maySee(asked.session?.userId ?? null);
            if (isHidden || (isChanged && !isEarly)) end();
          }),
        complete: end,
      });
      onGone(end);
    });
  }
}
