/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { DEMO_PASSWORD } from '@saleyard/app/demo/demo-accounts.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer, refuses, unreachable } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { ForgotScreen, MagicLinkScreen, RecoverScreen } = await import('./recovery-screens.tsx');
const { SignInScreen } = await import('./sign-in-screen.tsx');

const test = suite('sign-in');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() =>
  server.resetHandlers(
    answers('checkServer', { isLive: true, message: '' }),
    answers('auctions', { auctions: [] }),
  ),
);
test.after(() => server.close());

const ME = { _id: 'u1', firstName: 'Ada', lastName: 'Miller', status: 'approved-buyer', role: null };

function open() {
  let signedIn = 0;
  const user = userEvent.setup();
  const { went } = renderScreen(
    <SignInScreen
      notice={null}
      onSignedIn={() => {
        signedIn += 1;
      }}
    />,
  );
  const press = () => user.click(screen.getByRole('button', { name: 'login now' })); // [A076]
  const fill = async (email: string, password: string) => {
    await user.type(screen.getByLabelText('Email'), email); // [A073]
    const secret = screen.getByLabelText<HTMLInputElement>('Password'); // [A074]
    assert.is(secret.type, 'password');
    await user.type(secret, password);
  };
  return { user, press, fill, went, signedIn: () => signedIn };
}

test('the links beside the form lead to registration, to a new password and to the help centre', async () => {
  const { user, went } = open();
  for (const [name, to] of [
    ['Register', '/sign-up'], // [A077]
    ['Forgot Password?', '/forgot'], // [A078]
    ['Help centre', '/contact-us'], // [A079]
  ] as const) {
    await user.click(screen.getByRole('link', { name }));
    await waitFor(() => assert.is(went(), to));
  }
});

test('nothing is checked before the first press; then empty fields are named', async () => {
  const { user, press } = open();
  await user.type(screen.getByLabelText('Email'), 'x');
  await user.clear(screen.getByLabelText('Email'));
  assert.is(screen.queryByText('Please Enter Email'), null);
  await press();
  assert.ok(screen.getByText('Please Enter Email')); // [A416]
  assert.ok(screen.getByText('Please Enter Password')); // [A420]
  assert.is(document.activeElement, screen.getByLabelText('Email'));
});

test('after the first press every edit is checked again [A426]', async () => {
  const { user, press, fill } = open();
  await fill('not an address', 'short');
  assert.is(screen.queryByText(/^Sorry, invalid/), null);
  await press();
  assert.ok(screen.getByText(/^Sorry, invalid Email\. It must be/)); // [A417]
  assert.ok(screen.getByText(/^Sorry, invalid password\. It must be 6 to 50/));
  await user.type(screen.getByLabelText('Password'), '12');
  assert.is(screen.queryByText(/^Sorry, invalid password\. It must be 6 to 50/), null);
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada@example.com' } });
  assert.is(screen.queryByText(/^Sorry, invalid Email/), null);
  const INVALID = /^Sorry, invalid password\. It must be 6 to 50/;
  // [A421] [A422]
  for (const [password, isWrong] of [
    ['short', true],
    ['abc123', false],
    ['x'.repeat(51), true],
    ['x'.repeat(50), false],
    ['&@%+/!#$^?:,(){}~_-', false],
    ...['with space', 'pässword', ...[...'"\'*;<=>[]\\`|.'].map((sign) => `paddock7${sign}`)].map(
      (one) => [one, true] as const,
    ),
  ] as const) {
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
    assert.is(screen.queryByText(INVALID) !== null, isWrong, password);
  }
});

test('[A417] what is no e-mail address is refused, to sign in and to recover', async () => {
  const INVALID = /^Sorry, invalid Email\. It must be/;
  // No answer of the server is set up for either: a call would fail this test.
  for (const form of [
    { button: 'login now', show: () => open() },
    { button: 'Continue', show: () => renderScreen(<ForgotScreen onSent={() => {}} />) },
  ]) {
    form.show();
    const say = (email: string) =>
      fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } });
    say('ada');
    assert.is(screen.queryByText(INVALID), null); // [A426]
    fireEvent.click(screen.getByRole('button', { name: form.button }));
    for (const wrong of [
      'ada',
      '@example.com',
      'ada@',
      'ada@example',
      'a da@example.com',
      'a@b@example.com',
    ]) {
      say(wrong);
      assert.ok(screen.queryByText(INVALID), `${form.button}: ${wrong}`);
    }
    say('ada@example.com');
    assert.is(screen.queryByText(INVALID), null); // [A426]
    assert.is(screen.queryByRole('dialog'), null);
  }
});

