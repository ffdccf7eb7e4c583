import { CREDENTIALS } from '@saleyard/domain/account/credentials.ts';
import { STATES } from '@saleyard/domain/listing/stock.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { AuctionSummary } from './auctions.ts';
import { CatalogueLot } from './lots.ts';
import { Nothing, operations, READ, UNDECIDED, WRITE } from './operation.ts';
import { CommandId, Direction, Id, list, oneOf, only, orNull, Page, pageSize, text } from './schema.ts';

const watchList = list(only({ lotId: Type.String() }));

/** A signed-in person, as they see themselves. */
export const Me = only({
  _id: Type.String(),
  numericId: Type.Integer(),
  shortId: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  /** 4.1 of the accounts document. */
  status: Type.String(),
  type: Type.String(),
  role: orNull(oneOf('admin', 'auditor')),
  stockTypes: list(Type.String()),
  approvedStockTypes: list(Type.String()),
  watchList2: watchList,
});
export type Me = Static<typeof Me>;

/** The sale that goes live last comes first. */
const WatchListQuery = only({
  version: Type.Optional(oneOf('2')),
  page: Page,
  size: Type.Optional(pageSize()),
  limit: Type.Optional(pageSize()),
  sort: Type.Optional(oneOf('liveAt')),
  sortField: Type.Optional(oneOf('liveAt')),
  sortDirection: Type.Optional(Direction),
});

/** Lots of a watch list page when the query names no size. */
export const WATCH_LIST_PAGE = 50;

/**
 * An account that staff open for somebody, at the yard or on the phone. The same commandId again answers the same
 * account.
 */
const OpenAccountBody = only({
  firstName: text(30, 1),
  lastName: text(30, 1),
  email: Type.String({
    minLength: CREDENTIALS.email.least,
    maxLength: CREDENTIALS.email.most,
    pattern: CREDENTIALS.email.pattern.source,
  }),
  password: Type.String({
    minLength: CREDENTIALS.password.least,
    maxLength: CREDENTIALS.password.most,
    pattern: CREDENTIALS.password.pattern.source,
  }),
  phone: Type.String({ pattern: '^[0-9]{10}$' }),
  tradingName: Type.Optional(text(30)),
  town: Type.Optional(text(60)),
  state: Type.Optional(oneOf(...STATES)),
  postcode: Type.Optional(Type.String({ pattern: '^[0-9]{4}$' })),
  status: oneOf('registered', 'approved-buyer', 'approved-seller', 'approved-buyer-seller'),
  commandId: Type.Optional(CommandId),
});

export const accountOperations = operations({
  signInOrMe: {
    side: 'command-api',
    method: 'get',
    path: '/api/v1/users/me',
    summary: 'Sign in, or who is signed in',
    more: 'With Basic credentials (e-mail and password) it signs in and sets the session cookie. With the header `x-remember-me: true` or the query `remember=true` the session lasts 30 days and outlives the browser. Without credentials it answers who the session belongs to.',
    who: 'signed-in',
    credentials: true,
    parameters: [
      { name: 'x-remember-me', in: 'header', description: '`true`: the session lasts 30 days.' },
      { name: 'remember', in: 'query', description: 'The same as a query.' },
    ],
    shed: 'never',
    answer: only({ user: Me }),
    errors: ['invalid-request', 'wrong-credentials', 'rate-limited', 'unavailable'],
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
    summary: 'Say whether the page is looked at',
    more: 'Presence is what the sockets say; this is checked, and stores nothing.',
    who: 'signed-in',
    body: only({ state: oneOf('ONLINE', 'ACTIVE', 'OFFLINE') }),
    status: 204,
  },
  watchLot: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/users/me/watchlist2',
    summary: 'Watch a lot',
    body: only({ lotId: Id, commandId: Type.Optional(CommandId) }),
    answer: only({ watchList }),
    errors: ['not-found', ...UNDECIDED],
  },
  unwatchLot: {
    ...WRITE,
    method: 'delete',
    path: '/api/v1/users/me/watchlist/{lotId}',
    summary: 'Watch a lot no longer',
    /** It has no body, so its commandId is here. */
    query: only({ commandId: Type.Optional(CommandId) }),
    answer: only({ watchList }),
    errors: UNDECIDED,
  },
  watchList: {
    ...READ,
    path: '/api/v1/lots/watchlist',
    summary: 'The lots I watch that are still to be sold',
    who: 'signed-in',
    query: WatchListQuery,
    paged: true,
    /** `auctions`: the sales these lots are in. */
    answer: only({ lots: list(CatalogueLot), auctions: list(AuctionSummary) }),
  },
  openAccount: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/accounts',
    summary: 'Open an account for somebody',
    who: 'admin',
    body: OpenAccountBody,
    status: 201,
    answer: only({ _id: Type.String() }),
    errors: ['duplicateFieldError', ...UNDECIDED],
  },
});
