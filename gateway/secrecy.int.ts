import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startServer } from '@saleyard/app/server/server.ts';
import { exemptFromSecondFactor } from '@saleyard/command-api/sign-in/complete-sign-in.ts';
import type { AccountRole } from '@saleyard/domain/account/events.ts';
import type { AccountStatus } from '@saleyard/domain/account/status.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { AdvanceableClock } from '@saleyard/platform/clock/test-support/advanceable-clock.ts';
import { readConfig } from '@saleyard/platform/config/config.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Client } from './test-support/client.ts';

const test = suite('secrecy', { limitMs: 90_000 });

const PASSWORD = 'Paddock-9931';
/** ms from now: when the sale opens for sealed auto-bids, and when it goes live. */
const OPENS_MS = 600_000;
const LIVE_MS = 1_200_000;
const LIVE_SECONDS = 20;

/** Amounts that are never a price: if a socket receives one, it leaked. Cents; all fit the lots' increments. */
const START = 30_000;
const INCREMENT = 500;
const SECRET = {
  reserveAbove: 7_313_500,
  reserveNear: 5_171_500,
  leadingMaximum: 6_191_500,
  sealedMaximum: 4_747_500,
  /** What refused commands of staff contain; the log keeps them whole. */
  refusedPrice: 8_232_500,
  refusedReserve: 9_191_500,
} as const;
/** What staff wrote in refused commands. */
const REFUSED_REASON = 'Kurrajong quarrel';

type Person = { id: string; email: string; firstName: string; cookie: string };