test('an e-mail address of more than 60 characters is refused [A418]', async () => {
  const { user, press, fill, signedIn } = open();
  await fill(`${'a'.repeat(49)}@example.com`, 'paddock7');
  await press();
  assert.ok(screen.getByText(/^Sorry, invalid Email\. It must be/));
  await user.type(screen.getByLabelText('Email'), '{Home}{Delete}');
  assert.is(screen.queryByText(/^Sorry, invalid Email\. It must be/), null, '60 characters');
  await user.clear(screen.getByLabelText('Email'));
  await user.type(screen.getByLabelText('Email'), 'a@');
  assert.ok(screen.getByText(/^Sorry, invalid Email\. It must be/));
  assert.is(signedIn(), 0);
});

test('[A711] [A712] a code that is not sent: the first error’s title and message', async () => {
  const error = {
    code: 'rate-limited',
    title: 'Code not sent',
    message: 'Please ask for it again in a minute.',
  };
  const others = { code: 'invalid-request', title: 'Also wrong', message: 'Another error.' };
  server.use(
    http.post('http://saleyard.test/api/v1/users/forgot', () =>
      HttpResponse.json({ errors: [error, others] }, { status: 400 }),
    ),
  );
  const user = userEvent.setup();
  renderScreen(<ForgotScreen onSent={() => {}} />);
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const dialog = await screen.findByRole('dialog', { name: error.title });
  assert.match(dialog.textContent ?? '', error.message);
});

const CONNECT = 'Something is wrong. Please connect and try again.';

for (const [answer, handler, title, message] of [
  ['no answer', unreachable('users/forgot'), 'No Internet Connection', CONNECT], // [A706] [A708] [B374]
  [
    '404',
    refuses('post', 'users/forgot', 404),
    'Not Found',
    'Not Found. Server error. Please try again later',
  ], // [A724]
  ['500', refuses('post', 'users/forgot', 500), 'Error', 'Bad request. Please try again later'], // [A725]
  ['502', refuses('post', 'users/forgot', 502), 'Error', CONNECT], // [A708]
] as const)
  test(`a request for a code without words of the server: ${answer}`, async () => {
    server.use(handler);
    let sent = 0;
    const user = userEvent.setup();
    renderScreen(
      <ForgotScreen
        onSent={() => {
          sent += 1;
        }}
      />,
    );
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    assert.ok(dialog.getByText(message));
    assert.is(sent, 0);
  });

test('a forgotten password: an e-mail is asked for, and one of nobody is said to be wrong [A081] [A416] [A723] [B381]', async () => {
  const asked: unknown[] = [];
  const wrong = {
    code: 'unknown-email',
    title: 'Wrong Email',
    message: 'Email you entered does not belong to any account, please check it and try again',
  };
  server.use(
    http.post('http://saleyard.test/api/v1/users/forgot', async ({ request }) => {
      asked.push(await request.json());
      return asked.length === 1
        ? HttpResponse.json({ errors: [wrong] }, { status: 404 })
        : HttpResponse.json({ data: {} });
    }),
  );
  let sent = 0;
  const user = userEvent.setup();
  renderScreen(
    <ForgotScreen
      onSent={() => {
        sent += 1;
      }}
    />,
  );
  const send = () => user.click(screen.getByRole('button', { name: 'Continue' }));
  await send();
  assert.ok(screen.getByText('Please Enter Email'));
  assert.equal(asked, []);
  await user.type(screen.getByLabelText('Email'), 'ada@example.com'); // [A080]
  await send();
  const dialog = await screen.findByRole('dialog', { name: wrong.title });
  assert.ok(within(dialog).getByText(wrong.message));
  await user.click(within(dialog).getByRole('button', { name: 'OK' }));
  assert.is(sent, 0);
  await send();
  await waitFor(() => assert.is(sent, 1));
  assert.equal(asked, [{ email: 'ada@example.com' }, { email: 'ada@example.com' }]); // [A619]
});

test('recovery needs the code and the password twice, and sends nothing before [A423] [A424] [A425]', async () => {
  const user = userEvent.setup();
  // No answer of the server is set up: a call would fail this test.
  renderScreen(<RecoverScreen email={null} onChanged={() => {}} />);
  const change = () => user.click(screen.getByRole('button', { name: 'CHANGE PASSWORD' }));
  await user.type(screen.getByLabelText('New Password'), 'stockyard8');
  await change();
  assert.ok(screen.getByText('Please Enter Security Code'));
  assert.ok(screen.getByText('Please Enter Confirm Password'));
  await user.clear(screen.getByLabelText('New Password'));
  assert.ok(screen.getByText('Please Enter Password')); // [A420]
  await user.type(screen.getByLabelText('New Password'), 'stockyard8');
  await user.type(screen.getByLabelText('Security Code'), '123456');
  assert.is(screen.queryByText('Please Enter Security Code'), null);
  await user.type(screen.getByLabelText('Confirm New Password'), 'stockyard9');
  await change();
  assert.ok(screen.getByText('Passwords must match')); // [B311]
  assert.is(screen.queryByRole('dialog'), null);
});

