import type { LotsPage } from '@saleyard/contract/lots.ts';
import type { MarketReport, MonthlyReport, SimilarLots } from '@saleyard/contract/market.ts';
import type { LotTerms } from '@saleyard/domain/auction/terms.ts';
import { bid, details, lot, terms } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import type { Values } from '@saleyard/domain/listing/forms/field.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { parse } from 'csv-parse/sync';
import * as assert from 'uvu/assert';
import { ANN, BOB, ServedSales } from '../test-support/served-sales.ts';
import { monthOf } from './market.projection.ts';

const test = suite('market reports', { limitMs: 30_000 });
let served: ServedSales;

const NOVEMBER = Date.UTC(2026, 10, 5);
const DAY_MS = 24 * 3_600_000;

const described = (name: string, about: Values, terms: Partial<LotTerms> = {}): LotTerms =>
  lot({
    lot: name,
    count: 10,
    reserveCents: null,
    description: { kept: 'here', details: { title: name, sex: 'Steer(s)', ...about }, media: [] },
    ...terms,
  });

/** A sale that went live at an instant, had bids, and is closed. */
async function over(
  sale: string,
  number: number,
  liveAt: number,
  lots: LotTerms[],
  bids: Record<string, number>,
) {
  const at = liveAt - DAY_MS;
  const about = details({ searchNumber: number, title: `Sale ${number}` });
  const times = terms({ openAt: liveAt, liveAt, durationSeconds: 60, staggerSeconds: 0 });
  const numbered = lots.map((one, n) => ({
    ...one,
    number: String(n + 1),
    searchNumericId: number * 10 + n,
  }));
  await served.sell(
    sale,
    { at, body: { type: 'schedule', details: about, terms: times } },
    { at, body: { type: 'catalogueLots', lots: numbered } },
    { at: liveAt, body: { type: 'advanceClock' } },
    ...Object.entries(bids).map(([on, cents]) => ({ at: liveAt + 1_000, body: bid(BOB, cents, on) })),
    { at: liveAt + DAY_MS / 24, body: { type: 'advanceClock' } },
  );
}

test.before(async () => {
  served = await ServedSales.start();
  const steers = { stockCategory: 'Weaners', weightCurfewKg: 200 };
  await over(
    'm1',
    901,
    NOVEMBER,
    [
      described('m1-a', steers),
      described('m1-b', { ...steers, weightCurfewKg: 300 }, { count: 30 }),
      described('m1-c', { sex: 'Cow(s)', stockCategory: '=SUM(A1)', weightCurfewKg: 500 }),
      described('m1-d', steers, { reserveCents: 1e9 }),
      described('m1-e', steers),
    ],
    { 'm1-a': 60_000, 'm1-b': 120_000, 'm1-c': 90_000, 'm1-d': 50_000 },
  );
  await over('m2', 902, NOVEMBER - 31 * DAY_MS, [described('m2-a', steers)], { 'm2-a': 40_000 });
});
test.after(() => served.stop());

test('a sale that is over: clearance, and averages by head and by weight', async () => {
  const { body } = await served.get<{ report: MarketReport }>('auctions/901/market');
  const { total, categories } = body.report;
  assert.equal(total, {
    lots: 5,
    sold: 3,
    passed: 1,
    noBid: 1,
    head: 70,
    soldHead: 50,
    // 10 × $600 + 30 × $1,200 + 10 × $900, over 50 head.
    perHeadCents: Math.round((10 * 60_000 + 30 * 120_000 + 10 * 90_000) / 50),
    // Cows sold by the head only: 10 × $600 + 30 × $1,200 over 10 × 200 kg + 30 × 300 kg.
    perKgCents: Math.round(((10 * 60_000 + 30 * 120_000) / 11_000) * 10) / 10,
  });
  assert.equal(
    categories.map(({ category, sold, perKgCents }) => [category, sold, perKgCents]),
    [
      ['=SUM(A1)', 1, null],
      ['Weaners', 2, total.perKgCents],
    ],
  );
  assert.is((await served.get('auctions/7/market')).status, 404, 'it is not over');
  assert.is((await served.get('auctions/12/market')).status, 404, 'it is private');
  assert.is((await served.get('auctions/12/market', ANN)).status, 200);
});

test('what a report says agrees with the results to the cent', async () => {
  const { body } = await served.get<LotsPage>('auctions/901/lots?limit=100');
  const sold = body.lots.filter(({ status, withdrawn }) => status === 'sold' && !withdrawn);
  const cents = sold.reduce((sum, { closedPrice, count }) => sum + (closedPrice ?? 0) * count, 0);
  const head = sold.reduce((sum, { count }) => sum + count, 0);
  const { report } = (await served.get<{ report: MarketReport }>('auctions/901/market')).body;
  assert.is(report.total.perHeadCents, Math.round(cents / head));
  assert.is(report.total.soldHead, head);
});

