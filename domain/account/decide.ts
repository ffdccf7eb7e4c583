import type { Command, Decider, Decision } from '../decider.ts';
import {
  type AccessRefusalCode,
  accessRefusal,
  sells,
  statusAfterDecline,
  statusAfterRequest,
  TYPE_OF_APPROVED,
  withStock,
} from './access.ts';
import type { AccountCommandBody } from './commands.ts';
import type { AccountEvent, StockType } from './events.ts';
import { decideFavouritePics } from './favourite-pics.ts';
import { decideSavedSearches } from './saved-searches.ts';
import {
  type AccountState,
  evolveAccount,
  initialAccount,
  isActive,
  type RegisteredAccount,
} from './state.ts';

/** Lots one account may watch. One more is refused (`watch-list-full`). */
export const WATCH_LIST_LIMIT = 5_000;

export type AccountRefusalCode =
  | 'already-registered'
  | 'not-registered'
  | 'watch-list-full'
  | 'too-many-searches'
  | 'too-many-pics'
  | 'unknown-pic'
  | 'profile-changed'
  | 'nothing-requested'
  | AccessRefusalCode;

type AccountRefusal = { code: AccountRefusalCode };
type AccountDecision = Decision<AccountEvent, AccountRefusal>;
type Of<Type extends AccountCommandBody['type']> = Extract<AccountCommandBody, { type: Type }>;

const accepted = (...events: AccountEvent[]): AccountDecision => ({ outcome: 'accepted', events });
const refused = (code: AccountRefusalCode): AccountDecision => ({ outcome: 'refused', code });

const sameStock = (a: readonly StockType[], b: readonly StockType[]): boolean =>
  a.length === b.length && a.every((kind) => b.includes(kind));

/** A changed e-mail address must be confirmed again. */
const unconfirmed = (fields: readonly string[]): { isEmailUnconfirmed?: true } =>
  fields.includes('email') ? { isEmailUnconfirmed: true } : {};

const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What a command does to an account. Pure: the same state and command give the same outcome. */
export function decideAccount(
  state: AccountState,
  { at, body }: Command<AccountCommandBody>,
): AccountDecision {
  if (body.type === 'register') {
    if (state !== null) return refused('already-registered');
    const registered: AccountEvent = { type: 'AccountRegistered', data: { at, ...body.registration } };
    if (body.terms === undefined) return accepted(registered);
    return accepted(registered, { type: 'TermsAccepted', data: { at, version: body.terms } });
  }
  if (state === null) return refused('not-registered');
  // Nobody can act for a forgotten person; forgetting twice changes nothing.
  if (state.isForgotten) return body.type === 'forget' ? accepted() : refused('not-registered');
  switch (body.type) {
    case 'changeStatus':
      return changeStatus(state, at, body);
    case 'changeProfile':
      return changeProfile(state, at, body);
    case 'confirmEmail':
      if (!state.isEmailUnconfirmed) return accepted();
      if (state.personal !== body.from) return refused('profile-changed');
      return accepted({ type: 'EmailConfirmed', data: { at } });
    case 'changeBankDetails':
      return state.bank === body.bank
        ? accepted()
        : accepted({ type: 'BankDetailsChanged', data: { at, bank: body.bank } });
    case 'changePassword':
      return accepted({ type: 'PasswordChanged', data: { at } });
    case 'acceptTerms':
      return state.terms.at(-1)?.version === body.version
        ? accepted()
        : accepted({ type: 'TermsAccepted', data: { at, version: body.version } });
    case 'changeSettings':
      return sameJson(state.smsReminders, body.smsReminders)
        ? accepted()
        : accepted({ type: 'SettingsChanged', data: { at, smsReminders: body.smsReminders } });
    case 'keepFilters': {
      const { screen, filters } = body;
      const kept = state.filters.find((one) => one.screen === screen);
      if (sameJson(kept?.filters, filters)) return accepted();
      return accepted({ type: 'FiltersKept', data: { at, screen, filters } });
    }
    case 'closeNotifications': {
      const notifications = body.notifications.filter((one) => !state.closedNotifications.includes(one));
      if (notifications.length === 0) return accepted();
      return accepted({ type: 'NotificationsClosed', data: { at, notifications } });
    }
    case 'requestAccess':
      return requestAccess(state, at, body);
    case 'decideAccess':
      return decideAccess(state, at, body);
    case 'suspend':
      if (state.isSuspended) return accepted();
      return accepted({ type: 'AccountSuspended', data: { at, reason: body.reason } });
    case 'restore':
      if (!state.isSuspended) return accepted();
      return accepted({ type: 'AccountRestored', data: { at, reason: body.reason } });
    case 'changeRole':
      return state.role === body.role
        ? accepted()
        : accepted({
            type: 'RoleChanged',
            data: { at, role: body.role, ...(body.reason !== undefined && { reason: body.reason }) },
          });
    case 'resetSecondFactor':
      return accepted({ type: 'SecondFactorReset', data: { at, reason: body.reason } });
    case 'forget':
      return accepted({ type: 'AccountForgotten', data: { at } });
    case 'watchLot': {
      if (state.watchList.some((watched) => watched.lot === body.lot)) return accepted();
      if (state.watchList.length >= WATCH_LIST_LIMIT) return refused('watch-list-full');
      return accepted({ type: 'LotWatched', data: { at, lot: body.lot, auction: body.auction } });
    }
    case 'unwatchLot': {
      if (!state.watchList.some((watched) => watched.lot === body.lot)) return accepted();
      return accepted({ type: 'LotUnwatched', data: { at, lot: body.lot } });
    }
    case 'addPic':
    case 'changePic':
    case 'deletePic':
      return decideFavouritePics(state.favouritePics, at, body);
    default:
      // Suspended people get no notices.
      return isActive(state) ? decideSavedSearches(state.savedSearches, at, body) : accepted();
  }
}

