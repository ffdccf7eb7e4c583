import { APPROVED_STATUSES } from '@saleyard/domain/account/commands.ts';
import { ACCOUNT_STATUSES } from '@saleyard/domain/account/status.ts';

import * as Type from 'typebox';
import { PAPER_TYPES } from '../account-files.ts';
import { Nothing, operations, READ, UNDECIDED, WRITE } from '../operation.ts';
import { StockTypes } from '../person.ts';
import { CommandId, list, oneOf, orNull, Page, pageSize, Reason, strictObject, text } from '../schema.ts';
import { AccountHistoryEntry, FreshProof, StaffAccount, StaffAccountEntry } from '../staff-accounts.ts';

/** Accounts, and entries of a history, of a page when its query names no size. */
const ACCOUNTS_PAGE = 25;

const HISTORY_PAGE = 50;

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

const PROVEN = {
  reason: Reason,
  proof: FreshProof,
  commandId: Type.Optional(CommandId),
} as const;

/** Bytes of a body with a passkey's credential. */
const PROOF_BYTES = 16 * 1024;

const NOT_PROVEN = [
  ...(['own-account', 'wrong-second-factor', 'wrong-passkey', 'wrong-password'] as const),
  ...(['second-factor-required', 'not-found', ...UNDECIDED] as const),
] as const;

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
    more: 'Its address is in the account as staff see it. For administrators: files may hold contacts, which auditors do not see.',
    who: 'admin',
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
    more: 'Never the own one. The person is mailed.',
    who: 'admin',
    body: ReasonBody,
    answer: Standing,
    errors: ['own-account', ...NOT_DONE],
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
  changeRole: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/accounts/{account}/role',
    summary: 'Give an account a role, or take it away',
    more: 'Needs a fresh second factor of the administrator, and is never for the own account. The sessions of the account end, and the person is mailed.',
    who: 'admin',
    body: strictObject({ role: orNull(oneOf('admin', 'auditor')), ...PROVEN }),
    bodyBytes: PROOF_BYTES,
    answer: strictObject({ role: orNull(oneOf('admin', 'auditor')) }),
    errors: NOT_PROVEN,
  },
  resetSecondFactor: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/accounts/{account}/reset-second-factor',
    summary: 'Remove the authenticator app, recovery codes and passkeys of a person who lost them',
    more: 'As for `role`. The person signs in with the password; an administrator then sets up a new second factor.',
    who: 'admin',
    body: strictObject(PROVEN),
    bodyBytes: PROOF_BYTES,
    answer: Nothing,
    errors: NOT_PROVEN,
  },
  closeAccount: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/accounts/{account}/close',
    summary: 'Close an account for ever and forget its person',
    more: 'As for `role`. It cannot be undone: the key of the personal details is deleted. The person is mailed before. What the account did stays. `reason` is not stored, because nothing about the person is.',
    who: 'admin',
    body: strictObject({ ...PROVEN, reason: Type.Optional(Reason) }),
    bodyBytes: PROOF_BYTES,
    answer: Nothing,
    errors: NOT_PROVEN,
  },
});
