import { OwnResult } from '@saleyard/contract/bids.ts';
import { bid } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { bodyCheck } from '@saleyard/http/validation.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  ANN,
  type Answer,
  AUDITOR,
  BOB,
  LOGO,
  LOTS,
  RESERVE,
  SECRETS,
  ServedSales,
  STAFF,
  VENDOR,
  VERA,
} from './test-support/served-sales.ts';

const test = suite('the read side over HTTP', { limitMs: 30_000 });

let served: ServedSales;
test.before(async () => {
  served = await ServedSales.start();
});
test.after(() => served.stop());

const get: ServedSales['get'] = (path, as, headers) => served.get(path, as, headers);

type Lot = {
  _id: string;
  number: string;
  mine: boolean;
  finishAt: number;
  nextBidCents: number | null;
  currentBidCents: number | null;
  media: readonly unknown[];
  creatorData?: Record<string, unknown>;
  kindData?: Record<string, unknown>;
  auctionData?: Record<string, unknown>;
};
const lotsIn = ({ body }: Answer) => body['lots'] as Lot[];
const lotIn = ({ body }: Answer) => body['lot'] as Lot;
const numbers = (answer: Answer) => lotsIn(answer).map(({ number }) => Number(number));
const auctionsIn = ({ body }: Answer) => (body['auctions'] as { _id: string }[]).map(({ _id }) => _id);
const errorsIn = ({ body }: Answer) => body['errors'] as { code: string; field?: string }[];

test('lists the sales that are not closed, the next one first, hidden ones for people who signed in', async () => {
  const visitor = await get('auctions');
  assert.is(visitor.status, 200);
  assert.equal(auctionsIn(visitor), ['a4', 'a1']); // [B259]
  assert.equal(auctionsIn(await get('auctions', ANN)), ['a4', 'a1', 'a2']);
  assert.equal(auctionsIn(await get('auctions?state=future,open')), []);
  assert.equal(auctionsIn(await get('auctions?state=future,open', ANN)), ['a2']);
});

for (const [where, path] of [
  ['in a room', 'staff/auctions/7/presence'],
  ['online', 'staff/online'],
] as const) {
  test(`staff read who is ${where}, by name; nobody else does`, async () => {
    assert.equal((await get(path, STAFF)).body, {
      signedIn: 2,
      visitors: 4,
      people: [
        { _id: BOB, shortId: '', name: '' },
        { _id: ANN, shortId: 'B1', name: 'Annabel Lee' },
      ],
    });
    assert.is((await get(path, AUDITOR)).status, 200);
    for (const [as, status] of [
      [undefined, 401],
      [ANN, 403],
      [VERA, 403],
    ] as const) {
      assert.is((await get(path, as)).status, status);
    }
  });
}

test('the room of a sale that is not there has nobody', async () =>
  assert.is((await get('staff/auctions/99/presence', STAFF)).status, 404));

test('lists results, the last one first, by pages', async () => {
  const first = await get('auctions?state=closed&limit=1');
  assert.equal(auctionsIn(first), ['a3']);
  assert.is(first.headers.get('x-current-page'), '1');
  assert.is(first.headers.get('x-total-pages'), '2');
  assert.equal(auctionsIn(await get('auctions?state=closed&limit=1&page=2')), ['a5']);
  const beyond = await get('auctions?state=closed&limit=1&page=3');
  assert.equal(auctionsIn(beyond), []);
  assert.is(beyond.headers.get('x-total-pages'), '2');
});

