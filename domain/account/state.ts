import type { AccountEvent, AccountRole, AccountType, StockType } from './events.ts';
import type { AccountStatus } from './status.ts';

/** An account folded from its stream; null before it is registered. Immutable. */
export type AccountState = {
  readonly numericId: number;
  readonly shortId: string;
  /** Encrypted; see `AccountEvent`. */
  readonly personal: string;
  readonly status: AccountStatus;
  readonly type: AccountType;
  readonly role: AccountRole;
  readonly stockTypes: readonly StockType[];
  readonly approvedStockTypes: readonly StockType[];
  /** Watched lots in the order they were watched. */
  readonly watchList: readonly { lot: string; auction: string }[];
} | null;

export const initialAccount: AccountState = null;

/** The account after `event`. Pure; the argument is never changed. */
export function evolveAccount(state: AccountState, event: AccountEvent): AccountState {
  if (event.type === 'AccountRegistered') {
    const { at: _at, ...registered } = event.data;
    return { ...registered, watchList: [] };
  }
  if (state === null) return state;
  switch (event.type) {
    case 'AccountStatusChanged': {
      const { status, type, approvedStockTypes } = event.data;
      return { ...state, status, type, approvedStockTypes };
    }
    case 'LotWatched': {
      const { lot, auction } = event.data;
      return { ...state, watchList: [...state.watchList, { lot, auction }] };
    }
    case 'LotUnwatched':
      return { ...state, watchList: state.watchList.filter((watched) => watched.lot !== event.data.lot) };
  }
}
