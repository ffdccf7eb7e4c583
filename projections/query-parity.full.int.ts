import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AUCTION_STATES } from '@saleyard/contract/auctions.ts';
import { LOT_SORTS, LOT_STATES } from '@saleyard/contract/lots.ts';
import { REMINDERS } from '@saleyard/domain/account/events.ts';
import { EMPTY_PROFILE } from '@saleyard/domain/account/profile.ts';
import { apiRouter, type Viewer } from '@saleyard/http/endpoint.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openMongoDocuments } from '@saleyard/platform/documents/mongodb-documents.ts';
import type { Documents, Filter, FindOptions } from '@saleyard/platform/documents/port.ts';
import { mongoServers } from '@saleyard/platform/mongodb/test-support/servers.ts';
import { sources } from '@saleyard/testing/conventions/sources.ts';
import { suite } from '@saleyard/testing/suite.ts';
import express from 'express';
import * as assert from 'uvu/assert';
import { remindedOf } from './accounts/reminders.queries.ts';
import { ownOffers } from './bids/offers.queries.ts';
import { LISTING_CONTENTS } from './listings/listings.projection.ts';
import { lotDocumentFor, sellerOf } from './listings/lot-documents.queries.ts';
import { LOTS } from './lots/lots.projection.ts';
import { SOLD_LOTS } from './market/sold-lots.projection.ts';
import { projectionsRoutes } from './projections-routes.ts';
import { READ_COLLECTIONS, startProjections } from './projector.ts';
import { auctionsToGoLive } from './sales/auctions.queries.ts';
import { practiceReadModel } from './sales/practice.queries.ts';
import { LotIndex } from './search/lot-index.ts';
import { activeSearchesOf, alertMailsDue } from './search/saved-searches.queries.ts';
import { auditedSales } from './staff/audited-sales.queries.ts';
import { freshData } from './test-support/log-writer.ts';
import {
  LARGE,
  LARGE_LOTS,
  LARGE_SALE,
  LATE_SALE,
  PARITY_DOCUMENTS,
  PEOPLE,
  RANDOM_SALES,
  writeParitySales,
} from './test-support/parity-data.ts';

/** The files with document queries. A new file is added here, and its queries to the reads below. */
const ASKING = [
  'app/check/check.ts',
  'command-api/engine/liveness.ts',
  'command-api/processes/process-backlog.ts',
  'command-api/sign-in/one-time-codes.ts',
  'platform/sessions/sessions.ts',
  'projections/accounts/accounts.queries.ts',
  'projections/documents-by-id.ts',
  'projections/staff/staff-accounts.endpoints.ts',
  'projections/staff/activity.endpoints.ts',
  'projections/staff/audited-sales.queries.ts',
  'projections/staff/results-export.ts',
  'projections/staff/waiting.queries.ts',
  'projections/sales/auctions.queries.ts',
  'projections/sales/freezes.queries.ts',
  'projections/bids/bids.endpoints.ts',
  'projections/listings/listing-fees.ts',
  'projections/listings/listings.queries.ts',
  'projections/listings/lot-documents.queries.ts',
  'projections/lots/lot-counts.ts',
  'projections/lots/lots.queries.ts',
  'projections/market/market.endpoints.ts',
  'projections/market/similar-lots.ts',
  'projections/accounts/notifications.endpoints.ts',
  'projections/bids/counterparties.ts',
  'projections/bids/offers.queries.ts',
  'projections/bids/participation.queries.ts',
  'projections/sales/practice.queries.ts',
  'projections/accounts/reminders.queries.ts',
  'projections/search/saved-searches.queries.ts',
  'projections/search/lot-index.ts',
  'projections/lots/watch-list.endpoints.ts',
];
const FOLDED_MS = 300_000;
/** The reads of both stores are of one instant, so that their queries are the same. */
const READ_AT = systemClock.now();
const AT_ONCE = 8;

type Query = { collection: string; filter: Filter; options: FindOptions };

