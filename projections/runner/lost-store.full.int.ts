import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HEADERS } from '@saleyard/contract/operation.ts';
import { bid } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { openMongoDocuments } from '@saleyard/platform/documents/mongodb-documents.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { FailingServer } from '@saleyard/platform/mongodb/test-support/failing-server.ts';
import { mongoServerWants } from '@saleyard/testing/servers/mongo-server.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { READ_COLLECTIONS, startProjections } from '../projector.ts';
import { ANN, ServedSales, STAFF } from '../test-support/served-sales.ts';

const TITLE = 'read models whose store fails';
const test = suite(TITLE, { limitMs: 90_000 });
/** ms after which folding a small log counts as failed. */
const FOLD_MS = 300_000;

const COLLECTIONS = READ_COLLECTIONS.map(({ name }) => name);

/** Their names in the store: the first version has no number. */
const STORED = READ_COLLECTIONS.map(({ name, model }) =>
  model === undefined || model.version === 1 ? name : `${name}-v${model.version}`,
);

/** Every document of every read model; null while they can't be read. */
async function everything(documents: Documents): Promise<string | null> {
  const lines: string[] = [];
  try {
    for (const name of COLLECTIONS) {
      for await (const document of documents.dump(name)) lines.push(`${name} ${JSON.stringify(document)}`);
    }
  } catch {
    return null;
  }
  return lines.join('\n');
}

/** Resolves once `isSo`; otherwise the test's own limit ends it. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20);
}

/** The read models folded from the log's beginning into a separate store. */
async function foldedAnew(log: EventLog): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'saleyard-anew-'));
  const documents = await openLmdbDocuments({ folder, clock: systemClock });
  const ending = new AbortController();
  const projections = startProjections({ log, documents, clock: systemClock, signal: ending.signal });
  assert.is(await projections.waitFor(await log.lastPosition(), FOLD_MS), true);
  ending.abort();
  await projections.stopped;
  const whole = await everything(documents);
  await documents.close();
  await rm(folder, { recursive: true });
  return whole;
}

type ServedStore = { server: FailingServer; sales: ServedSales; documents: Documents };

const withServedSales = (name: string, body: (store: ServedStore) => Promise<void>) =>
  test(name, async () => {
    const server = await FailingServer.start();
    const documents = await openMongoDocuments({ url: server.url, clock: systemClock });
    const sales = await ServedSales.start(async () => documents);
    try {
      assert.is((await sales.get('auctions/7')).status, 200);
      await body({ server, sales, documents });
    } finally {
      await sales.stop();
      await server.remove();
    }
  });

if (mongoServerWants() !== null) notRun(TITLE, mongoServerWants() ?? '');
else {
  withServedSales(
    'reads answer 503 and when to ask again while it is away, and the same as before after',
    async (store) => {
      const { server, sales } = store;
      const asked: [string, string?][] = [
        ['auctions'],
        ['auctions/7'],
        ['auctions/7/lots?page=2', ANN],
        ['lots/a1-lot-1', ANN],
        ['lots/watchlist', ANN],
        ['users/me/bids', ANN],
        ['users/me/autobids', ANN],
        ['users/me/sales', ANN],
        ['lots/my-results', ANN],
        ['staff/auctions/7/lots', STAFF],
      ];
      const answers = () => Promise.all(asked.map(([path, as]) => sales.get(path, as)));
      const before = await answers();
      await server.kill();
      for (const [n, answer] of (await answers()).entries()) {
        assert.is(answer.status, 503, asked[n]?.[0]);
        assert.ok(Number(answer.headers.get('Retry-After')) > 0);
        assert.is((answer.body as { errors: { code: string }[] }).errors[0]?.code, 'unavailable');
        assert.not.match(answer.text, /127\.0\.0\.1|ECONN|mongo/i);
      }
      await server.startAgain();
      await until(async () => (await sales.get('auctions/7')).status === 200);
      const after = await answers();
      assert.equal(
        after.map(({ text }) => text),
        before.map(({ text }) => text),
      );
    },
  );

  withServedSales('a store that came back empty is filled again, though nothing happens', async (store) => {
    const { server, sales, documents } = store;
    const whole = await everything(documents);
    const indexes = await server.indexes('saleyard', STORED);
    assert.ok(indexes.length > STORED.length * 2 - 1, 'there are indexes beside those of ids');
    await server.kill();
    await server.startAgain('nothing');
    await until(async () => (await everything(documents)) === whole);
    assert.equal(await server.indexes('saleyard', STORED), indexes);
    const position = await sales.sell('a1', { at: 30, body: bid(ANN, 1_500, 'a1-lot-4') });
    await until(async () => {
      const lot = await sales.get<{ lot: { currentBidCents: number } }>('lots/a1-lot-4');
      return lot.body.lot?.currentBidCents === 1_500 && lot.headers.get(HEADERS.stale) === null;
    });
    await until(async () => (await documents.checkpoint('lots')) === position);
  });

  withServedSales('what happens right after a store was emptied leaves no hole in it', async (store) => {
    const { server, sales, documents } = store;
    await server.kill();
    await server.startAgain('nothing');
    for (let n = 0; n < 5; n += 1) {
      await sales.sell('a1', { at: 30 + n, body: bid(ANN, 500 + n * 100, `a1-lot-${n + 5}`) });
    }
    const whole = await foldedAnew(sales.log);
    await until(async () => (await everything(documents)) === whole);
  });

  withServedSales('a store put back from a backup goes on from there', async (store) => {
    const { server, sales, documents } = store;
    await server.kill();
    await server.backUp();
    await server.startAgain();
    await until(async () => (await sales.get('auctions/7')).status === 200);
    for (let n = 0; n < 5; n += 1) {
      await sales.sell('a1', { at: 30 + n, body: bid(ANN, 500 + n * 100, `a1-lot-${n + 5}`) });
    }
    // A read that waited too long for the read models answers with the current state.
    await until(async () => {
      const last = await sales.get<{ lot: { currentBidCents: number } }>('lots/a1-lot-9');
      return last.body.lot?.currentBidCents === 900;
    });
    const whole = await everything(documents);
    await server.kill();
    await server.startAgain('backup');
    await until(async () => (await everything(documents)) === whole);
  });
}

test.run();
