/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Status } from '@saleyard/contract/status.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { answers, mockServer, refuses } from '@/test-support/server.ts';

const { screen, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { StatusScreen } = await import('./status-screen.tsx');

const test = suite('Status', { limitMs: 30_000 });

const AT = Date.UTC(2026, 10, 27, 1, 30, 5);
const sale = { auction: 'a1', searchNumber: 41, title: 'Gunnedah Weaners', kind: 'Cattle' };
const status = (change: Partial<Status> = {}): Status => ({
  at: AT,
  parts: [
    { part: 'bidding', state: 'up', since: null },
    { part: 'record', state: 'up', since: null },
    { part: 'live', state: 'up', since: null },
    { part: 'reads', state: 'up', since: null },
    { part: 'mail', state: 'off', since: null },
  ],
  roles: [],
  freezes: { now: [], ended: [] },
  ...change,
});

const server = mockServer(answers('status', status()));
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

test('all is well: what was checked and when, and no frozen sale', async () => {
  renderScreen(<StatusScreen />);
  assert.ok(await screen.findByText('Everything that is set up works.'));
  assert.ok(screen.getByText(/12\.30\.05/));
  assert.ok(screen.getByText(/no mail server: staff read/));
  assert.ok(screen.getByText('No public sale is frozen.'));
});

test('a frozen sale, its cause and since when; an old freeze says that no reason was given', async () => {
  const frozen = { ...sale, lot: null, from: AT - 60_000, cause: 'power' } as const;
  const ended = { ...sale, lot: '7', from: AT - 600_000, until: AT - 480_000, cause: null };
  server.use(answers('status', status({ freezes: { now: [frozen], ended: [ended] } })));
  renderScreen(<StatusScreen />);
  const [now, earlier] = (await screen.findAllByRole('link', { name: 'Gunnedah Weaners' })).map(
    (link) => link.closest('li')?.textContent ?? '',
  );
  assert.match(now ?? '', /Power or network at the yard · since .*12\.29/);
  assert.match(earlier ?? '', /Lot 7.*Reason not given · .* for 2 min/);
  assert.is(
    screen.getAllByRole('link', { name: 'Gunnedah Weaners' })[0]?.getAttribute('href'),
    '/main/results/Cattle/41/fairness',
  );
});

test('bids that cannot be taken come first; processes that are away are counted', async () => {
  const parts = status().parts.map((one) =>
    one.part === 'bidding' ? { ...one, state: 'down' as const } : one,
  );
  const roles = [{ role: 'command-api' as const, ready: 0, all: 2 }];
  server.use(answers('status', status({ parts, roles, freezes: null })));
  renderScreen(<StatusScreen />);
  assert.ok(await screen.findByText("Bids can't be taken right now."));
  const line = screen.getByText('Bidding').closest('li') as HTMLElement;
  assert.ok(within(line).getByText('Not working'));
  assert.ok(screen.getByText('0 of 2 processes for bidding and listing are ready.'));
  assert.ok(screen.getByText(/Which sales are frozen can't be read right now/));
});

test('without an answer it says so, with a way to try again', async () => {
  server.use(refuses('get', 'status', 503, { code: 'unavailable', message: 'Away' }));
  renderScreen(<StatusScreen />);
  assert.ok(await screen.findByRole('button', { name: 'Try again' }));
});

test.run();