/** The store, recording each different query. */
function noting(documents: Documents, queries: Map<string, Query>): Documents {
  const note = (query: Query) => queries.set(JSON.stringify(query), query);
  return Object.assign(Object.create(documents) as Documents, {
    get: documents.get.bind(documents),
    declare: documents.declare.bind(documents),
    upsert: documents.upsert.bind(documents),
    find(collection: string, filter: Filter, options: FindOptions = {}) {
      note({ collection, filter, options });
      return documents.find(collection, filter, options);
    },
    count(collection: string, filter: Filter) {
      note({ collection, filter, options: {} });
      return documents.count(collection, filter);
    },
  });
}

/** The read side over a store, folded to the log's end and read over HTTP. */
class ReadSide {
  readonly #base: string;
  readonly #server: Server;
  readonly #stop: () => Promise<void>;

  private constructor(server: Server, stop: () => Promise<void>) {
    this.#server = server;
    this.#stop = stop;
    this.#base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/`;
  }

  static async start(
    log: Parameters<typeof startProjections>[0]['log'],
    documents: Documents,
    queries: Map<string, Query>,
  ): Promise<ReadSide> {
    const ending = new AbortController();
    const projections = startProjections({
      log,
      documents,
      clock: systemClock,
      signal: ending.signal,
      searchKeysOf: async ({ id }) => ['everyone', id],
    });
    assert.is(await projections.waitFor(await log.lastPosition(), FOLDED_MS), true);
    const viewer = (id: string): Viewer => ({
      _id: id,
      role: id === 'staff' ? 'admin' : null,
      status: id === 'Q-bob' ? 'approved-seller' : 'any',
    });
    const app = express();
    app.use(
      '/api/v1',
      apiRouter(
        projectionsRoutes({
          projections,
          clock: { ...systemClock, now: () => READ_AT },
          documents: noting(documents, queries),
          viewerOf: (request) => {
            const id = request.get('x-test-account');
            return id === undefined ? null : viewer(decodeURIComponent(id));
          },
          personOf: async (account) => ({ firstName: account, lastName: 'Lee' }),
          searches: {
            nameOf: async (_account, sealed) => sealed,
            criteriaOf: async (_account, sealed) => ({ q: sealed, filters: {} }),
          },
          openTemplate: async (_account, sealed) => ({ name: sealed, lot: {} }),
          people: {
            profileOf: async (account) => ({ ...EMPTY_PROFILE, firstName: account }),
            searchKeysIn: (text) => text.split(' ').filter((word) => word !== ''),
            agentKeysIn: ({ name }) => (name === undefined ? null : [name]),
          },
        }),
      ),
    );
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ReadSide(server, async () => {
      ending.abort();
      await projections.stopped;
    });
  }

