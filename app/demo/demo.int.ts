import type { Me } from '@saleyard/contract/accounts.ts';
import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { AUCTION_TYPE_NAMES } from '@saleyard/domain/auction/types/auction-types.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { openSales } from '@saleyard/projections/sales/auctions.queries.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { auditAuction } from '../audit/audit.ts';
import { startTestServer, type TestServer } from '../test-support/test-server.ts';
import { seedDemo, startDemo } from './demo.ts';
import { DEMO_PASSWORD } from './demo-accounts.ts';

const test = suite('demo', { limitMs: 60_000 });
const logger = createLogger({ level: 'error' });

let server: TestServer;
let demo: { stop(): Promise<void> };
let baseUrl: string;
let began: number;

const parts = () => ({
  log: server.stores.log,
  secrets: server.stores.secrets,
  clock: server.clock,
  accounts: server.accounts,
  submit: server.host.submit.bind(server.host),
  openSales: () => openSales(server.stores.documents),
  logger,
});

test.before(async () => {
  server = await startTestServer({ logger, hasAccounts: false, settings: { demo: true } });
  baseUrl = server.base;
  began = server.clock.now();
  demo = await startDemo({ ...parts(), baseUrl });
});
test.after(async () => {
  await demo.stop();
  await server.close();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `look` finds something. */
async function soon<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(300);
  }
  throw new Error(`never: ${what}`);
}

/** A busy server sheds reads of visitors, to be retried later. */
const auctions = (states = 'future,open,live'): Promise<PublicAuction[]> =>
  soon('answer of auctions', async () => {
    const response = await fetch(`${baseUrl}/api/v1/auctions?state=${states}&limit=100`);
    if (response.status === 503) return undefined;
    return ((await response.json()) as { data: { auctions: PublicAuction[] } }).data.auctions;
  });

async function events(): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for await (const item of server.stores.log.subscribe({ streams: ['auction-'] })) {
    if (item.kind === 'caughtUp') break;
    all.push(...item.events);
  }
  return all;
}

test('everyone can sign in with the one password, in their status and role', async () => {
  const expected: Record<string, [string, string | null]> = {
    guest: ['registered', null],
    buyer: ['approved-buyer', null],
    buyer2: ['approved-buyer', null],
    seller: ['approved-seller', null],
    both: ['approved-buyer-seller', null],
    staff: ['approved-buyer-seller', 'admin'],
    auditor: ['registered', 'auditor'],
  };
  for (const [name, [status, role]] of Object.entries(expected)) {
    const credentials = Buffer.from(`${name}@saleyard.test:${DEMO_PASSWORD}`).toString('base64');
    const response = await fetch(`${baseUrl}/api/v1/users/me`, {
      headers: { authorization: `Basic ${credentials}` },
    });
    assert.is(response.status, 200, name);
    const { user } = ((await response.json()) as { data: { user: Me } }).data;
    assert.equal([user.status, user.role], [status, role], name);
  }
});

test('of every type a sale is live, one is open and one is upcoming, within seconds', async () => {
  await soon('a live, an open and a future sale of each type', async () => {
    const found = await auctions();
    const states = AUCTION_TYPE_NAMES.flatMap((type) =>
      (['live', 'open', 'future'] as const).map((state) =>
        found.some((sale) => sale.auctionType === type && sale.state === state),
      ),
    );
    return states.every(Boolean) || undefined;
  });
});

test('each lot has a picture of its own that is served', async () => {
  const [sale] = await auctions();
  const response = await fetch(`${baseUrl}/api/v1/auctions/${sale?._id}/lots/public-info`);
  const { lots } = ((await response.json()) as { data: { lots: { media: { url: string }[] }[] } }).data;
  const url = lots[0]?.media[0]?.url ?? '';
  const picture = await fetch(`${baseUrl}${url}`);
  assert.is(picture.status, 200, url);
  assert.match(picture.headers.get('content-type') ?? '', 'image/svg+xml');
  assert.match(await picture.text(), /^<svg /);
  assert.is((await fetch(`${baseUrl}/media/lots/cattle-nocoat-1.svg`)).status, 404);
});

