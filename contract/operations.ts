import type { TSchema } from 'typebox';
import { ANSWERS } from './answers.ts';
import {
  AutoBidBody,
  CatalogueLotsBody,
  OnlineStateBody,
  OpenAccountBody,
  ScheduleSaleBody,
  StaffCommandBody,
  StopAutoBidBody,
  WatchBody,
} from './bodies.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { StartPracticeBody } from './practice.ts';
import {
  AuctionsQuery,
  LotQuery,
  LotsQuery,
  NoQuery,
  OwnBidsQuery,
  UnwatchQuery,
  WatchListQuery,
} from './queries.ts';

/** `staff`: admins and auditors, who only read; `admin`: admins. */
export type Caller = 'anyone' | 'signed-in' | 'staff' | 'admin';

/** Who serves an operation where each has a process of its own. */
export type Side = 'command-api' | 'projections' | 'gateway';

/** One operation of REST. */
export type Operation = {
  side: Side;
  method: 'get' | 'post' | 'put' | 'delete';
  /** Complete, its parameters in braces. */
  path: string;
  /** The name of the operation, unique. */
  id: string;
  summary: string;
  /** More, in Markdown, where the summary does not say all. */
  more?: string;
  who: Caller;
  /** Basic credentials are taken beside the session. */
  credentials?: true;
  /** What its query may hold; left out, a query is not looked at. */
  query?: TSchema;
  /** Headers and queries of its own that no schema names. */
  parameters?: readonly { name: string; in: 'header' | 'query'; description: string }[];
  /** A JSON body, or a CSV file. */
  body?: { schema?: TSchema; csv?: true };
  /** Status of success, and what stands under `data`; `text`: the answer is plain text, without an envelope. */
  answer: { status: 200 | 201 | 204; data?: TSchema; text?: true };
  /** What it may be refused with, beside what `errorsOf` adds for every operation of its kind. */
  errors: readonly ErrorCode[];
  /** It writes: the answer carries the log position it reached. */
  writes?: true;
  /** A list: the answer carries its page and how many there are. */
  paged?: true;
  /** When a busy server gives it up [G24]: before all else, or never. Left out: by whether its caller is signed in. */
  shed?: 'first' | 'never';
};

const API = '/api/v1';
const read = (id: string, path: string, summary: string, rest: Partial<Operation>): Operation => ({
  ...{ method: 'get', path: `${API}${path}`, id, summary, who: 'anyone', query: NoQuery, errors: [] },
  side: 'projections',
  answer: { status: 200, data: ANSWERS.nothing },
  ...rest,
});
const write = (
  method: 'post' | 'put' | 'delete',
  id: string,
  path: string,
  summary: string,
  rest: Partial<Operation>,
): Operation => ({
  ...{ method, path: `${API}${path}`, id, summary, who: 'signed-in', writes: true, errors: [] },
  side: 'command-api',
  answer: { status: 200, data: ANSWERS.nothing },
  ...rest,
});
const ok = (data: TSchema) => ({ answer: { status: 200, data } }) as const;
const made = (data: TSchema) => ({ answer: { status: 201, data } }) as const;

/** What the engine's owner may say instead of a decision. */
const UNDECIDED: readonly ErrorCode[] = ['duplicate-conflict', 'unavailable', 'unknown', 'full'];
const BIDS: readonly ErrorCode[] = [
  ...['lot-frozen', 'auction-frozen', 'waiting-to-start', 'auto-bids-only', 'not-open'],
  ...['lot-closed', 'lot-withdrawn', 'unknown-lot', 'not-permitted', 'own-lot'],
] as const;
const SCHEDULING: readonly ErrorCode[] = ['invalid-terms', 'already-scheduled', ...UNDECIDED];

