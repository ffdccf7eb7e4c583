/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';
import { intervalsIn } from '@/test-support/timer-waits.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { SignUpScreen } = await import('./sign-up-screen.tsx');
const { TermsAcceptScreen, TermsUpdate } = await import('./terms-screens.tsx');

const test = suite('registration', { limitMs: 30_000 });
const server = mockServer();
const TERMS = [
  { version: '2', categoryName: 'Bidding', content: 'A bid is an offer.\n\nIt stands.' },
  { version: '2', categoryName: 'Paying', content: 'Within seven days.' },
];
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  localStorage.clear();
  server.resetHandlers(
    answers('professions', { professions: [{ name: 'Producer' }, { name: 'Other (Specify)' }] }),
    answers('terms', { terms: TERMS }),
    handles('post', 'check-unique-user', () => ({ valid: true, errors: [] })),
  );
});
test.after(() => server.close());

type User = ReturnType<typeof userEvent.setup>;

function open() {
  let registered = 0;
  const user = userEvent.setup();
  renderScreen(
    <SignUpScreen
      onRegistered={() => {
        registered += 1;
      }}
    />,
  );
  return { user, registered: () => registered };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));

async function fillFirstStep(user: User): Promise<void> {
  await user.type(field('First Name'), 'Ada');
  await user.type(field('Last Name'), 'Miller');
  await user.type(field('Email'), 'ada@example.com');
  await user.type(field('Phone'), '0412345678');
}

async function personal(user: User) {
  await user.type(field('First Name'), 'ada');
  await user.type(field('Last Name'), 'miller');
  assert.equal([field('First Name').value, field('Last Name').value], ['Ada', 'Miller']); // [A452]
  await user.type(field('Email'), 'ada@example.com');
  await user.type(field('Phone'), '+61 412 345 678');
  assert.is(field('Phone').value, '+61 412 345 678');
  await press(user, 'Next');
  await screen.findByText('Step 2 of 2: business details');
}

async function business(user: User) {
  await user.type(field('Trading Name'), 'miller pastoral');
  await screen.findByRole('option', { name: 'Producer' });
  await user.selectOptions(field('Profession'), 'Producer');
  await user.selectOptions(field('State'), 'NSW');
  await user.type(field('Postcode'), '2380');
  await user.type(field('Password'), 'paddock7');
  await user.type(field('Confirm Password'), 'paddock7');
}

async function agree(user: User) {
  const box = screen.getByRole<HTMLInputElement>('checkbox');
  for (const title of ['Terms & Conditions', 'Privacy Policy']) {
    assert.ok(box.disabled, `${title} is not read yet`); // [A340] [S442]
    await press(user, title);
    const overlay = await screen.findByRole('dialog', { name: title });
    await user.click(within(overlay).getByRole('button', { name: 'Back to Form' }));
  }
  assert.not.ok(box.disabled);
  await user.click(box);
}