test('simulated people bid by themselves, as users, and the clerk runs the interfaced sale', async () => {
  const found = await soon('bids and an opened lot', async () => {
    const all = await events();
    const bids = all.filter(
      ({ type, meta }) => (type === 'BidAccepted' || type === 'AutoBidAccepted') && meta.at >= began,
    );
    const opened = all.some(({ type }) => type === 'BiddingOpened');
    return bids.filter(({ meta }) => meta.actor.kind === 'user').length >= 5 && opened ? bids : undefined;
  });
  const named = new Set<string>();
  for (const name of ['guest', 'buyer', 'buyer2', 'seller', 'both', 'staff', 'auditor']) {
    named.add((await server.accounts.directory.byEmail(`${name}@saleyard.test`))?._id ?? '');
  }
  assert.ok(
    found.every(({ meta }) => !named.has(meta.actor.id)),
    'the accounts of people bid for nobody',
  );
});

test('sales were held in the months before: each is closed, sold, and decided as the audit decides', async () => {
  const held = await soon('closed sales', async () => {
    // Those of today are held by the demo itself, and may end while this runs.
    const closed = (await auctions('closed')).filter(({ liveAt }) => liveAt < began);
    return closed.length >= 8 ? closed : undefined;
  });
  for (const { _id, liveAt, closedAt } of held) {
    assert.ok(closedAt !== null && closedAt > liveAt && closedAt < began, `${_id}: ${closedAt}`);
    const { proven, difference } = await auditAuction({ log: server.stores.log, auctionId: _id });
    assert.ok(proven, JSON.stringify(difference));
  }
  const before = (await events()).filter(({ meta }) => meta.at < began);
  const results = before.flatMap(({ type, data }) =>
    type === 'LotsClosed' ? (data as { lots: readonly { status: string }[] }).lots : [],
  );
  const sold = results.filter(({ status }) => status === 'sold');
  assert.ok(sold.length > results.length / 2, `${sold.length} of ${results.length} lots were sold`);
});

test('seeding again changes nothing', async () => {
  const before = (await events()).filter(({ type }) => type === 'AuctionScheduled').length;
  const numbered = await server.accounts.directory.byShortId('S1001');
  await seedDemo(parts());
  const after = (await events()).filter(({ type }) => type === 'AuctionScheduled').length;
  assert.is(after, before);
  assert.is((await server.accounts.directory.byShortId('S1001'))?._id, numbered?._id);
});

test('the clerk resumes sales frozen by an outage, not those frozen by staff', async () => {
  const live = (await auctions()).filter(({ state }) => state === 'live');
  const [out, held] = live.filter(
    ({ auctionType }) => auctionType === 'synchronous' || auctionType === 'simultaneous',
  );
  const freeze = (auction: string, kind: 'system' | 'staff', reason: string) =>
    server.host.submit({
      auction,
      commandId: `freeze-${auction}`,
      actor: { kind, id: kind === 'staff' ? 'somebody' : 'engine' },
      body: { type: 'freeze', reason },
    });
  const auction = out?._id ?? '';
  await freeze(held?._id ?? '', 'staff', 'rain');
  const frozen = await freeze(auction, 'system', 'outage');
  assert.ok(frozen.outcome === 'decided' && frozen.accepted, JSON.stringify(frozen));
  const from = server.clock.now();
  await soon('frozen', async () =>
    (await auctions()).find(({ _id, frozenTime }) => _id === auction && frozenTime !== null),
  );
  await soon('resumed', async () =>
    (await auctions()).find(({ _id, frozenTime }) => _id === auction && frozenTime === null),
  );
  const waited = server.clock.now() - from;
  assert.ok(waited > 8_000, `people have time to come back: ${waited} ms`);
  assert.ok(
    (await auctions()).find(({ _id }) => _id === held?._id)?.frozenTime,
    'staff resume what staff froze',
  );
});

test.run();
