/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { Route, Routes } from 'react-router';
import * as assert from 'uvu/assert';
import { handles, mockServer, refuses, unreachable } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { InvitationScreen } = await import('./invitation-screen.tsx');

const test = suite('an invitation', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers());
test.after(() => server.close());

const CALL = 'users/invitations/token-7';

async function open() {
  const user = userEvent.setup();
  renderScreen(
    <Routes>
      <Route path="/invitation/:token" element={<InvitationScreen />} />
    </Routes>,
    { path: '/invitation/token-7' },
  );
  const fill = async (password: string, confirm: string) => {
    await user.type(screen.getByLabelText('Password'), password);
    await user.type(screen.getByLabelText('Confirm Password'), confirm);
    await user.click(screen.getByRole('button', { name: 'Set password' }));
  };
  return { user, fill };
}

test('[C8] a person sets a password by the link, and goes on to sign in', async () => {
  const sent: unknown[] = [];
  server.use(
    handles('post', CALL, async (request) => {
      sent.push(await request.json());
      return {};
    }),
  );
  const { fill } = await open();
  await fill('hunter22', 'hunter22');
  await screen.findByRole('heading', { name: 'Your password is set' });
  assert.is(screen.getByRole('link', { name: 'Login Now' }).getAttribute('href'), '/sign-in');
  assert.equal(sent, [{ password: 'hunter22' }]);
});

test('two passwords that differ are not sent, and the field says so', async () => {
  const { user, fill } = await open();
  await fill('hunter22', 'hunter23');
  const confirm = screen.getByLabelText('Confirm Password');
  assert.is(confirm.getAttribute('aria-invalid'), 'true');
  assert.is(document.activeElement, confirm);
  await user.clear(confirm);
  await user.type(confirm, 'hunter22');
  assert.is(confirm.getAttribute('aria-invalid'), null);
});

test('a link that was used says what to do', async () => {
  server.use(refuses('post', CALL, 401, { code: 'unauthorized', message: 'x' }));
  const { fill } = await open();
  await fill('hunter22', 'hunter22');
  await screen.findByText(
    'This link was used already, or has expired. Please call the office for another one.',
  );
});

test('without a connection the passwords stay, to be sent again', async () => {
  server.use(unreachable(CALL));
  const { fill } = await open();
  await fill('hunter22', 'hunter22');
  await screen.findByRole('alert');
  assert.is((screen.getByLabelText('Password') as HTMLInputElement).value, 'hunter22');
});

test.run();
