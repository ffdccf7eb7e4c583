import { CLIENT_TIMES, REALTIME_LIMITS } from '@saleyard/contract/limits.ts';
import { type ClientMessageName, ClientMessages } from '@saleyard/contract/realtime.ts';
import {
  OTHER_PROTOCOL_CLOSE,
  PROTOCOL_PARAMETER,
  PROTOCOL_VERSION,
} from '@saleyard/contract/realtime-protocol.ts';
import { code, page, table } from './markdown.ts';
import { type JsonSchema, schemaTable } from './schema-table.ts';

/** Each message of a client, and its answer. */
const MESSAGES: Readonly<Record<ClientMessageName, string>> = {
  'bids/login':
    'Returns the account of the socket. The answer is `{_id}`, or `not-signed-in` on a socket without a session.',
  'bids/join-auction':
    "Follows a sale, by its id or number. `since` is the last `seq` received of it: later changes follow in the same frame, or a `snapshot` if they are no longer available. The answer is `{_id, seq, mode: 'changes'|'snapshot', paddle, serverTime}`: `paddle` is the viewer's own number in this sale once they have bid, else null. `authorized` is accepted and ignored; the session identifies the caller.",
  'bids/leave-auction': 'Stops following it. The answer is `{_id}`.',
  'bids/bid':
    'Bids `cents` per unit on a lot of a sale that this socket has joined. The answer is the decision, which is on disk by then: `{outcome, lot, code?, message?, currentBidCents, leading, finishAt, seq}`. A refusal by the engine is an answer with `outcome: "refused"`; an `error` means that nothing was decided, or (`unknown`) that the outcome is uncertain: send the same `commandId` again to get the answer.',
  'user/connect-user':
    "Subscribes to the person's own updates; `_id` must be the caller's account. The answer is `{_id}`; the present account follows as a `user-update`.",
  'anonymous-user/connect-anonymous-user':
    'Announces a visitor. The answer is `{_id}`, the id to leave with.',
  'anonymous-user/disconnect-anonymous-user':
    'Announces that the visitor leaves, by the id that this socket was given. The answer is `{_id}`.',
};

const LIMITS: Readonly<Record<keyof typeof REALTIME_LIMITS, readonly [unit: string, meaning: string]>> = {
  messageBytes: ['bytes', 'one incoming message; a larger one closes the socket with 1009 [G1]'],
  fragments: ['', 'WebSocket fragments of one message; more close it with 1008 [G1]'],
  messagesPerSecond: ['a second', 'messages of one socket; beyond: `rate-limited` [G2]'],
  bidsPerSecond: ['a second', 'bids of one person over all sockets; beyond: `rate-limited` [G2]'],
  flushMs: ['ms', 'changes within one flush are sent as one frame [G3]'],
  waitingBytes: [
    'bytes',
    'waiting in a socket: updates stop queueing, a snapshot follows when it drains [G4]',
  ],
  waitingBytesClose: ['bytes', 'waiting in a socket: it is closed with 1013 [G4]'],
  waitingMsClose: ['ms', 'behind for this long: closed with 1013 [G4]'],
  pingMs: ['ms', 'between pings; a socket silent for two of them is cut [G5]'],
  revokedMs: ['ms', 'within which the sockets of an ended session close with 1008 [G6]'],
  heldReadMs: ['ms', 'that `GET auctions/{auction}/live` waits for a change, at most [G29]'],
};

const TIMES: Readonly<Record<keyof typeof CLIENT_TIMES, string>> = {
  connectTimeoutMs: 'a connection that takes longer is abandoned',
  reconnectMinMs: 'the shortest wait before the next try',
  reconnectMaxMs: 'the longest; the wait is random between them',
  bidGuardMs: 'no second bid for this long while one is under way',
  bidInFlightMs: 'the bid button stops turning after this time, with or without an answer',
  serverTimeMs: "interval of requests for the server's clock",
  serverTimeRetryMs: 'the same after a failure',
  checkServerMs: 'interval of requests for the state of the server',
  referenceRetryMs: 'wait before failed reference data is requested again',
  watchThrottleMs: 'between two changes of the watch list',
};

const number = (value: number): string => new Intl.NumberFormat('en-AU').format(value);

function messagePart(name: ClientMessageName): string {
  const { properties } = ClientMessages[name] as JsonSchema;
  const [channel, event] = name.split('/');
  const data = schemaTable(properties?.['data'] ?? {});
  return [`### ${channel}: ${event}`, MESSAGES[name], data === '' ? '`data` is `{}`.' : data].join('\n\n');
}

const FRAMES = `One WebSocket at \`/realtime\`, on the address the page came from. The session cookie is read as it opens; without one
the socket sees public sales only. An upgrade from a foreign \`Origin\` is answered 403. Its rules
are in [the rules of the gateway](../rules/gateway.md).

Every frame, both ways, is a JSON array of messages.

\`\`\`json
[{ "id": 7, "channel": "bids", "event": "bid", "data": { "bid": { "lot": "0198…", "cents": 41500 }, "commandId": "0198…" } }]
\`\`\`

The answer carries the same \`id\`: \`{"id":7,"data":{…}}\` or \`{"id":7,"error":{"code","message"}}\`, with a code of the
[catalogue of errors](errors.md). A frame that is not an array is answered with \`id: null\`.`;

