import { setTimeout as pause } from 'node:timers/promises';
import { Session } from '@saleyard/app/client/session.ts';
import { DEMO_PASSWORD } from '@saleyard/app/demo/demo-accounts.ts';
import { API, type Operation } from '@saleyard/contract/operation.ts';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import { WebSocket } from 'ws';
import { type Attack, Notes } from '../attack.ts';
import { exampleOf } from '../examples.ts';
import { type Answer, type Asking, emailOf, type Name, pathOf, type Target } from '../target.ts';

/** What anyone may call without signing in. A new operation is closed until it is listed here. */
const PUBLIC: ReadonlySet<string> = new Set([
  // Signing in and out, and everything before an account exists.
  ...['signOut', 'registerUser', 'checkUniqueUser', 'professions', 'forgotPassword', 'resetPassword'],
  ...['requestMagicLink', 'magicMe', 'redeemMagicLink', 'startTotp', 'confirmTotp', 'proveSecondFactor'],
  ...['confirmEmail', 'acceptInvitation'],
  ...['passkeyRequest', 'signInByPasskey', 'demoOutbox', 'demoOutboxFile'],
  // The public side of sales.
  ...['auctions', 'resultAuctions', 'auction', 'auctionPublicInfo', 'lots', 'lotsPublicInfo', 'lot'],
  ...[
    'lotPublicInfo',
    'kinds',
    'kindsPublic',
    'kind',
    'states',
    'stockCategories',
    'assessmentForms',
    'postcodes',
    'contacts',
    'publishedFees',
  ],
  ...['terms', 'howToAssessSteps', 'notifications', 'auctionCalendar', 'searchLots'],
  ...['auctionFairness', 'auctionLive'],
  // With a token of an e-mail that does nothing else.
  'stopAlertMails',
  // A practice sale, with nothing at stake: the pass of a visitor opens their own.
  ...['startPractice', 'practice', 'stopPractice'],
  ...['placePracticeBid', 'setPracticeAutoBid', 'stopPracticeAutoBid'],
  ...['monthlyMarket', 'monthlyMarketFile', 'saleMarket', 'saleMarketFile'],
  ...['printAuctionSummary', 'printAuctionDetails', 'printLotDetails'],
  // Public information about the marketplace.
  ...['tools', 'faqs', 'howToVideos', 'manuals', 'downloadFile'],
  // Of lots that are in a catalogue.
  ...['lotPicture', 'lotVideo'],
  // The server itself.
  ...['serverTime', 'checkServer', 'anonymousLeft', 'status'],
]);

const OF_REST = OPERATIONS.filter(({ path }) => path.startsWith(API));
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
/** Operations that change their caller, so that all later ones are refused. */
const ENDS_SESSION: ReadonlySet<string> = new Set(['signOut', 'changePassword']);

const changes = ({ method, ownPages }: Operation): boolean => method !== 'get' || ownPages === true;

/** The queries of operations that need one: queries are checked before it is known who may call. */
const QUERIES: Readonly<Record<string, string>> = {
  auditWhatIf: '?policy=opening%3Dat-start',
  similarLots: '?kindType=cattle&sex=Steer(s)&unit=head',
};

const asking = (operation: Operation, target: Target, more: Partial<Asking> = {}): Asking => ({
  method: operation.method,
  path: `${pathOf(operation, target)}${QUERIES[operation.id] ?? ''}`,
  ...(operation.csv && { body: 'unit,count\n', headers: { 'content-type': 'text/csv' } }),
  ...(operation.file && { body: 'no file', headers: { 'content-type': 'application/octet-stream' } }),
  ...(operation.body && { body: {} }),
  ...more,
});

/** How each caller is refused; null: the caller has access. */
function refusedAs({ who }: Operation, name: Name | 'nobody' | 'ended' | 'forged'): string | null {
  if (who === 'anyone') return null;
  if (name === 'nobody' || name === 'ended' || name === 'forged') return '401 unauthorized';
  if (who === 'signed-in' || name === 'staff') return null;
  return who === 'staff' && name === 'auditor' ? null : '403 forbidden';
}

