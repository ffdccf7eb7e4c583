import type { FavouritePicEvent } from './favourite-pics.ts';
import type { SavedSearchEvent } from './saved-searches.ts';
import type { AccountStatus } from './status.ts';

/** The person's role on the marketplace. Vendors and agents are sellers. */
export type AccountType = 'guest' | 'buyer' | 'seller';

/** Staff: `admin` may act, `auditor` may read everything and change nothing. null: not staff. */
export type AccountRole = 'admin' | 'auditor' | null;

export const STOCK_TYPES = ['Sheep', 'Cattle', 'Goat'] as const;
export type StockType = (typeof STOCK_TYPES)[number];

/** The kind of agent assumed of a person who requests access. */
export type OperationType = 'LLA' | 'ULA';

/** What an account may ask for: to buy, or to buy and to sell. */
export type AccessKind = 'buyer' | 'buyer-and-seller';

/** What staff decide on a request for access. */
type AccessDecision = 'approved' | 'partially-approved' | 'declined';

/** Kinds of stock with text reminders, and the occasions for them. */
export const REMINDER_KINDS = ['cattle', 'sheep', 'goat'] as const;
export const REMINDERS = ['AuctionOpenReminder', 'OneDayReminder', 'TenDaysReminder'] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];
export type Reminder = (typeof REMINDERS)[number];

/** Which text reminders a person wants, by kind of stock. */
export type SmsReminders = { readonly [K in ReminderKind]: { readonly [R in Reminder]: boolean } };

/** What a person chose to see of a list, as the screen stores it. JSON. */
export type ScreenFilters = { readonly [name: string]: unknown };

/**
 * What happened to an account. Storage formats. `at` is ms since the epoch. `personal`, `bank`, `reason`, and the
 * `name` and `criteria` of a saved search, are encrypted blobs (under the account's own key) that the domain never
 * reads: deleting the key forgets the person.
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
        /** The person registered themselves and has yet to confirm the address. Left out: it counts as confirmed. */
        isEmailUnconfirmed?: true;
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
  /** `fields`: the names of those that changed. `isEmailUnconfirmed`: of the new e-mail address. */
  | {
      type: 'ProfileChanged';
      data: { at: number; personal: string; fields: readonly string[]; isEmailUnconfirmed?: true };
    }
  /** The person opened the link, or typed the code, that was sent to the address. */
  | { type: 'EmailConfirmed'; data: { at: number } }
  | { type: 'StockTypesRequested'; data: { at: number; stockTypes: readonly StockType[] } }
  | { type: 'BankDetailsChanged'; data: { at: number; bank: string } }
  | { type: 'PasswordChanged'; data: { at: number } }
  | { type: 'TermsAccepted'; data: { at: number; version: string } }
  | { type: 'SettingsChanged'; data: { at: number; smsReminders: SmsReminders } }
  | { type: 'FiltersKept'; data: { at: number; screen: string; filters: ScreenFilters } }
  | { type: 'NotificationsClosed'; data: { at: number; notifications: readonly string[] } }
  /** Flags, stock types and status are the values after the change. */
  | {
      type: 'AccessRequested';
      data: {
        at: number;
        kind: AccessKind;
        operationType: OperationType;
        personal: string;
        fields: readonly string[];
        status: AccountStatus;
        stockTypes: readonly StockType[];
        isRequestedAsBuyer: boolean;
        isRequestedAsSeller: boolean;
        isEmailUnconfirmed?: true;
      };
    }
  /** By staff. All members but `reason` ('' when none is given) are the values after the change. */
  | {
      type: 'AccessDecided';
      data: {
        at: number;
        decision: AccessDecision;
        reason: string;
        status: AccountStatus;
        type: AccountType;
        stockTypes: readonly StockType[];
        approvedStockTypes: readonly StockType[];
        isRequestedAsBuyer: boolean;
        isRequestedAsSeller: boolean;
      };
    }
  | { type: 'AccountSuspended'; data: { at: number; reason: string } }
  | { type: 'AccountRestored'; data: { at: number; reason: string } }
  | { type: 'RoleChanged'; data: { at: number; role: AccountRole; reason?: string } }
  /** An administrator removed the authenticator app, the recovery codes and the passkeys. */
  | { type: 'SecondFactorReset'; data: { at: number; reason: string } }
  /** The key is deleted after this event: nothing personal can be read any more. */
  | { type: 'AccountForgotten'; data: { at: number } }
  | { type: 'LotWatched'; data: { at: number; lot: string; auction: string } }
  | { type: 'LotUnwatched'; data: { at: number; lot: string } }
  | SavedSearchEvent
  | FavouritePicEvent;
