/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { Link, Route, Routes } from 'react-router';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { StaffOnly } = await import('@/app/routes/staff.tsx');
const { forgetPerson, isPageHeld, meQuery } = await import('@/lib/session.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { HeldPage } = await import('./held-page.tsx');

const test = suite('a held page of staff', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const STAFF = person({ role: 'admin' });

async function open() {
  server.resetHandlers(answers('users/me', { user: STAFF }));
  const form = (
    <>
      <HeldPage />
      <input aria-label="Text" />
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  );
  const view = renderScreen(
    <Routes>
      <Route element={<StaffOnly />}>
        <Route path="/staff" element={form} />
      </Route>
      <Route path="*" element={null} />
    </Routes>,
    { path: '/staff' },
  );
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Text'), 'typed');
  return { ...view, user };
}

const text = () => screen.queryByLabelText<HTMLInputElement>('Text')?.value;

test('the session ends: the page stays, and the person signs in again there', async () => {
  const { client, user } = await open();
  assert.ok(isPageHeld());
  forgetPerson(client);
  await user.type(await screen.findByLabelText('Email'), 'staff@saleyard.test');
  await user.type(screen.getByLabelText('Password'), 'saleyard1');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => assert.is(screen.queryByRole('alert'), null));
  assert.is(text(), 'typed');
});

test('somebody who is not staff signs in there: the page is not theirs', async () => {
  const { client } = await open();
  forgetPerson(client);
  await screen.findByRole('alert');
  client.setQueryData(meQuery.queryKey, person({ _id: 'buyer' }));
  assert.ok(await screen.findByText('Only staff open this page.'));
  assert.is(text(), undefined);
});

test('a page that is left is held no more', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await waitFor(() => assert.not(isPageHeld()));
});

test.run();