const said = ({ status, code }: Answer): string => `${status} ${code}`;

/** A session that was signed out, and one whose signature is another's. */
async function badCookies(target: Target): Promise<{ ended: string; forged: string }> {
  const session = await Session.signIn(target.base, emailOf('staff'), DEMO_PASSWORD);
  const ended = session.cookie;
  await session.call('GET', 'logout');
  return { ended, forged: `${target.people.staff.cookie.slice(0, -6)}AAAAAA` };
}

const roles: Attack = {
  name: 'roles',
  tries: 'every operation of the OpenAPI by every kind of caller, and every method that it does not name',
  holds:
    'who may not is refused before anything is read; nothing is open that is not on the list of what is public',
  async run(begin) {
    const target = await begin();
    const notes = new Notes();
    const bad = await badCookies(target);
    const callers = { nobody: undefined, ...bad } as const;
    for (const operation of OF_REST) {
      const { id, who } = operation;
      notes.check(who !== 'anyone' || PUBLIC.has(id), `${id} is open to anyone, and not on the list`);
      if (ENDS_SESSION.has(id)) continue;
      for (const name of ['nobody', 'ended', 'forged', 'guest', 'buyer', 'auditor', 'staff'] as const) {
        const expected = refusedAs(operation, name);
        const cookie =
          name in callers ? callers[name as keyof typeof callers] : target.people[name as Name].cookie;
        const answer = await target.ask(asking(operation, target, { cookie }));
        const refused = said(answer) === '401 unauthorized' || said(answer) === '403 forbidden';
        const holds = expected === null ? who === 'anyone' || !refused : said(answer) === expected;
        notes.check(holds, `${id} by ${name}: ${said(answer)}, not ${expected ?? 'let in'}`);
      }
    }
    const declared = new Set(OF_REST.map(({ method, path }) => `${method} ${path}`));
    for (const operation of OF_REST) {
      for (const method of METHODS.filter((one) => !declared.has(`${one} ${operation.path}`))) {
        const { staff } = target.people;
        const path = pathOf(operation, target);
        // A path of braces may stand for this one too (`lots/{lot}` for `lots/watchlist`).
        const other = OF_REST.some((one) => one.method === method && patternOf(one).test(path));
        if (other) continue;
        const answer = await target.ask({
          method,
          path,
          cookie: staff.cookie,
          ...(method !== 'get' && { body: {} }),
        });
        notes.check(answer.status === 404, `${method} ${path}, which is no operation: ${said(answer)}`);
      }
    }
    await target.close();
    return notes.findings(`${OF_REST.length} operations, 7 kinds of caller`);
  },
};

const patternOf = ({ path }: Operation): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);