test('[B371] [B372] results come ten sales at a time as docs with their page, the last one first', async () => {
  type Results = { auctions: { docs: { _id: string; state: string }[]; page: number; pages: number } };
  const results = async (query: string, as?: string) => {
    const { body } = await get<Results>(`auctions/results${query}`, as);
    return body.auctions;
  };
  const all = await results('');
  assert.equal([all.docs.map(({ _id }) => _id), all.page, all.pages], [['a3', 'a5'], 1, 1]);
  for (const name of ['sort', 'sortField'])
    assert.equal(await results(`?${name}=liveAt&sortDirection=-1`), all, name);
  const second = await results('?limit=1&page=2');
  assert.equal([second.docs.map(({ _id }) => _id), second.page, second.pages], [['a5'], 2, 2]);
  assert.ok(
    (await results('', ANN)).docs.some(({ _id }) => _id === 'a6'),
    'hidden ones for signed-in people',
  );
  assert.is((await results('?kind=goat')).docs.length, 0);
  assert.is((await results('?kind=cattle&saleState=NSW')).docs.length, 2);
  assert.is((await results('?saleState=VIC')).docs.length, 0); // [B193]
  assert.is((await results('?assessorType=Agent%20Assessed')).docs.length, 2);
  assert.is((await results('?assessorType=Vendor%20Assessed')).docs.length, 0); // [B194]
});

test('[B133] a catalogue is filtered by what its lots say, also by region, several values of one filter', async () => {
  const of = async (query: string) => numbers(await get(`auctions/7/lots?limit=100&${query}`));
  assert.equal(await of('sex=Cow(s)&weightTo=204'), [2, 4]);
  assert.is((await of('sex=Cow(s)&sex=Steer(s)')).length, LOTS);
  assert.equal(await of('breed=Hereford'), []);
  assert.is((await of('breed=Hereford&breed=Angus')).length, LOTS);
  assert.equal(await of('weightFrom=203&weightTo=206'), [4, 6, 7]);
  assert.is((await of('ageFrom=10&ageTo=20')).length, LOTS, 'ages overlap');
  assert.equal(await of('ageFrom=11'), []);
  assert.equal(await of('ageTo=7'), []);
  assert.is((await of('location=NSW&location=VIC')).length, LOTS);
  assert.equal(await of('location=VIC'), []);
  assert.is((await of('region=New%20England%20and%20North%20West')).length, LOTS);
  assert.equal(await of('region=Riverina'), []);
  assert.equal(await of('sex=Cow(s)&sortField=weight&sortDirection=desc&weightFrom=220'), [24, 22]);
  const page = await get('auctions/7/lots?sex=Cow(s)');
  assert.is(page.headers.get('x-total-pages'), '2');
  assert.is((await get('auctions/7/lots?location=Mars')).status, 400);
  assert.is((await get('auctions/7/lots?ageFrom=old')).status, 400);
});

test('sales are filtered by what a lot on offer says; all filters must hold of one lot', async () => {
  assert.equal(auctionsIn(await get('auctions?sex=Cow(s)')), ['a4', 'a1']);
  assert.equal(auctionsIn(await get('auctions?sex=Cow(s)&weightFrom=210')), ['a1']);
  assert.equal(auctionsIn(await get('auctions?sex=Bull(s)')), []);
  assert.equal(auctionsIn(await get('auctions?kind=sheep')), []);
  const paged = await get('auctions?sex=Cow(s)&limit=1&page=2');
  assert.equal(auctionsIn(paged), ['a1']);
  assert.is(paged.headers.get('x-total-pages'), '2');
});

test('a sale says what its lots can be filtered by', async () => {
  const { body } = await get('auctions/7');
  const { lotFilters, lotData } = body['auction'] as Record<string, unknown>;
  assert.equal(lotFilters, {
    breed: ['Angus'],
    stockCategory: ['Weaners'],
    sex: ['Cow(s)', 'Steer(s)'],
    assessorType: ['Agent Assessed'],
    location: ['NSW'],
    region: ['New England and North West'],
  });
  assert.equal(lotData, { maxAge: 10, maxWeight: 223 }); // [B303] [B304]
});

test('[B156] [B240] [B242] [B362] [B364] a lot comes with its page; private fields to its owner alone', async () => {
  type Page = { lot: { details: { values: { values: { publicId: string }[] }[] }; auctionData: unknown } };
  const shown = async (as?: string) => {
    const { body } = await get<Page>('lots/100?mode=full-preview', as);
    return body.lot.details.values.flatMap(({ values }) => values.map(({ publicId }) => publicId));
  };
  for (const as of [undefined, ANN, STAFF, AUDITOR]) {
    assert.ok((await shown(as)).includes('majorBreed'));
    assert.not.ok((await shown(as)).includes('vendorName'));
  }
  assert.ok((await shown(VERA)).includes('vendorName'));
  const { body } = await get<Page>('lots/100');
  assert.equal(body.lot.auctionData, {
    _id: 'a1',
    searchNumber: 7,
    title: 'Weaners',
    liveAt: 10,
    closedAt: null,
  });
});

