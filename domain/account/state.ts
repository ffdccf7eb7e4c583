import type {
  AccountEvent,
  AccountRole,
  AccountType,
  OperationType,
  ScreenFilters,
  SmsReminders,
  StockType,
} from './events.ts';
import { evolveFavouritePics, type FavouritePic } from './favourite-pics.ts';
import { evolveSavedSearches, NO_SAVED_SEARCHES, type SavedSearches } from './saved-searches.ts';
import type { AccountStatus } from './status.ts';

/** How many screens keep their filters for one account, and how many closed notifications it keeps: the most recent. */
const FILTERS_KEPT = 100;
export const CLOSED_NOTIFICATIONS_KEPT = 100;

/** A version of the terms that was accepted, and when (ms since the epoch). */
type AcceptedTerms = { readonly version: string; readonly at: number };

/** An account folded from its stream; null before it is registered. Immutable. */
export type AccountState = {
  readonly numericId: number;
  readonly shortId: string;
  readonly registeredAt: number;
  /** Encrypted; see `AccountEvent`. '' once the person is forgotten. */
  readonly personal: string;
  /** Encrypted; '' where none are known. */
  readonly bank: string;
  readonly status: AccountStatus;
  readonly type: AccountType;
  readonly role: AccountRole;
  readonly stockTypes: readonly StockType[];
  readonly approvedStockTypes: readonly StockType[];
  readonly isRequestedAsBuyer: boolean;
  readonly isRequestedAsSeller: boolean;
  /** When the pending request for access was made; null: none is pending. */
  readonly requestedAt: number | null;
  readonly operationType: OperationType | null;
  readonly isSuspended: boolean;
  readonly isForgotten: boolean;
  /** The person has yet to confirm the e-mail address, and sends mail to nobody else before that. */
  readonly isEmailUnconfirmed: boolean;
  /** The terms that were accepted, the last one last. */
  readonly terms: readonly AcceptedTerms[];
  readonly smsReminders: SmsReminders;
  /** By screen, the latest last. */
  readonly filters: readonly { readonly screen: string; readonly filters: ScreenFilters }[];
  readonly closedNotifications: readonly string[];
  /** Watched lots in the order they were watched. */
  readonly watchList: readonly { lot: string; auction: string }[];
  readonly savedSearches: SavedSearches;
  /** In the order in which they were added. */
  readonly favouritePics: readonly FavouritePic[];
} | null;

/** A registered account. */
export type RegisteredAccount = NonNullable<AccountState>;

/** Whether its person may sign in: it is neither suspended nor forgotten. */
export const isActive = ({ isSuspended, isForgotten }: RegisteredAccount): boolean =>
  !isSuspended && !isForgotten;

export const initialAccount: AccountState = null;

const NO_REMINDERS = { AuctionOpenReminder: false, OneDayReminder: false, TenDaysReminder: false };

/** The initial state: every text reminder off. */
export const NO_SMS_REMINDERS: SmsReminders = {
  cattle: NO_REMINDERS,
  sheep: NO_REMINDERS,
  goat: NO_REMINDERS,
};

const REGISTERED = {
  bank: '',
  isRequestedAsBuyer: false,
  isRequestedAsSeller: false,
  requestedAt: null,
  operationType: null,
  isSuspended: false,
  isForgotten: false,
  isEmailUnconfirmed: false,
  terms: [],
  smsReminders: NO_SMS_REMINDERS,
  filters: [],
  closedNotifications: [],
  watchList: [],
  savedSearches: NO_SAVED_SEARCHES,
  favouritePics: [],
} as const;

/** The members of an account that are emptied when its person is forgotten. */
const FORGOTTEN = {
  personal: '',
  bank: '',
  filters: [],
  role: null,
  isForgotten: true,
  savedSearches: NO_SAVED_SEARCHES,
  favouritePics: [],
} as const;

/** The account after `event`. Pure; the argument is never changed. */
export function evolveAccount(state: AccountState, event: AccountEvent): AccountState {
  if (event.type === 'AccountRegistered') {
    const { at, ...registered } = event.data;
    return { ...REGISTERED, ...registered, registeredAt: at };
  }
  if (state === null) return state;
  switch (event.type) {
    case 'AccountStatusChanged': {
      const { status, type, approvedStockTypes } = event.data;
      return { ...state, status, type, approvedStockTypes };
    }
    case 'ProfileChanged': {
      const { personal, isEmailUnconfirmed = state.isEmailUnconfirmed } = event.data;
      return { ...state, personal, isEmailUnconfirmed };
    }
    case 'EmailConfirmed':
      return { ...state, isEmailUnconfirmed: false };
    case 'StockTypesRequested':
      return { ...state, stockTypes: event.data.stockTypes };
    case 'BankDetailsChanged':
      return { ...state, bank: event.data.bank };
    // Shown in the history only.
    case 'PasswordChanged':
    case 'SecondFactorReset':
      return state;
    case 'TermsAccepted': {
      const { version, at } = event.data;
      return { ...state, terms: [...state.terms, { version, at }] };
    }
    case 'SettingsChanged':
      return { ...state, smsReminders: event.data.smsReminders };
    case 'FiltersKept': {
      const { screen, filters } = event.data;
      const others = state.filters.filter((kept) => kept.screen !== screen);
      return { ...state, filters: [...others, { screen, filters }].slice(-FILTERS_KEPT) };
    }
    case 'NotificationsClosed': {
      const { notifications } = event.data;
      const others = state.closedNotifications.filter((closed) => !notifications.includes(closed));
      const closedNotifications = [...others, ...notifications].slice(-CLOSED_NOTIFICATIONS_KEPT);
      return { ...state, closedNotifications };
    }
    case 'AccessRequested': {
      const { at, kind: _kind, fields: _fields, ...requested } = event.data;
      return { ...state, ...requested, requestedAt: at };
    }
    case 'AccessDecided': {
      const { at: _at, decision: _decision, reason: _reason, ...decided } = event.data;
      const isOpen = decided.isRequestedAsBuyer || decided.isRequestedAsSeller;
      return { ...state, ...decided, requestedAt: isOpen ? state.requestedAt : null };
    }
    case 'AccountSuspended':
      return { ...state, isSuspended: true };
    case 'AccountRestored':
      return { ...state, isSuspended: false };
    case 'RoleChanged':
      return { ...state, role: event.data.role };
    case 'AccountForgotten':
      return { ...state, ...FORGOTTEN };
    case 'LotWatched': {
      const { lot, auction } = event.data;
      return { ...state, watchList: [...state.watchList, { lot, auction }] };
    }
    case 'LotUnwatched':
      return { ...state, watchList: state.watchList.filter((watched) => watched.lot !== event.data.lot) };
    case 'PicAdded':
    case 'PicChanged':
    case 'PicDeleted':
      return { ...state, favouritePics: evolveFavouritePics(state.favouritePics, event) };
    default:
      return { ...state, savedSearches: evolveSavedSearches(state.savedSearches, event) };
  }
}