/** Headers of foreign pages. `own`: our origin. */
const foreign = (own: string): Record<string, string>[] => {
  const { port } = new URL(own);
  return [
    ...['https://evil.example', 'null', own.replace('http:', 'https:'), 'http://127.0.0.1'].map((origin) => ({
      origin,
      'sec-fetch-site': 'cross-site',
    })),
    { origin: `http://127.0.0.1:${Number(port) + 1}`, 'sec-fetch-site': 'same-site' },
    { origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-site' },
    { origin: `http://127.0.0.1.evil.example:${port}`, 'sec-fetch-site': 'same-origin' },
    { origin: `${own}.evil.example`, 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
};

const csrf: Attack = {
  name: 'csrf',
  tries:
    'every operation that changes something, with the cookie of an administrator, from pages of other origins',
  holds: 'each is refused with `foreign-origin`, and from our own pages it is not',
  async run(begin) {
    const target = await begin();
    const notes = new Notes();
    const cookies = foreign(target.base);
    for (const operation of OF_REST.filter(changes)) {
      const cookie = target.people.staff.cookie;
      for (const headers of cookies) {
        const plain = asking(operation, target, { cookie });
        const answer = await target.ask({ ...plain, headers: { ...plain.headers, ...headers } });
        notes.check(
          said(answer) === '403 foreign-origin',
          `${operation.id} ${JSON.stringify(headers)}: ${said(answer)}`,
        );
      }
      if (ENDS_SESSION.has(operation.id)) continue;
      const own = { 'sec-fetch-site': 'same-origin', origin: target.base };
      const plain = asking(operation, target, { cookie });
      const answer = await target.ask({ ...plain, headers: { ...plain.headers, ...own } });
      notes.check(answer.code !== 'foreign-origin', `${operation.id} from our own pages: ${said(answer)}`);
    }
    const me = await target.people.staff.call<{ user: { _id: string } }>('GET', 'users/me');
    notes.check(me.user._id === target.people.staff.id, 'the administrator was signed out');
    await target.close();
    return notes.findings(`${OF_REST.filter(changes).length} operations, ${cookies.length} kinds of page`);
  },
};

/** The status of a WebSocket's handshake. */
function handshake(port: number, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime`, { headers });
  return new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => resolve(0));
  }).finally(() => socket.terminate());
}

const origins: Attack = {
  name: 'origins',
  tries: 'opening the live connection with the cookie of a bidder from pages of other origins',
  holds: 'the handshake answers 403; from our own pages, and without an Origin, it is taken',
  async run(begin) {
    const target = await begin();
    const notes = new Notes();
    const { cookie } = target.people.buyer;
    const named = foreign(target.base).flatMap(({ origin }) => (origin === undefined ? [] : [origin]));
    for (const origin of [...named, 'file://', 'chrome-extension://abc', `${target.base}@evil.example`, '']) {
      const status = await handshake(target.port, { cookie, origin });
      notes.check(status === 403, `${origin || 'an empty origin'}: ${status}`);
    }
    notes.check((await handshake(target.port, { cookie, origin: target.base })) === 101, 'our own page');
    notes.check((await handshake(target.port, { cookie })) === 101, 'a program without an Origin');
    await target.close();
    return notes.findings(`${notes.tried} handshakes`);
  },
};

const HEADERS_OF_ALL: readonly (readonly [string, RegExp])[] = [
  ['content-security-policy', /(^|;)script-src '(self|none)'(;|$)/],
  ['content-security-policy', /(^|;)frame-ancestors 'none'(;|$)/],
  ['content-security-policy', /(^|;)object-src 'none'(;|$)/],
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^same-origin$/],
];

const headers: Attack = {
  name: 'headers',
  tries: 'the answer to every operation, to pages, files and errors, with http and with https in front',
  holds:
    'each forbids foreign scripts, frames and guessing of types and does not name its software; with https browsers are ordered to use nothing else',
  async run(begin) {
    const notes = new Notes();
    for (const publicUrl of [undefined, 'https://saleyard.example']) {
      const target = await begin(publicUrl === undefined ? {} : { publicUrl });
      const plain = OF_REST.map((operation) => asking(operation, target));
      const others = ['/', '/nowhere', '/api/v1/nowhere', '/media/x', '/%E0%A4%A', '/healthz'].map(
        (path) => ({
          method: 'get',
          path,
        }),
      );
      for (const one of [...plain, ...others]) {
        const answer = await target.ask(one);
        const what = `${one.method} ${one.path}${publicUrl === undefined ? '' : ' by https'}`;
        for (const [name, form] of HEADERS_OF_ALL)
          notes.check(
            form.test(answer.headers.get(name) ?? ''),
            `${what}: ${name} is ${answer.headers.get(name)}`,
          );
        notes.check(answer.headers.get('x-powered-by') === null, `${what}: it names its software`);
        const strict = answer.headers.get('strict-transport-security');
        notes.check(
          (strict === null) === (publicUrl === undefined),
          `${what}: strict-transport-security ${strict}`,
        );
        notes.check(answer.status < 500 || answer.status === 503, `${what}: ${said(answer)}`);
      }
      if (publicUrl !== undefined) {
        const basic = Buffer.from(`${emailOf('buyer')}:${DEMO_PASSWORD}`).toString('base64');
        const { headers: answered } = await target.ask({
          method: 'get',
          path: `${API}/users/me`,
          headers: { authorization: `Basic ${basic}` },
        });
        const cookie = answered.getSetCookie().find((one) => one.startsWith('__Host-saleyard=')) ?? '';
        for (const flag of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/'])
          notes.check(cookie.includes(flag), `the session's cookie without ${flag}: ${cookie}`);
      }
      await target.close();
    }
    return notes.findings(`${notes.tried} headers`);
  },
};