const PUSHES = table(
  ['channel', 'event', 'data', 'comes'],
  [
    [
      ...['bids', 'lot-update', '[PublicLot](rest.md#publiclot)'],
      'to those who joined, when the public state of a lot changed. It is the whole live state, so the newest is enough.',
    ],
    [
      ...['bids', 'auction-update', '[PublicAuction](rest.md#publicauction)'],
      'to those who joined, when the sale itself changed: it opened, went live, froze, closed.',
    ],
    [
      ...['bids', 'snapshot', '`{auction, lots}` of both'],
      'after a join that could not be answered by changes, and to a socket that was behind and has caught up.',
    ],
    [
      ...['catalog', 'auction', '[PublicAuction](rest.md#publicauction)'],
      'to every socket, when a sale was scheduled or its state changed. Hidden sales to signed-in people only.',
    ],
    [
      'catalog',
      'lot',
      '`{_id, auction}`',
      'when a lot was catalogued or withdrawn; of more than 50 at once none is named; refetch the sale `auction`.',
    ],
    [
      'catalog',
      'lot-delete',
      '`{_id, auction}`',
      'besides `lot`, when a lot was withdrawn; of more than 50 at once none is named.',
    ],
    ['catalog', 'kind', '`{_id, type, title}`', 'to every socket, when a stopped kind of stock is resumed.'],
    ['catalog', 'kind-delete', '`{_id}`', 'to every socket, when staff stop a kind of stock.'],
    [
      'catalog',
      'auction-delete',
      '`{_id}`',
      'when a sale that was cancelled leaves the lists; to those who may not see it, when a sale is no longer public.',
    ],
    [
      'user',
      'user-update',
      'one or more of the members below',
      'to the connected sockets of one person, when it changes.',
    ],
    [
      ...['events', 'event', '`{event, data: {bid: {auction, lot, cents}}}`'],
      'a sound: `bid` to the room; `outbid`, `autobid`, `won` and `preclose` (the lot is about to close) to the person they concern.',
    ],
  ],
);

const USER = table(
  ['member of `user-update`', 'is'],
  [
    [
      '`status`, `type`, `isRequestedAsBuyer`, `isRequestedAsSeller`, `stockTypes`, `approvedStockTypes`',
      'the present account',
    ],
    ['`requestedAt`', 'when the access was asked for that waits for a decision, ms; null where none does'],
    ['`watchList`', 'the whole list, `[{lotId}]`'],
    ['`alertsAt`', 'when the alerts of saved searches last changed, ms; they are then read over REST'],
    [
      '`bid`',
      'the person’s newest bid on a lot: `{auction, lot, cents, at}`, and `placedBy` where they did not place it: `staff` (by phone), `floor` (the clerk) or `autoBid`',
    ],
    [
      '`bid-delete`',
      '`{auction, lot}`: the person’s bid on the lot no longer counts and is not listed, because the lot was withdrawn or staff corrected it; with `bid`, that one counts',
    ],
    [
      '`autobid`',
      '`{auction, lot, cents, active}`, and `stopped` once it was stopped, `placedBy: "staff"` where staff set it by phone',
    ],
    ['`autobid-delete`', '`{auction, lot}`; not sent today: an auto-bid that stops comes as `autobid`'],
    ['`lot`', '`{_id, auction, position}`: one of the person’s listings changed; refetch it with `position`'],
    ['`lot-delete`', '`{_id, auction, position}`: one of the person’s listings was deleted'],
    ['`pic`', '`{_id, position}`: a favourite PIC was added or changed; its contents are read over REST'],
    ['`pic-delete`', '`{_id, position}`: a favourite PIC was deleted'],
    ['`changeOnlineState`', '`ONLINE`, `ACTIVE` or `OFFLINE`: the last report of one of the person’s pages'],
    ['`paddle`', '`{auction, paddle}`: the person’s number in that sale, as soon as there is one'],
  ],
);

const RESUMING = `Messages about one sale carry \`seq\`, the revision in the sale's stream. On one socket it never goes back for a sale. A client
keeps the highest one it has seen, sends it as \`since\` when it joins again, and ignores older messages.
Everything in a room is folded from the log.

| closed with | because | the client |
| --- | --- | --- |
| 1008 | it exceeded a limit, or its session ended | requests sign-in when the session ended |
| 1009 | a message was too large | is at fault |
| 1012 | the server restarts | connects again and resumes |
| 1013 | it could not keep up | connects again and resumes |
| ${OTHER_PROTOCOL_CLOSE} | the client named another version than ${PROTOCOL_VERSION} in \`/realtime?${PROTOCOL_PARAMETER}=…\` [G26] | reloads; does not reconnect |`;

/** docs/reference/realtime.md */
export function realtimePage(): string {
  return page(
    'The live connection',
    FRAMES,
    '## What a client sends',
    ...(Object.keys(ClientMessages) as ClientMessageName[]).map(messagePart),
    '## What the server sends',
    '`{"channel","event","data","auction"?,"seq"?}`',
    PUSHES,
    USER,
    '## Resuming',
    RESUMING,
    '## Limits',
    table(
      ['limit', 'is', ''],
      (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).map((name) => [
        code(name),
        `${number(REALTIME_LIMITS[name])} ${LIMITS[name][0]}`.trim(),
        LIMITS[name][1],
      ]),
    ),
    '## How our own client behaves',
    table(
      ['time', 'ms', ''],
      (Object.keys(TIMES) as (keyof typeof TIMES)[]).map((name) => [
        code(name),
        number(CLIENT_TIMES[name]),
        TIMES[name],
      ]),
    ),
  );
}
