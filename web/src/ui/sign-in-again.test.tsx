/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { SignInAgain } = await import('./sign-in-again.tsx');

const test = suite('signing in again in place');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

test('a person with a second factor enters its code, and is signed in only then', async () => {
  const sent: unknown[] = [];
  server.resetHandlers(
    refuses('get', 'users/me', 403, { code: 'second-factor-required', message: 'Enter your code' }),
    handles('post', 'users/me/second-factor', async (request) => {
      sent.push(await request.json());
      return { user: person({}) };
    }),
  );
  let done = 0;
  const user = userEvent.setup();
  renderScreen(<SignInAgain onClose={() => {}} onDone={() => (done += 1)} />);
  await user.type(await screen.findByLabelText('Email'), 'seller@saleyard.test');
  await user.type(screen.getByLabelText('Password'), 'saleyard1');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await user.type(await screen.findByLabelText('Code'), ' 123456 ');
  assert.is(done, 0);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => assert.is(done, 1));
  assert.equal(sent, [{ code: '123456' }]);
});

test('who must set up a second factor first is sent to the sign-in page', async () => {
  server.resetHandlers(
    refuses('get', 'users/me', 403, { code: 'second-factor-setup', message: 'Set one up' }),
  );
  const user = userEvent.setup();
  renderScreen(<SignInAgain onClose={() => {}} onDone={() => assert.unreachable()} />);
  await user.type(await screen.findByLabelText('Password'), 'saleyard1');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByText(/must set up a second factor first/);
});

test.run();