test('[B242] [B363] a lot says how many watch it, and how many looked at its page, each person once', async () => {
  type Page = { lot: { totalPageViews: number; watchCount: number } };
  const counts = async (path: string, as?: string) => {
    const { totalPageViews, watchCount } = (await get<Page>(path, as)).body.lot;
    return [totalPageViews, watchCount];
  };
  assert.equal(await counts('lots/102'), [0, 1], 'Ann watches the third lot');
  assert.equal(await counts('lots/102?mode=short&trackView=true', ANN), [1, 1]);
  assert.equal(await counts('lots/102?mode=full-preview&trackView=true', ANN), [1, 1], 'once');
  assert.equal(await counts('lots/a1-lot-3?trackView=true', BOB), [2, 1]);
  for (const path of ['lots/102', 'lots/102?trackView=false']) assert.equal(await counts(path, VERA), [2, 1]);
  assert.equal(await counts('lots/102?trackView=true'), [2, 1], 'visitors are not distinguished');
  assert.equal(await counts('lots/102/public-info?mode=full&trackView=true', VERA), [2, 1]);
  assert.equal(await counts('lots/103', ANN), [0, 0]);
});

test('a sale is found by number and by id, hidden ones are not there for visitors', async () => {
  for (const path of ['auctions/7', 'auctions/a1', 'auctions/7/public-info', 'auctions/a1/public-info']) {
    const answer = await get(path);
    assert.is((answer.body['auction'] as { title: string }).title, 'Weaners'); // [A565] [A661] [A662]
  }
  for (const path of ['auctions/8', 'auctions/a2', 'auctions/8/public-info', 'auctions/8/lots', 'lots/200']) {
    const answer = await get(path);
    assert.is(answer.status, 404, path);
    assert.is(errorsIn(answer)[0]?.code, 'not-found');
  }
  assert.is((await get('auctions/8', ANN)).status, 200);
  assert.is((await get('auctions/8/lots', ANN)).status, 200);
  assert.is((await get('lots/200', ANN)).status, 200);
  assert.is((await get('auctions/8/public-info', ANN)).status, 404);
  assert.is((await get('auctions/8/lots/public-info', ANN)).status, 404);
  assert.is((await get('lots/200/public-info', ANN)).status, 404);
  assert.is((await get('auctions/99')).status, 404);
  assert.is((await get('auctions/never')).status, 404);
  assert.is((await get('lots/never')).status, 404);
});

test('a catalogue comes ten lots at a time, in its own order', async () => {
  const first = await get('auctions/7/lots');
  assert.equal(numbers(first), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]); // [A565] [B357]
  assert.is(first.headers.get('x-total-pages'), '3');
  assert.equal(numbers(await get('auctions/7/lots?page=3')), [21, 22, 23, 24, 25]);
  assert.equal(numbers(await get('auctions/a1/lots/public-info?page=2&limit=3')), [4, 5, 6]);
  assert.equal(numbers(await get('auctions/7/lots?sortDirection=-1&limit=2')), [25, 24]);
  assert.equal(numbers(await get('auctions/7/lots?sortField=weight&limit=2')), [5, 1]);
  assert.equal(numbers(await get('auctions/7/lots?sortField=weight&sortDirection=desc&limit=2')), [25, 24]); // [A663] [B357]
  assert.equal(numbers(await get('auctions/7/lots?sort=weight&limit=2')), [5, 1]);
  assert.equal(numbers(await get('auctions/7/lots?sort=weight&sortField=number&limit=2')), [1, 2]);
  assert.equal(numbers(await get('auctions/7/lots?sortField=sex&limit=3')), [2, 4, 6]);
  assert.equal(numbers(await get('auctions/7/lots?sortField=count&sortDirection=asc&limit=1')), [1]);
  assert.equal(numbers(await get('auctions/7/lots?state=closed')), [25]);
  assert.is(numbers(await get('auctions/7/lots?state=live,closed&limit=1000')).length, LOTS); // [A663] [B357]
});

