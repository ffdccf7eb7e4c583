import type { AccountEvent, AccountType, StockType } from './events.ts';
import type { AccountStatus } from './status.ts';

type Registered = Extract<AccountEvent, { type: 'AccountRegistered' }>['data'];

export type AccountCommandBody =
  | ({ type: 'register' } & { registration: Omit<Registered, 'at'> })
  /** By staff, or by an access request. What is left out stays. */
  | {
      type: 'changeStatus';
      status: AccountStatus;
      accountType?: AccountType;
      approvedStockTypes?: readonly StockType[];
    }
  | { type: 'watchLot'; lot: string; auction: string }
  | { type: 'unwatchLot'; lot: string };
