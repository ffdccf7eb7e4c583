import type {
  AccessKind,
  AccountEvent,
  AccountRole,
  AccountType,
  OperationType,
  ScreenFilters,
  SmsReminders,
  StockType,
} from './events.ts';
import type { FavouritePicCommand } from './favourite-pics.ts';
import type { SavedSearchCommand } from './saved-searches.ts';
import type { AccountStatus } from './status.ts';

type Registered = Extract<AccountEvent, { type: 'AccountRegistered' }>['data'];

/** The statuses that staff may approve an account to. */
export const APPROVED_STATUSES = ['approved-buyer', 'approved-seller', 'approved-buyer-seller'] as const;
export type ApprovedStatus = (typeof APPROVED_STATUSES)[number];

/**
 * A changed profile, sealed. `from`: the blob that the change is based on. When the account has another by now, the
 * change is refused (`profile-changed`) and the caller retries with the newer one. `fields`: the names of those that
 * change.
 */
type SealedProfile = { from: string; personal: string; fields: readonly string[] };

export type AccountCommandBody =
  /** `terms`: the version that was accepted with it. */
  | { type: 'register'; registration: Omit<Registered, 'at'>; terms?: string | undefined }
  /** By staff. Members left out stay unchanged. */
  | {
      type: 'changeStatus';
      status: AccountStatus;
      accountType?: AccountType;
      approvedStockTypes?: readonly StockType[];
    }
  /** `stockTypes`: those requested in addition to earlier requests. */
  | ({ type: 'changeProfile'; stockTypes?: readonly StockType[] | undefined } & SealedProfile)
  /** `from`: the sealed profile with the address that was confirmed; after another change it is refused. */
  | { type: 'confirmEmail'; from: string }
  | { type: 'changeBankDetails'; bank: string }
  /** Records that the password was changed. */
  | { type: 'changePassword' }
  | { type: 'acceptTerms'; version: string }
  | { type: 'changeSettings'; smsReminders: SmsReminders }
  | { type: 'keepFilters'; screen: string; filters: ScreenFilters }
  | { type: 'closeNotifications'; notifications: readonly string[] }
  | ({
      type: 'requestAccess';
      kind: AccessKind;
      operationType: OperationType;
      stockTypes: readonly StockType[];
    } & SealedProfile)
  /** By staff. `reason` is sealed; '' where none is given. */
  | {
      type: 'decideAccess';
      decision: 'approved';
      reason: string;
      status: ApprovedStatus;
      approvedStockTypes: readonly StockType[];
    }
  | { type: 'decideAccess'; decision: 'partially-approved' | 'declined'; reason: string }
  /** By staff. `reason` is sealed. */
  | { type: 'suspend'; reason: string }
  | { type: 'restore'; reason: string }
  /** `reason` is sealed. Left out by the command line. */
  | { type: 'changeRole'; role: AccountRole; reason?: string }
  | { type: 'resetSecondFactor'; reason: string }
  | { type: 'forget' }
  | { type: 'watchLot'; lot: string; auction: string }
  | { type: 'unwatchLot'; lot: string }
  | SavedSearchCommand
  | FavouritePicCommand;
