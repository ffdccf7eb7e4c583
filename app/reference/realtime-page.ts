import { CLIENT_TIMES, REALTIME_LIMITS } from '@saleyard/contract/limits.ts';
import {
  type ClientMessageName,
  ClientMessages,
  OTHER_PROTOCOL_CLOSE,
  PROTOCOL_PARAMETER,
  PROTOCOL_VERSION,
} from '@saleyard/contract/realtime.ts';
import { code, page, table } from './markdown.ts';
import { type JsonSchema, schemaTable } from './schema-table.ts';

/** What each message of a client asks, and what answers it. */
const MESSAGES: Readonly<Record<ClientMessageName, string>> = {
  'bids/login':
    'Asks who the socket belongs to. Answered `{_id}`, or `not-signed-in` on a socket without a session.',
  'bids/join-auction':
    "Follows a sale, by its id or number. `since` is the last `seq` seen of it: what changed after it follows in the same frame, or a `snapshot` when these are not known any more. Answered `{_id, seq, mode: 'changes'|'snapshot', paddle, serverTime}`: `paddle` is the viewer's own number in this sale once they have bid, else null. `authorized` is accepted and ignored: the session says who asks.",
  'bids/leave-auction': 'Follows it no longer. Answered `{_id}`.',
  'bids/bid':
    'Bids `cents` per unit on a lot of a sale that this socket has joined. Answered by the decision, which is on disk by then: `{outcome, lot, code?, message?, currentBidCents, leading, finishAt, seq}`. A refusal by the engine is an answer with `outcome: "refused"`; an `error` says that nothing was decided, or (`unknown`) that it is not known: sending the same `commandId` again gets the answer.',
  'user/connect-user':
    "Asks for what concerns oneself; `_id` must be one's own. Answered `{_id}`; the account as it stands follows as a `user-update`.",
  'anonymous-user/connect-anonymous-user':
    'Says that a visitor is here. Answered `{_id}`, the id to leave by.',
  'anonymous-user/disconnect-anonymous-user':
    'Says that the visitor leaves, by the id that this socket was given. Answered `{_id}`.',
};

const LIMITS: Readonly<Record<keyof typeof REALTIME_LIMITS, readonly [unit: string, meaning: string]>> = {
  messageBytes: ['bytes', 'one incoming message; a larger one closes the socket with 1009 [G1]'],
  fragments: ['', 'WebSocket fragments of one message; more close it with 1008 [G1]'],
  messagesPerSecond: ['a second', 'messages of one socket; beyond: `rate-limited` [G2]'],
  bidsPerSecond: ['a second', 'bids of one socket; beyond: `rate-limited` [G2]'],
  flushMs: ['ms', 'what happens within one flush leaves as one frame [G3]'],
  waitingBytes: [
    'bytes',
    'waiting in a socket: updates stop queueing, a snapshot follows when it drains [G4]',
  ],
  waitingBytesClose: ['bytes', 'waiting in a socket: it is closed with 1013 [G4]'],
  waitingMsClose: ['ms', 'behind for so long: closed with 1013 [G4]'],
  pingMs: ['ms', 'between pings; a socket silent for two of them is cut [G5]'],
  revokedMs: ['ms', 'within which the sockets of an ended session close with 1008 [G6]'],
};

