import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { API } from '@saleyard/contract/operation.ts';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import type { CollectionSpec, Documents } from '@saleyard/platform/documents/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { Command } from 'commander';
import sharp from 'sharp';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { auditAuction } from '../audit/audit.ts';
import { Session } from '../client/session.ts';
import { writtenSteers } from '../test-support/listings.ts';
import { command, schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';
import { userCommand } from './command.ts';

const test = suite('saleyard user forget', { limitMs: 120_000 });
const PASSWORD = 'hunter22';

const data = mkdtempSync(path.join(tmpdir(), 'saleyard-forget-'));
let server: TestServer | null = null;
test.after(async () => {
  await server?.close();
  rmSync(data, { recursive: true, force: true });
});

/** Everything that any server of this test logged, at the level that says most. */
const logged: string[] = [];

async function start(): Promise<string> {
  const destination = { write: (line: string) => void logged.push(line) };
  server = await startTestServer({ data, logger: createLogger({ level: 'trace', destination }) });
  return server.base;
}

async function stop(): Promise<void> {
  await server?.close();
  server = null;
}

const running = (): TestServer => {
  if (server === null) throw new Error('no server is running');
  return server;
};

/** Runs `saleyard user …` on the data; answers its exit code. */
async function user(...args: string[]): Promise<number> {
  process.exitCode = 0;
  const program = new Command('saleyard');
  userCommand(program);
  await program.parseAsync(['node', 'saleyard', 'user', ...args, '--data', data]);
  const code = Number(process.exitCode);
  process.exitCode = 0;
  return code;
}

/** The names of all collections: those that are declared while a server starts. */
async function startAndListCollections(): Promise<{ base: string; collections: readonly string[] }> {
  const base = await start();
  const prototype = Object.getPrototypeOf(running().stores.documents) as Documents;
  const { declare } = prototype;
  const names = new Set<string>();
  prototype.declare = function (this: Documents, specs: readonly CollectionSpec[]) {
    for (const { name } of specs) names.add(name);
    return declare.call(this, specs);
  };
  await stop();
  const again = await start();
  prototype.declare = declare;
  assert.is.not(base, '');
  return { base: again, collections: [...names] };
}

/** Every file of the data whose bytes hold one of these texts, as UTF-8, UTF-16 or base64. */
function filesWith(texts: readonly string[], folder = data): string[] {
  const patterns = texts.flatMap((one) => [
    Buffer.from(one),
    Buffer.from(one, 'utf16le'),
    // Without the characters at both ends, which depend on what is beside it.
    ...[0, 1, 2].map((at) =>
      Buffer.from(
        Buffer.from(' '.repeat(at) + one)
          .toString('base64')
          .slice(at === 0 ? 0 : 4, -4),
      ),
    ),
  ]);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .filter((file) => {
      const bytes = readFileSync(file);
      return patterns.some((pattern) => pattern.length > 5 && bytes.includes(pattern));
    });
}

/** What she says of herself. Each is found nowhere else. */
const MINA = {
  firstName: 'Wilhelmina',
  lastName: 'Zwetschge',
  email: 'wilhelmina@zwetschge.example',
  phone: '0491579999',
  secondaryPhone: '0267429999',
  tradingName: 'Zwetschgenhof',
} as const;
const PROFILE = {
  PIC: 'NK987612',
  ABN: '51824753556',
  jobTitle: 'Obermeisterin',
  agencyName: 'Agentur Quitte',
  officeAddress: { address1: '99 Pflaumenweg', town: 'BOGGABRI', state: 'NSW', postcode: '2382' },
  customerDetails: { legalNameOfTradingEntity: 'Quittenhandel', givenName: 'Wilma', lastName: 'Zwetschge' },
  bank: { accountName: 'Mina Mirabelle', BSB: '062987', accountNumber: '99887766' },
} as const;
const FAVOURITE = {
  vendorName: 'Schlehenhof',
  pic: 'NJ765431',
  vendorPhone: '0491571111',
  vendorEmail: 'hof@schlehe.example',
  address: '7 Schlehenweg',
  town: 'Gunnedah',
  postcode: '2380',
  state: 'NSW',
  district: '',
} as const;
const LISTING = {
  vendorPhone: '0491572222',
  vendorEmail: 'vendor@kornelkirsche.example',
  vendorName: 'Kornelkirschenhof',
  vendorPic: 'NK246813',
  agencyName: 'Agentur Berberitze',
  vendorAddress: '5 Kornelweg',
  agentName: 'Berta Berberitze',
  agentPhone: '0491573333',
} as const;
/** What she writes of her stock for staff alone. */
const DESCRIPTION = 'Vom Nachbarn Sanddornbauer';
/** What she calls a document of her lot, and says of it. */
const DOCUMENT = { name: 'Quittenbericht', description: 'Von Frau Schwarzdorn' } as const;
/** The vendor of a lot that staff enter for her. */
const ENTERED = 'Hagedornhof';
/** Why staff sent a lot of hers back, and why she withdrew one that waited and one that was in the catalogue. */
const SENT_BACK = 'Ask Frau Felsenbirne';
const WITHDRAWN = ['Sold to Speierling', 'Sold to Elsbeere'] as const;
/** What others write of her, what her search is called, and what she sends. */
const SEARCH = 'Aroniabeeren';
const SOUGHT = ['Hagebutte'];
const REASON = 'Called Mispelbaum';

const PERSONAL: readonly string[] = [
  ...Object.values(MINA),
  ...['NK987612', 'Obermeisterin', 'Agentur Quitte', 'Pflaumenweg', 'Quittenhandel', 'Wilma'],
  ...['Mina Mirabelle', '99887766', '51824753556', 'Mispelbaum', 'Holunderbusch', SEARCH, ENTERED, ...SOUGHT],
  ...[...Object.values(DOCUMENT), DESCRIPTION, SENT_BACK, ...WITHDRAWN],
  ...['Schlehenhof', 'NJ765431', '0491571111', 'hof@schlehe.example', '7 Schlehenweg'],
  ...Object.values(LISTING),
];
const SPELLINGS = PERSONAL.flatMap((one) => [one, one.toUpperCase(), one.toLowerCase()]);

type Lot = { auction: string; lot: string };

/** The code that confirms the address of a new account, once its e-mail was sent. */
const confirmationCode = (account: string): Promise<string> =>
  until(async () => {
    const { messages } = await running().stores.outbox.read({ account, page: 1, limit: 1 });
    return messages[0]?.secrets[0];
  });

/** Everything that a person leaves behind: answers what was made. */
async function live(base: string, staff: Session) {
  const post = (target: string, body: unknown) =>
    fetch(`${base}/api/v1/${target}`, {
      method: 'POST',
      headers: { origin: base, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const office = { state: 'NSW', postcode: '2382' };
  const registered = await post('users', {
    user: { ...MINA, password: PASSWORD, profession: 'Producer', officeAddress: office },
  });
  assert.is(registered.status, 201, await registered.text());
  const mina = await Session.signIn(base, MINA.email, PASSWORD);
  await mina.call('POST', 'users/confirm-email', { code: await confirmationCode(mina.id) });
  const on = { AuctionOpenReminder: true, OneDayReminder: true, TenDaysReminder: true };
  const smsRemindersPermissions = { cattle: on, sheep: on, goat: on };
  await mina.call('PUT', 'users/me', { user: PROFILE });
  await mina.call('PUT', 'users/me', { user: { settings: { smsRemindersPermissions } } });
  const sent = await fetch(`${base}/api/v1/users/me/license-file`, {
    method: 'POST',
    headers: {
      origin: base,
      cookie: mina.cookie,
      'content-type': 'application/pdf',
      'file-name': 'Lizenz%20Holunderbusch.pdf',
    },
    body: `%PDF-1.4\n% Holunderbusch\n%%EOF\n`,
  });
  assert.is(sent.status, 200, await sent.clone().text());
  await post('users/forgot', { email: MINA.email });
  await staff.call('POST', `staff/accounts/${mina.id}/decision`, {
    decision: 'approved',
    status: 'approved-buyer-seller',
    approvedStockTypes: ['Cattle'],
    reason: 'Spoke with Wilhelmina Zwetschge',
  });

  // What is looked for and kept.
  await mina.call('PUT', `users/me/saved-searches/${newId()}`, {
    name: SEARCH,
    criteria: { q: `angus ${SOUGHT.join(' ')}`, filters: {} },
    isPaused: false,
    alertBy: { banner: true, email: true },
  });
  await mina.call('PUT', `users/me/saved-searches/${newId()}`, {
    name: `${SEARCH} 2`,
    criteria: { q: 'angus', filters: {} },
    isPaused: false,
    alertBy: { banner: true, email: true },
  });
  await mina.call('POST', 'pics', { pic: FAVOURITE });
  await mina.call('POST', 'register-interest', {
    numericId: 1,
    firstName: MINA.firstName,
    lastName: MINA.lastName,
    email: MINA.email,
    phone: MINA.phone,
  });

  // Lots of hers: a draft, and one that staff put into the catalogue.
  const later = await schedule(staff, { type: 'simultaneous', durationSeconds: 600, liveInMs: 3_600_000 }, [
    steers('1', { createdBy: mina.id, vendorName: ENTERED }),
  ]);
  const written = writtenSteers();
  const lot = { ...written, description: DESCRIPTION, details: { ...written.details, ...LISTING } };
  const begun = async () =>
    (await mina.call<{ _id: string }>('POST', `auctions/${later._id}/lots`, { lot, commandId: newId() }))._id;
  const draft = await begun();
  const pictured = await picturesOf(base, mina, draft);
  const submitted = await begun();
  for (const lot of [draft, submitted]) {
    const document = await fetch(`${base}/api/v1/lots/${lot}/documents`, {
      method: 'POST',
      headers: {
        origin: base,
        cookie: mina.cookie,
        'content-type': 'application/pdf',
        'file-name': `${DOCUMENT.name}.pdf`,
        'file-description': encodeURIComponent(DOCUMENT.description),
      },
      body: `%PDF-1.4\n% Holunderbusch\n%%EOF\n`,
    });
    assert.is(document.status, 201, await document.clone().text());
  }
  await mina.call('POST', `lots/${submitted}/submit`, {});
  await staff.call('POST', `staff/listings/${submitted}/approve`, {});

  // Lots of hers that do not stay in the sale.
  const back = await begun();
  await mina.call('POST', `lots/${back}/submit`, {});
  await staff.call('POST', `staff/listings/${back}/refuse`, { reason: SENT_BACK });
  const [waiting, catalogued] = [await begun(), await begun()];
  for (const lot of [waiting, catalogued]) await mina.call('POST', `lots/${lot}/submit`, {});
  await staff.call('POST', `staff/listings/${catalogued}/approve`, {});
  // The one of staff, the one above, and this.
  for (let count = 0; count < 3; await pause(20))
    ({ lotCount: count } = (
      await staff.call<{ auction: { lotCount: number } }>('GET', `auctions/${later._id}`)
    ).auction);
  for (const [at, lot] of [waiting, catalogued].entries())
    await mina.call('POST', `lots/${lot}/withdraw`, { reason: WITHDRAWN[at] });

  // A sale that she takes part in: in its room, by auto-bid, and by a purchase after it.
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 20, allowAutoBid: true }, [
    steers('1'),
    steers('2'),
  ]);
  const [first = '', second = ''] = sale.lots;
  await mina.call('PUT', 'users/me/watchlist2', { lotId: first });
  await mina.call('GET', `lots/${first}?mode=full-preview&trackView=true`);
  await command(staff, sale._id, 'announce', { text: 'Rain before noon' });
  const socket = new WebSocket(`${base.replace('http', 'ws')}/realtime`, {
    headers: { origin: base, cookie: mina.cookie },
  });
  await once(socket, 'open');
  socket.send(JSON.stringify([{ id: 1, channel: 'bids', event: 'join-auction', data: { _id: sale._id } }]));
  await once(socket, 'message');
  for (let isTaken = false; !isTaken; ) {
    isTaken = await mina.call('PUT', 'users/me/autobids', { autobid: 60_000, lot: first }).then(
      () => true,
      () => false,
    );
    if (!isTaken) await pause(100);
  }
  const present = JSON.stringify(await staff.call('GET', `staff/auctions/${sale._id}/presence`));
  assert.match(present, MINA.lastName, 'staff see who is in the room');
  await mina.call('POST', `lots/${first}/email-info`, {
    recipientName: MINA.firstName,
    recipientEmail: MINA.email,
    type: 'upcoming',
  });
  for (let state = ''; state !== 'closed'; await pause(100))
    ({ state } = (await staff.call<{ auction: { state: string } }>('GET', `auctions/${sale._id}`)).auction);
  await command(staff, sale._id, 'sellAfter', { lot: second, buyer: mina.id, cents: 41_000 });
  socket.close();
  const lots: Lot[] = [
    ...[draft, submitted, back, waiting, catalogued, ...later.lots].map((one) => ({
      auction: later._id,
      lot: one,
    })),
    ...[first, second].map((one) => ({ auction: sale._id, lot: one })),
  ];
  return { mina, lots, pictured, sales: [later, sale] };
}

/** A picture of hers and both signatures on a draft: their addresses, each answered to her. */
async function picturesOf(base: string, mina: Session, draft: string): Promise<string[]> {
  const background = { r: 90, g: 60, b: 30 };
  const png = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
  const addresses: string[] = [];
  for (const target of ['media', 'signatures/agent', 'signatures/vendor']) {
    const response = await fetch(`${base}/api/v1/lots/${draft}/${target}`, {
      method: 'POST',
      headers: {
        origin: base,
        cookie: mina.cookie,
        'content-type': 'application/octet-stream',
      },
      body: png,
    });
    assert.is(response.status, 201, await response.clone().text());
    const { data } = (await response.json()) as { data: { url?: string; media?: { url: string } } };
    addresses.push(data.url ?? data.media?.url ?? '');
  }
  for (const address of addresses)
    assert.is((await fetch(base + address, { headers: { cookie: mina.cookie } })).status, 200);
  return addresses;
}

/** Every GET of the OpenAPI about her, her lots and her sales, as this person: one text of all answers. */
async function everyAnswer(base: string, account: string, lots: readonly Lot[], cookie?: string) {
  const answers: string[] = [];
  const reads = OPERATIONS.filter(({ method, path: at, ownPages }) => {
    return method === 'get' && at.startsWith(API) && !ownPages;
  });
  const targets = new Set(
    reads.flatMap(({ path: pattern }) =>
      lots.map(({ auction, lot }) => {
        const fill: Record<string, string> = {
          account,
          auction,
          lot,
          lotId: lot,
          listing: lot,
          kind: 'cattle',
        };
        return pattern.replace(
          /\{(\w+)\}/g,
          (_, name: string) => fill[name] ?? (name === 'id' ? auction : '1'),
        );
      }),
    ),
  );
  const more = [
    ...['zwetschge', 'Wilhelmina', MINA.phone, MINA.email, 'NK987612', 'Zwetschgenhof'].map(
      (sought) => `${API}/staff/accounts?search=${encodeURIComponent(sought)}`,
    ),
    `${API}/users/agent-search?name=zwetschge`,
    `${API}/demo/outbox?email=${MINA.email}`,
  ];
  for (const target of [...targets, ...more]) {
    const response = await fetch(base + target, { headers: { platform: 'web', ...(cookie && { cookie }) } });
    answers.push(await response.text());
  }
  return answers.join('\n');
}

const missing = (from: string): string[] => PERSONAL.filter((one) => !from.includes(one));
const found = (text: string): string[] => SPELLINGS.filter((one) => text.includes(one));

test('a forgotten person is in no store, file, log or answer, and sales replay', async () => {
  let base = await start();
  const staff = await running().signedIn('staff');
  const { mina, lots, pictured, sales } = await live(base, staff);
  const before = [
    await everyAnswer(base, mina.id, lots, staff.cookie),
    await everyAnswer(base, mina.id, lots, mina.cookie),
  ].join('\n');
  const notSeen = missing(before).filter((one) => one !== 'Mispelbaum' && one !== '99887766');
  assert.equal(notSeen, [], 'all of it was there to be forgotten');
  const kept = await running().stores.outbox.read({ account: mina.id, page: 1, limit: 100 });
  assert.equal([...new Set(kept.messages.map(({ channel }) => channel))].toSorted(), ['mail', 'sms']);
  await stop();
  assert.is(await user('suspend', MINA.email, '--reason', REASON), 0);
  assert.equal(filesWith(SPELLINGS), [], 'nothing of it is ever in clear');

  assert.is(await user('forget', MINA.email), 0);
  assert.equal(filesWith(SPELLINGS), []);
  assert.equal(filesWith([mina.id], path.join(data, 'secrets')), [], 'no key of hers is left');
  assert.not.ok(
    readdirSync(path.join(data, 'files'), { recursive: true, encoding: 'utf8' }).some((name) =>
      name.includes(mina.id),
    ),
    'no file of hers is left',
  );

  const listed = await startAndListCollections();
  ({ base } = listed);
  const again = await running().signedIn('staff');
  const buyer = await running().signedIn('buyer');
  for (const cookie of [again.cookie, buyer.cookie, mina.cookie, undefined])
    assert.equal(found(await everyAnswer(base, mina.id, lots, cookie)), []);
  for (const address of pictured)
    for (const { cookie } of [again, buyer, mina])
      assert.is.not((await fetch(base + address, { headers: { cookie } })).status, 200, address);
  const history = await again.call('GET', `staff/accounts/${mina.id}/history`);
  assert.match(JSON.stringify(history), /AccountForgotten/, 'what happened stays');
  const signIn = await Session.signIn(base, MINA.email, PASSWORD).catch((error: unknown) => error);
  assert.match(String(signIn), /401/);

  const { documents, log } = running().stores;
  assert.ok(listed.collections.length > 15, listed.collections.join());
  for (const collection of listed.collections) {
    for await (const document of documents.dump(collection)) {
      const json = JSON.stringify(document);
      assert.equal(found(json), [], collection);
      if (collection.startsWith('outbox') || collection === 'sessions')
        assert.not.match(json, mina.id, `${collection}: nothing is kept for her`);
    }
  }
  for await (const item of log.subscribe()) {
    if (item.kind === 'caughtUp') break;
    assert.equal(found(JSON.stringify(item.events)), []);
  }
  for (const { searchNumber } of sales) {
    const report = await auditAuction({ log, number: searchNumber });
    assert.is(report.difference, null, 'its record is proven as before');
  }
  assert.is(await running().accounts.directory.personOf(mina.id), null);
  await stop();
  assert.equal(filesWith(SPELLINGS), []);
  assert.ok(logged.length > 0, 'the servers did log');
  assert.equal(found(logged.join('\n')), [], 'in no log');
});

test.run();
