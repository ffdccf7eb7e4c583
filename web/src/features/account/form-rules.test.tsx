/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { bodiesOf } from '@/test-support/sent-bodies.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { act, fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { AccessRequestScreen } = await import('./access-request/access-request-screen.tsx');
const { ProfileScreen } = await import('./profile/profile-screen.tsx');
const { SignUpScreen } = await import('./registration/sign-up-screen.tsx');

/** What registration, the profile and a request for access say beside each field that breaks its rule. */
const test = suite('the rules of an account’s fields, on its forms', { limitMs: 60_000 });
const NO_PASSKEYS = { totp: false, recoveryCodesLeft: 0, demanded: false, passkeys: [] };
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  localStorage.clear();
  server.resetHandlers(
    answers('professions', { professions: [{ name: 'Producer' }, { name: 'Other (Specify)' }] }),
    answers('users/me/second-factor', NO_PASSKEYS),
    answers('terms', { terms: [{ version: '1', categoryName: 'Bidding', content: 'A bid is an offer.' }] }),
    answers('tools', {
      tools: [{ page: 'privacy-policy', categoryName: 'Purposes', content: 'What we keep, and why.' }],
    }),
  );
});
test.after(() => server.close());

type User = ReturnType<typeof userEvent.setup>;
const long = (characters: number) => 'a'.repeat(characters);

/** The field of this label; the first one where several have it. */
function field(label: string): HTMLInputElement {
  const [first] = screen.getAllByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));
  if (first === undefined) throw new Error(label);
  return first;
}
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));
const answer = (user: User, question: RegExp, text: 'Yes' | 'No') =>
  user.click(within(screen.getByRole('radiogroup', { name: question })).getByLabelText(text));
const type = (label: string, text: string) => fireEvent.change(field(label), { target: { value: text } });

/** Types into a field and leaves it: the message beside it must be this one; '' for none. */
async function says(label: string, text: string, message: string): Promise<void> {
  // The message of the text before may be the same: the check of this one must be over.
  await act(async () => {
    type(label, text);
    fireEvent.blur(field(label));
  });
  const beside = () => document.getElementById(`${field(label).id}-error`)?.textContent ?? '';
  await waitFor(() => assert.is(beside(), message, `${label}: "${text}"`));
}

type Row = readonly [label: string, typed: string, message: string];
const missing = (label: string): Row => [label, '', `Please Enter ${label}`];
const invalid = (label: string, typed: string, rule: string): Row => [
  label,
  typed,
  `Sorry, invalid ${label}. It ${rule}.`,
];
const tooLong = (label: string, typed: string, most: number): Row =>
  invalid(label, typed, `can have at most ${most} characters, and this has ${most + 1}`);

const PERSON_SIGNS = 'can only have letters, spaces, hyphens, apostrophes and full stops';
const BUSINESS_SIGNS = "can only have letters, digits, spaces and the signs & ' . , ( ) / + -";
const PHONE = 'must be 10 digits with the area code, such as 0412 345 678 or 02 6742 1234';
const MOBILE = 'Mobile numbers should be 10 digits and start with 04XX XXX XXX';
const ADDRESS_SIGNS = "can only have letters, digits, spaces and the signs & ' . , ( ) / # ; : -";
const DIGITS = 'must be at most 30 digits and nothing else';
const INVALID_PASSWORD =
  'Sorry, invalid password. It must be 6 to 50 letters, digits and symbols like &@%+/!#$^?:,(){}~_-';

