/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { MarketFigures, MonthlyReport } from '@saleyard/contract/market.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { MarketScreen } = await import('./market-screen.tsx');

const test = suite('market report screen');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers());
test.after(() => server.close());

const figures = (change: Partial<MarketFigures> = {}): MarketFigures => ({
  lots: 8,
  sold: 6,
  passed: 1,
  noBid: 1,
  head: 200,
  soldHead: 150,
  perHeadCents: 123_400,
  perKgCents: 412.5,
  ...change,
});
const reportOf = (total: MarketFigures) => ({
  total,
  categories: [{ kind: 'cattle' as const, category: 'Weaners', ...total }],
});
const answer: MonthlyReport = {
  month: '2026-11',
  months: ['2026-11', '2026-10'],
  report: reportOf(figures()),
  sales: [
    {
      _id: 'a1',
      searchNumber: 1042,
      title: 'Gunnedah',
      closedAt: 1_700_000_000_000,
      total: figures(),
      kindData: { type: 'cattle', title: 'Cattle' },
    },
  ],
  trend: [
    { month: '2026-10', report: reportOf(figures({ perHeadCents: 100_000 })) },
    { month: '2026-11', report: reportOf(figures()) },
  ],
};

const answering = (data: MonthlyReport, asked: URLSearchParams[] = []) =>
  http.get('http://saleyard.test/api/v1/market', ({ request }) => {
    asked.push(new URL(request.url).searchParams);
    return HttpResponse.json({ data });
  });

test('a month: figures, categories, the trend as tables, its auctions and the file', async () => {
  const asked: URLSearchParams[] = [];
  server.use(answering(answer, asked));
  const { went } = renderScreen(<MarketScreen />, { path: '/main/market' });
  const table = within(await screen.findByRole('table', { name: 'By category' }));
  assert.ok(table.getByRole('rowheader', { name: 'Weaners' }));
  assert.ok(table.getAllByText('75%').length > 0);
  assert.ok(table.getAllByText('$1,234.00').length > 0);
  assert.ok(table.getAllByText('412.5¢').length > 0);
  assert.ok(await screen.findByRole('figure', { name: 'Average price per head by month' }));
  assert.is(
    screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href'),
    '/api/v1/market/file?month=2026-11',
  );
  assert.is(screen.getByRole('link', { name: 'Gunnedah' }).getAttribute('href'), '/main/market/1042');
  await userEvent.setup().selectOptions(screen.getByRole('combobox', { name: 'Month' }), '2026-10');
  assert.is(went(), '/main/market?month=2026-10');
  await screen.findByRole('table', { name: 'By category' });
  assert.equal(
    asked.map((query) => query.get('month')),
    [null, '2026-10'],
  );
});

test('without a sale that is over, the page says so', async () => {
  const nothing = figures({ lots: 0, sold: 0, perHeadCents: null, perKgCents: null });
  const report = { total: nothing, categories: [] };
  server.use(answering({ month: null, months: [], report, sales: [], trend: [] }));
  renderScreen(<MarketScreen />, { path: '/main/market' });
  assert.ok(await screen.findByText(/appears here once an auction is closed/));
});

test.run();