test('what anyone reads of a catalogue takes the same parameters [A664]', async () => {
  const of = async (query: string) => numbers(await get(`auctions/7/lots/public-info?${query}`));
  assert.equal(await of('sortField=weight&sortDirection=desc&limit=2&page=2'), [23, 22]);
  assert.equal(await of('sortField=weight&limit=2'), [5, 1]);
  assert.equal(await of('state=closed'), [25]);
  assert.is((await get('auctions/7/lots/public-info?sortField=reserve')).status, 400);
});

test('a catalogue sums up what is on offer', async () => {
  const { body } = await get('auctions/7/lots?limit=1');
  const totalTable = body['totalTable'] as { sex: string; counts: { heads: number; total: number } }[];
  assert.equal(
    totalTable.map(({ sex, counts }) => [sex, counts.heads, counts.total]),
    [
      ['Steer(s)', 244, 12],
      ['Cow(s)', 278, 12],
    ],
  ); // [B256]
});

test('the live list has every lot at once with one picture, or pages when asked', async () => {
  const all = await get('auctions/7/lots/public-info?mode=live');
  assert.is(lotsIn(all).length, LOTS);
  assert.is(all.headers.get('x-total-pages'), '1');
  assert.ok(lotsIn(all).every(({ media }) => media.length === 1));
  const page = await get('auctions/7/lots?mode=live&limit=20&page=2');
  assert.is(lotsIn(page).length, 5);
  assert.is(page.headers.get('x-total-pages'), '2');
  assert.ok(lotsIn(await get('auctions/7/lots?limit=1')).every(({ media }) => media.length === 2));
});

test('a lot is its creator’s own to them alone', async () => {
  const mine = (answer: Answer) => lotsIn(answer).flatMap((one) => (one.mine ? [Number(one.number)] : []));
  assert.equal(mine(await get('auctions/7/lots', VERA)), [1, 2, 3]); // [B109]
  assert.equal(mine(await get('auctions/7/lots?mode=live', VERA)), [1, 2, 3]);
  assert.equal(mine(await get('auctions/7/lots', ANN)), []); // [B335]
  assert.equal(mine(await get('auctions/7/lots/public-info', VERA)), []);
  const own = (answer: Answer) => lotIn(answer).mine;
  assert.is(own(await get('lots/100', VERA)), true); // [B146]
  for (const as of [ANN, STAFF]) assert.is(own(await get('lots/a1-lot-1', as)), false); // [B335]
  assert.is(own(await get('lots/a1-lot-1/public-info', VERA)), false);
});

test("a synchronous sale's end and a frozen sale are seen on every lot", async () => {
  for (const { finishAt, nextBidCents } of lotsIn(await get('auctions/10/lots'))) {
    assert.is(finishAt, 119_000);
    assert.is(nextBidCents, null);
  }
  assert.is(lotsIn(await get('auctions/7/lots?limit=1'))[0]?.nextBidCents, 500);
});

const pick = (from: object | undefined, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from ?? {}).filter(([name]) => names.includes(name)));

type Result = Record<string, unknown> & {
  _id: string;
  status: string;
  auctionData: { _id: string; paddle: string; bought: Record<string, unknown> };
};
const resultsIn = ({ body }: Answer) => body as unknown as Result[];
const outcomes = (answer: Answer) => resultsIn(answer).map(({ _id, status }) => `${_id} ${status}`);
const HIGH_BIDS = ['_id', 'price', 'highestBidCents', 'autoBidCents', 'grossCents', 'estimated'];