test('a month: its sales, and the trend until then', async () => {
  const { body } = await served.get<MonthlyReport>('market?month=2026-11');
  assert.equal([body.month, body.months.slice(0, 2)], ['2026-11', ['2026-11', '2026-10']]);
  assert.equal(
    body.sales.map(({ searchNumber }) => searchNumber),
    [901],
  );
  assert.equal(
    body.trend.slice(-2).map(({ month, report }) => [month, report.total.perHeadCents]),
    [
      ['2026-10', 40_000],
      ['2026-11', body.report.total.perHeadCents],
    ],
  );
  const earlier = (await served.get<MonthlyReport>('market?month=2026-10')).body;
  assert.ok(earlier.trend.every(({ month }) => month <= '2026-10'));
  const goats = (await served.get<MonthlyReport>('market?kind=goat')).body;
  assert.equal([goats.month, goats.sales, goats.report.categories], [null, [], []]);
  assert.is((await served.get('market?month=2026-13')).status, 400);
});

test('similar lots: of a kind, sex, unit, state and weight, with the sales behind them and nothing secret', async () => {
  const now = Date.now();
  const steers = { stockCategory: 'Weaners', weightAverageKg: 405, state: 'NSW' };
  await over(
    'm3',
    903,
    now - 3 * DAY_MS,
    [
      described('m3-a', steers),
      described('m3-b', { ...steers, weightAverageKg: 429 }),
      described('m3-c', { ...steers, weightAverageKg: 460 }),
      described('m3-d', { ...steers, state: 'VIC' }),
      described('m3-e', { ...steers, sex: 'Heifer(s)' }),
      described('m3-f', steers, { reserveCents: 1e9 }),
      described('m3-g', steers),
    ],
    { 'm3-a': 150_000, 'm3-b': 170_000, 'm3-c': 190_000, 'm3-d': 120_000, 'm3-e': 110_000, 'm3-f': 90_000 },
  );
  await over('m4', 904, now - 100 * DAY_MS, [described('m4-a', steers)], { 'm4-a': 40_000 });
  const path = 'market/similar?kindType=cattle&sex=Steer(s)&unit=head';
  const { body, status } = await served.get<SimilarLots>(`${path}&state=NSW&weight=405`, ANN);
  assert.is(status, 200);
  assert.equal(body.weight, { from: 380, to: 430 });
  assert.equal(
    [body.lots, body.head, body.lowest, body.median, body.highest],
    [2, 20, 150_000, 160_000, 170_000],
  );
  assert.equal(
    body.sales.map(({ _id, price, auctionData }) => [_id, price, auctionData.searchNumber]).sort(),
    [
      ['m3-a', 150_000, 903],
      ['m3-b', 170_000, 903],
    ],
    'passed in, unsold, too old, of another state, sex or weight are not among them',
  );
  assert.not.match(JSON.stringify(body), /reserve|paddle|buyer|bidder/i);
  assert.is((await served.get<SimilarLots>(`${path}&state=VIC&weight=405`, ANN)).body.lots, 1);
  assert.is((await served.get<SimilarLots>(`${path}&state=NSW`, ANN)).body.lots, 3, 'of any weight');
  const none = (await served.get<SimilarLots>('market/similar?kindType=goat&sex=Doe(s)&unit=head', ANN)).body;
  assert.equal([none.lots, none.lowest, none.median, none.sales], [0, null, null, []]);
  assert.is((await served.get(path)).status, 401);
});

test('as CSV, in which no text is calculated', async () => {
  const answer = await fetch(`${served.base}/auctions/901/market/file`);
  assert.match(answer.headers.get('content-type') ?? '', 'text/csv');
  const rows = parse(await answer.text(), { bom: true, columns: true }) as Record<string, string>[];
  assert.equal(
    rows.map((row) => [row['Kind'], row['Category'], row['Clearance (%)'], row['Average ($ per head)']]),
    [
      ['cattle', "'=SUM(A1)", '100', '900.00'],
      ['cattle', 'Weaners', '50', '1050.00'],
      ['Total', '', '60', '1020.00'],
    ],
  );
});

test('months turn over at midnight in Sydney', () => {
  assert.is(monthOf(Date.UTC(2026, 9, 31, 12, 59)), '2026-10');
  assert.is(monthOf(Date.UTC(2026, 9, 31, 13, 0)), '2026-11');
});

test.run();