/** Every operation of REST, in the order of the reference. */
export const OPERATIONS: readonly Operation[] = [
  read('signInOrMe', '/users/me', 'Sign in, or who is signed in', {
    more: 'With Basic credentials (e-mail and password) it signs in and sets the session cookie. With the header `x-remember-me: true` or the query `remember=true` the session lasts 30 days and outlives the browser. Without credentials it answers who the session belongs to.',
    ...{ side: 'command-api', who: 'signed-in', credentials: true, shed: 'never', ...ok(ANSWERS.user) },
    errors: ['invalid-request', 'wrong-credentials', 'rate-limited', 'unavailable'],
    query: undefined,
    parameters: [
      { name: 'x-remember-me', in: 'header', description: '`true`: the session lasts 30 days.' },
      { name: 'remember', in: 'query', description: 'The same as a query.' },
    ],
  }),
  read('signOut', '/logout', 'Sign out', {
    more: 'Ends the session and its sockets. A browser must call it from our own pages.',
    ...{ side: 'command-api', query: undefined, shed: 'never', errors: ['foreign-origin'] },
  }),
  write('put', 'setOnlineState', '/onlineState', 'Say whether the page is looked at', {
    more: 'Presence is what the sockets say; this is checked, and stores nothing.',
    body: { schema: OnlineStateBody },
    answer: { status: 204 },
  }),
  write('put', 'watchLot', '/users/me/watchlist2', 'Watch a lot', {
    body: { schema: WatchBody },
    ...ok(ANSWERS.watchList),
    errors: ['not-found', ...UNDECIDED],
  }),
  write('delete', 'unwatchLot', '/users/me/watchlist/{lotId}', 'Watch a lot no longer', {
    query: UnwatchQuery,
    ...ok(ANSWERS.watchList),
    errors: UNDECIDED,
  }),
  write('put', 'setAutoBid', '/users/me/autobids', 'Set or change an auto-bid', {
    more: '`autobid` is the most it goes to, in cents per unit. Bids are made over the [live connection](realtime.md).',
    body: { schema: AutoBidBody },
    shed: 'never',
    ...ok(ANSWERS.decision),
    errors: [
      ...BIDS,
      ...(['too-low', 'off-increment', 'invalid-amount', 'auto-bid-not-allowed'] as const),
      ...(['upcoming-not-allowed', ...UNDECIDED] as const),
    ],
  }),
  write('put', 'stopAutoBid', '/users/me/autobids/stop', 'Stop an auto-bid', {
    more: '`autobid` names the lot.',
    body: { schema: StopAutoBidBody },
    shed: 'never',
    ...ok(ANSWERS.decision),
    errors: [...BIDS, 'no-auto-bid', ...UNDECIDED],
  }),
  read('ownBids', '/users/me/bids', 'My bids, the newest on each lot', {
    ...{ who: 'signed-in', query: OwnBidsQuery, ...ok(ANSWERS.bids) },
  }),
  read('ownAutoBids', '/users/me/autobids', 'My auto-bids', {
    ...{ who: 'signed-in', query: OwnBidsQuery, ...ok(ANSWERS.autobids) },
  }),
  read('watchList', '/lots/watchlist', 'The lots I watch that are still to be sold', {
    ...{ who: 'signed-in', query: WatchListQuery, paged: true, ...ok(ANSWERS.watched) },
  }),
  read('auctions', '/auctions', 'Sales', {
    more: 'Without `state`: those that are not closed. Anonymous visitors see public sales.',
    ...{ query: AuctionsQuery, paged: true, ...ok(ANSWERS.auctions) },
  }),
  read('auction', '/auctions/{auction}', 'One sale, by its number or id', {
    ...{ errors: ['not-found'], ...ok(ANSWERS.auction) },
  }),
  read('auctionPublicInfo', '/auctions/{auction}/public-info', 'The same as every visitor sees it', {
    ...{ errors: ['not-found'], ...ok(ANSWERS.auction) },
  }),
  read('lots', '/auctions/{auction}/lots', 'The catalogue of a sale', {
    more: '`mode=live` is the compact list of the live room: every lot unless a limit is given, each with its first picture only.',
    ...{ query: LotsQuery, paged: true, errors: ['not-found'], ...ok(ANSWERS.lots) },
  }),
  read('lotsPublicInfo', '/auctions/{auction}/lots/public-info', 'The same as every visitor sees it', {
    ...{ query: LotsQuery, paged: true, errors: ['not-found'], ...ok(ANSWERS.lots) },
  }),
  read('lot', '/lots/{lot}', 'One lot, by its id or number', {
    ...{ query: LotQuery, errors: ['not-found'], ...ok(ANSWERS.lot) },
  }),
  read('lotPublicInfo', '/lots/{lot}/public-info', 'The same as every visitor sees it', {
    ...{ query: LotQuery, errors: ['not-found'], ...ok(ANSWERS.lot) },
  }),
  write('post', 'scheduleSale', '/staff/auctions', 'Schedule a sale', {
    more: 'With its lots, or without. The same `commandId` again answers the same sale. At most 2,000 lots and 2 MiB.',
    who: 'admin',
    body: { schema: ScheduleSaleBody },
    ...made(ANSWERS.saleScheduled),
    errors: SCHEDULING,
  }),
  read('staffAuction', '/staff/auctions/{auction}', 'A sale as staff see it', {
    ...{ who: 'staff', errors: ['not-found'], ...ok(ANSWERS.staffAuction) },
  }),
  write('post', 'addLots', '/staff/auctions/{id}/lots', 'Add lots to a sale that has not opened', {
    who: 'admin',
    body: { schema: CatalogueLotsBody },
    ...made(ANSWERS.lotsAdded),
    errors: ['not-found', ...SCHEDULING],
  }),
  read('staffLots', '/staff/auctions/{auction}/lots', 'Its lots with reserves, vendors and leaders', {
    ...{ who: 'staff', query: LotsQuery, paged: true, errors: ['not-found'], ...ok(ANSWERS.staffLots) },
  }),
  write('post', 'addLotsFromFile', '/staff/auctions/{id}/lots.csv', 'Add lots from a CSV file, all or none', {
    more: 'Its columns are told in [how to run a sale](../guides/run-a-sale.md). The header `x-command-id` names the request: the same again adds nothing. Errors name the row and the column.',
    who: 'admin',
    parameters: [{ name: 'x-command-id', in: 'header', description: 'Names the request.' }],
    body: { csv: true },
    shed: 'first',
    ...made(ANSWERS.lotsAdded),
    errors: ['not-found', ...SCHEDULING],
  }),
  write('post', 'runSale', '/staff/auctions/{id}/commands', 'Run a sale: freeze, open, knock down, …', {
    more: '`lot` is needed by all but freeze, resume, pause and unpause, which without it mean the whole sale. `cents`: floorBid and vendorBid. `reason`: freeze, resume, pause, unpause, withdraw. `bidder`: the account a floor bid is made for, the room when left out.',
    who: 'admin',
    body: { schema: StaffCommandBody },
    ...ok(ANSWERS.staffDecision),
    errors: [
      ...(['not-found', 'wrong-auction-type', 'already-so', 'vendor-bids-exhausted'] as const),
      ...([...BIDS, 'too-low', 'off-increment', 'invalid-amount', ...UNDECIDED] as const),
    ],
  }),
  write('post', 'openAccount', '/staff/accounts', 'Open an account for somebody', {
    who: 'admin',
    body: { schema: OpenAccountBody },
    ...made(ANSWERS.accountOpened),
    errors: ['duplicateFieldError', ...UNDECIDED],
  }),
  write('post', 'startPractice', '/practice', 'Start a practice sale', {
    more: 'Short, with made-up lots and bidders, seen by nobody else. Its room is that of every sale: `join-auction`, `bid` and `setAutoBid` take its ids. One runs at a time for each person, and so many in all.',
    body: { schema: StartPracticeBody },
    shed: 'first',
    ...made(ANSWERS.practiceNamed),
    errors: ['practice-running', 'practice-full', 'rate-limited', ...UNDECIDED],
  }),
  read('practice', '/practice', 'My practice sale, the last one begun', {
    ...{ side: 'command-api', who: 'signed-in', query: undefined, ...ok(ANSWERS.practice) },
  }),
  write('delete', 'stopPractice', '/practice', 'Stop my practice sale', {
    ...ok(ANSWERS.practiceNamed),
    errors: ['not-found', ...UNDECIDED],
  }),
  read('kinds', '/kinds', 'Kinds of stock, with their fees', ok(ANSWERS.kinds)),
  read('kindsPublic', '/kinds/public', 'The same without fees', ok(ANSWERS.kinds)),
  read('kind', '/kinds/{kind}', 'One kind of stock', { errors: ['not-found'], ...ok(ANSWERS.kind) }),
  read('states', '/states', 'States and their districts', ok(ANSWERS.states)),
  read('stockCategories', '/stock-categories', 'Stock categories by kind and sex', {
    ...ok(ANSWERS.stockCategories),
  }),
  read('contacts', '/contacts/main', 'How to reach us', ok(ANSWERS.contacts)),
  {
    ...{
      method: 'get',
      path: `${API}/server-time`,
      id: 'serverTime',
      side: 'gateway',
      summary: "The server's clock",
    },
    ...{ who: 'anyone', shed: 'never', errors: [], ...ok(ANSWERS.serverTime) },
  },
  {
    ...{
      method: 'get',
      path: `${API}/checkServer`,
      id: 'checkServer',
      side: 'gateway',
      summary: 'Whether we are open',
    },
    more: '`message` is shown when we are not.',
    ...{ who: 'anyone', shed: 'never', errors: [], ...ok(ANSWERS.serverState) },
  },
  {
    ...{ method: 'post', path: `${API}/delete-anonymous-user`, id: 'anonymousLeft', side: 'gateway' },
    summary: 'An anonymous visitor left the page',
    more: 'Sent as the page is left, so the body may also come as `text/plain`: `{"id":"…"}`, the id the socket was given.',
    ...{ who: 'anyone', shed: 'never', body: {}, errors: [], ...ok(ANSWERS.nothing) },
  },
  {
    ...{
      method: 'get',
      path: '/healthz',
      id: 'healthz',
      side: 'gateway',
      summary: 'Whether the process is alive',
    },
    ...{ who: 'anyone', errors: [], answer: { status: 200, text: true } },
  },
  {
    ...{
      method: 'get',
      path: '/readyz',
      id: 'readyz',
      side: 'gateway',
      summary: 'Whether it can do its work',
    },
    more: 'If not it answers 503 with `Retry-After`, and one word says what is away.',
    ...{ who: 'anyone', errors: [], answer: { status: 200, text: true } },
  },
];

/** The operation's own errors and those of every operation of its kind, in the order of the catalogue of errors. */
export function errorsOf({ method, path, who, query, body, errors }: Operation): readonly ErrorCode[] {
  if (!path.startsWith(API)) return [];
  const found = new Set<ErrorCode>(errors);
  if (who !== 'anyone') found.add('unauthorized');
  if (who === 'staff' || who === 'admin') found.add('forbidden');
  if (method !== 'get') found.add('foreign-origin');
  if (body) for (const code of ['invalid-request', 'too-large', 'unsupported-type'] as const) found.add(code);
  if (query) found.add('invalid-request');
  if (method === 'get' && who === 'anyone' && !path.endsWith('/server-time')) found.add('rate-limited');
  if (!/server-time|checkServer/.test(path)) found.add('internal-error');
  if (!path.endsWith('/server-time')) found.add('busy');
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => found.has(code));
}