test('[S277] [S487] my results are the lots one bid on in closed sales, and what became of them', async () => {
  const ann = await get('lots/my-results', ANN);
  assert.equal(outcomes(ann), ['a6-lot-1 passed', 'a6-lot-2 bought']);
  assert.is(ann.headers.get('x-total-pages'), '1');
  const [passed, bought] = resultsIn(ann);
  assert.equal(pick(passed, HIGH_BIDS), {
    _id: 'a6-lot-1',
    price: 400,
    highestBidCents: 400,
    autoBidCents: null,
    grossCents: null,
    estimated: false,
  });
  const gross = { grossCents: 11 * 500, estimated: false };
  assert.equal(pick(bought, HIGH_BIDS), {
    _id: 'a6-lot-2',
    price: 500,
    highestBidCents: 500,
    autoBidCents: null,
    ...gross,
  });
  const check = bodyCheck(OwnResult);
  for (const result of [passed, bought]) assert.is(check(result).outcome, 'valid');
  const own = { lots: 1, head: 11, ...gross, unweighed: 0 };
  assert.equal(bought?.auctionData.bought, own);
  assert.is(bought?.auctionData.paddle, served.paddle('a6', ANN));
  const bob = await get('lots/my-results', BOB);
  assert.equal(outcomes(bob), ['a6-lot-2 sold', 'a6-lot-3 withdrawn']);
  assert.is(resultsIn(bob)[0]?.auctionData.paddle, served.paddle('a6', BOB));
  assert.is(resultsIn(bob)[0]?.['winner'], served.paddle('a6', ANN));
});

test('[S218] a result carries its sale, number, price, weight, head and winner', async () => {
  const [, bought] = resultsIn(await get('lots/my-results', ANN));
  const names = ['number', 'searchNumericId', 'title', 'status', 'price', 'bidding', 'curfewWeight', 'count'];
  assert.equal(pick(bought, [...names, 'sex', 'winner']), {
    number: '2',
    searchNumericId: 601,
    title: 'Angus steers',
    status: 'bought',
    price: 500,
    bidding: 'head',
    curfewWeight: null,
    count: 11,
    sex: 'Cow(s)',
    winner: served.paddle('a6', ANN),
  });
  const sale = { _id: 'a6', searchNumber: 12, title: 'Over', liveAt: 6 };
  assert.equal(pick(bought?.auctionData, Object.keys(sale)), sale);
});

test('[B276] who looks at the results reads where the buyer of a lot is, and no more of them', async () => {
  const vera = await get('lots/my-results', VERA);
  const mine = resultsIn(vera).filter(({ _id }) => _id.startsWith('a6-'));
  const statuses = mine.map(({ _id, status }) => `${_id} ${status}`);
  assert.equal(statuses, ['a6-lot-1 passed', 'a6-lot-2 sold', 'a6-lot-3 withdrawn']);
  const TAMWORTH = { officeAddress: { town: 'TAMWORTH', state: 'NSW' } };
  assert.equal(pick(mine[1], ['price', 'grossCents', 'highestBidCents', 'mine', 'winnerData']), {
    price: 500,
    grossCents: 5_500,
    highestBidCents: null,
    mine: true,
    winnerData: TAMWORTH,
  });
  assert.is(mine[1]?.auctionData.paddle, null);
  assert.is(bodyCheck(OwnResult)(mine[1]).outcome, 'valid');
  for (const other of [mine[0], mine[2]]) assert.is(other?.['winnerData'], undefined);
  // The buyer's contact details are only in the seller's own results.
  for (const secret of [ANN, BOB, 'Annabel']) assert.not.ok(vera.text.includes(secret), secret);
  // Everyone sees it for a lot of a closed sale, and for no lot that is still being sold.
  const sale = await get('auctions/a6/lots', BOB);
  assert.equal(
    lotsIn(sale).map((lot) => (lot as { winnerData?: unknown }).winnerData),
    lotsIn(sale).map(({ _id }) => (_id === 'a6-lot-2' ? TAMWORTH : undefined)),
  );
  const { body } = await get('lots/a6-lot-2', BOB);
  const priced = { bidding: 'head', closedPrice: 500, currentBidCents: 500, winnerData: TAMWORTH };
  assert.equal(pick(body['lot'] as object, Object.keys(priced)), priced); // [B238]
  for (const path of ['auctions/7/lots', 'lots/100'])
    assert.not.ok((await get(path, BOB)).text.includes('winnerData'));
});