const CLAIMED = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'x-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
];
const claims = (n: number): Record<string, string> =>
  Object.fromEntries(
    CLAIMED.map((name) => [name, `${name === 'forwarded' ? 'for=' : ''}10.0.${n >> 8}.${n & 255}`]),
  );

const limits: Attack = {
  name: 'limits',
  tries: 'reads and wrong passwords without end, each request claiming another address',
  holds: 'both are limited all the same, and the owner of the account signs in by a device that is known',
  async run(begin, scale) {
    const target = await begin();
    const notes = new Notes();
    const wrong = Buffer.from(`${emailOf('buyer2')}:not-the-password`).toString('base64');
    const tries = scale === 'full' ? 200 : 15;
    let checked = 0;
    let stopped = false;
    for (let n = 0; n < tries && !stopped; n += 1) {
      const { status } = await target.ask({
        method: 'get',
        path: `${API}/users/me`,
        headers: { ...claims(n), authorization: `Basic ${wrong}` },
      });
      if (status === 401) checked += 1;
      stopped = status === 429;
    }
    notes.check(stopped, `${checked} wrong passwords of one address were checked`);
    let served = 0;
    let limited = false;
    const path = `${API}/checkServer`;
    for (let n = 0; n < READS_TRIED && !limited; n += READS_AT_ONCE) {
      const asked = Array.from({ length: READS_AT_ONCE }, (_, k) =>
        target.ask({ method: 'get', path, headers: claims(n + k) }),
      );
      for (const { status } of await Promise.all(asked)) {
        if (status === 200) served += 1;
        limited ||= status === 429;
      }
    }
    notes.check(limited, `${served} reads of one address were served`);
    // Signed-in people are not affected.
    await target.people.buyer2.call('GET', 'users/me/bids');
    await target.close();
    return notes.findings(`${served} reads and ${checked} wrong passwords of one address, then 429`);
  },
};

/** More reads than one address of anonymous visitors has in a minute. */
const READS_TRIED = 12_400;
const READS_AT_ONCE = 50;

const EXTRA = ['account', 'user', 'userId', '_id', 'bidder', 'as', 'owner'] as const;

