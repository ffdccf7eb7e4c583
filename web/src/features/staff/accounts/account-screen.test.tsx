/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { AccountHistoryEntry } from '@saleyard/contract/staff-accounts.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { answers, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { StaffAccountScreen } = await import('./account-screen.tsx');

const test = suite('an account as staff see it', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

const open = () =>
  renderScreen(
    <Routes>
      <Route path="/staff/accounts/:id" element={<StaffAccountScreen />} />
    </Routes>,
    { path: '/staff/accounts/u2' },
  );

const LOT = '01934f1e-7c1b-7b6e-9f3a-2a5c7d9e1b24';

const entry = (
  revision: number,
  type: string,
  more: Partial<AccountHistoryEntry> = {},
): AccountHistoryEntry => ({
  revision,
  type,
  at: 1_750_000_000_000,
  by: { kind: 'user', id: 'u2', name: 'Ada Miller' },
  reason: null,
  status: null,
  fields: [],
  detail: null,
  ...more,
});

const account = () => [
  answers('users/me', { user: person({ _id: 'staff', role: 'admin' }) }),
  answers('staff/accounts/u2', {
    account: {
      ...person({ _id: 'u2', status: 'registered-updated', isRequestedAsBuyer: true }),
      registeredAt: 1,
      requestedAt: 2,
      isSuspended: false,
      awaitsDecision: true,
    },
  }),
];

test('a long history is read page by page, and its entries keep their numbers', async () => {
  server.use(
    ...account(),
    http.get('http://saleyard.test/api/v1/staff/accounts/u2/history', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      const entries =
        page === 1 ? [entry(2, 'LotWatched'), entry(1, 'SearchSaved')] : [entry(0, 'AccountRegistered')];
      const headers = { 'x-current-page': String(page), 'x-total-pages': '2' };
      return HttpResponse.json({ data: { entries } }, { headers });
    }),
  );
  open();
  const history = within(await screen.findByRole('region', { name: 'History' }));
  await history.findByText('Lot watched');
  assert.is(history.getByRole<HTMLOListElement>('list').start, 3);
  assert.ok(history.getByText('Page 1 of 2'));
  await userEvent.setup().click(history.getByRole('button', { name: 'Earlier' }));
  await history.findByText('Registered');
  assert.is(history.getByRole<HTMLOListElement>('list').start, 1);
});

test('the history says in words what happened, who did it and why', async () => {
  server.use(
    ...account(),
    answers('staff/accounts/u2/history', {
      entries: [
        entry(4, 'AccessDecided', {
          by: { kind: 'staff', id: LOT, name: '' },
          detail: 'partially-approved',
          status: 'partially-approved',
          reason: 'The licence is missing',
        }),
        entry(3, 'AccessRequested', { detail: 'buyer-and-seller', status: 'registered-updated' }),
        entry(2, 'LotWatched', { detail: LOT }),
        entry(2, 'LotWatched', { detail: LOT.slice(0, 25) }),
        entry(2, 'LotWatched', { detail: LOT.slice(0, 26) }),
        entry(1, 'SearchSaved'),
        entry(0, 'AccountRegistered', { by: { kind: 'system', id: 'x', name: '' } }),
      ],
    }),
  );
  open();
  const history = within(await screen.findByRole('region', { name: 'History' }));
  const lines = (await history.findAllByRole('listitem')).map(({ textContent }) => textContent ?? '');
  const said = [
    'Request decided: partially approved (must complete profile)',
    'Access asked for: to buy and sell (Guest Account)',
    // A long identifier is shortened in its middle. [A770] [B409]
    'Lot watched: 01934f1e-7c1b-7…d9e1b24',
    `Lot watched: ${LOT.slice(0, 25)}`, // [A770] [B409]
    `Lot watched: 01934f1e-7c1b-7…${LOT.slice(19, 26)}`, // [A770]
    'Search saved',
    'Registered',
  ];
  assert.is(lines.length, said.length);
  for (const [index, words] of said.entries()) assert.ok(lines[index]?.startsWith(words), lines[index]);
  assert.match(lines[0] ?? '', /01934f1e-7c1b-7…d9e1b24Reason: The licence is missing$/);
  assert.match(lines.at(-1) ?? '', /the system$/);
});

test('[B379] an administrator without a second factor confirms a role with their password, and reads there that it is wrong', async () => {
  const message = 'Wrong Password. Password you entered is not valid';
  server.use(
    ...account(),
    answers('staff/accounts/u2/history', { entries: [] }),
    answers('users/me/second-factor', { totp: false, recoveryCodesLeft: 0, demanded: false, passkeys: [] }),
    refuses('post', 'staff/accounts/u2/role', 404, { code: 'wrong-password', message }),
  );
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Change role…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Change role: Ada Miller' }));
  await user.selectOptions(await dialog.findByLabelText('Role'), 'auditor');
  await user.type(dialog.getByLabelText('Reason'), 'Asked');
  await user.type(dialog.getByLabelText('Your password'), 'hunter21');
  await user.click(dialog.getByRole('button', { name: 'Change role' }));
  assert.is((await dialog.findByRole('alert')).textContent, message);
});

test.run();