test('[S487] my results are found by status and by the day of the sale, in pages', async () => {
  const found = async (query: string) => outcomes(await get(`lots/my-results?${query}`, ANN));
  assert.equal(await found('status=bought'), ['a6-lot-2 bought']);
  assert.equal(await found('status=noBid,passed'), ['a6-lot-1 passed']);
  assert.equal(await found('status=sold'), []);
  assert.equal(await found('from=6&to=7'), ['a6-lot-1 passed', 'a6-lot-2 bought']);
  assert.equal(await found('from=7'), []);
  assert.equal(await found('to=6'), []); // [S127]
  const second = await get('lots/my-results?limit=1&page=2', ANN);
  assert.equal(outcomes(second), ['a6-lot-2 bought']);
  assert.is(second.headers.get('x-total-pages'), '2');
});

test('the sales of a participant are listed with the paddle, the newest first', async () => {
  const salesIn = ({ body }: Answer) =>
    (body['sales'] as { auction: string; paddle: string; lots: number; closed: boolean }[]).map(
      ({ auction, paddle, lots, closed }) => [auction, paddle, lots, closed],
    );
  const paddle = (sale: string) => served.paddle(sale, ANN);
  const all = await get('users/me/sales', ANN);
  assert.equal(salesIn(all), [
    ['a1', paddle('a1'), 2, false],
    ['a6', paddle('a6'), 2, true],
    ['a4', paddle('a4'), 1, false],
  ]);
  assert.equal(salesIn(await get('users/me/sales?auction=a6', BOB)), [
    ['a6', served.paddle('a6', BOB), 2, true],
  ]);
  assert.equal(salesIn(await get('users/me/sales?auction=a1', BOB)), []);
  assert.equal(salesIn(await get('users/me/sales?limit=1&page=2', ANN)), [['a6', paddle('a6'), 2, true]]);
});

test('[E12] nobody sees another’s part in a sale, staff neither', async () => {
  for (const path of ['lots/my-results', 'users/me/sales']) {
    assert.is((await get(path)).status, 401);
    // Vera listed lots of the sale: her own results are tested below.
    for (const viewer of path === 'lots/my-results' ? [STAFF, AUDITOR] : [VERA, STAFF, AUDITOR]) {
      const { status, text } = await get(path, viewer);
      assert.is(status, 200);
      assert.not.ok(text.includes('a6'), `${path} as ${viewer}`);
    }
    for (const [viewer, other] of [
      [ANN, BOB],
      [BOB, ANN],
    ] as const) {
      const { text, headers } = await get(path, viewer);
      assert.ok(text.includes('a6'));
      for (const account of [ANN, BOB]) assert.not.ok(text.includes(account), `${path} names ${account}`);
      assert.is(headers.get('cache-control'), 'no-store');
      for (const name of ['account', '_id', 'user', 'auction[$ne]']) {
        assert.is((await get(`${path}?${name}=${other}`, viewer)).status, 400, name);
      }
    }
  }
  const bob = await get('lots/my-results', BOB);
  assert.ok(resultsIn(bob).every(({ _id }) => _id !== 'a6-lot-1'));
  assert.is(resultsIn(bob)[0]?.['grossCents'], null);
});

test('the watch list shows what is still to be sold, the latest sale first', async () => {
  const answer = await get('lots/watchlist?version=2&page=1&size=50&sort=liveAt&sortDirection=-1', ANN);
  assert.equal(
    lotsIn(answer).map(({ _id }) => _id),
    ['a2-lot-2', 'a1-lot-1', 'a1-lot-3'], // [A673] [B190] [B191]
  );
  assert.equal(auctionsIn(answer), ['a2', 'a1']);
  const second = await get('lots/watchlist?page=2&size=1', ANN);
  assert.equal(
    lotsIn(second).map(({ _id }) => _id),
    ['a1-lot-1'],
  );
  assert.equal(
    ['x-current-page', 'x-total-pages'].map((name) => second.headers.get(name)),
    ['2', '3'], // [B370]
  );
  assert.equal(lotsIn(await get('lots/watchlist', VERA)), []);
});