const TIMES: Readonly<Record<keyof typeof CLIENT_TIMES, string>> = {
  connectTimeoutMs: 'a connection that takes longer is given up',
  reconnectMinMs: 'the shortest wait before the next try',
  reconnectMaxMs: 'the longest; the wait is random between them',
  bidGuardMs: 'no second bid while one is under way, for so long',
  bidInFlightMs: 'the bid button stops turning after so long, whatever came',
  serverTimeMs: "the server's clock is asked so often",
  serverTimeRetryMs: 'and after a failure so soon',
  checkServerMs: 'the state of the server is asked so often',
  referenceRetryMs: 'time after which reference data that could not be read is asked for again',
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
the socket sees public sales only. An upgrade from a foreign \`Origin\` is answered 403. The rules that the live side keeps
have ids, in [the rules of the gateway](../rules/gateway.md).

Every frame, both ways, is a JSON array of messages.

\`\`\`json
[{ "id": 7, "channel": "bids", "event": "bid", "data": { "bid": { "lot": "0198…", "cents": 41500 }, "commandId": "0198…" } }]
\`\`\`

The answer carries the same \`id\`: \`{"id":7,"data":{…}}\` or \`{"id":7,"error":{"code","message"}}\`, with a code of the
[catalogue of errors](errors.md). A frame that is no array is answered with \`id: null\`.`;

const PUSHES = table(
  ['channel', 'event', 'data', 'comes'],
  [
    [
      ...['bids', 'lot-update', '[PublicLot](rest.md#publiclot)'],
      'to those who joined, when what anyone may see of a lot changed. It is the whole live state, so the newest is enough.',
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
      'when a lot was catalogued or withdrawn; of more than 50 at once none is named, and `auction` is the sign to ask again.',
    ],
    [
      'catalog',
      'lot-delete',
      '`{_id, auction}`',
      'besides `lot`, when a lot was withdrawn; of more than 50 at once none is named.',
    ],
    ['catalog', 'kind', '`{_id, type, title}`', 'to every socket, when a kind of stock is taken again.'],
    ['catalog', 'kind-delete', '`{_id}`', 'to every socket, when staff take a kind of stock no more.'],
    ['catalog', 'auction-delete', '`{_id}`', 'when a sale that was cancelled leaves the lists.'],
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
    ['`status`, `type`, `stockTypes`, `approvedStockTypes`', 'the account as it stands now'],
    ['`watchList`', 'the whole list, `[{lotId}]`'],
    ['`alertsAt`', 'when the alerts of saved searches last changed, ms; they are then read over REST'],
    ['`bid`', 'one’s newest bid on a lot: `{auction, lot, cents, at}`'],
    [
      '`bid-delete`',
      '`{auction, lot}`: the lot was withdrawn, so what one bid on it stands no more and is not listed',
    ],
    ['`autobid`', '`{auction, lot, cents, active}`'],
    ['`autobid-delete`', '`{auction, lot}`'],
    [
      '`lot`',
      '`{_id, auction, position}`: a listing of one’s own changed, whoever changed it; the sign to ask again, naming `position`',
    ],
    ['`lot-delete`', '`{_id, auction, position}`: a listing of one’s own was deleted'],
    [
      '`pic`',
      '`{_id, position}`: a favourite PIC of one’s own was added or changed; what it says is read over REST',
    ],
    ['`pic-delete`', '`{_id, position}`: a favourite PIC of one’s own was deleted'],
    ['`changeOnlineState`', '`ONLINE`, `ACTIVE` or `OFFLINE`: what a page of one’s own said last'],
    ['`paddle`', '`{auction, paddle}`: one’s own number in that sale, as soon as there is one'],
  ],
);

const RESUMING = `\`seq\` stands on what comes from one sale's stream: its revision there. Of one socket and sale it never goes back. A client
keeps the highest one it has seen, sends it as \`since\` when it joins again, and leaves out whatever is older than what it
shows. What a room gets is folded from the log: nothing is shown that the log does not hold.

| closed with | because | the client |
| --- | --- | --- |
| 1008 | it broke a limit, or its session ended | asks for sign-in when the session ended |
| 1009 | a message was too large | is at fault |
| 1012 | the server restarts | connects again and resumes |
| 1013 | it could not keep up | connects again and resumes |
| ${OTHER_PROTOCOL_CLOSE} | the client named another version than ${PROTOCOL_VERSION} in \`/realtime?${PROTOCOL_PARAMETER}=…\` [G26] | is loaded again; does not reconnect |`;

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
