import type { Command, Decider, Decision } from '../decider.ts';
import type { AccountCommandBody } from './commands.ts';
import type { AccountEvent, StockType } from './events.ts';
import { type AccountState, evolveAccount, initialAccount } from './state.ts';

/** Lots one account may watch. One more is refused (`watch-list-full`). */
export const WATCH_LIST_LIMIT = 5_000;

export type AccountRefusalCode = 'already-registered' | 'not-registered' | 'watch-list-full';

type AccountRefusal = { code: AccountRefusalCode };
type AccountDecision = Decision<AccountEvent, AccountRefusal>;

const accepted = (...events: AccountEvent[]): AccountDecision => ({ outcome: 'accepted', events });
const refused = (code: AccountRefusalCode): AccountDecision => ({ outcome: 'refused', code });

const sameStock = (a: readonly StockType[], b: readonly StockType[]): boolean =>
  a.length === b.length && a.every((kind) => b.includes(kind));

/** What a command does to an account. Pure: the same state and command give the same answer. */
export function decideAccount(
  state: AccountState,
  { at, body }: Command<AccountCommandBody>,
): AccountDecision {
  if (body.type === 'register') {
    if (state !== null) return refused('already-registered');
    return accepted({ type: 'AccountRegistered', data: { at, ...body.registration } });
  }
  if (state === null) return refused('not-registered');
  switch (body.type) {
    case 'changeStatus': {
      const type = body.accountType ?? state.type;
      const approvedStockTypes = body.approvedStockTypes ?? state.approvedStockTypes;
      const unchanged =
        state.status === body.status &&
        state.type === type &&
        sameStock(state.approvedStockTypes, approvedStockTypes);
      if (unchanged) return accepted();
      const data = { at, status: body.status, type, approvedStockTypes };
      return accepted({ type: 'AccountStatusChanged', data });
    }
    case 'watchLot': {
      if (state.watchList.some((watched) => watched.lot === body.lot)) return accepted();
      if (state.watchList.length >= WATCH_LIST_LIMIT) return refused('watch-list-full');
      return accepted({ type: 'LotWatched', data: { at, lot: body.lot, auction: body.auction } });
    }
    case 'unwatchLot': {
      if (!state.watchList.some((watched) => watched.lot === body.lot)) return accepted();
      return accepted({ type: 'LotUnwatched', data: { at, lot: body.lot } });
    }
  }
}

export const accountDecider: Decider<AccountState, AccountCommandBody, AccountEvent, AccountRefusal> = {
  initial: initialAccount,
  decide: decideAccount,
  evolve: evolveAccount,
};
