import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { handleCommand, loadAggregate } from '@saleyard/command-api/handle-command.ts';
import { runProcessManager } from '@saleyard/command-api/processes/process-manager.ts';
import { searchAlerts } from '@saleyard/command-api/processes/search-alerts.ts';
import { mailTokenOf } from '@saleyard/command-api/saved-searches/mail-token.ts';
import type { SearchAlert } from '@saleyard/contract/saved-searches.ts';
import { ALERT_GATHER_MS } from '@saleyard/domain/account/saved-searches.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { AdvanceableClock } from '@saleyard/platform/clock/test-support/advanceable-clock.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { activeSearchesOf, searchMatcher } from '@saleyard/projections/search/saved-searches.queries.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Session } from '../client/session.ts';
import { schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';

const test = suite('alerts of saved searches', { limitMs: 60_000 });
const logger = createLogger({ level: 'fatal' });
const SALE = { type: 'simultaneous', durationSeconds: 600, liveInMs: 3_600_000 } as const;
const BOTH = { banner: true, email: true };

const data = mkdtempSync(path.join(tmpdir(), 'saleyard-alerts-'));
let server: TestServer;
let staff: Session;
let base = '';

const open = async (): Promise<void> => {
  server = await startTestServer({ data });
  base = server.base;
};

test.before(async () => {
  await open();
  staff = await signedIn('staff');
});
test.after(async () => {
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

const signedIn = (name: string) => server.signedIn(name);

type Body = { name: string; criteria: object; alertBy: object; isPaused: boolean };
const search = (over: Partial<Body> & { q?: string; filters?: object; kind?: string } = {}): Body => {
  const { q = 'angus', filters = {}, kind, ...rest } = over;
  const criteria = { q, filters, ...(kind && { kind }) };
  return { name: 'Black steers', criteria, alertBy: BOTH, isPaused: false, ...rest };
};
const save = async (of: Session, over: Parameters<typeof search>[0] = {}): Promise<string> => {
  const id = newId();
  await of.call('PUT', `users/me/saved-searches/${id}`, search(over));
  return id;
};

/** The alerts of a person once everything that was written is shown. */
async function alertsOf(of: Session): Promise<readonly SearchAlert[]> {
  const position = String(await server.stores.log.lastPosition());
  const asked = { 'x-saleyard-position': position };
  return (await of.call<{ alerts: SearchAlert[] }>('GET', 'users/me/search-alerts', undefined, asked)).alerts;
}

const cataloguedIn = async (auction: string): Promise<RecordedEvent> => {
  for await (const events of server.stores.log.read(auctionStream(auction)))
    for (const event of events) if (event.type === 'LotsCatalogued') return event;
  throw new Error('nothing is catalogued');
};

/** Resolves when the catalogue of a sale was acted upon. */
async function actedUpon(auction: string): Promise<RecordedEvent> {
  const event = await cataloguedIn(auction);
  const { documents } = server.stores;
  await until(async () => (await documents.checkpoint('process-search-alerts')) >= event.position);
  return event;
}

async function mailsTo(account: string) {
  const { messages } = await server.stores.outbox.read({ account, page: 1, limit: 100 });
  return messages.filter(({ channel }) => channel === 'mail');
}

/** Time never goes back in a stream: each e-mail is decided on later than the one before. */
let later = 0;

/** Decides on the e-mail that is due, as it would be when the time to gather is over. */
async function mailNow(account: string): Promise<void> {
  const { log, outbox } = server.stores;
  const before = (await outbox.read({ account, page: 1, limit: 1 })).total;
  later += 2 * ALERT_GATHER_MS;
  const clock = new AdvanceableClock();
  clock.advanceBy(later);
  await handleCommand({ log, clock }, STREAMS.account, {
    id: account,
    commandId: newId(),
    actor: { kind: 'system', id: 'test' },
    body: { type: 'queueAlertMail' },
  });
  await until(async () => (await outbox.read({ account, page: 1, limit: 1 })).total > before);
}

test('a search is saved, listed, changed and deleted; one that looks for nothing is refused', async () => {
  const guest = await signedIn('guest');
  const read = () => guest.call<{ savedSearches: Body[] }>('GET', 'users/me/saved-searches');
  const listed = async () => {
    const asked = { 'x-saleyard-position': String(await server.stores.log.lastPosition()) };
    return (await guest.call<{ savedSearches: object[] }>('GET', 'users/me/saved-searches', undefined, asked))
      .savedSearches;
  };
  assert.equal(await read(), { savedSearches: [] });
  const id = await save(guest, { q: ' wagyu ', kind: 'cattle', filters: { location: ['QLD'] } });
  const [only] = await listed();
  const { savedAt, ...saved } = only as { savedAt: number };
  assert.type(savedAt, 'number');
  assert.equal(saved, {
    _id: id,
    name: 'Black steers',
    alertBy: BOTH,
    isPaused: false,
    criteria: { q: 'wagyu', kind: 'cattle', filters: { location: ['QLD'] } },
  });
  await guest.call('PUT', `users/me/saved-searches/${id}`, search({ name: 'Mine', isPaused: true }));
  assert.equal(
    (await listed()).map((one) => (one as Body).name),
    ['Mine'],
  );
  const nothing = await guest
    .call('PUT', `users/me/saved-searches/${newId()}`, search({ q: ' ', filters: { breed: [] } }))
    .catch((error: { status: number }) => error.status);
  assert.is(nothing, 400);
  await guest.call('DELETE', `users/me/saved-searches/${id}`);
  assert.equal(await listed(), []);
});

test('owners are notified once of all lots of a sale that match; own lots, other lots and paused searches are left out', async () => {
  const [buyer, seller, both, guest] = await Promise.all(['buyer', 'seller', 'both', 'guest'].map(signedIn));
  if (!buyer || !seller || !both || !guest) throw new Error('nobody');
  await save(buyer, { q: 'angus', name: 'Angus' });
  await save(buyer, { q: '', filters: { weightFrom: 300 }, name: 'Heavy ones' });
  await save(seller, { q: 'angus' });
  await save(both, { q: 'angus', isPaused: true });
  await save(both, { q: 'angus', kind: 'sheep' });
  await save(guest, { q: 'hereford', alertBy: { banner: true, email: false } });
  const sale = await schedule(staff, SALE, [
    steers('1', { createdBy: seller.id }),
    steers('2', { title: 'Hereford Heifers', breed: 'Hereford', weightAverageKg: 280 }),
    steers('3', { title: '<img src=x onerror=alert(1)>', weightAverageKg: 410 }),
  ]);
  await until(async () => (await alertsOf(buyer)).length > 0 && (await alertsOf(guest)).length > 0);
  const [alert, ...more] = await alertsOf(buyer);
  assert.equal(more, []);
  assert.equal(
    [alert?.count, alert?.lots.map(({ number }) => number), [...(alert?.searches ?? [])].sort()],
    [2, ['1', '3'], ['Angus', 'Heavy ones']],
  );
  assert.is(alert?.auction.searchNumber, sale.searchNumber);
  // The seller's own lot is left out of the seller's alert.
  assert.equal(
    (await alertsOf(seller)).map(({ lots }) => lots.map(({ number }) => number)),
    [['3']],
  );
  assert.equal(
    (await alertsOf(guest)).map(({ lots }) => lots.map(({ number }) => number)),
    [['2']],
  );
  await actedUpon(sale._id);
  assert.equal(await alertsOf(both), []);

  await mailNow(buyer.id);
  const [mail] = await mailsTo(buyer.id);
  assert.match(mail?.subject ?? '', /^2 new lots for your saved searches: /);
  assert.match(mail?.text ?? '', `/main/upcoming/Cattle/${sale.searchNumber}/`);
  assert.match(mail?.text ?? '', /- ID \d+: 10 Angus Steers/, 'lot numbers are hidden before the sale opens');
  assert.not.match(mail?.text ?? '', 'Lot 1');
  assert.not.match(mail?.html ?? '', '<img');
  assert.match(mail?.html ?? '', '&lt;img src=x onerror=alert(1)&gt;');
  assert.equal((await mailsTo(guest.id)).length, 0, 'who wants banners gets no e-mail');
});

test('a banner stays until it is closed', async () => {
  const buyer = await signedIn('buyer');
  const alerts = (await alertsOf(buyer)).map(({ _id }) => _id);
  assert.is(alerts.length, 1);
  await buyer.call('POST', 'users/me/search-alerts/close', { alerts });
  assert.equal(await alertsOf(buyer), []);
});

test('once only: on a second node, after a restart, and when everything is read again', async () => {
  const buyer = await signedIn('buyer');
  const sale = await schedule(staff, SALE, [steers('1')]);
  await until(async () => (await alertsOf(buyer)).length > 0);
  const { log, documents, secrets } = server.stores;
  const event = await actedUpon(sale._id);
  const noted = async () =>
    (await loadAggregate({ log }, STREAMS.account, buyer.id)).state?.savedSearches.alerts.length;
  const before = [await noted(), (await loadAggregate({ log }, STREAMS.account, buyer.id)).revision];
  const manager = searchAlerts({
    log,
    clock: server.clock,
    secrets,
    matcher: searchMatcher(documents),
    searches: () => activeSearchesOf(documents),
    kindOfOpenSale: async () => 'cattle',
  });
  for (let n = 0; n < 2; n += 1) await manager.act(event);
  // A node with a checkpoint of its own, which reads the log from its first event.
  const ending = new AbortController();
  let acted = 0;
  const anew = {
    ...manager,
    name: 'search-alerts-anew',
    act: async (one: RecordedEvent) => {
      await manager.act(one);
      acted += 1;
    },
  };
  const leases = new EmbeddedLeases(server.clock).join('other');
  const running = runProcessManager(
    { log, documents, clock: server.clock, leases, logger, signal: ending.signal },
    anew,
  );
  await until(async () => acted >= 2);
  ending.abort();
  await running;
  await leases.close();
  await server.close();
  await open();
  const last = await schedule(await signedIn('staff'), SALE, [
    steers('1', { title: 'Ewes', breed: 'Merino', weightAverageKg: 50 }),
  ]);
  await actedUpon(last._id);
  const { revision } = await loadAggregate({ log: server.stores.log }, STREAMS.account, buyer.id);
  assert.equal(
    [
      await loadAggregate({ log: server.stores.log }, STREAMS.account, buyer.id).then(
        ({ state }) => state?.savedSearches.alerts.length,
      ),
      revision,
    ],
    before,
  );
  const old = { ...event, meta: { ...event.meta, at: event.meta.at - 25 * 3_600_000 } };
  const now = server.clock.now();
  assert.equal([manager.concerns(event, now), manager.concerns(old, now)], [true, false]);
  assert.is(manager.concerns({ ...event, stream: 'practice-ann-1' }, now), false);
});

test('lots that were catalogued before the search was saved are no news', async () => {
  staff = await signedIn('staff');
  const late = await signedIn('both');
  const sale = await schedule(staff, SALE, [steers('9')]);
  const event = await actedUpon(sale._id);
  await save(late, { q: 'angus' });
  await alertsOf(late);
  const { log, documents, secrets } = server.stores;
  const manager = searchAlerts({
    log,
    clock: server.clock,
    secrets,
    matcher: searchMatcher(documents),
    searches: () => activeSearchesOf(documents),
    kindOfOpenSale: async () => 'cattle',
  });
  await manager.act(event);
  assert.equal(await alertsOf(late), []);
});

test('the link of an e-mail stops the e-mails without signing in, and does nothing else', async () => {
  const buyer = await signedIn('buyer');
  await until(async () => (await alertsOf(buyer)).length > 0);
  await mailNow(buyer.id);
  const mails = await mailsTo(buyer.id);
  const [, token = ''] = /\/stop-search-mails\/(\S+)/.exec(mails[0]?.text ?? '') ?? [];
  assert.is(decodeURIComponent(token), await mailTokenOf(server.stores.secrets, buyer.id));
  const stop = (said: string) =>
    fetch(`${base}/api/v1/saved-searches/stop-mails`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: base },
      body: JSON.stringify({ token: said }),
    });
  const other = token.replace(buyer.id, staff.id);
  assert.equal(
    [(await stop(other)).status, (await stop('x')).status, (await stop('~x')).status],
    [404, 404, 404],
  );
  for (let n = 0; n < 2; n += 1) assert.is((await stop(decodeURIComponent(token))).status, 200);
  const { state } = await loadAggregate({ log: server.stores.log }, STREAMS.account, buyer.id);
  assert.ok(state?.savedSearches.saved.length);
  assert.not.ok(state?.savedSearches.saved.some(({ alertBy }) => alertBy.email));
  // It signs nobody in.
  const cookie = { cookie: `saleyard=${token}` };
  assert.is((await fetch(`${base}/api/v1/users/me/saved-searches`, { headers: cookie })).status, 401);
});

test('nothing that a person searched for is in the log, nor is reported when the person is forgotten', async () => {
  const guest = await signedIn('guest');
  await save(guest, { q: 'zanzibar', name: 'For Uncle Quentin' });
  const { log } = server.stores;
  const said: string[] = [];
  for await (const events of log.read(`account-${guest.id}`)) said.push(JSON.stringify(events));
  assert.not.match(said.join(), /zanzibar|Quentin/);
  await server.accounts.forget(guest.id, { kind: 'system', id: 'test' });
  const sale = await schedule(staff, SALE, [steers('1', { title: 'Zanzibar Steers' })]);
  await actedUpon(sale._id);
  const { state } = await loadAggregate({ log }, STREAMS.account, guest.id);
  assert.equal(state?.savedSearches.saved, []);
});

test.run();
