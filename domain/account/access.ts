import type { ApprovedStatus } from './commands.ts';
import type { AccessKind, AccountType, StockType } from './events.ts';
import type { RegisteredAccount } from './state.ts';
import { type AccountStatus, mayBid } from './status.ts';

/** What an account may do, by the status that staff approved. */
export const TYPE_OF_APPROVED: Readonly<Record<ApprovedStatus, AccountType>> = {
  'approved-buyer': 'buyer',
  'approved-seller': 'seller',
  'approved-buyer-seller': 'seller',
};

/** What an account that staff open with this status may do. */
export const typeOfOpened = (status: 'registered' | ApprovedStatus): AccountType =>
  status === 'registered' ? 'guest' : TYPE_OF_APPROVED[status];

/** Whether an account of this status may sell. */
export const sells = (status: AccountStatus): boolean =>
  status === 'approved-seller' || status === 'approved-buyer-seller';

/**
 * Whether a request of this account waits for staff. It does not while the person still has to complete the profile.
 */
export const awaitsDecision = ({
  status,
  requestedAt,
}: Pick<RegisteredAccount, 'status' | 'requestedAt'>): boolean =>
  requestedAt !== null && status !== 'partially-approved';

/** Whether staff have yet to decide a request of this account. In older accounts only the status shows it. */
const hasAsked = ({ status, requestedAt }: Pick<RegisteredAccount, 'status' | 'requestedAt'>): boolean =>
  requestedAt !== null || status.endsWith('updated');

/** Both lists, each entry once. */
export const withStock = (known: readonly StockType[], more: readonly StockType[]): readonly StockType[] => [
  ...new Set([...known, ...more]),
];

/** Why a request for access is refused. */
export type AccessRefusalCode =
  | 'already-may-buy'
  | 'already-may-buy-and-sell'
  | 'already-requested'
  | 'no-stock-type';

/** The part of an account that decides whether it may request access. */
type Asking = Pick<
  RegisteredAccount,
  'status' | 'requestedAt' | 'isRequestedAsSeller' | 'stockTypes' | 'approvedStockTypes'
>;

/**
 * Why this account may not request access (again); null: it may. An approved buyer need not request to buy; an account
 * that may buy and sell requests only kinds of stock that are neither approved nor asked for.
 */
export function accessRefusal(
  account: Asking,
  kind: AccessKind,
  stockTypes: readonly StockType[],
): AccessRefusalCode | null {
  const { status, approvedStockTypes } = account;
  if (kind === 'buyer') {
    if (mayBid(status)) return 'already-may-buy';
    return hasAsked(account) ? 'already-requested' : null;
  }
  if (stockTypes.length === 0) return 'no-stock-type';
  if (status === 'approved-buyer-seller') {
    const missing = stockTypes.filter((stock) => !approvedStockTypes.includes(stock));
    if (missing.length === 0) return 'already-may-buy-and-sell';
    const isAsked =
      account.isRequestedAsSeller && missing.every((stock) => account.stockTypes.includes(stock));
    return isAsked ? 'already-requested' : null;
  }
  return hasAsked(account) ? 'already-requested' : null;
}

/**
 * The status after a request. No form takes a seller's rights away: an approved seller keeps selling until staff
 * decide. The buyer-and-seller form marks an approved buyer as updated.
 */
export function statusAfterRequest(status: AccountStatus, kind: AccessKind): AccountStatus {
  if (sells(status)) return status;
  if (kind === 'buyer') return 'registered-updated';
  return mayBid(status) ? 'approved-buyer-updated' : 'registered-updated';
}

/** The status after staff decline a request: the earlier one, as far as the present status shows it. */
export function statusAfterDecline(status: AccountStatus): AccountStatus {
  switch (status) {
    case 'registered-updated':
    case 'partially-approved':
    case 'partially-approved:updated':
      return 'registered';
    case 'approved-buyer-updated':
      return 'approved-buyer';
    default:
      return status;
  }
}
