import { PUBLIC_PAGE } from '@saleyard/contract/lots.ts';
import type { LotDescription } from '@saleyard/domain/auction/terms.ts';
import { bid, details, lot, terms } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import type { NewEvent } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ANN, ServedSales, STAFF, VERA } from '../test-support/served-sales.ts';
import { LOTS } from './lots.projection.ts';

const test = suite('lists of more lots than one answer has', { limitMs: 30_000 });

/** Lots of the large sale. */
const MANY = PUBLIC_PAGE + 10;
const IDS = Array.from({ length: MANY }, (_, n) => `large-${n + 1}`);

let served: ServedSales;
test.before(async () => {
  served = await ServedSales.start();
  const times = terms({ openAt: 1, liveAt: 1e12, durationSeconds: 1e6 });
  const description: LotDescription = { kept: 'here', details: { title: 'Angus steers' }, media: [] };
  const lots = IDS.map((id, n) =>
    lot({ lot: id, number: String(n + 1), searchNumericId: 900 + n, description }),
  );
  await served.sell(
    'large',
    { at: 0, body: { type: 'schedule', details: details({ searchNumber: 90 }), terms: times } },
    { at: 0, body: { type: 'catalogueLots', lots } },
    { at: 2, body: { type: 'advanceClock' } },
  );
  await watch(VERA, ['a3-lot-1', 'a5-lot-1', ...IDS]);
});
test.after(() => served.stop());

async function watch(account: string, lots: readonly string[]): Promise<void> {
  const stream = `account-${account}`;
  const meta: NewEvent['meta'] = { at: 1, commandId: 'c', actor: { kind: 'user', id: account }, schema: 1 };
  const watched = lots.map((id) => {
    const data = { at: 1, lot: id, auction: id.split('-')[0] };
    return { id: newId(), type: 'LotWatched', data, meta };
  });
  const { outcome } = await served.log.append(stream, await served.log.lastRevision(stream), watched);
  assert.is(outcome, 'appended');
}

const idsOf = async (path: string, as?: string): Promise<string[]> => {
  const { status, body } = await served.get<{ lots: { _id: string }[] }>(path, as);
  assert.is(status, 200, path);
  return body.lots.map(({ _id }) => _id);
};

test('the public reads at most 50 lots of a sale, of a search and of a watch list in one answer', async () => {
  for (const [path, as] of [
    ['auctions/90/lots/public-info?limit=1000', undefined],
    ['auctions/90/lots?limit=1000', VERA],
    ['lots/search?q=angus&limit=1000', VERA],
    ['lots/watchlist?limit=1000', VERA],
    ['lots/watchlist?size=1000', VERA],
  ] as const)
    assert.is((await idsOf(path, as)).length, PUBLIC_PAGE, path);
  assert.equal(await idsOf('auctions/90/lots?limit=1000', VERA), IDS.slice(0, PUBLIC_PAGE));
  assert.equal(await idsOf('auctions/90/lots?mode=live', VERA), IDS, 'the room gets all');
  assert.equal(await idsOf('staff/auctions/90/lots?limit=1000', STAFF), IDS, 'staff get all');
});

test('staff who read all lots of a sale at the same time get one answer, and short lists are made each time', async () => {
  const { documents } = served;
  const { find } = documents;
  let made = 0;
  documents.find = (collection, ...rest) => {
    if (collection === LOTS) made += 1;
    return find.call(documents, collection, ...rest) as never;
  };
  const position = { 'x-saleyard-position': '0' };
  const read = async (path: string): Promise<number> => {
    made = 0;
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => served.get(path, STAFF, position)));
    return made;
  };
  const whole = await read('staff/auctions/90/lots?limit=900');
  const short = await read('staff/auctions/90/lots?limit=20');
  documents.find = find;
  assert.ok(whole < short, `${whole} and ${short} reads of lots`);
});

test('all lots of a long watch list are read page by page, without lots of sales that are over', async () => {
  const { headers } = await served.get('lots/watchlist?limit=1000', VERA);
  assert.is(headers.get('x-total-pages'), '2');
  const pages = [await idsOf('lots/watchlist', VERA), await idsOf('lots/watchlist?page=2&limit=1000', VERA)];
  assert.equal(pages.flat(), IDS);
  assert.equal(await idsOf('lots/watchlist?page=3', VERA), []);
  const first = 'lots/watchlist?version=2&page=1&size=50&sort=liveAt&sortDirection=-1';
  assert.equal(await idsOf(first, VERA), IDS.slice(0, 50)); // [A673]
});

test('[B190] a lot that was sold while its sale goes on leaves the watch list', async () => {
  const times = terms({ type: 'sequentialOffline', openAt: 1, liveAt: 5, durationSeconds: 0 });
  const lots = [VERA, STAFF].map((createdBy, n) =>
    lot({ lot: `run-${n + 1}`, number: `${n + 1}`, searchNumericId: 5_000 + n, createdBy }),
  );
  await served.sell(
    'run',
    { at: 0, body: { type: 'schedule', details: details({ searchNumber: 91 }), terms: times } },
    { at: 0, body: { type: 'catalogueLots', lots } },
    { at: 6, body: { type: 'advanceClock' } },
    { at: 7, body: { type: 'openLot', lot: 'run-1' } },
    { at: 8, body: bid(ANN, 400, 'run-1') },
  );
  await watch(STAFF, ['run-1', 'run-2']);
  const { body } = await served.get<{ lots: { _id: string; mine: boolean }[] }>('lots/watchlist', STAFF);
  assert.equal(
    body.lots.map(({ _id, mine }) => [_id, mine]),
    [
      ['run-1', false],
      ['run-2', true],
    ],
  ); // [B182]
  await served.sell('run', { at: 9, body: { type: 'knockDown', lot: 'run-1' } });
  assert.equal(await idsOf('lots/watchlist', STAFF), ['run-2']);
});

test.run();