async function running() {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-secrecy-'));
  const read = readConfig({ SALEYARD_DATA: folder, SALEYARD_PORT: '0', SALEYARD_METRICS_PORT: '0' });
  if (read.outcome === 'invalid') throw new Error(JSON.stringify(read.problems));
  const clock = new AdvanceableClock();
  const logger = createLogger({ level: 'silent' });
  const server = await startServer({ config: read.config, logger, clock });
  const base = `http://127.0.0.1:${server.port}`;

  async function call(
    method: string,
    target: string,
    cookie = '',
    body?: unknown,
    more: Record<string, string> = {},
  ) {
    const response = await fetch(`${base}/api/v1/${target}`, {
      method,
      headers: {
        platform: 'web',
        origin: base,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(cookie && { cookie }),
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { response, text: await response.text() };
  }

  async function person(firstName: string, status: AccountStatus, role: AccountRole = null): Promise<Person> {
    const email = `${firstName.toLowerCase()}@bushmail.example`;
    const registered = await server.accounts.register(
      {
        person: {
          firstName,
          lastName: 'Featherstonehaugh',
          email,
          phone: '0491570156',
          tradingName: `${firstName} Pastoral`,
          officeAddress: { town: 'BOGGABRI', state: 'NSW', postcode: '2382' },
        },
        password: PASSWORD,
        status,
        type: 'buyer',
        role,
        stockTypes: ['Cattle'],
        approvedStockTypes: ['Cattle'],
      },
      { kind: 'system', id: 'test' },
    );
    if (registered.outcome !== 'registered') throw new Error(registered.outcome);
    await exemptFromSecondFactor(server.stores.secrets, registered.account);
    for (let n = 0; ; n += 1) {
      const basic = Buffer.from(`${email}:${PASSWORD}`).toString('base64');
      const { response, text } = await call('GET', 'users/me', '', undefined, {
        authorization: `Basic ${basic}`,
      });
      if (response.ok) {
        const cookie =
          response.headers
            .getSetCookie()
            .find((one) => one.startsWith('saleyard='))
            ?.split(';')[0] ?? '';
        return { id: registered.account, email, firstName, cookie };
      }
      if (n > 50) throw new Error(text);
      await wait(100);
    }
  }

  return {
    server,
    clock,
    call,
    person,
    async stop() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const lotBody = (number: number, vendorName: string, createdBy: string, reserveCents: number) => ({
  number: String(number),
  unit: 'head',
  count: 40,
  startCents: START,
  incrementCents: INCREMENT,
  reserveCents,
  createdBy,
  vendorName,
  title: `Angus steers ${number}`,
  town: 'Boggabri',
  state: 'NSW',
  postcode: '2382',
  breed: 'Angus',
  sex: 'Steers',
  stockCategory: 'Store',
});

type Running = Awaited<ReturnType<typeof startServer>>;

/** Whether the sale's own stream holds each of these texts. */
async function isInStream({ stores }: Running, auction: string, texts: readonly string[]): Promise<boolean> {
  let stored = '';
  for await (const events of stores.log.read(auctionStream(auction))) stored += JSON.stringify(events);
  return texts.every((one) => stored.includes(one));
}

/** Every address of the REST side that a visitor might try about a sale. */
function addresses(auction: string, number: number, lots: readonly { _id: string }[]): string[] {
  return [
    'auctions?state=future,open,live,closed&limit=50',
    ...[auction, String(number)].flatMap((name) => [
      `auctions/${name}`,
      `auctions/${name}/public-info`,
      `auctions/${name}/lots`,
      `auctions/${name}/lots/public-info`,
      `staff/auctions/${name}`,
      `staff/auctions/${name}/lots`,
    ]),
    ...lots.flatMap(({ _id }) => [
      `lots/${_id}`,
      `lots/${_id}/public-info`,
      `lots/bids/${auction}/${_id}`,
      `users/me/bids?auction=${auction}&lot=${_id}`,
      `users/me/autobids?lot=${_id}`,
    ]),
    'users/me',
    'users/me/bids',
    'users/me/autobids',
    'users/me/sales',
    `users/me/sales?auction=${auction}`,
    'lots/my-results',
    'lots/watchlist?version=2&page=1&size=50',
    'kinds',
    'kinds/public',
    'contacts/main',
    'server-time',
    'checkServer',
    'nowhere',
  ];
}

test('[G17] [G14] over a whole sale a visitor gets no reserve, no maximum, no identity and no token', async () => {
  const { server, clock, call, person, stop } = await running();
  const staff = await person('Winifred', 'approved-buyer-seller', 'admin');
  const vendor = await person('Barnaby', 'approved-seller');
  const ann = await person('Annunziata', 'approved-buyer');
  const bob = await person('Bobadilla', 'approved-buyer');
  const third = await person('Cyprian', 'approved-buyer');

  const now = clock.now();
  const scheduled = await call('POST', 'staff/auctions', staff.cookie, {
    details: { title: 'Boggabri store sale', kind: 'cattle', public: true },
    terms: {
      type: 'simultaneous',
      openAt: now + OPENS_MS,
      liveAt: now + LIVE_MS,
      durationSeconds: LIVE_SECONDS,
      staleTimeSeconds: 1,
      allowAutoBid: true,
      policy: { reserve: 'second-price' },
    },
    lots: [
      lotBody(1, 'Quagmire Downs', vendor.id, SECRET.reserveAbove),
      lotBody(2, 'Merribindinyah', vendor.id, SECRET.reserveNear),
      lotBody(3, 'Tumbleweed Park', vendor.id, START),
    ],
  });
  assert.ok(scheduled.response.ok, scheduled.text);

  const collected: { who: string; from: string; text: string }[] = [];
  // Empty where the machine is so busy that reads are shed.
  const listing = async () =>
    JSON.parse((await call('GET', 'auctions?state=future,open,live,closed&limit=50')).text) as {
      data?: { auctions: { _id: string; searchNumber: number; state: string }[] };
    };
  let sale: { _id: string; searchNumber: number; state: string } | undefined;
  for (let n = 0; n < 1_000 && sale === undefined; n += 1) {
    sale = (await listing()).data?.auctions[0];
    await wait(50);
  }
  assert.ok(sale);
  const auction = sale?._id ?? '';
  const number = sale?.searchNumber ?? 0;

  const anonymous = await Client.connect(server.port);
  const other = await Client.connect(server.port, { cookie: third.cookie });
  const [annSocket, bobSocket] = [
    await Client.connect(server.port, { cookie: ann.cookie }),
    await Client.connect(server.port, { cookie: bob.cookie }),
  ];
  for (const [client, one] of [
    [other, third],
    [annSocket, ann],
    [bobSocket, bob],
  ] as const) {
    await client.ask('bids', 'login');
    await client.ask('user', 'connect-user', { _id: one.id });
  }
  // A visitor also requests other people's data.
  await anonymous.ask('user', 'connect-user', { _id: ann.id });
  await other.ask('user', 'connect-user', { _id: ann.id });
  await anonymous.ask('anonymous-user', 'connect-anonymous-user');
  for (const client of [anonymous, other, annSocket, bobSocket]) await client.join(auction);
  const snapshot = await anonymous.until(({ event }) => event === 'snapshot');
  const lots = snapshot.data.lots as { _id: string; number: string }[];
  const lot = (n: number) => lots.find((one) => one.number === String(n))?._id ?? '';

  const crawl = async (phase: string) => {
    for (const target of addresses(auction, number, lots)) {
      for (const [who, cookie] of [
        ['anonymous', ''],
        ['third', third.cookie],
      ] as const) {
        const { text, response } = await call('GET', target, cookie);
        const headers = JSON.stringify([...response.headers].filter(([name]) => name !== 'set-cookie'));
        collected.push({ who, from: `${phase} GET ${target}`, text: text + headers });
      }
    }
  };
  const autoBid = async (one: Person, to: string, cents: number) => {
    const body = { autobid: cents, lot: to, commandId: newId() };
    const { response, text } = await call('PUT', 'users/me/autobids', one.cookie, body);
    assert.ok(response.ok, text);
  };
  /** Resolves when an anonymous visitor sees the sale in a phase. */
  const reached = (phase: string) =>
    anonymous.until(({ event, data }) => event === 'auction-update' && data.state === phase);

  await crawl('future');
  clock.advanceTo(now + OPENS_MS);
  await reached('open');
  await autoBid(ann, lot(1), SECRET.sealedMaximum);
  await autoBid(ann, lot(2), SECRET.leadingMaximum);
  await crawl('open');
  clock.advanceTo(now + LIVE_MS);
  await reached('live');
  const bids: [Client, number, number][] = [
    [bobSocket, 1, 20],
    [bobSocket, 2, 35],
    [annSocket, 3, 1],
    [bobSocket, 3, 4],
    [bobSocket, 2, 60],
  ];
  for (const [client, to, steps] of bids) {
    const answer = await client.bid(lot(to), START + INCREMENT * steps);
    assert.is(answer.data?.outcome, 'accepted', JSON.stringify(answer));
    await wait(30);
  }
  await autoBid(bob, lot(3), START + INCREMENT * 9_001);
  for (const [command, code] of [
    [{ type: 'sellAfter', lot: lot(1), buyer: bob.id, cents: SECRET.refusedPrice }, 'not-closed'],
    [{ type: 'unpause', reason: REFUSED_REASON }, 'already-so'],
    [{ type: 'floorBid', lot: lot(1), bidder: bob.id, cents: SECRET.refusedPrice }, 'wrong-auction-type'],
  ] as const) {
    const answered = await call('POST', `staff/auctions/${auction}/commands`, staff.cookie, {
      ...command,
      commandId: newId(),
    });
    assert.ok(answered.text.includes(code), answered.text);
  }
  const late = await call('POST', `staff/auctions/${auction}/lots`, staff.cookie, {
    lots: [lotBody(4, 'Wombat Flat', vendor.id, SECRET.refusedReserve)],
  });
  assert.ok(late.text.includes('already-scheduled'), late.text);
  const refused = await annSocket.bid(lot(2), START);
  assert.is(refused.data.outcome, 'refused');
  await other.bid(lot(3), START);
  await other.bid('no-such-lot', START);
  await call('PUT', 'users/me/autobids', third.cookie, { autobid: 100, lot: lot(2), commandId: newId() });
  await crawl('live');
  await reached('closed');
  await wait(300);
  await crawl('closed');

  for (const [who, client] of [
    ['anonymous', anonymous],
    ['third', other],
  ] as const) {
    for (const text of client.frames) collected.push({ who, from: 'socket', text });
  }
  let closed = await listing();
  for (let n = 0; n < 100 && closed.data === undefined; n += 1) {
    await wait(50);
    closed = await listing();
  }
  assert.is(closed.data?.auctions[0]?.state, 'closed');
  assert.ok(anonymous.frames.length > 8, 'the sale was seen');
  assert.ok(
    annSocket.seen.some(({ data }) => data?.event === 'autobid'),
    'auto-bids answered',
  );

  const tokenOf = ({ cookie }: Person) => decodeURIComponent(cookie.split('=')[1] ?? '').slice(2, 34);
  const secrets = new Map<string, string>([
    ...Object.entries(SECRET).map(([name, cents]) => [String(cents), name] as const),
    [String(START + INCREMENT * 9_001), 'the winner’s maximum'],
    ['Quagmire', 'a vendor'],
    ['Merribindinyah', 'a vendor'],
    ['Tumbleweed', 'a vendor'],
    ['Wombat Flat', 'the vendor of a refused lot'],
    [REFUSED_REASON, 'what staff wrote in a refused command'],
    ['reserveCents', 'the field itself'],
    ['maxCents', 'the field itself'],
    ['aliasSeed', 'the seed of the paddles'],
    ...[staff, vendor, ann, bob].flatMap((one) => [
      [one.id, `account of ${one.firstName}`] as const,
      [one.email, `e-mail of ${one.firstName}`] as const,
      [one.firstName, `name of ${one.firstName}`] as const,
      [tokenOf(one), `session of ${one.firstName}`] as const,
    ]),
    [tokenOf(third), 'the session in a body'],
  ]);
  const refusals = [REFUSED_REASON, String(SECRET.refusedPrice)];
  assert.ok(await isInStream(server, auction, refusals), 'the log holds the refused commands');
  const metrics = await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`);
  const figures = await metrics.text();
  assert.ok(figures.includes('ActionRefused'), 'refusals are counted');
  collected.push({ who: 'anonymous', from: 'the metrics', text: figures });
  const leaks = collected.flatMap(({ who, from, text }) =>
    [...secrets].filter(([secret]) => text.includes(secret)).map(([, what]) => `${who}: ${what} in ${from}`),
  );
  assert.equal([...new Set(leaks)], []);
  assert.ok(tokenOf(ann).length === 32, 'tokens are looked for as they are');
  // Proves that the search works: the owner's own maximum is found in the owner's answer.
  const own = await call('GET', 'users/me/autobids', ann.cookie);
  assert.ok(own.text.includes(String(SECRET.leadingMaximum)), own.text);
  for (const client of [anonymous, other, annSocket, bobSocket]) client.close();
  await stop();
});

test.run();
