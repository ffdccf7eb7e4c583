import type { AccountStatus } from './status.ts';

/** What the person does on the marketplace; vendors and agents are sellers. */
export type AccountType = 'guest' | 'buyer' | 'seller';

/** Staff: `admin` may act, `auditor` may read everything and change nothing. null: not staff. */
export type AccountRole = 'admin' | 'auditor' | null;

export type StockType = 'Sheep' | 'Cattle' | 'Goat';

/**
 * What happened to an account. Storage formats. `at` is ms since the epoch. `personal` is an encrypted blob
 * (under the account's own key) that this room never reads: deleting the key forgets the person.
 */
export type AccountEvent =
  | {
      type: 'AccountRegistered';
      data: {
        at: number;
        /** Short number for people, from the one sequence of users. */
        numericId: number;
        /** Short id shown in the live room. */
        shortId: string;
        personal: string;
        status: AccountStatus;
        type: AccountType;
        role: AccountRole;
        /** Kinds of stock the person asked to trade. */
        stockTypes: readonly StockType[];
        /** Kinds of stock staff let the person sell. */
        approvedStockTypes: readonly StockType[];
      };
    }
  | {
      type: 'AccountStatusChanged';
      data: {
        at: number;
        status: AccountStatus;
        type: AccountType;
        approvedStockTypes: readonly StockType[];
      };
    }
  | { type: 'LotWatched'; data: { at: number; lot: string; auction: string } }
  | { type: 'LotUnwatched'; data: { at: number; lot: string } };
