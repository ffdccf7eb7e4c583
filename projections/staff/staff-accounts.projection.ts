import { awaitsDecision } from '@saleyard/domain/account/access.ts';
import type { RegisteredAccount } from '@saleyard/domain/account/state.ts';
import type { Projection } from '../projection.ts';

export const STAFF_ACCOUNTS = 'staff-accounts';

/** The fields that follow from the account alone. They are parts of the state, or plain values. */
function shownOf(state: RegisteredAccount) {
  const { numericId, shortId, registeredAt, personal, status, type, role } = state;
  const { stockTypes, approvedStockTypes, isRequestedAsBuyer, isRequestedAsSeller, requestedAt } = state;
  return {
    numericId,
    shortId,
    registeredAt,
    personal,
    status,
    type,
    role,
    stockTypes,
    approvedStockTypes,
    isRequestedAsBuyer,
    isRequestedAsSeller,
    requestedAt,
    isSuspended: state.isSuspended,
    awaitsDecision: awaitsDecision(state),
  };
}

/** An account in staff's list. It contains no readable personal data: `searchKeys` are hashes. */
export type StaffAccountDocument = ReturnType<typeof shownOf> & { searchKeys: readonly string[] };

const isSame = (before: RegisteredAccount, after: RegisteredAccount): boolean => {
  const [one, other] = [Object.entries(shownOf(before)), shownOf(after) as Record<string, unknown>];
  return one.every(([name, value]) => other[name] === value);
};

/** Accounts for staff's search. Forgotten people are not included. */
export const staffAccountsProjection: Projection = {
  name: STAFF_ACCOUNTS,
  version: 1,
  collections: [
    {
      name: STAFF_ACCOUNTS,
      indexes: [
        { keys: { searchKeys: 1 } },
        { keys: { status: 1 } },
        { keys: { awaitsDecision: 1 } },
        { keys: { numericId: 1 } },
      ],
    },
  ],
  of: 'account',
  project({ id, before, after, searchKeys }) {
    if (after === null || after === before) return [];
    if (after.isForgotten) return [{ op: 'delete', collection: STAFF_ACCOUNTS, id }];
    if (before !== null && isSame(before, after)) return [];
    const document: StaffAccountDocument = { ...shownOf(after), searchKeys };
    return [{ op: 'put', collection: STAFF_ACCOUNTS, id, document }];
  },
};