test('step 1 of registration needs names, e-mail and phone, and no second phone', async () => {
  let checked = 0;
  server.use(
    handles('post', 'check-unique-user', () => {
      checked += 1;
      return { valid: true, errors: [] };
    }),
  );
  const user = userEvent.setup();
  renderScreen(<SignUpScreen onRegistered={() => {}} />);
  const values = {
    'First Name': 'Ada', // [A433]
    'Last Name': 'Miller', // [A434]
    Email: 'ada@example.com', // [A435]
    Phone: '0412345678', // [A436]
  };
  for (const [label, value] of Object.entries(values)) type(label, value);
  for (const [label, value] of Object.entries(values)) {
    await says(...missing(label));
    await press(user, 'Next');
    const summary = within(await screen.findByRole('alert'));
    assert.ok(summary.getByRole('heading', { name: 'Please fill required fields' }), label); // [S510]
    await says(label, value, '');
  }
  // [A449]
  for (const label of ['First Name', 'Last Name']) {
    await says(...invalid(label, 'Ada7', PERSON_SIGNS));
    await says(label, "José O'Neill-St. John", '');
  }
  assert.is(field('Secondary Phone').value, '');
  await press(user, 'Next');
  assert.ok(await screen.findByText('Step 2 of 2: business details')); // [A437]
  assert.is(checked, 1, 'nothing was sent before');

  assert.is(screen.queryByLabelText(/^Other Profession/), null);
  await screen.findByRole('option', { name: 'Other (Specify)' });
  const rows: readonly Row[] = [
    missing('Trading Name'), // [A440]
    missing('State'), // [A441]
    missing('Postcode'), // [A442]
    missing('Profession'), // [A443]
    ['Profession', 'Other (Specify)', ''],
    missing('Other Profession'), // [A444]
    invalid('Other Profession', 'Drover <20', BUSINESS_SIGNS), // [A451]
    ['Other Profession', "Drover & Shearer's 2", ''], // [A451]
    missing('Password'), // [A438]
    ['Password', 'with space7', INVALID_PASSWORD], // [A421]
    ['Password', 'hunt3', INVALID_PASSWORD], // [A422]
    ['Password', `7${long(50)}`, INVALID_PASSWORD], // [A422]
    ['Password', `7${long(49)}`, ''], // [A422]
    ['Confirm Password', `8${long(49)}`, 'Passwords must match'], // [B311]
  ];
  for (const row of rows) await says(...row);
  await press(user, 'Register');
  const summary = within(await screen.findByRole('alert'));
  assert.ok(summary.getByRole('heading', { name: 'Please correctly fill required fields' })); // [S425]
});

const OFFICE = {
  address1: '12 Conadilly St',
  address2: '',
  town: 'GUNNEDAH',
  state: 'NSW',
  postcode: '2380',
} as const;
const SELLER = person({
  type: 'seller',
  status: 'approved-seller',
  PIC: 'NA123456',
  areYouUsingAgent: true,
  officeAddress: OFFICE,
  postalAddress: OFFICE,
  doYouTradeThroughCompany: true,
  customerDetails: {
    companyName: 'Miller Pastoral',
    ACN: '004085616',
    givenName: 'Ada',
    lastName: 'Miller',
    legalNameOfTradingEntity: '',
  },
});

async function openProfile(me: Me, button: string): Promise<User> {
  server.use(answers('users/me', { user: me }));
  const user = userEvent.setup();
  renderScreen(<ProfileScreen />);
  await screen.findByRole('heading', { name: 'My Profile' });
  await press(user, button);
  return user;
}

