/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { paths } from '@/config/paths.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { Forgot, Recover } = await import('./recovery.tsx');
const { SignIn } = await import('./sign-in.tsx');
const { SignUp } = await import('./sign-up.tsx');

const test = suite('an e-mail that was typed is typed once', { limitMs: 30_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  localStorage.clear();
  server.resetHandlers(
    answers('checkServer', { isLive: true, message: '' }),
    answers('auctions', { auctions: [] }),
    answers('professions', { professions: [{ name: 'Producer' }] }),
    answers('tools', { tools: [] }),
    answers('terms', { terms: [{ version: '2', categoryName: 'Bidding', content: 'A bid is an offer.' }] }),
    refuses('get', 'users/me', 401, { code: 'unauthorized', message: 'x' }),
  );
});
test.after(() => server.close());

const EMAIL = 'ada@example.com';

function open(path: string) {
  const user = userEvent.setup();
  const { went } = renderScreen(
    <Routes>
      <Route path={paths.signIn} element={<SignIn />} />
      <Route path={paths.signUp} element={<SignUp />} />
      <Route path={paths.forgot} element={<Forgot />} />
      <Route path={paths.recover} element={<Recover />} />
    </Routes>,
    { path },
  );
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const follow = (name: string) => user.click(screen.getByRole('link', { name }));
  const type = async (texts: Record<string, string>) => {
    for (const [label, text] of Object.entries(texts)) await user.type(field(label), text);
  };
  /** The page that was gone to shows the e-mail. */
  const carried = async (to: string) => {
    await waitFor(() => assert.is(went(), to));
    assert.is(field('Email').value, EMAIL);
  };
  return { user, field, press, follow, type, carried };
}

const PERSON = { 'First Name': 'Ada', 'Last Name': 'Miller', Email: EMAIL, Phone: '0412345678' };

test('after registration, sign-in has it', async () => {
  server.use(
    handles('post', 'check-unique-user', () => ({ valid: true, errors: [] })),
    handles('post', 'users', () => ({ message: 'Thank you for registering.' })),
  );
  const { user, field, press, type, carried } = open(paths.signUp);
  await type(PERSON);
  await press('Next');
  await screen.findByRole('option', { name: 'Producer' });
  await type({
    'Trading Name': 'Miller',
    Postcode: '2380',
    Password: 'paddock7',
    'Confirm Password': 'paddock7',
  });
  await user.selectOptions(field('Profession'), 'Producer');
  await user.selectOptions(field('State'), 'NSW');
  for (const title of ['Terms & Conditions', 'Privacy Policy']) {
    await press(title);
    await press('Back to Form');
  }
  await user.click(screen.getByRole('checkbox'));
  await press('Register');
  await press('OK');
  await carried(paths.signIn); // [A020] [A745]
});

for (const [way, to] of [
  ['Sign in with this e-mail', paths.signIn],
  ['set a new password', paths.forgot],
] as const)
  test(`of a known account, “${way}” has it`, async () => {
    const taken = {
      code: 'duplicateFieldError',
      field: 'email',
      message: 'This email belongs to an account.',
    };
    server.use(handles('post', 'check-unique-user', () => ({ valid: false, errors: [taken] })));
    const { press, follow, type, carried } = open(paths.signUp);
    await type(PERSON);
    await press('Next');
    await press('OK');
    await follow(way);
    await carried(to);
  });

test('a forgotten password: from sign-in to the code, and back once it is changed', async () => {
  server.use(
    handles('post', 'users/forgot', () => ({})),
    handles('post', 'users/reset/123456', () => ({})),
  );
  const { press, follow, type, carried } = open(paths.signIn);
  await type({ Email: EMAIL });
  await follow('Forgot Password?');
  await carried(paths.forgot);
  await press('Continue');
  await screen.findByText(EMAIL);
  await type({ 'Security Code': '123456', 'New Password': 'paddock8', 'Confirm New Password': 'paddock8' });
  await press('CHANGE PASSWORD');
  await press('OK');
  await carried(paths.signIn);
});

test.run();