test('staff see reserves, creators and who leads; nobody else does', async () => {
  const answer = await get('staff/auctions/7/lots?limit=1', STAFF);
  assert.is(answer.status, 200);
  const [first] = lotsIn(answer) as unknown as Record<string, unknown>[];
  assert.is(first?.['reserveCents'], RESERVE);
  assert.is(first?.['vendorName'], 'Secret Pastoral');
  assert.is(first?.['createdBy'], VERA);
  const paddle = served.paddle('a1', ANN);
  assert.equal(first?.['leader'], { _id: ANN, shortId: 'B1', paddle, name: 'Annabel Lee' });
  assert.is((await get('staff/auctions/a2', AUDITOR)).status, 200);
  assert.is((await get('staff/auctions/99', AUDITOR)).status, 404);
  for (const path of ['staff/auctions/7', 'staff/auctions/7/lots']) {
    // [B340]
    assert.is((await get(path)).status, 401);
    assert.is((await get(path, ANN)).status, 403);
    assert.is((await get(path, VERA)).status, 403);
    assert.is(errorsIn(await get(path, VERA))[0]?.code, 'forbidden');
  }
});

test('[E12] no answer except to staff and the owner contains a reserve, a maximum, an identity or a vendor', async () => {
  const paths = [
    ...['auctions', 'auctions?state=closed', 'auctions?state=future,open,live,closed'],
    ...['7', '8', '9', '10', '11'].flatMap((number) => [
      `auctions/${number}`,
      `auctions/${number}/public-info`,
      `auctions/${number}/lots?limit=1000`,
      `auctions/${number}/lots/public-info?limit=1000`,
      `auctions/${number}/lots?mode=live`,
    ]),
    ...['100', '101', '200', '300', 'a4-lot-1'].flatMap((id) => [`lots/${id}`, `lots/${id}/public-info`]),
    ...['kinds', 'kinds/public', 'kinds/cattle', 'states', 'stock-categories', 'contacts/main'],
    ...['lots/watchlist', 'lots/my-results', 'users/me/sales'],
  ];
  for (const path of paths) {
    for (const viewer of [undefined, ANN, VERA, STAFF]) {
      const { text, status } = await get(path, viewer);
      assert.ok(status === 200 || status === 404 || status === 401, `${path}: ${status}`);
      const isLot = /^lots\/(\d+|a4-lot-1)$/.test(path);
      const isSellers = viewer === VERA && path === 'lots/my-results';
      const known: string[] = isSellers ? ['Secret Lane'] : [];
      if (isLot && viewer === VERA) known.push(VENDOR, VERA);
      if (isLot && viewer === STAFF) known.push(VERA);
      // The list of the live room says who listed a lot: to its owner and staff.
      if (path.endsWith('?mode=live') && (viewer === VERA || viewer === STAFF)) known.push(VERA);
      for (const secret of SECRETS)
        assert.not.ok(text.includes(secret) && !known.includes(secret), `${path} shows ${secret}`);
    }
  }
  const bids = await get('users/me/bids', ANN);
  const own = await get('users/me/autobids', VERA);
  for (const secret of SECRETS) assert.not.ok(bids.text.includes(secret) || own.text.includes(secret));
});

test('a parameter that cannot be is named', async () => {
  const wrong: [string, string][] = [
    ['auctions?state=live,sold', 'state'],
    ['auctions?page=0', 'page'],
    ['auctions?limit=1001', 'limit'],
    ['auctions?limit=ten', 'limit'],
    ['auctions?page=1&page=2', 'page'],
    ['auctions?colour=red', 'colour'],
    ['auctions/7?x=1', 'x'],
    ['auctions/7/lots?sortField=reserveCents', 'sortField'],
    ['auctions/7/lots?sortDirection=sideways', 'sortDirection'],
    ['auctions/7/lots?state[$ne]=live', 'state[$ne]'],
    ['auctions/7/lots?mode=full', 'mode'],
    ['lots/100?mode=secret', 'mode'],
    ['lots/watchlist?size=0', 'size'],
    ['users/me/bids?lot=%7B%22$ne%22:1%7D', 'lot'],
    ['lots/my-results?status=won', 'status'],
    ['lots/my-results?from=yesterday', 'from'],
    ['users/me/sales?auction[$ne]=a1', 'auction[$ne]'],
  ];
  for (const [path, field] of wrong) {
    const answer = await get(path, ANN);
    assert.is(answer.status, 400, path);
    assert.is(errorsIn(answer)[0]?.code, 'invalid-request');
    assert.is(errorsIn(answer)[0]?.field, field);
  }
  const answer = await get('auctions', ANN, { 'x-saleyard-position': 'soon' });
  assert.is(answer.status, 400);
  assert.is(errorsIn(answer)[0]?.field, 'x-saleyard-position');
});

