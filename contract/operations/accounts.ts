import { APPROVED_STATUSES } from '@saleyard/domain/account/commands.ts';
import { STATES } from '@saleyard/domain/listing/stock.ts';

import * as Type from 'typebox';
import { AGENT_SEARCH_LENGTH, OnlineState } from '../accounts.ts';
import { AuctionSummary, BY_LIVE_AT } from '../auctions.ts';
import { LOT_FILTERS } from '../lot-filters.ts';
import { CatalogueLot } from '../lots.ts';
import { Nothing, operations, READ, UNDECIDED, WRITE } from '../operation.ts';
import {
  AustralianState,
  Email,
  Me,
  Name,
  OwnChanges,
  Password,
  Phone,
  Postcode,
  RegistrationBody,
  RequiredName,
  WatchList as watchList,
} from '../person.ts';
import { CommandId, Direction, Id, list, oneOf, Page, pageSize, strictObject, text } from '../schema.ts';

/** Sorted by live date, the latest first. */
const WatchListQuery = strictObject({
  version: Type.Optional(oneOf('2')),
  page: Page,
  size: Type.Optional(pageSize()),
  limit: Type.Optional(pageSize()),
  ...BY_LIVE_AT,
  sortDirection: Type.Optional(Direction),
  /** Lots of sales of a kind. AbbLamb sales are sheep sales. */
  kind: Type.Optional(oneOf('cattle', 'sheep', 'goat')),
  ...LOT_FILTERS,
});

/**
 * An account that staff open for somebody, at the yard or on the phone. Repeating the commandId returns the same
 * account.
 */
const OpenAccountBody = strictObject({
  firstName: RequiredName,
  lastName: RequiredName,
  email: Email,
  /** Left out: the person is invited by e-mail to set one. */
  password: Type.Optional(Password),
  phone: Phone,
  tradingName: Type.Optional(Name),
  town: Type.Optional(Name),
  state: Type.Optional(AustralianState),
  postcode: Type.Optional(Postcode),
  status: oneOf('registered', ...APPROVED_STATUSES),
  commandId: Type.Optional(CommandId),
});

/** An agent found by a search. */
const FoundAgent = strictObject({
  tradingName: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  phone: Type.String(),
  officeAddress: strictObject({ town: Type.String(), postcode: Type.String(), state: Type.String() }),
});