/** What is listed above the form. */
const listed = () =>
  within(screen.getByRole('alert'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('[A019] [A093] step 1 has the fields of the person, and says what is missing [A096] [A446] [A447]', async () => {
  const { user } = open();
  for (const label of ['First Name', 'Last Name', 'Email', 'Phone', 'Secondary Phone'])
    assert.ok(field(label), label);
  await press(user, 'Next');
  const summary = await screen.findByRole('alert');
  assert.ok(within(summary).getByRole('heading', { name: 'Please fill required fields' }));
  assert.equal(
    listed(),
    ['First Name', 'Last Name', 'Email', 'Phone'].map((label) => `Please Enter ${label}`), // [B313]
  );
  assert.ok(screen.getByText('Step 1 of 2: personal details'));
});

test('[A096] [A447] any field of step 1 that is not valid keeps the person there, and nothing is sent', async () => {
  let checked = 0;
  server.use(
    handles('post', 'check-unique-user', () => {
      checked += 1;
      return { valid: true, errors: [] };
    }),
  );
  const { user } = open();
  const ROWS = [
    ['First Name', 'Ada7', /^Sorry, invalid First Name\./, 'Ada'],
    ['Last Name', '7', /^Sorry, invalid Last Name\./, 'Miller'],
    ['Email', 'nobody', /^Sorry, invalid Email\./, 'ada@example.com'],
    ['Phone', '041234567', /^Mobile numbers should be 10 digits/, '0412345678'],
    ['Secondary Phone', '6742123', /^Sorry, invalid Secondary Phone\./, '02 6742 1234'],
  ] as const;
  const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
  for (const [label, , , right] of ROWS) type(label, right);
  for (const [label, wrong, message, right] of ROWS) {
    type(label, wrong);
    await press(user, 'Next');
    await waitFor(() => {
      const [first = '', ...others] = listed();
      assert.match(first, message);
      assert.equal(others, []);
    });
    assert.ok(screen.getByRole('heading', { name: 'Please fill required fields' }), label);
    assert.ok(screen.getByText('Step 1 of 2: personal details'), label);
    type(label, right);
  }
  assert.is(checked, 0);
  await press(user, 'Next');
  assert.ok(await screen.findByText('Step 2 of 2: business details'));
  assert.is(checked, 1);
});

test('[A445] a field is checked when it is left', async () => {
  const { user } = open();
  const MOBILE = 'Mobile numbers should be 10 digits and start with 04XX XXX XXX';
  for (const [phone, isInvalid] of [
    ['041234567', true],
    ['0412345678', false],
    ['04123456789', true],
  ] as const) {
    await user.clear(field('Phone'));
    await user.type(field('Phone'), phone);
    await user.tab();
    await waitFor(() => assert.is(screen.queryByText(MOBILE) !== null, isInvalid, phone)); // [A488] [B307]
  }
  await user.clear(field('Phone'));
  for (const [label, text, message] of [
    ['First Name', 'Ada7', /^Sorry, invalid First Name\. It can only have letters/], // [B314]
    ['Last Name', '7', /^Sorry, invalid Last Name\./], // [B314]
    ['Email', 'nobody', /^Sorry, invalid Email\. It must be one e-mail address/], // [B314]
    ['Phone', '6742123', /^Sorry, invalid Phone\. It must be 10 digits with the area code/], // [B308]
    ['Secondary Phone', '6742123', /^Sorry, invalid Secondary Phone\. It must be 10 digits with the area/], // [B308]
  ] as const) {
    await user.type(field(label), text);
    assert.is(screen.queryByText(message), null, label);
    await user.tab();
    assert.ok(await screen.findByText(message), label);
  }
  for (const label of ['Phone', 'Secondary Phone']) {
    await user.clear(field(label));
    await user.type(field(label), '02 6742 1234');
    await user.tab();
    await waitFor(() => assert.is(screen.queryByText(new RegExp(`invalid ${label}\\.`)), null)); // [B308]
  }
});

test('step 2 has the fields of the business and leads back; what was typed stays [A019] [A094] [A095]', async () => {
  const { user } = open();
  await personal(user);
  for (const label of ['Trading Name', 'Profession', 'State', 'Postcode']) assert.ok(field(label), label);
  await screen.findByRole('option', { name: 'Other (Specify)' });
  await user.selectOptions(field('Profession'), 'Other (Specify)');
  await user.type(field('Other Profession'), 'shearer');
  assert.is(field('Other Profession').value, 'Shearer'); // [A454]
  await press(user, 'Back');
  assert.ok(await screen.findByText('Step 1 of 2: personal details'));
  assert.equal([field('First Name').value, field('Last Name').value], ['Ada', 'Miller']);
  assert.is(field('Phone').value, '+61 412 345 678');
});

test('[A445] each field of step 2 is checked when it is left', async () => {
  const { user } = open();
  await personal(user);
  await screen.findByRole('option', { name: 'Other (Specify)' });
  const leave = async (label: string) => {
    await user.click(field(label));
    assert.is(screen.queryByText(`Please Enter ${label}`), null, label);
    await user.tab();
    assert.ok(await screen.findByText(`Please Enter ${label}`), label);
  };
  for (const label of ['Trading Name', 'Profession', 'State', 'Postcode', 'Password', 'Confirm Password'])
    await leave(label);
  await user.selectOptions(field('Profession'), 'Other (Specify)');
  await leave('Other Profession');
});

test('professions that could not be read are asked for again every 5 s, and come by themselves [A656]', async () => {
  server.use(
    http.get('http://saleyard.test/api/v1/professions', () => HttpResponse.json({}, { status: 500 }), {
      once: true,
    }),
  );
  const waits = await intervalsIn(async () => {
    const { user } = open();
    await personal(user);
    await screen.findByRole('option', { name: 'Producer' });
  });
  assert.ok(waits.includes(5_000));
});

test('the texts may be opened in either order, and one of them alone is not enough [A340] [S442]', async () => {
  const { user } = open();
  await personal(user);
  const box = screen.getByRole<HTMLInputElement>('checkbox');
  for (const title of ['Privacy Policy', 'Terms & Conditions']) {
    assert.ok(box.disabled, `${title} is not read yet`);
    await press(user, title);
    const overlay = await screen.findByRole('dialog', { name: title });
    await user.click(within(overlay).getByRole('button', { name: 'Back to Form' }));
  }
  assert.not.ok(box.disabled);
});

test('a password that is repeated as another one is not sent [A439]', async () => {
  const { user, registered } = open();
  await personal(user);
  await business(user);
  await user.clear(field('Confirm Password'));
  await press(user, 'Register');
  assert.ok((await screen.findAllByText('Please Enter Confirm Password')).length > 0);
  await user.type(field('Confirm Password'), 'paddock8');
  await press(user, 'Register');
  assert.ok((await screen.findAllByText('Passwords must match')).length > 0); // [B311]
  assert.ok(screen.getByRole('heading', { name: 'Please correctly fill required fields' })); // [A448]
  assert.is(registered(), 0);
});

test('a password has at least six characters, with letters and digits, and is checked when it is left [A445] [B310]', async () => {
  const { user } = open();
  await personal(user);
  const SHORT = /^Sorry, invalid password\. It must be 6 to 50/;
  const ONE_KIND = 'The password must have at least one letter and one digit';
  for (const [password, rule] of [
    ['hunters', ONE_KIND],
    ['hunt3', SHORT],
    ['1234567', ONE_KIND],
  ] as const) {
    await user.clear(field('Password'));
    await user.type(field('Password'), password);
    assert.is(screen.queryByText(rule), null, password);
    await user.tab();
    assert.ok(await screen.findByText(rule), password);
  }
  await user.clear(field('Password'));
  await user.type(field('Password'), 'hunte7');
  await user.tab();
  await waitFor(() => assert.is(screen.queryByText(ONE_KIND), null));
  assert.is(screen.queryByText(SHORT), null);
});

test('[A097] [A740] who has an account already stays on step 1 and reads so', async () => {
  const taken = {
    code: 'duplicateFieldError',
    field: 'email',
    message: 'This email already belongs to an account.',
  };
  let asked: unknown;
  server.use(
    handles('post', 'check-unique-user', async (request) => {
      asked = await request.json();
      const other = { ...taken, field: 'phone', message: 'This phone number already belongs to an account.' };
      return { valid: false, errors: [taken, other] };
    }),
  );
  const { user } = open();
  await fillFirstStep(user);
  await press(user, 'Next');
  const said = await screen.findByRole('dialog');
  assert.ok(within(said).getByText(taken.message));
  assert.is(within(said).queryByText(/phone number/), null, 'the first alone');
  await user.click(within(said).getByRole('button', { name: 'OK' }));
  assert.is(field('Email').getAttribute('aria-invalid'), 'true');
  const signIn = screen.getByRole('link', { name: 'Sign in with this e-mail' });
  assert.is(signIn.getAttribute('href'), '/sign-in');
  assert.equal(asked, { user: { email: 'ada@example.com', phone: '0412345678' } }); // [A615]
  assert.ok(screen.getByText('Step 1 of 2: personal details'));
  await user.type(field('Email'), 'x');
  assert.is(screen.queryByRole('link', { name: 'Sign in with this e-mail' }), null);
});

test('[A097] a check that fails leads to no next step; one that succeeds does', async () => {
  server.use(refuses('post', 'check-unique-user', 500));
  const { user } = open();
  await fillFirstStep(user);
  await press(user, 'Next');
  const failed = within(await screen.findByRole('dialog'));
  await user.click(failed.getByRole('button', { name: 'OK' }));
  assert.ok(screen.getByText('Step 1 of 2: personal details'));
  server.use(handles('post', 'check-unique-user', () => ({ valid: true, errors: [] })));
  await press(user, 'Next');
  assert.ok(await screen.findByText('Step 2 of 2: business details'));
});

test('[A614] what is registered is sent once the terms are accepted, and its answer is shown [A744] [A745]', async () => {
  let sent: unknown;
  server.use(
    handles('post', 'users', async (request) => {
      sent = await request.json();
      return { message: 'Thank you for registering.' };
    }),
  );
  const { user, registered } = open();
  await personal(user);
  await press(user, 'Register');
  const summary = await screen.findByRole('alert');
  assert.ok(within(summary).getByRole('heading', { name: 'Please correctly fill required fields' })); // [A448]
  const NOT_ACCEPTED = 'Please Accept Terms & Conditions';
  // [A446] [B313]
  assert.equal(listed(), [
    ...['Password', 'Confirm Password', 'Trading Name', 'Profession', 'State', 'Postcode'].map(
      (label) => `Please Enter ${label}`,
    ),
    NOT_ACCEPTED,
  ]);
  await business(user);
  await press(user, 'Register');
  await waitFor(() => assert.equal(listed(), [NOT_ACCEPTED])); // [S441]
  assert.is(sent, undefined); // [S441]
  await agree(user);
  await press(user, 'Register');
  assert.ok(within(await screen.findByRole('dialog')).getByText('Thank you for registering.'));
  assert.equal(sent, {
    user: {
      type: 'guest',
      firstName: 'Ada',
      lastName: 'Miller',
      email: 'ada@example.com',
      phone: '0412345678',
      secondaryPhone: '',
      password: 'paddock7',
      tradingName: 'Miller pastoral',
      profession: 'Producer',
      otherProfession: '',
      officeAddress: { state: 'NSW', postcode: '2380' },
    },
  });
  assert.is(registered(), 0);
  await press(user, 'OK');
  assert.is(registered(), 1);
  leaveScreens();
  assert.is(localStorage.length, 0, 'the drafts are gone'); // [A339]
});

test('[A337] [A338] a draft is kept one second after a change, without passwords', async () => {
  const { user } = open();
  const kept = () => Object.values({ ...localStorage }).join(' ');
  for (const { fill, text } of [
    { fill: fillFirstStep, text: 'ada@example.com' },
    { fill: business, text: 'Miller pastoral' },
  ]) {
    const waits = await intervalsIn(async () => {
      await fill(user);
      await waitFor(() => assert.match(kept(), text));
    });
    assert.ok(waits.includes(1_000), text);
    if (fill === business) break;
    await press(user, 'Next');
    await screen.findByText('Step 2 of 2: business details');
  }
  // What is not kept yet is kept as the page is left.
  leaveScreens();
  assert.match(kept(), '2380');
  assert.not.match(kept(), 'paddock7');
  open();
  assert.is(field('First Name').value, 'Ada');
});

for (const { name, error, message } of [
  {
    name: 'an e-mail that was taken meanwhile [A713]',
    error: { code: 'duplicateFieldError', message: 'This email already belongs to an account.' },
    message: 'This email already belongs to an account.',
  },
  {
    name: 'any other refusal [A714] [A710] [B378]',
    error: { code: 'invalid-request', message: 'Invalid user.phone: x' },
    message:
      'Error occurred while trying to submit your data. Please check your internet connection and try again',
  },
]) {
  test(`${name} is reported, and what was typed stays`, async () => {
    server.use(refuses('post', 'users', 400, error));
    const { user } = open();
    await personal(user);
    await business(user);
    await agree(user);
    await press(user, 'Register');
    assert.ok(await screen.findByText(message));
    assert.is(field('Trading Name').value, 'Miller pastoral'); // [A453]
  });
}

const OLD = person({
  ...{ status: 'approved-buyer', acceptedNewVersionTerms: false },
  ...{ currentVersionAcceptedTo: '1', olderVersionsAcceptedTo: ['0'] },
});

function answered() {
  const bodies: unknown[] = [];
  server.use(
    handles('put', 'users/me', async (request) => {
      bodies.push(await request.json());
      return { user: person() };
    }),
  );
  return bodies;
}

test('newer terms block until they are accepted [A090] [A091] [A341] [A617]', async () => {
  const bodies = answered();
  const user = userEvent.setup();
  let denied = 0;
  renderScreen(
    <TermsUpdate
      me={OLD}
      onDenied={() => {
        denied += 1;
      }}
    />,
  );
  const dialog = screen.getByRole('dialog', { name: 'Our Terms & Conditions were updated' });
  assert.ok(await within(dialog).findByText('A bid is an offer.'));
  // Escape cancels a dialog in a browser, and closes it unless that is prevented.
  assert.is(fireEvent(dialog, new Event('cancel', { cancelable: true })), false);
  assert.ok(screen.getByRole('dialog'));
  assert.is(denied, 0);
  await press(user, 'Deny');
  assert.equal([denied, bodies.length], [1, 0]);
  const before = Date.now();
  await press(user, 'Accept');
  await waitFor(() => assert.is(bodies.length, 1));
  const [{ user: sent }] = bodies as [{ user: { acceptedNewVersionTermsOn: number } }];
  const { acceptedNewVersionTermsOn: acceptedOn, ...rest } = sent;
  assert.ok(acceptedOn >= before && acceptedOn <= Date.now());
  assert.equal(rest, {
    acceptedNewVersionTerms: true,
    status: 'approved-buyer',
    currentVersionAcceptedTo: '2',
    olderVersionsAcceptedTo: ['0', '1'],
  });
});

test('the page of the terms lists them by category, with Accept and Deny [A087] [A088] [A089]', async () => {
  const bodies = answered();
  const user = userEvent.setup();
  let denied = 0;
  let accepted = 0;
  renderScreen(
    <TermsAcceptScreen
      me={OLD}
      onDenied={() => {
        denied += 1;
      }}
      onAccepted={() => {
        accepted += 1;
      }}
    />,
  );
  assert.ok(await screen.findByRole('heading', { name: 'Bidding' }));
  const titles = screen.getAllByRole('heading').map(({ textContent }) => textContent);
  assert.equal(titles.slice(-2), ['Bidding', 'Paying']);
  for (const [title, text] of [
    ['Bidding', 'A bid is an offer.'],
    ['Paying', 'Within seven days.'],
  ] as const) {
    const category = screen.getByRole('heading', { name: title }).parentElement as HTMLElement;
    assert.ok(within(category).getByText(text), title);
  }
  await press(user, 'Deny');
  assert.is(denied, 1);
  assert.is(bodies.length, 0);
  await press(user, 'Accept');
  await waitFor(() => assert.is(accepted, 1));
  assert.is(bodies.length, 1);
});

test.run();