test('[B313] [B314] the profile of a seller says beside each field what is wrong with it', async () => {
  const user = await openProfile(SELLER, 'Edit');
  await screen.findByRole('option', { name: 'Other (Specify)' });
  const email =
    'must be one e-mail address of at most 60 characters, such as name@example.com, without spaces';
  const rows: readonly Row[] = [
    missing('First Name'), // [A502]
    invalid('First Name', 'Ada7', PERSON_SIGNS), // [A449]
    // [A489]
    ...['First Name', 'Last Name', 'Given Name'].flatMap((label): Row[] => [
      tooLong(label, long(31), 30),
      [label, long(30), ''],
      [label, 'A', ''],
    ]),
    missing('Last Name'), // [A503]
    invalid('Last Name', 'Miller & Sons', PERSON_SIGNS), // [A449]
    missing('Given Name'),
    invalid('Given Name', 'Ada7', PERSON_SIGNS), // [A449]
    ['Given Name', "José O'Neill-St. John", ''], // [A449]
    missing('Email'), // [A504]
    ...['nobody', 'ada@example', `${long(49)}@example.com`].map((typed) => invalid('Email', typed, email)), // [A504]
    ['Email', `${long(48)}@example.com`, ''], // [A504]
    missing('Phone'), // [A505]
    invalid('Phone', '026742123', PHONE), // [A481]
    invalid('Phone', '02674212345', PHONE), // [A494]
    invalid('Phone', 'O267421234', PHONE), // [A527]
    invalid('Phone', '6742 1234', PHONE), // [B308]
    ['Phone', '02 6742 1234', ''], // [B308]
    // [A482] [A488] [B307]
    ...['Phone', 'Secondary Phone', 'Agent Phone'].flatMap((label): Row[] => [
      [label, '041234567', MOBILE],
      [label, '0412345678', ''],
      [label, '04123456789', MOBILE],
      [label, '041234567O', MOBILE],
    ]),
    invalid('Secondary Phone', 'O267421299', PHONE), // [A506] [A528]
    invalid('Secondary Phone', '02674212999', PHONE), // [A494]
    invalid('Agent Phone', 'O267421298', PHONE), // [A529]
    invalid('Agent Phone', '02674212988', PHONE), // [A494]
    // [B308]
    ...['Secondary Phone', 'Agent Phone'].flatMap((label): Row[] => [
      invalid(label, '6742 1234', PHONE),
      [label, '02 6742 1234', ''],
    ]),
    tooLong('Trading Name', long(31), 30), // [A490]
    missing('Trading Name'), // [A511]
    invalid('Trading Name', '<b>', BUSINESS_SIGNS),
    missing('Company Name'),
    invalid('Company Name', '<b>', BUSINESS_SIGNS),
    tooLong('Company Name', long(31), 30), // [A490]
    ['Profession', 'Other (Specify)', ''],
    missing('Other Profession'), // [A513]
    invalid('Other Profession', 'Drover <20', BUSINESS_SIGNS), // [A451]
    ['Other Profession', "Drover & Shearer's 2", ''], // [A451]
    missing('Profession'), // [A512]
    invalid('Years In Industry', 'two', DIGITS), // [A530]
    invalid('Years In Industry', '1'.repeat(31), DIGITS), // [A492]
    invalid('Permit Number', 'two', DIGITS), // [A531]
    invalid('Permit Number', '1'.repeat(31), DIGITS), // [A491]
    invalid('Years Permit Held', 'two', DIGITS), // [A532]
    // [A493]
    ...['Address', 'Address Line 2'].flatMap((label): Row[] => [
      tooLong(label, long(83), 82),
      [label, long(82), ''],
      [label, '1', ''],
    ]),
    missing('Address'),
    invalid('Address', '<b>', ADDRESS_SIGNS),
    missing('Town'), // [A514]
    invalid('Town', '<b>', BUSINESS_SIGNS),
    missing('Postcode'), // [A515]
    invalid('Postcode', '238', 'must be 4 digits'), // [A459] [A483] [A515]
    ['Postcode', '2380', ''], // [A515]
    missing('ACN'),
    // The check digits of the last two fit.
    ...['00408561', '00408662', '0040856106'].map((ACN) => invalid('ACN', ACN, 'must be 9 digits')), // [A485]
    missing('State'),
    ['State', 'NSW', ''],
    missing('PIC'),
    ['PIC', 'NA123456', ''],
  ];
  for (const row of rows) await says(...row);
  await press(user, 'Save Profile');
  const summary = within(await screen.findByRole('alert'));
  assert.ok(summary.getByRole('heading', { name: 'Please fill required fields' })); // [S510]
  await answer(user, /Company/, 'No');
  await says(...missing('Legal Name Of Trading Entity'));
  await says(...invalid('Legal Name Of Trading Entity', '<b>', BUSINESS_SIGNS));
  await says(...missing('ABN'));
  await says(...invalid('ABN', '5182475355', 'must be 11 digits')); // [A458] [A484]
  await says(...invalid('PIC', 'NA12345', 'must be N, a letter A–K, 6 digits (NSW)')); // [A457] [A486]
  await answer(user, /Another State/, 'Yes');
  await says('State Of PIC', '', 'Please Enter State of PIC'); // [A510]
  for (const [state, rule] of [
    ['WA', 'must be W, 3 letters, 4 digits (WA)'], // [A498]
    ['TAS', 'must be M, 3 letters, 4 digits (TAS)'], // [A501]
  ] as const) {
    await says('State Of PIC', state, '');
    await says(...invalid('PIC', 'NA123456', rule)); // [A487]
  }
});