  async ask(path: string, as: string | null): Promise<string> {
    const headers: Record<string, string> = as === null ? {} : { 'x-test-account': encodeURIComponent(as) };
    const response = await fetch(this.#base + path, { headers });
    const pages = [...response.headers].filter(([name]) => name.startsWith('x-') && name.includes('page'));
    return `${response.status} ${JSON.stringify(pages)} ${await response.text()}`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await this.#stop();
  }
}

/** Every combination of some parameters, as a URL's query string; null omits one. */
function every(parameters: Record<string, readonly (string | number | null)[]>): string[] {
  let queries = [''];
  for (const [name, values] of Object.entries(parameters)) {
    queries = queries.flatMap((query) =>
      values.map((value) => (value === null ? query : `${query}${query ? '&' : '?'}${name}=${value}`)),
    );
  }
  return queries;
}

const UP_AND_DOWN = [null, '1', 'desc'] as const;

/** Every read, by everyone who may send it. */
function* everyRead(): Generator<[path: string, as: string | null]> {
  const lists = every({
    state: [null, ...AUCTION_STATES, 'live,open', AUCTION_STATES.join(',')],
    sortDirection: UP_AND_DOWN,
    limit: [null, 1, 7],
    page: [null, 2, 3, 99],
  });
  for (const query of lists) for (const as of [null, 'staff']) yield [`auctions${query}`, as];
  for (const query of every({ month: [null, '1970-01', '2026-11'], kind: [null, 'cattle', 'goat'] })) {
    for (const as of [null, 'staff']) {
      yield [`market${query}`, as];
      yield [`market/file${query}`, as];
    }
  }
  const sales = [
    ...Array.from({ length: RANDOM_SALES }, (_, n) => n + 1),
    LARGE_SALE,
    LATE_SALE,
    123_456,
    LARGE,
    'sale-5',
    'none',
  ];
  for (const sale of sales) {
    for (const as of [null, 'Q-ann', 'staff']) {
      yield [`auctions/${sale}`, as];
      yield [`auctions/${sale}/public-info`, as];
      yield [`auctions/${sale}/market`, as];
      yield [`staff/auctions/${sale}`, as];
    }
    for (const query of every({
      state: [null, 'closed', 'live,futureInLive'],
      sortField: [null, 'finishAt'],
    })) {
      yield [`auctions/${sale}/lots${query}`, 'Q-bob'];
    }
  }
  const pages = every({
    sortField: [null, ...LOT_SORTS],
    sortDirection: UP_AND_DOWN,
    state: [null, 'live,closed', ...LOT_STATES.slice(2, 3)],
    limit: [null, 37],
    page: [null, 2, 5, 99],
  });
  for (const q of ['angus', 'hereford x', '🐂', 'none']) yield [`auctions/${LARGE}/lots?q=${q}`, 'Q-ann'];
  for (const query of every({
    q: [null, 'angus'],
    kind: [null, 'cattle', 'goat'],
    over: [null, 'true'],
    weightFrom: [null, 100],
    location: [null, 'NSW'],
  })) {
    yield [`lots/search${query}`, 'Q-ann'];
  }
  for (const query of pages) yield [`auctions/${LARGE}/lots${query}`, 'Q-ann'];
  for (const query of every({ sortField: LOT_SORTS, sortDirection: UP_AND_DOWN })) {
    yield [`auctions/${LARGE}/lots/public-info${query}`, null];
    yield [`auctions/${LARGE}/lots${query}&mode=live`, 'Q-cat'];
    yield [`staff/auctions/${LARGE}/lots${query}&limit=1000`, 'staff'];
  }
  const lots = Array.from({ length: LARGE_LOTS }, (_, n) => [
    `large-${n}`,
    String(999_999_999_999_000 + n),
  ]).flat();
  for (const lot of [...lots, 's3-1', '31', 'none', '999', 's5-2']) {
    yield [`lots/${lot}`, 'Q-ann'];
    yield [`lots/${lot}/public-info`, null];
  }
  for (const query of every({
    search: [null, 'everyone', 'Q-ann', 'everyone Q-bob', 'nobody'],
    status: [null, 'approved-buyer'],
    awaiting: [null, 'true', 'false'],
    suspended: [null, 'false'],
    limit: [null, 2],
    page: [null, 2],
  })) {
    yield [`staff/accounts${query}`, 'staff'];
  }
  for (const query of every({
    person: [null, 'staff', 'nobody'],
    area: [null, 'lots', 'exports'],
    from: [null, 1],
    to: [null, 1_000],
    limit: [null, 2],
    page: [null, 2],
  })) {
    yield [`staff/activity${query}`, 'staff'];
  }
  for (const sale of sales) yield [`staff/auctions/${sale}/results.csv`, 'staff'];
  yield ['notifications', null];
  yield ['professions', null];
  yield ['kinds', 'Q-ann'];
  yield ['kinds/public', null];
  yield ['listing-fees', null];
  for (const query of every({ limit: [null, 2], page: [null, 2, 9] })) {
    yield [`staff/notifications${query}`, 'staff'];
  }
  for (const query of every({ limit: [null, 2], page: [null, 2, 9] })) {
    yield [`staff/listings${query}`, 'staff'];
    yield [`staff/auctions/${LARGE_SALE}/listing-fees${query}`, 'staff'];
  }
  const sought = {
    search: [null, 'angus', '牛', 'ann x', '10', '505', 'none'].map(
      (text) => text && encodeURIComponent(text),
    ),
    vendor: [null, 'Angus x Hereford', 'nobody'].map((text) => text && encodeURIComponent(text)),
    limit: [null, 2],
    page: [null, 2, 9],
  };
  for (const query of every(sought)) {
    yield [`lots/drafts${query}`, 'Q-ann'];
    yield [`lots/submissions${query}`, 'Q-bob'];
  }
  for (const query of every({ ...sought, vendor: [null], kindType: [null, 'cattle', 'sheep'] })) {
    for (const seller of ['Q-ann', 'Q-bob']) yield [`lots/starting${query}`, seller];
  }
  for (const query of every({
    kindType: ['cattle', 'goat'],
    sex: ['Cow(s)', 'Steer(s)', encodeURIComponent('Büffel')],
    unit: ['head', 'kg'],
    state: [null, 'QLD', 'VIC'],
    weight: [null, 410, 412.5, 5],
  })) {
    yield [`market/similar${query}`, 'Q-ann'];
  }
  yield ['staff/waiting', 'staff'];
  for (const query of every({
    showMode: [null, 'pending', 'submitted', 'withdrawn'],
    kindType: [null, 'all', 'sheep'],
    limit: [null, 3],
    page: [null, 2],
    startDay: [null, '1970-01-01'],
    endDay: [null, '1970-01-01'],
  })) {
    yield [`lots/submissions${query}`, 'Q-bob'];
    yield [`lots/listing${query}`, 'Q-bob'];
  }
  for (let n = 500; n < 524; n += 1) {
    yield [`lots/${n}/own`, 'Q-ann'];
    yield [`staff/listings/${n}`, 'staff'];
    yield [`staff/listings/own-${n - 500}`, 'staff'];
  }
  for (const query of every({ name: [null, 'everyone', 'Q-cat', 'Q-ann'] })) {
    yield [`users/agent-search${query}`, 'Q-ann'];
  }
  for (const person of [...PEOPLE, 'staff']) {
    yield ['users/me/saved-searches', person];
    yield ['users/me/search-alerts', person];
    yield ['users/me/offers', person];
    yield ['lot-templates', person];
    for (const query of every({ sortDirection: UP_AND_DOWN, size: [null, 7], page: [null, 2, 9] })) {
      yield [`lots/watchlist${query}`, person];
    }
    for (const query of every({ auction: [null, LARGE, 'sale-1'], lot: [null, 'large-7', 's1-2'] })) {
      yield [`users/me/bids${query}`, person];
      yield [`users/me/autobids${query}`, person];
    }
    const paging = { limit: [null, 7], page: [null, 2, 9] };
    for (const query of every({ auction: [null, LARGE, 'sale-1'], ...paging })) {
      yield [`users/me/sales${query}`, person];
    }
    const days = { from: [null, 1], to: [null, 1_000] };
    for (const query of every({ status: [null, 'bought', 'sold,noBid,passed'], ...days, ...paging })) {
      yield [`lots/my-results${query}`, person];
    }
  }
}

async function dump(documents: Documents, collection: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const document of documents.dump(collection)) lines.push(JSON.stringify(document));
  return lines;
}

