import { ACCOUNT_STATUSES } from '@saleyard/domain/account/status.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { Me, StockType } from './person.ts';
import { list, ms, oneOf, orNull, strictObject, text } from './schema.ts';

const STANDING = {
  _id: Type.String(),
  numericId: Type.Integer(),
  shortId: Type.String(),
  status: oneOf(...ACCOUNT_STATUSES),
  type: Type.String(),
  role: orNull(oneOf('admin', 'auditor')),
  stockTypes: list(StockType),
  approvedStockTypes: list(StockType),
  isRequestedAsBuyer: Type.Boolean(),
  isRequestedAsSeller: Type.Boolean(),
  requestedAt: orNull(ms('when the access was asked for that waits for a decision')),
  isSuspended: Type.Boolean(),
  registeredAt: ms('when it was registered'),
};

/** An account in the list for staff. */
export const StaffAccountEntry = strictObject({
  ...STANDING,
  /** Whether a request waits for a decision of staff. */
  awaitsDecision: Type.Boolean(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  tradingName: Type.String(),
  PIC: Type.String(),
  town: Type.String(),
  state: Type.String(),
});

export type StaffAccountEntry = Static<typeof StaffAccountEntry>;

const {
  bank: _bank,
  filters: _filters,
  closedNotifications: _closed,
  watchList: _watched,
  watchList2: _watchedToo,
  ...SHOWN
} = Me.properties;

/** An account as staff see it: without bank details and browsing history. */
export const StaffAccount = strictObject({ ...SHOWN, ...STANDING, awaitsDecision: Type.Boolean() });

export type StaffAccount = Static<typeof StaffAccount>;

/**
 * Proof that the administrator at the page is the owner of the session now: a code of the authenticator app or a recovery
 * code, or a passkey. An account without either, like that of a demo, gives its password.
 */
export const FreshProof = strictObject({
  code: Type.Optional(text(20, 1)),
  credential: Type.Optional(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      description: 'of a passkey, for the options of `users/passkey/options`',
    }),
  ),
  password: Type.Optional(text(200, 1)),
});

export type FreshProof = Static<typeof FreshProof>;

/** The actor: a person, staff, or the system. `name`: empty for a forgotten person. */
const By = strictObject({ kind: oneOf('user', 'staff', 'system'), id: Type.String(), name: Type.String() });

/** One event of an account. */
export const AccountHistoryEntry = strictObject({
  revision: Type.Integer({ description: 'its place in the history, from 0' }),
  type: Type.String({ description: 'as in the reference of events' }),
  at: ms('when it was'),
  by: By,
  /** The reason staff gave; null: none, or the person was forgotten. */
  reason: orNull(Type.String()),
  /** The status after it, if it changed one. */
  status: orNull(Type.String()),
  /** Names of the changed fields. */
  fields: list(Type.String()),
  /** A detail: what was decided, requested or accepted, or the assigned role. */
  detail: orNull(Type.String()),
});

export type AccountHistoryEntry = Static<typeof AccountHistoryEntry>;