test('[B313] [B314] the bank account of a seller says beside each field what is wrong with it', async () => {
  await openProfile(SELLER, 'Change Bank Details');
  const rows: readonly Row[] = [
    missing('Account Name'), // [S411]
    ['Account Name', 'A', ''], // [S411]
    ['Account Name', '  ', 'Please Enter Account Name'], // [S411]
    invalid('Account Name', '<b>', BUSINESS_SIGNS), // [S412]
    tooLong('Account Name', `A${long(30)}`, 30), // [A522] [S411]
    ['Account Name', ` ${long(30)} `, ''], // [S411]
    // [A525] [B309]
    ...['', '06200', '0620000', '062a00'].map((BSB): Row => ['BSB', BSB, 'Please Enter 6 Digit BSB']),
    ['BSB', ' 062-000 ', ''], // [B309] [S414]
    ['BSB', `  062${' '.repeat(24)}000  `, ''], // [S414]
    ['BSB', `062${' '.repeat(25)}000`, 'Please Enter 6 Digit BSB'], // [S414]
    ['BSB', '  ', 'Please Enter 6 Digit BSB'], // [S414]
    missing('Account Number'),
    // [S415]
    ...['12e4', '1234567O', '12.34', '1'.repeat(21)].map((number) =>
      invalid('Account Number', number, 'must be at most 20 digits and nothing else'),
    ),
    ['Account Number', '0012345678', ''],
  ];
  for (const row of rows) await says(...row);
});

async function agree(user: User): Promise<void> {
  for (const title of ['Terms & Conditions', 'Privacy Policy']) {
    await press(user, title);
    const overlay = within(await screen.findByRole('dialog', { name: title }));
    await user.click(overlay.getByRole('button', { name: 'Back to Form' }));
  }
  await user.click(screen.getByRole('checkbox', { name: /^I accept/ }));
}

/** The fields that the summary above the form names, each with what it says. */
const named = (): Record<string, string> =>
  Object.fromEntries(
    within(screen.getByRole('alert'))
      .getAllByRole('link')
      .map((link) => [(link.getAttribute('href') ?? '').replace('#field-', ''), link.textContent ?? '']),
  );

const UNANSWERED = 'Please select Yes or No';
const addressAt = (at: string) => ({
  [`${at}-address1`]: 'Please Enter Address',
  [`${at}-town`]: 'Please Enter Town',
  [`${at}-state`]: 'Please Enter State',
  [`${at}-postcode`]: 'Please Enter Postcode',
});