for (const server of await mongoServers('queries of the read models')) {
  const test = suite(`queries of the read models, embedded and on ${server.name}`, { limitMs: 240_000 });
  const url = server.freshDatabase();
  const data = await freshData();
  const mongo = await openMongoDocuments({ url, clock: systemClock });
  const queries = { embedded: new Map<string, Query>(), mongo: new Map<string, Query>() };
  let embeddedSide: ReadSide;
  let mongoSide: ReadSide;

  test.before(async () => {
    await writeParitySales(data.writer);
    embeddedSide = await ReadSide.start(data.log, data.documents, queries.embedded);
    mongoSide = await ReadSide.start(data.log, mongo, queries.mongo);
  });
  test.after(async () => {
    await embeddedSide.stop();
    await mongoSide.stop();
    await mongo.close();
    await server.dropDatabase(url);
    await data.remove();
  });

  test('every read model is the same, document by document', async () => {
    for (const { name } of READ_COLLECTIONS) {
      const lines = await dump(data.documents, name);
      assert.equal(await dump(mongo, name), lines, name);
      // Staff's additions to the site are one document, and so are the accepted kinds and the fees.
      const least = ['content', 'kinds-taken', 'fees'].includes(name) ? 1 : 4;
      assert.ok(lines.length >= least, `${name} has documents to compare`);
    }
    assert.is(await data.documents.count(LOTS, { auction: LARGE }), LARGE_LOTS);
    assert.is(await data.documents.count(SOLD_LOTS, { auction: 'sale-late' }), 22);
  });

  test('every read is answered the same, in the same order and pages', async () => {
    const reads = [...everyRead()];
    let answered = 0;
    let found = 0;
    const ask = async () => {
      for (let read = reads.shift(); read !== undefined; read = reads.shift()) {
        const [path, as] = read;
        const [expected, answer] = await Promise.all([embeddedSide.ask(path, as), mongoSide.ask(path, as)]);
        assert.is(answer, expected, `${path} as ${as}`);
        answered += 1;
        if (expected.startsWith('200')) found += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    assert.ok(found > answered / 2, `${found} of ${answered} reads found something to compare`);
    console.log(`${answered} reads, ${queries.embedded.size} different queries: the same on both`);
    assert.equal([...queries.mongo.keys()].sort(), [...queries.embedded.keys()].sort());
    const ofResults = [...queries.embedded.values()].filter(
      ({ collection }) => collection === LISTING_CONTENTS,
    );
    assert.ok(ofResults.length > 0, 'a seller who bought and sold was among those who asked');
  });

  test('queries outside the reads are answered the same', async () => {
    const now = systemClock.now();
    for (const documents of [data.documents, mongo]) {
      await documents.declare([
        { name: 'sessions', indexes: [{ keys: { account: 1 } }] },
        { name: 'liveness' },
        { name: 'process-backlog' },
        { name: 'one-time-codes', indexes: [{ keys: { account: 1 } }] },
      ]);
      for (let n = 0; n < 12; n += 1) {
        const purpose = n % 2 === 0 ? 'security-code' : 'sign-in-link';
        await documents.upsert('one-time-codes', `c${n}`, { account: `a${n % 4}`, purpose }, now + 1e9);
      }
      for (let n = 0; n < 60; n += 1) {
        const session = { account: `a${n % 7}`, endsAt: now + n, cookie: { path: '/', secure: n % 2 === 0 } };
        const account = n % 5 === 0 ? null : `a${n % 7}`;
        // Some ended long ago.
        await documents.upsert('sessions', `s${n}`, { session, account }, now + (n % 3 === 0 ? -1 : 1e9));
      }
      await documents.upsert(
        'liveness',
        'node-1',
        { auctions: { [LARGE]: now, 'sale.with.dots': 5 } },
        now + 1e9,
      );
      await documents.upsert('liveness', 'node-2', { auctions: {} }, now - 1);
      for (const order of [2, 0, 10, 1])
        for (const process of ['a', 'b'])
          await documents.upsert('process-backlog', `${process}:${order}`, { process, order, events: [] });
      await documents.deleteOne('process-backlog', 'a:0');
    }
    for (const [process, first] of [
      ['a', 1],
      ['b', 0],
      ['c', undefined],
    ] as const) {
      const options = { sort: { order: 1 }, limit: 1 } as const;
      for (const documents of [data.documents, mongo]) {
        const [next] = await documents.find<{ order: number }>('process-backlog', { process }, options);
        assert.is(next?.order, first, process);
      }
    }
    const asked: [string, Filter][] = [
      ['sessions', { _id: { $in: ['s59', 's1', 's3', 's4', 'none'] } }],
      ['sessions', { _id: { $in: [] } }],
      ...Array.from({ length: 8 }, (_, n): [string, Filter] => ['sessions', { account: `a${n}` }]),
      ['sessions', { account: null }],
      ['liveness', {}],
      ['one-time-codes', { account: 'a1' }],
      ['one-time-codes', { account: 'a2', purpose: 'security-code' }],
      ['one-time-codes', { account: 'a2', purpose: 'sign-in-link' }],
      ...['B1', 'B4', 'B9', ''].map((shortId): [string, Filter] => ['accounts', { shortId }]),
    ];
    for (const [collection, filter] of asked) {
      const found = await data.documents.find(collection, filter);
      assert.equal(await mongo.find(collection, filter), found, JSON.stringify(filter));
      assert.is(await mongo.count(collection, filter), found.length);
    }
    assert.is((await mongo.find('sessions', {})).length, 40);
    const [embedded, onMongo] = [practiceReadModel(data.documents), practiceReadModel(mongo)];
    for (const person of PEOPLE) {
      for (const most of [1, 3, 12]) {
        assert.equal(await onMongo.lastOf(person, most), await embedded.lastOf(person, most), person);
      }
    }
    for (const reminder of REMINDERS) {
      const [embeddedOnes, mongoOnes] = [[], []] as string[][];
      for await (const account of remindedOf(data.documents, 'cattle', reminder)) embeddedOnes?.push(account);
      for await (const account of remindedOf(mongo, 'cattle', reminder)) mongoOnes?.push(account);
      assert.equal(mongoOnes, embeddedOnes, reminder);
      assert.is(
        embeddedOnes?.length,
        { AuctionOpenReminder: 4, OneDayReminder: 2, TenDaysReminder: 0 }[reminder],
      );
    }
    const searching = {
      saleAudits: { lastRevision: async () => 5 },
      people: { searchKeysIn: (text: string) => (text === '' ? [] : [text]) },
    };
    for (const find of ['', 'late', 'angus', 'everyone', 'Q-ann', '999999999999007', 'none']) {
      for (const page of [1, 2]) {
        const [sales, onMongoSales] = await Promise.all(
          [data.documents, mongo].map((documents) =>
            auditedSales(
              documents,
              { ...searching, lotIndex: new LotIndex(documents) },
              { find, page, limit: 5 },
            ),
          ),
        );
        assert.equal(onMongoSales, sales, `audits of '${find}'`);
        assert.is(sales?.total === 0, find === 'none', find);
      }
    }
    assert.is((await ownOffers(data.documents, 'Q-dan')).length, 1);
    for (const key of [...PARITY_DOCUMENTS, 'none']) {
      const seller = await sellerOf(data.documents, key);
      assert.is(await sellerOf(mongo, key), seller);
      assert.is(seller === null, key === 'none');
      for (const viewer of [
        null,
        ...PEOPLE.map((_id) => ({ _id, role: null })),
        { _id: 's', role: 'admin' },
      ]) {
        const found = await lotDocumentFor(data.documents, key, viewer);
        assert.equal(await lotDocumentFor(mongo, key, viewer), found, `${key} for ${viewer?._id}`);
        if (viewer?.role === 'admin') assert.is(found !== undefined, key !== 'none');
      }
    }
    const [awake, awakeOnMongo]: unknown[][] = [[], []];
    for await (const one of activeSearchesOf(data.documents)) awake?.push(one);
    for await (const one of activeSearchesOf(mongo)) awakeOnMongo?.push(one);
    assert.equal(awakeOnMongo, awake);
    assert.ok(awake?.length);
    for (const at of [0, now, Number.MAX_SAFE_INTEGER]) {
      const mails = await alertMailsDue(data.documents, at);
      assert.equal(await alertMailsDue(mongo, at), mails, `e-mails due at ${at}`);
      assert.is(mails.length > 0, at > 0);
    }
    for (const [from, to] of [
      [0, 1_000],
      [-1, now],
      [1_000, Number.MAX_SAFE_INTEGER],
    ] as const) {
      const due = await auctionsToGoLive(data.documents, from, to);
      assert.equal(await auctionsToGoLive(mongo, from, to), due, `${from} to ${to}`);
    }
    const newest = await onMongo.lastOf('Q-bob', 3);
    assert.equal(
      newest.map(({ nth }) => nth),
      [10, 3, 2],
    );
    assert.equal(await onMongo.unfinished(), await embedded.unfinished());
    assert.equal(await embedded.unfinished(), ['practice-Q-ann-1']);
  });

  test('every kind of query in the project is covered here', () => {
    const asking = sources(/^(app|command-api|gateway|platform\/sessions|projections)\/.*\.ts$/)
      .filter(({ name }) => !/\.(test|int|e2e)\.ts$|-suite\.ts$/.test(name))
      .filter(({ text }) => /documents\.(find|count)[<(]/.test(text))
      .map(({ name }) => name);
    assert.equal(asking.sort(), [...ASKING].sort());
  });

  test.run();
}
