/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { ActivityEntry } from '@saleyard/contract/activity.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { ActivityScreen } = await import('./activity-screen.tsx');

const test = suite('the activity of staff', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

/** 26 November 2025, 19:00 in Sydney. */
const AT = Date.parse('2025-11-26T08:00:00Z');
const ACT: ActivityEntry = {
  _id: 'x1',
  at: AT,
  by: { _id: 'u1', name: 'Ada Miller' },
  act: 'scheduled',
  area: 'sales',
  sale: { _id: 'a1', searchNumber: 2001, title: 'Hay Store Cattle' },
  lot: null,
  lots: null,
  account: null,
  text: null,
  day: null,
};

test('rows of an earlier choice are busy until the others are read; a choice that nothing fits is taken back', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    handles('get', 'staff/activity', async ({ url }) => {
      const isNarrowed = new URL(url).searchParams.has('area');
      if (isNarrowed) await held;
      return { entries: isNarrowed ? [] : [ACT], people: [{ _id: 'u1', name: 'Ada Miller' }] };
    }),
  );
  const { went } = renderScreen(<ActivityScreen />, { path: '/staff/activity?day=2025-11-26' });
  const busy = async () =>
    (await screen.findByRole('table')).closest('[aria-busy]')?.getAttribute('aria-busy');
  assert.is(await busy(), 'false');
  const user = userEvent.setup();
  await user.selectOptions(screen.getByLabelText('What'), 'Accounts');
  await waitFor(async () => assert.is(await busy(), 'true'));
  answer();
  await screen.findByText('No act of this day matches');
  await user.click(screen.getByRole('link', { name: 'Show all acts of this day' }));
  await screen.findByRole('table');
  assert.is(went(), '/staff/activity?day=2025-11-26');
});

test.run();