const idor: Attack = {
  name: 'idor',
  tries:
    'what belongs to one bidder, by another, a guest and nobody: every read, with ids in paths and queries',
  holds: "no answer holds the bidder's id, address or amounts, and what others change is their own",
  async run(begin) {
    const target = await begin();
    const notes = new Notes();
    const { buyer, buyer2 } = target.people;
    const [lot = ''] = target.sale.lots;
    await buyer.call('PUT', 'users/me/watchlist2', { lotId: lot });
    await buyer.call('PUT', 'users/me/autobids', { lot, autobid: 77_500 });
    const secret = [buyer.id, emailOf('buyer'), '77500'];
    const readers = { buyer2: buyer2.cookie, guest: target.people.guest.cookie, nobody: undefined };
    const reads = OF_REST.filter(({ method, ownPages }) => method === 'get' && !ownPages);
    for (const operation of reads) {
      const targets = [
        pathOf(operation, target),
        ...EXTRA.map((name) => `${pathOf(operation, target)}?${name}=${buyer.id}`),
      ];
      for (const path of [...targets, operation.path.replace(/\{\w+\}/g, buyer.id)]) {
        for (const [name, cookie] of Object.entries(readers)) {
          const { text } = await target.ask({ method: 'get', path, cookie });
          const found = secret.filter((one) => text.includes(one));
          notes.check(
            found.length === 0,
            `${operation.id} shows ${name} the ${found.join(', ')} of the bidder: ${path}`,
          );
        }
      }
    }
    for (const extra of [{}, ...EXTRA.map((name) => ({ [name]: buyer.id }))]) {
      const asked = { cookie: buyer2.cookie, headers: { 'x-user-id': buyer.id } };
      const query = new URLSearchParams(extra).toString();
      const stop = { ...asked, method: 'put', path: `${API}/users/me/autobids/stop?${query}` };
      await target.ask({ ...stop, body: { autobid: lot } });
      await target.ask({ ...stop, body: { autobid: lot, ...extra } });
      // Two of the five a second that a person has.
      await pause(450);
      await target.ask({ ...asked, method: 'delete', path: `${API}/users/me/watchlist/${lot}?${query}` });
    }
    const kept = await buyer.call<{ autobids: { active: boolean; cents: number }[] }>(
      'GET',
      'users/me/autobids',
    );
    notes.check(
      kept.autobids.some(({ active, cents }) => active && cents === 77_500),
      'the auto-bid was stopped by another',
    );
    const { user } = await buyer.call<{ user: { watchList2: { lotId: string }[] } }>('GET', 'users/me');
    notes.check(
      user.watchList2.some(({ lotId }) => lotId === lot),
      'the watch list was changed by another',
    );
    await target.close();
    return notes.findings(`${reads.length} reads by 3 others`);
  },
};

const TAKEN = {
  role: 'admin',
  status: 'approved-buyer-seller',
  _id: 'me',
  emailVerified: true,
  permitted: true,
} as const;

const massAssignment: Attack = {
  name: 'mass-assignment',
  tries:
    'every body with members that it does not have: role, status, _id, approvedStockTypes, emailVerified',
  holds: 'each such member is refused by name, and the account stays what it was',
  async run(begin) {
    const { objectsIn, withAt, knows } = await import('../examples.ts');
    const target = await begin();
    const notes = new Notes();
    const { guest, staff } = target.people;
    const before = await guest.call<{ user: Record<string, unknown> }>('GET', 'users/me');
    for (const operation of OF_REST) {
      const { body, id, who } = operation;
      if (body === undefined || id === 'anonymousLeft' || ENDS_SESSION.has(id)) continue;
      const example = exampleOf(body);
      const cookie = who === 'admin' || who === 'staff' ? staff.cookie : guest.cookie;
      for (const place of objectsIn(example)) {
        for (const [name, value] of Object.entries({ ...TAKEN, approvedStockTypes: ['Cattle'] })) {
          if (knows(body, place, name)) continue;
          const put = withAt(example, [...place, name], value);
          const answer = await target.ask(asking(operation, target, { cookie, body: put }));
          const holds = answer.status === 429 || (answer.status === 400 && answer.text.includes(`${name}"`));
          notes.check(holds, `${id} with ${[...place, name].join('.')}: ${said(answer)}`);
        }
      }
    }
    await target.ask({
      method: 'put',
      path: `${API}/users/me`,
      cookie: guest.cookie,
      body: { user: { status: 'approved-buyer', approvedStockTypes: ['Cattle'] } },
    });
    const after = await guest.call<{ user: Record<string, unknown> }>('GET', 'users/me');
    for (const name of ['role', 'status', '_id', 'type', 'approvedStockTypes'])
      notes.check(
        JSON.stringify(after.user[name]) === JSON.stringify(before.user[name]),
        `the guest's ${name} is ${JSON.stringify(after.user[name])} now`,
      );
    await target.close();
    return notes.findings(`${notes.tried} members`);
  },
};

export const ACCESS_ATTACKS: readonly Attack[] = [
  roles,
  csrf,
  origins,
  headers,
  limits,
  idor,
  massAssignment,
];
