/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { handles, mockServer, refuses, unreachable } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { Toasts } = await import('@/ui/toasts.tsx');
const { OpenAccountScreen } = await import('./open-account-screen.tsx');

const test = suite('an account for a phone bidder', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers());
test.after(() => server.close());

const TYPED = [
  ['First Name', 'Pat'],
  ['Last Name', 'Farmer'],
  ['Phone', '0491570156'],
  ['Email', ' Pat@Saleyard.test '],
] as const;

async function open(isFilled = true) {
  const user = userEvent.setup();
  const view = renderScreen(
    <>
      <OpenAccountScreen />
      <Toasts />
    </>,
    { path: '/staff/accounts/new' },
  );
  if (isFilled) for (const [label, text] of TYPED) await user.type(screen.getByLabelText(label), text);
  const press = () => user.click(screen.getByRole('button', { name: 'Open account and invite' }));
  return { ...view, user, press };
}

test('[C8] it is opened to buy, with the address in small letters, and its page opens', async () => {
  const sent: unknown[] = [];
  server.use(
    handles('post', 'staff/accounts', async (request) => {
      sent.push(await request.json());
      return { _id: 'pat', invited: true };
    }),
  );
  const { press, went } = await open();
  await press();
  await waitFor(() => assert.is(went(), '/staff/accounts/pat'));
  const [{ email, status }] = sent as [{ email: string; status: string }];
  assert.equal([email, status], ['pat@saleyard.test', 'approved-buyer']);
  await screen.findByText('Account of Pat Farmer opened, invitation sent');
});

test('a lost answer is asked for by the same command, also when it is pressed again', async () => {
  const ids: unknown[] = [];
  let isLost = true;
  server.use(
    http.post('http://saleyard.test/api/v1/staff/accounts', async ({ request }) => {
      ids.push(((await request.json()) as { commandId: string }).commandId);
      if (isLost) return HttpResponse.error();
      return HttpResponse.json({ data: { _id: 'pat', invited: true } });
    }),
  );
  const { press, went } = await open();
  await press();
  await screen.findByText(/^No answer came\./, {}, { timeout: 10_000 });
  isLost = false;
  await press();
  await waitFor(() => assert.is(went(), '/staff/accounts/pat'));
  assert.ok(ids.length > 2);
  assert.is(new Set(ids).size, 1);
});

test('an invitation that could not be sent says so', async () => {
  server.use(handles('post', 'staff/accounts', () => ({ _id: 'pat', invited: false })));
  const { press } = await open();
  await press();
  await screen.findByText(
    'Account of Pat Farmer opened. The invitation could not be sent: please send it again.',
  );
});

test('what is missing is named at its field, and the first one has the focus', async () => {
  const { press } = await open(false);
  await press();
  assert.ok(screen.getByText('Please Enter First Name'));
  assert.is(document.activeElement, screen.getByLabelText('First Name'));
});

test('an address that somebody has is refused at its field, until it is changed', async () => {
  const message = 'The email is already in use.';
  server.use(
    refuses('post', 'staff/accounts', 409, { code: 'duplicateFieldError', message, field: 'email' }),
  );
  const { user, press } = await open();
  await press();
  await screen.findByText(message);
  const field = screen.getByLabelText('Email');
  await waitFor(() => assert.is(document.activeElement, field));
  assert.is(field.getAttribute('aria-invalid'), 'true');
  await user.clear(field);
  await user.type(field, 'pat.farmer@saleyard.test');
  assert.is(screen.queryByText(message), null);
});

test('without a connection nothing that is typed is lost', async () => {
  server.use(unreachable('staff/accounts'));
  const { press } = await open();
  await press();
  await screen.findByRole('alert', {}, { timeout: 10_000 });
  for (const [label, text] of TYPED)
    assert.is((screen.getByLabelText(label) as HTMLInputElement).value.trim(), text.trim());
});

test.run();
