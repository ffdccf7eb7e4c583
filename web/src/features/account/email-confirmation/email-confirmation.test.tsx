/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { ConfirmEmailScreen } = await import('./confirm-email-screen.tsx');
const { ConfirmEmailBanner } = await import('./confirm-email-banner.tsx');

const test = suite('confirming an e-mail address', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const STATUS = answers('status', { isLive: true, message: '', demo: false });

function signedIn(known: Partial<Me>) {
  server.resetHandlers(answers('users/me', { user: person(known) }), STATUS);
}

test('a person types the code, or has another e-mail sent', async () => {
  signedIn({ isEmailConfirmed: false });
  const sent: unknown[] = [];
  let again = 0;
  server.use(
    handles('post', 'users/me/confirm-email', () => {
      again += 1;
      return {};
    }),
    refuses('post', 'users/confirm-email', 404),
  );
  const user = userEvent.setup();
  renderScreen(<ConfirmEmailScreen />);
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  await screen.findByText('Please Enter Code');
  await user.click(screen.getByRole('button', { name: 'Send another e-mail' }));
  await screen.findByText(/We sent another e-mail to ada@example.com/);
  assert.is(again, 1);
  await user.type(screen.getByLabelText('Code'), ' k7qxd-29mfr ');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByRole('alert');
  server.use(
    handles('post', 'users/confirm-email', async (request) => {
      sent.push(await request.json());
      return {};
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Your e-mail address is confirmed.');
  assert.equal(sent, [{ code: 'k7qxd-29mfr' }]);
});

test('the banner names the address and leads to the code', async () => {
  renderScreen(<ConfirmEmailBanner email="ada@example.com" />);
  await screen.findByText(/Please confirm your e-mail address ada@example.com/);
  assert.is(screen.getByRole('link', { name: 'Enter the code' }).getAttribute('href'), '/confirm-email');
  assert.is(screen.queryByRole('button'), null);
});

test.run();