test('a read waits for the position it names; one beyond the log is answered at once, as stale', async () => {
  const beyond = String((await served.lastPosition()) + 1_000);
  const stale = await get('auctions', undefined, { 'x-saleyard-position': beyond });
  assert.is(stale.status, 200);
  assert.is(stale.headers.get('x-saleyard-stale'), 'true');
  await served.sell('a1', { at: 100, body: bid(ANN, 400, 'a1-lot-5') });
  const sold = String(await served.lastPosition());
  const fresh = await get('lots/a1-lot-5', undefined, { 'x-saleyard-position': sold });
  assert.is(fresh.headers.get('x-saleyard-stale'), null);
  assert.is(lotIn(fresh).currentBidCents, 400);
});

test('[B240] who is signed in reads who listed a lot, and the logo; visitors do not', async () => {
  const own = lotsIn(await get('auctions/a1/lots?limit=2', ANN));
  const [first, second] = own.map(({ creatorData }) => creatorData);
  const logo = { url: `/api/v1/lots/${own[0]?._id}/creator-logo/${LOGO.key}` };
  assert.equal(first, { firstName: 'Sue', lastName: 'Ellis', tradingName: 'Ellis Livestock', logo });
  // Lots of one creator share its address.
  assert.equal(second, first);
  const page = lotIn(await get(`lots/${own[0]?._id}`, ANN));
  assert.equal(page.creatorData, first);
  assert.equal(page.kindData, { type: 'cattle', title: 'Cattle' });
  for (const name of ['searchNumber', 'title', 'liveAt', 'closedAt'])
    assert.ok(name in (page.auctionData ?? {}), name);
  // Nobody is rung who is no agent that may sell; the test's seller has no account in staff's list.
  assert.is('agentPhone' in page, false);
  assert.is('creatorData' in (lotsIn(await get('auctions/a1/lots?limit=1'))[0] ?? {}), false);
  const path = logo.url.slice('/api/v1/'.length);
  const read = await fetch(`${served.base}/${path}`, { headers: { 'x-test-account': ANN } });
  assert.equal([read.headers.get('content-type'), await read.text()], ['image/png', 'logo']);
  assert.is((await get(path.replace(/a+$/, 'b'.repeat(32)), ANN)).status, 404);
  assert.is((await get(path)).status, 401);
});

test('what it does not know it passes on', async () => {
  assert.is((await fetch(`${served.base}/users/me`)).status, 418);
  assert.is((await fetch(`${served.base}/auctions`, { method: 'POST' })).status, 418);
});

test('a watch list is filtered by kind and by what its lots say', async () => {
  const watched = async (query: string) =>
    lotsIn(await get(`lots/watchlist?${query}`, ANN)).map(({ _id }) => _id);
  const all = await watched('');
  assert.ok(all.includes('a1-lot-1') && all.includes('a2-lot-2')); // [B190] [B191]
  assert.not.ok(all.includes('a1-lot-25') || all.includes('a3-lot-1'), 'withdrawn and closed ones have left');
  assert.equal(await watched('kind=goat'), []); // [B172]
  assert.equal(await watched('kind=cattle'), all); // [B172]
  assert.equal(await watched('sex=Cow(s)'), ['a2-lot-2']);
  assert.equal(await watched('weightFrom=202'), ['a1-lot-3']);
});

test.run();
