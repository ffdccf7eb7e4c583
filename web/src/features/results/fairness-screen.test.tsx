/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { SaleFairness } from '@saleyard/contract/fairness.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { Route, Routes } from 'react-router';
import * as assert from 'uvu/assert';
import { answers, mockServer } from '@/test-support/server.ts';

const { screen } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { FairnessScreen } = await import('./fairness-screen.tsx');

const test = suite('How a sale was run', { limitMs: 30_000 });

const AT = Date.UTC(2026, 10, 27, 1, 30, 5);
const stop = (minutes: number, change: Partial<SaleFairness['interruptions'][number]> = {}) => ({
  kind: 'freeze' as const,
  cause: null,
  lot: null,
  from: AT + minutes,
  until: AT + minutes + minutes * 60_000,
  lotsMoved: 0,
  movedMs: 0,
  ...change,
});
const fairness: SaleFairness = {
  auction: 'a1',
  searchNumber: 41,
  title: 'Gunnedah Weaners',
  isClosed: true,
  delay: { bids: 0, notRecorded: 0, p50: null, p99: null, worst: null },
  extensions: 0,
  late: { bids: 0, least: null, worst: null },
  interruptions: [
    stop(1, { movedMs: 60_000 }),
    stop(2),
    stop(3, { lotsMoved: 2, movedMs: 180_000 }),
    stop(4, { lotsMoved: 1, movedMs: 300_000 }),
    stop(5, { lotsMoved: 2, movedMs: 360_000 }),
    stop(6, { until: null }),
  ],
  acts: [],
};
const server = mockServer(answers('auctions/41/fairness', { fairness }));
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

test('[T8] each stop is shown with what its end moved, and one within another with nothing', async () => {
  renderScreen(
    <Routes>
      <Route path="/main/results/:kindTitle/:auctionNumber/fairness" element={<FairnessScreen />} />
    </Routes>,
    { path: '/main/results/Cattle/41/fairness' },
  );
  await screen.findByRole('heading', { name: 'Outages, freezes and pauses' });
  const said = screen
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent?.includes('Frozen by staff'))
    .map(({ textContent }) => textContent?.match(/The (start|close).*$/)?.[0] ?? '');
  assert.equal(said, [
    'The start moved by 1 min.',
    '',
    'The close of 2 live lots moved by 3 min.',
    'The close of 1 live lot moved by 5 min.',
    'The close of 2 live lots moved by up to 6 min.',
    '',
  ]);
});

test.run();
