import type { BidderId, LotId } from '@saleyard/domain/auction/ids.ts';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';
import { typeOf } from '@saleyard/domain/auction/types/auction-types.ts';
import type { Notice } from './notices.ts';

/** ms. A later warning is skipped: its sound would announce a wrong time. */
const TOO_LATE_MS = 2_000;

/** Notifies the bidders of each lot once that it is about to close, and again after an extension. */
export class PrecloseNotifier {
  /** The deadline (ms) for which each lot was notified. */
  readonly #notified = new Map<LotId, number>();

  /** The notices due at `now` (ms since the epoch), for those who are `concerned`. */
  due(auction: string, state: AuctionState, now: number, concerned: (user: BidderId) => boolean): Notice[] {
    const before = typeOf(state)?.precloseMs ?? null;
    if (before === null || state.phase !== 'live' || state.frozenAt !== null) return [];
    return state.lots.flatMap((lot) =>
      this.#isDue(lot, before, now) ? noticesOn(auction, lot, concerned) : [],
    );
  }

  #isDue(
    { terms, phase, finishAt, frozenAt, timerStoppedAt }: LotState,
    before: number,
    now: number,
  ): boolean {
    if (phase !== 'live' || finishAt === null || frozenAt !== null || timerStoppedAt !== null) return false;
    const left = finishAt - now;
    if (left > before || this.#notified.get(terms.lot) === finishAt) return false;
    this.#notified.set(terms.lot, finishAt);
    return left > before - TOO_LATE_MS;
  }
}

function noticesOn(auction: string, lot: LotState, concerned: (user: BidderId) => boolean): Notice[] {
  const bid = { auction, lot: lot.terms.lot, cents: lot.currentBidCents ?? lot.terms.startCents };
  const bidders = new Set([...lot.participants, ...lot.autoBids.keys()]);
  return [...bidders].filter(concerned).map((user) => ({
    user,
    key: `preclose:${lot.terms.lot}`,
    push: { channel: 'events', event: 'event', data: { event: 'preclose', data: { bid } } },
  }));
}