for (const kind of ['buyer', 'buyer-and-seller'] as const)
  test(`a request as ${kind} names each field that it needs`, async () => {
    const officeAddress = { address1: '', address2: '', town: '', state: '', postcode: '' } as const;
    server.use(answers('users/me', { user: person({ officeAddress }) }));
    const user = userEvent.setup();
    renderScreen(<AccessRequestScreen kind={kind} onDone={() => {}} />);
    const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Submit' });
    assert.is(screen.queryByLabelText('Cattle') !== null, kind === 'buyer-and-seller'); // [A183]
    await answer(user, /Company/, 'Yes');
    assert.ok(submit.disabled, 'the terms are not accepted'); // [A478]
    await agree(user);
    await user.click(submit);
    const summary = within(await screen.findByRole('alert'));
    assert.ok(summary.getByRole('heading', { name: 'Please correctly fill required fields' })); // [A462] [S425]
    const always = {
      ...addressAt('officeAddress'),
      ...{ PIC: 'Please Enter PIC', isPICFromAnotherState: UNANSWERED, areYouUsingAgent: UNANSWERED },
      'customerDetails-givenName': 'Please Enter Given Name', // [A466] [A470] [S428] [S432]
      'customerDetails-lastName': 'Please Enter Last Name', // [A467] [A471] [S429] [S433]
      ...(kind === 'buyer-and-seller' && {
        registeredForGST: UNANSWERED, // [A474]
        stockTypes: 'Please select at least one stock type', // [A476] [S439]
      }),
    };
    assert.equal(named(), {
      ...always,
      'customerDetails-ACN': 'Please Enter ACN', // [A464] [S426]
      'customerDetails-companyName': 'Please Enter Company Name', // [A465] [S427]
    });
    for (const ACN of ['00408662', '0040856106']) {
      type('ACN', '004085616');
      await waitFor(() => assert.is(named()['customerDetails-ACN'], undefined));
      type('ACN', ACN);
      const invalidAcn = 'Sorry, invalid ACN. It must be 9 digits.';
      await waitFor(() => assert.is(named()['customerDetails-ACN'], invalidAcn, ACN)); // [A485]
    }
    await answer(user, /Company/, 'No');
    const ofEntity = {
      ...always,
      'customerDetails-legalNameOfTradingEntity': 'Please Enter Legal Name Of Trading Entity', // [A468] [S430]
      ABN: 'Please Enter ABN', // [A469] [S431]
    };
    await waitFor(() => assert.equal(named(), ofEntity)); // [A473]
    const same = screen.getByLabelText('Same as Office Address');
    await user.click(same);
    await waitFor(() => assert.equal(named(), { ...ofEntity, ...addressAt('postalAddress') })); // [A473] [S435]
    await user.click(same);
    await waitFor(() => assert.equal(named(), ofEntity)); // [A473]
    await user.click(screen.getByRole('checkbox', { name: /^I accept/ }));
    await waitFor(() => assert.is(named()['acceptedTerms'], 'Please Accept Terms & Conditions')); // [A478] [S441]

    type('State', 'NSW');
    type('PIC', 'QABC1234');
    const invalidPic = (rule: string) => `Sorry, invalid PIC. It ${rule}.`;
    const ofState = invalidPic('must be N, a letter A–K, 6 digits (NSW)');
    await waitFor(() => assert.is(named()['PIC'], ofState)); // [A475] [S437]
    for (const [state, right, wrong] of [
      ['VIC', '3ABCD123', 'NA123456'],
      ['QLD', 'QABC1234', '3ABCD123'],
      ['SA', 'SA123456', 'QABC1234'],
      ['WA', 'WABC1234', 'SA123456'],
      ['TAS', 'MABC1234', 'WABC1234'],
      ['NT', 'TABC1234', 'MABC1234'],
      ['ACT', 'NK123456', 'TABC1234'],
      ['NSW', 'NK123456', 'QABC1234'],
    ] as const) {
      type('State', state);
      type('PIC', wrong);
      const ofThis = new RegExp(`^Sorry, invalid PIC\\. It must be .* \\(${state}\\)\\.$`);
      await waitFor(() => assert.match(named()['PIC'] ?? '', ofThis)); // [S437]
      type('PIC', right);
      await waitFor(() => assert.is(named()['PIC'], undefined, state)); // [S437]
    }
    type('PIC', 'QABC1234');
    await waitFor(() => assert.is(named()['PIC'], ofState));
    await answer(user, /Another State/, 'Yes');
    type('State Of PIC', 'QLD');
    await waitFor(() => assert.is(named()['PIC'], undefined)); // [A475] [S438]
    type('PIC', 'NA123456');
    const ofOther = invalidPic('must be Q, 3 letters, 4 digits (QLD)');
    await waitFor(() => assert.is(named()['PIC'], ofOther)); // [A475] [S438]
  });

test('licence and policy are sent as they are, each with its name [A626] [A627] [S493] [S494]', async () => {
  const sent: unknown[] = [];
  const accepts = (path: string) =>
    handles('post', `users/me/${path}`, ({ headers }) => {
      sent.push([path, decodeURIComponent(headers.get('file-name') ?? ''), headers.get('content-type')]);
      return { user: SELLER };
    });
  server.use(answers('users/me', { user: SELLER }), accepts('license-file'), accepts('policy-file'));
  const user = userEvent.setup();
  renderScreen(<ProfileScreen />);
  const licence = new File(['%PDF-1.4'], 'Our licence.pdf', { type: 'application/pdf' });
  const policy = new File(['a picture'], 'policy.png', { type: 'image/png' });
  const bodies = await bodiesOf(async () => {
    for (const [name, file] of [
      ['Licence', licence],
      ['Insurance policy', policy],
    ] as const) {
      const part = await screen.findByRole('region', { name });
      await user.upload(part.querySelector('input[type=file]') as HTMLInputElement, file);
      await screen.findByText(`${name} saved.`);
    }
  });
  assert.equal(sent, [
    ['license-file', 'Our licence.pdf', 'application/pdf'],
    ['policy-file', 'policy.png', 'image/png'],
  ]);
  assert.is(bodies.length, 2);
  assert.ok(bodies[0] === licence && bodies[1] === policy, 'the files themselves');
});

test.run();