test('[A722] [B380] an invalid security code is refused in a dialog, and what was typed stays', async () => {
  const wrong = {
    code: 'wrong-security-code',
    title: 'Wrong Security Code',
    message: 'Security Code you entered is not valid, please check it and try again',
  };
  server.use(refuses('post', 'users/reset/00000-00000', 404, wrong));
  let changed = 0;
  const user = userEvent.setup();
  renderScreen(
    <RecoverScreen
      email={null}
      onChanged={() => {
        changed += 1;
      }}
    />,
  );
  const code = screen.getByLabelText<HTMLInputElement>('Security Code'); // [A083]
  await user.type(code, '00000-00000');
  // [A084] [A085]
  for (const label of ['New Password', 'Confirm New Password'])
    await user.type(screen.getByLabelText(label), 'stockyard8');
  await user.click(screen.getByRole('button', { name: 'CHANGE PASSWORD' }));
  const dialog = within(await screen.findByRole('dialog'));
  assert.ok(dialog.getByRole('heading', { name: wrong.title }));
  assert.ok(dialog.getByText(wrong.message));
  await user.click(dialog.getByRole('button', { name: 'OK' }));
  assert.equal([code.value, changed], ['00000-00000', 0]);
  let sent: unknown;
  server.use(
    handles('post', 'users/reset/00000-00000', async (request) => {
      sent = await request.json();
      return {};
    }),
  );
  await user.click(screen.getByRole('button', { name: 'CHANGE PASSWORD' })); // [A086]
  const said = within(await screen.findByRole('dialog', { name: 'Change Password' }));
  const done = 'You have successfully changed your password. Please record it somewhere safely';
  assert.ok(said.getByText(done)); // [A739]
  assert.equal(sent, { password: 'stockyard8' }); // [A620]
  await user.click(said.getByRole('button', { name: 'OK' }));
  assert.is(changed, 1);
});

test('[A728] a sign-in link that is used up is an invalid link, with nothing to press but the way to sign-in', async () => {
  server.use(refuses('get', 'users/magic/me', 401, { code: 'invalid-link', message: 'Invalid Link' }));
  renderScreen(<MagicLinkScreen token="abcdefghijklmnop" onSignedIn={() => {}} />);
  assert.ok(await screen.findByRole('heading', { name: 'Invalid Link' }));
  assert.is(screen.queryByRole('button', { name: 'Sign in' }), null);
  assert.is(screen.getByRole('link', { name: 'Login Now' }).getAttribute('href'), '/sign-in');
});

test('[A728] a sign-in link that is used up between its opening and the press is an invalid link, and signs nobody in', async () => {
  let signedIn = 0;
  server.use(
    answers('users/magic/me', { user: ME }),
    refuses('post', 'users/magic/me', 401, { code: 'invalid-link', message: 'Invalid Link' }),
  );
  renderScreen(
    <MagicLinkScreen
      token="abcdefghijklmnop"
      onSignedIn={() => {
        signedIn += 1;
      }}
    />,
  );
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Sign in' }));
  assert.ok(await screen.findByRole('heading', { name: 'Invalid Link' }));
  assert.is(screen.queryByRole('button', { name: 'Sign in' }), null);
  assert.is(signedIn, 0);
});

test('recovery: after the first press every edit is checked again [A426]', async () => {
  const user = userEvent.setup();
  renderScreen(<RecoverScreen email={null} onChanged={() => {}} />);
  const confirm = screen.getByLabelText('Confirm New Password');
  await user.type(screen.getByLabelText('New Password'), 'stockyard8');
  await user.type(confirm, 'stockyard');
  assert.is(screen.queryByText('Passwords must match'), null);
  await user.click(screen.getByRole('button', { name: 'CHANGE PASSWORD' }));
  assert.ok(screen.getByText('Passwords must match')); // [B311]
  await user.type(confirm, '8');
  assert.is(screen.queryByText('Passwords must match'), null);
});

test('who remembers the password after all goes back to sign-in [A082]', () => {
  renderScreen(<ForgotScreen onSent={() => {}} />);
  assert.is(screen.getByRole('link', { name: 'Login Now' }).getAttribute('href'), '/sign-in');
});

