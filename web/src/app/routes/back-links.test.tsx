/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleMe } from '@/test-support/example-sales.ts';
import { answers, mockServer } from '@/test-support/server.ts';

const { screen } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { ROUTES } = await import('@/config/paths.ts');
const { ComparisonScreen } = await import('@/features/sales/comparison/comparison-screen.tsx');
const { LotResultScreen } = await import('@/features/results/lot-result-screen.tsx');
const { LotScreen } = await import('@/features/sales/lot/lot-screen.tsx');

const test = suite('ways back');
const server = mockServer(
  answers('users/me', { user: exampleMe() }),
  http.get('http://saleyard.test/api/v1/*', () => new Promise<never>(() => {})),
);
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

for (const [label, path, address] of [
  ['Back to Catalogue', '/main/upcoming/Cattle/1042/1', '/main/upcoming/Cattle/1042'],
  [
    'Back to Catalogue',
    '/main/upcoming/Cattle/1042/compare?lots=1,2',
    '/main/upcoming/Cattle/1042?compare=1,2',
  ],
  ['Back to Results', '/main/results/Cattle/1042/1', '/main/results/Cattle/1042'],
] as const)
  test(`${path}: it is the sale's, also while the sale is read`, async () => {
    renderScreen(
      <Routes>
        <Route path={ROUTES.comparison} element={<ComparisonScreen />} />
        <Route path={ROUTES.lot} element={<LotScreen />} />
        <Route path={ROUTES.lotResult} element={<LotResultScreen />} />
      </Routes>,
      { path },
    );
    const back = await screen.findByRole('link', { name: label });
    assert.is(back.getAttribute('href'), address);
  });

test.run();