function changeStatus(state: RegisteredAccount, at: number, body: Of<'changeStatus'>): AccountDecision {
  const type = body.accountType ?? state.type;
  const approvedStockTypes = body.approvedStockTypes ?? state.approvedStockTypes;
  const unchanged =
    state.status === body.status &&
    state.type === type &&
    sameStock(state.approvedStockTypes, approvedStockTypes);
  if (unchanged) return accepted();
  return accepted({
    type: 'AccountStatusChanged',
    data: { at, status: body.status, type, approvedStockTypes },
  });
}

/**
 * A partially approved person who saves the profile has completed it: staff look at it again. A logo completes
 * nothing.
 */
function changeProfile(state: RegisteredAccount, at: number, body: Of<'changeProfile'>): AccountDecision {
  const { from, personal, fields } = body;
  if (state.personal !== from) return refused('profile-changed');
  const stockTypes = withStock(state.stockTypes, body.stockTypes ?? []);
  const events: AccountEvent[] = [];
  if (fields.length > 0) {
    const data = { at, personal, fields, ...unconfirmed(fields) };
    events.push({ type: 'ProfileChanged', data });
  }
  if (!sameStock(stockTypes, state.stockTypes))
    events.push({ type: 'StockTypesRequested', data: { at, stockTypes } });
  const completes = events.length > 0 && fields.join() !== 'logo';
  if (completes && state.status === 'partially-approved') {
    const { type, approvedStockTypes } = state;
    const data = { at, status: 'partially-approved:updated', type, approvedStockTypes } as const;
    events.push({ type: 'AccountStatusChanged', data });
  }
  return accepted(...events);
}

/** Stock types requested before stay requested: the form cannot untick them. */
function requestAccess(state: RegisteredAccount, at: number, body: Of<'requestAccess'>): AccountDecision {
  const { kind, from, personal, fields, operationType } = body;
  const why = accessRefusal(state, kind, body.stockTypes);
  if (why !== null) return refused(why);
  if (state.personal !== from) return refused('profile-changed');
  const toSell = kind === 'buyer-and-seller';
  const data = {
    at,
    kind,
    operationType,
    personal,
    fields,
    status: statusAfterRequest(state.status, kind),
    stockTypes: toSell ? withStock(state.stockTypes, body.stockTypes) : state.stockTypes,
    isRequestedAsBuyer: true,
    isRequestedAsSeller: state.isRequestedAsSeller || toSell,
    ...unconfirmed(fields),
  };
  return accepted({ type: 'AccessRequested', data });
}

/** A seller is approved for at least one kind of stock. Approved kinds count as requested. */
function decideAccess(state: RegisteredAccount, at: number, body: Of<'decideAccess'>): AccountDecision {
  const { decision, reason } = body;
  const { status, type, stockTypes, approvedStockTypes, isRequestedAsBuyer, isRequestedAsSeller } = state;
  if (decision === 'approved') {
    const approved = sells(body.status) ? body.approvedStockTypes : [];
    if (sells(body.status) && approved.length === 0) return refused('no-stock-type');
    const isSo =
      state.requestedAt === null && status === body.status && sameStock(approved, approvedStockTypes);
    if (isSo) return accepted();
    const data = {
      at,
      decision,
      reason,
      status: body.status,
      type: TYPE_OF_APPROVED[body.status],
      stockTypes: approved,
      approvedStockTypes: approved,
      isRequestedAsBuyer: false,
      isRequestedAsSeller: false,
    };
    return accepted({ type: 'AccessDecided', data });
  }
  const isOpen = state.requestedAt !== null || statusAfterDecline(status) !== status;
  if (!isOpen) return refused('nothing-requested');
  if (decision === 'declined') {
    const data = {
      at,
      decision,
      reason,
      status: statusAfterDecline(status),
      type,
      stockTypes: approvedStockTypes,
      approvedStockTypes,
      isRequestedAsBuyer: false,
      isRequestedAsSeller: false,
    };
    return accepted({ type: 'AccessDecided', data });
  }
  const data = {
    at,
    decision,
    reason,
    status: 'partially-approved' as const,
    type,
    stockTypes,
    approvedStockTypes,
    isRequestedAsBuyer,
    isRequestedAsSeller,
  };
  return accepted({ type: 'AccessDecided', data });
}

export const accountDecider: Decider<AccountState, AccountCommandBody, AccountEvent, AccountRefusal> = {
  initial: initialAccount,
  decide: decideAccount,
  evolve: evolveAccount,
};