test('credentials travel as Basic with the e-mail lowercased, and remember-me as its header', async () => {
  let seen: Headers | undefined;
  server.use(
    handles('get', 'users/me', (request) => {
      seen = request.headers;
      return { user: ME };
    }),
  );
  const { user, press, fill, signedIn } = open();
  await fill('Ada@Example.com', 'paddock7');
  const remember = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remember me' });
  assert.not.ok(remember.checked);
  await user.click(remember); // [A075]
  assert.ok(remember.checked);
  await press();
  await waitFor(() => assert.is(signedIn(), 1));
  assert.is(seen?.get('authorization'), `Basic ${btoa('ada@example.com:paddock7')}`); // [A419] [A610]
  assert.is(seen?.get('x-remember-me'), 'true');
  assert.is(seen?.get('platform'), 'web');
});

test('without remember-me, or with it switched off again, the header is absent [A075]', async () => {
  let remember: string | null = 'unset';
  server.use(
    handles('get', 'users/me', (request) => {
      remember = request.headers.get('x-remember-me');
      return { user: ME };
    }),
  );
  for (const presses of [0, 2]) {
    leaveScreens();
    remember = 'unset';
    const { user, press, fill, signedIn } = open();
    await fill('ada@example.com', 'paddock7');
    for (let count = 0; count < presses; count++) await user.click(screen.getByLabelText('Remember me'));
    await press();
    await waitFor(() => assert.is(signedIn(), 1));
    assert.is(remember, null, `${presses} presses`);
  }
});

test('a wrong password is said in the form, without a dialog, until the next try', async () => {
  server.use(refuses('get', 'users/me', 401, { code: 'wrong-credentials', message: 'x' }));
  const { press, fill, signedIn } = open();
  await fill('ada@example.com', 'paddock7');
  await press();
  const said = await screen.findByRole('alert');
  assert.match(said.textContent ?? '', 'Failed Login: Incorrect credentials'); // [A726] [B384]
  assert.match(
    said.textContent ?? '',
    'Sorry incorrect password. Try again or click Forgot Password? below.', // [A716]
  );
  assert.is(screen.queryByRole('dialog'), null);
  assert.is(screen.getByLabelText<HTMLInputElement>('Email').value, 'ada@example.com');
  assert.is(signedIn(), 0);
  server.use(handles('get', 'users/me', () => ({ user: ME })));
  await press();
  await waitFor(() => assert.is(signedIn(), 1));
  assert.is(screen.queryByRole('alert'), null);
});

const failures = [
  ...['awaiting-approval', 'forbidden', 'foreign-origin'].map((code) => ({
    name: `an account that is refused by ${code}`,
    handler: refuses('get', 'users/me', 403, { code, message: 'x' }),
    title: 'Failed Login: Something is wrong', // [A727] [B385]
    message: 'Please allow 24-hours for your account to be verified and approved', // [A720] [B405]
  })),
  {
    name: 'too many tries',
    handler: refuses('get', 'users/me', 429, {
      code: 'rate-limited',
      message: 'Too many requests. Please wait a moment.',
    }),
    title: 'Failed Login: Something is wrong',
    message: 'Too many requests. Please wait a moment.',
  },
  {
    name: 'a server in trouble',
    handler: refuses('get', 'users/me', 500),
    title: 'Failed Login: Something is wrong',
    message: 'Bad request. Please try again later', // [A725] [B383]
  },
  {
    name: 'an address that the server does not have',
    handler: refuses('get', 'users/me', 404),
    title: 'Failed Login: Something is wrong',
    message: 'Not Found. Server error. Please try again later', // [A724] [B382]
  },
  {
    name: 'no network',
    handler: unreachable('users/me'),
    title: 'No Internet Connection', // [A706] [B374]
    message: 'Something is wrong. Please connect and try again.', // [A708] [B376]
  },
];

for (const { name, handler, title, message } of failures) {
  test(`${name}: the dialog says so, closes, and what was typed is kept`, async () => {
    server.use(handler);
    const { user, press, fill, signedIn } = open();
    await fill('ada@example.com', 'paddock7');
    await press();
    assert.ok(await screen.findByRole('heading', { name: title }));
    assert.ok(screen.getByText(message));
    await user.click(screen.getByRole('button', { name: 'OK' }));
    assert.is(screen.queryByText(message), null);
    assert.is(screen.getByLabelText<HTMLInputElement>('Email').value, 'ada@example.com');
    assert.is(signedIn(), 0);
  });
}

test('a demonstration lists its accounts, and one press fills the form', async () => {
  server.use(answers('checkServer', { isLive: true, message: '', demo: true }));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /staff@saleyard.test/ }));
  assert.is(screen.getByLabelText<HTMLInputElement>('Email').value, 'staff@saleyard.test');
  assert.is(screen.getByLabelText<HTMLInputElement>('Password').value, DEMO_PASSWORD);
});

test('elsewhere no account is offered', async () => {
  open();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.is(screen.queryByText('Demonstration accounts'), null);
});

test.run();