export const accountOperations = operations({
  signInOrMe: {
    side: 'command-api',
    method: 'get',
    path: '/api/v1/users/me',
    summary: 'Sign in, or read who is signed in',
    more: 'With Basic credentials (e-mail and password) it signs in and sets the session cookie. With the header `x-remember-me: true` or the query `remember=true` the session lasts 30 days and outlives the browser. Without credentials it returns the account of the session.',
    who: 'signed-in',
    credentials: true,
    parameters: [
      { name: 'x-remember-me', in: 'header', description: '`true`: the session lasts 30 days.' },
      { name: 'remember', in: 'query', description: 'The same as a query.' },
    ],
    shed: 'never',
    answer: strictObject({ user: Me }),
    errors: [
      ...(['invalid-request', 'wrong-credentials', 'suspended', 'second-factor-required'] as const),
      ...(['second-factor-setup', 'rate-limited', 'unavailable'] as const),
    ],
  },
  signOut: {
    side: 'command-api',
    method: 'get',
    path: '/api/v1/logout',
    summary: 'Sign out',
    more: 'Ends the session and its sockets. A browser must call it from our own pages.',
    who: 'anyone',
    ownPages: true,
    shed: 'never',
    answer: Nothing,
  },
  setOnlineState: {
    side: 'command-api',
    method: 'put',
    path: '/api/v1/onlineState',
    summary: 'Report whether the page is visible',
    more: "Presence comes from sockets, and nothing is stored. The person's connected sockets receive `changeOnlineState`.",
    who: 'signed-in',
    body: strictObject({ state: OnlineState }),
    status: 204,
  },
  registerUser: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/users',
    summary: 'Register',
    more: 'The account begins as a guest (`registered`). The terms are accepted with it. The password has 6 to 50 letters, digits and symbols, with at least one letter and one digit. The same `commandId` gets the same account.',
    who: 'anyone',
    body: strictObject({ user: RegistrationBody, commandId: Type.Optional(CommandId) }),
    status: 201,
    answer: strictObject({ message: Type.String({ description: 'what the page shows' }) }),
    errors: ['duplicateFieldError', ...UNDECIDED],
  },
  checkUniqueUser: {
    method: 'post',
    side: 'command-api',
    path: '/api/v1/check-unique-user',
    summary: 'Check whether an e-mail address and a phone number are free',
    more: '`errors` names values that already belong to an account.',
    who: 'anyone',
    body: strictObject({ user: strictObject({ email: Email, phone: Phone }) }),
    answer: strictObject({
      valid: Type.Boolean(),
      errors: list(strictObject({ code: Type.String(), field: Type.String(), message: Type.String() })),
    }),
    errors: ['rate-limited', 'unavailable'],
  },
  changeMe: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/users/me',
    summary: 'Change my profile, settings, accepted terms or request for access',
    more: 'Omitted members keep their values. `isRequestedAsBuyer` with `acceptedTerms` requests access as a buyer; with `isRequestedAsSeller` as buyer and seller, for `stockTypes`. `acceptedNewVersionTerms` with `currentVersionAcceptedTo` accepts the newest terms. Each screen of `filters` replaces what was kept for that screen. `status` and `approvedStockTypes` set nothing: those that differ from what the account gets are refused.',
    body: strictObject({ user: OwnChanges, commandId: Type.Optional(CommandId) }),
    answer: strictObject({ user: Me }),
    errors: [
      ...(['already-may-buy', 'already-may-buy-and-sell', 'already-requested'] as const),
      ...(['duplicateFieldError', 'forbidden', ...UNDECIDED] as const),
    ],
  },
  changePassword: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/users/me/change-password',
    summary: 'Change my password',
    more: 'Every other session of the account ends, and this one gets a new id.',
    body: strictObject({
      user: strictObject({
        oldPassword: text(200),
        newPassword: text(200),
        confirmPassword: Type.Optional(text(200)),
      }),
      commandId: Type.Optional(CommandId),
    }),
    answer: strictObject({ changed: Type.Literal(true) }),
    errors: ['wrong-password', ...UNDECIDED],
  },
  professions: {
    ...READ,
    path: '/api/v1/professions',
    summary: 'Professions for profiles',
    answer: strictObject({ professions: list(strictObject({ name: Type.String() })) }),
  },
  addProfession: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/professions',
    summary: 'Add a profession for profiles',
    more: 'One that is listed already, in any case, changes nothing.',
    who: 'admin',
    body: strictObject({ name: text(30, 1), commandId: Type.Optional(CommandId) }),
    status: 201,
    answer: strictObject({ professions: list(strictObject({ name: Type.String() })) }),
    errors: UNDECIDED,
  },
  agentSearch: {
    ...READ,
    path: '/api/v1/users/agent-search',
    summary: 'Agents by name, town or postcode, and state',
    more: 'At least one of them is needed. Every word must begin a word of what is shown. Agents are accounts whose profile says so and that may sell.',
    who: 'signed-in',
    query: strictObject({
      name: Type.Optional(text(AGENT_SEARCH_LENGTH)),
      location: Type.Optional(text(AGENT_SEARCH_LENGTH)),
      state: Type.Optional(oneOf('', ...STATES)),
    }),
    answer: strictObject({ users: list(FoundAgent) }),
    errors: ['invalid-request'],
  },
  watchLot: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/users/me/watchlist2',
    summary: 'Watch a lot',
    body: strictObject({ lotId: Id, commandId: Type.Optional(CommandId) }),
    answer: strictObject({
      watchList,
      isError: Type.Boolean({ description: 'the lot is not on the list now: it was taken off since' }),
    }),
    errors: ['not-found', ...UNDECIDED],
  },
  unwatchLot: {
    ...WRITE,
    method: 'delete',
    path: '/api/v1/users/me/watchlist/{lotId}',
    summary: 'Stop watching a lot',
    /** A DELETE without a body, so its commandId is in the query. */
    query: strictObject({ commandId: Type.Optional(CommandId) }),
    answer: strictObject({ watchList }),
    errors: UNDECIDED,
  },
  watchList: {
    ...READ,
    path: '/api/v1/lots/watchlist',
    summary: 'My watched lots that are not sold yet',
    more: 'At most 50 lots.',
    who: 'signed-in',
    query: WatchListQuery,
    paged: true,
    /** `auctions`: the sales these lots are in. */
    answer: strictObject({ lots: list(CatalogueLot), auctions: list(AuctionSummary) }),
  },
  openAccount: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/accounts',
    summary: 'Open an account for a person',
    more: 'Without `password` the person gets a link by e-mail by which they set one. `invited` is false where it could not be sent; it can be sent again.',
    who: 'admin',
    body: OpenAccountBody,
    status: 201,
    answer: strictObject({ _id: Type.String(), invited: Type.Boolean() }),
    errors: ['duplicateFieldError', ...UNDECIDED],
  },
  inviteAccount: {
    side: 'command-api',
    method: 'post',
    path: '/api/v1/staff/accounts/{account}/invitation',
    summary: 'Send a person a link to set a password',
    more: 'The link works once, for 7 days, and replaces an earlier one.',
    who: 'admin',
    body: strictObject({ commandId: Type.Optional(CommandId) }),
    answer: Nothing,
    errors: ['not-found', 'unavailable'],
  },
});
