import { APPROVED_STATUSES } from '@saleyard/domain/account/commands.ts';
import { ACCOUNT_STATUSES } from '@saleyard/domain/account/status.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { PAPER_TYPES } from './account-files.ts';
import { operations, READ, UNDECIDED, WRITE } from './operation.ts';
import { Me, StockType, StockTypes } from './person.ts';
import { CommandId, list, ms, oneOf, orNull, Page, pageSize, Reason, strictObject, text } from './schema.ts';

/** Accounts, and entries of a history, of a page when its query names no size. */
const ACCOUNTS_PAGE = 25;
const HISTORY_PAGE = 50;

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

const DecisionBody = strictObject({
  decision: oneOf('approved', 'partially-approved', 'declined'),
  /** With `approved`: the account's new status. */
  status: Type.Optional(oneOf(...APPROVED_STATUSES)),
  /** With `approved` to sell: the kinds of stock. */
  approvedStockTypes: Type.Optional(StockTypes),
  /** Required unless `approved`. */
  reason: Type.Optional(Reason),
  commandId: Type.Optional(CommandId),
});

const ReasonBody = strictObject({ reason: Reason, commandId: Type.Optional(CommandId) });
const Standing = strictObject({ status: oneOf(...ACCOUNT_STATUSES), isSuspended: Type.Boolean() });
const NOT_DONE = ['not-found', ...UNDECIDED] as const;

export const staffAccountOperations = operations({
  searchAccounts: {
    ...READ,
    path: '/api/v1/staff/accounts',
    summary: 'Accounts by name, e-mail, phone, trading name, PIC or short id',
    more: 'Every word of `search` must begin a word of one of these. The newest come first. `awaiting=true`: accounts with a request that staff must decide, the longest waiting first.',
    who: 'staff',
    query: strictObject({
      search: Type.Optional(text(100)),
      status: Type.Optional(oneOf(...ACCOUNT_STATUSES)),
      awaiting: Type.Optional(oneOf('true', 'false')),
      suspended: Type.Optional(oneOf('true', 'false')),
      role: Type.Optional(oneOf('admin', 'auditor')),
      page: Page,
      limit: pageSize(ACCOUNTS_PAGE),
    }),
    paged: true,
    answer: strictObject({ accounts: list(StaffAccountEntry) }),
  },
  staffAccount: {
    side: 'command-api',
    method: 'get',
    path: '/api/v1/staff/accounts/{account}',
    summary: 'An account as staff see it',
    who: 'staff',
    answer: strictObject({ account: StaffAccount }),
    errors: ['not-found', 'unavailable'],
  },
  accountFile: {
    side: 'command-api',
    method: 'get',
    path: '/api/v1/staff/accounts/{account}/files/{kind}/{file}',
    summary: 'A file of an account: logo, licence or policy',
    more: 'Its address is in the account as staff see it.',
    who: 'staff',
    download: PAPER_TYPES,
    errors: ['not-found', 'damaged-file', 'unavailable'],
  },
  accountHistory: {
    side: 'command-api',
    method: 'get',
    path: '/api/v1/staff/accounts/{account}/history',
    summary: 'History of an account: when, by whom and why',
    more: 'The newest first. It is read from the log itself.',
    who: 'staff',
    query: strictObject({
      page: Page,
      limit: Type.Integer({ minimum: 1, maximum: 200, default: HISTORY_PAGE }),
    }),
    paged: true,
    answer: strictObject({ entries: list(AccountHistoryEntry) }),
    errors: ['not-found', 'unavailable'],
  },
  decideAccess: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/accounts/{account}/decision',
    summary: 'Approve, partially approve or decline the request of an account',
    more: '`approved` needs `status`, and to sell at least one of `approvedStockTypes`; it may also be given without a request. The others need a `reason` and a request. The person sees the new status at once.',
    who: 'admin',
    body: DecisionBody,
    answer: Standing,
    errors: ['nothing-requested', 'no-stock-type', ...NOT_DONE],
  },
  suspendAccount: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/accounts/{account}/suspend',
    summary: 'Suspend an account',
    who: 'admin',
    body: ReasonBody,
    answer: Standing,
    errors: NOT_DONE,
  },
  restoreAccount: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/accounts/{account}/restore',
    summary: 'End the suspension of an account',
    who: 'admin',
    body: ReasonBody,
    answer: Standing,
    errors: NOT_DONE,
  },
});
