/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { ProfileScreen } = await import('./profile-screen.tsx');

const test = suite('sections of the profile', { limitMs: 30_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() =>
  server.resetHandlers(
    answers('professions', { professions: [{ name: 'Producer' }, { name: 'Other (Specify)' }] }),
    answers('users/me/second-factor', { totp: false, recoveryCodesLeft: 0, demanded: false, passkeys: [] }),
  ),
);
test.after(() => server.close());

const GUEST = person({ officeAddress: { ...person().officeAddress, town: 'GUNNEDAH' } });
const ANSWERS = {
  firstName: 'Ada',
  lastName: 'Miller',
  email: 'ada@example.com',
  phone: '0412345678',
  secondaryPhone: '0267421234',
  tradingName: 'Miller Pastoral',
  profession: 'Producer',
  otherProfession: '',
  officeAddress: {
    address1: '12 Conadilly St',
    address2: '',
    town: 'GUNNEDAH',
    state: 'NSW',
    postcode: '2380',
  },
  postalAddress: {
    address1: 'PO Box 7',
    address2: 'Counter 3',
    town: 'DALBY',
    state: 'QLD',
    postcode: '4405',
  },
  doYouTradeThroughCompany: true,
  ABN: '',
  PIC: 'NA123456',
  isPICFromAnotherState: false,
  anotherStatePIC: '',
  areYouUsingAgent: true,
  agentName: 'Bob Hill',
  agentPhone: '0267425678',
  agencyName: 'Hill & Co',
  sellerType: 'Vendor',
  jobTitle: 'Manager',
  yearsInIndustry: '12',
  SSPermitNumber: '345',
  SSPermitNumberOfYears: '6',
  saleConditions: 'Cash only',
} as const;
const CUSTOMER = { companyName: 'Miller Company', ACN: '004085616', givenName: 'Eve', lastName: 'Mill' };
const SELLER = person({
  ...ANSWERS,
  type: 'seller',
  status: 'approved-seller',
  customerDetails: { ...CUSTOMER, legalNameOfTradingEntity: '' },
  stockTypes: ['Sheep'],
  approvedStockTypes: ['Cattle'],
});

async function open(me: Me) {
  server.use(answers('users/me', { user: me }));
  const user = userEvent.setup();
  renderScreen(<ProfileScreen />);
  await screen.findByRole('heading', { name: 'My Profile' });
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return { user, press };
}

/** What a section of the view shows. */
const facts = (name: string) =>
  Object.fromEntries(
    Array.from(screen.getByRole('region', { name }).querySelectorAll('dt'), (label) => [
      label.textContent,
      label.nextElementSibling?.textContent,
    ]),
  );

/** The fields of a part of the form, by their labels. */
const fieldsOf = (part: Element | null) =>
  Array.from(part?.querySelectorAll('[id$="-label"]') ?? [], ({ textContent }) =>
    textContent?.replace(/ \*$/, ''),
  );
const group = (name: string) => screen.getByRole('group', { name });
const ADDRESS = ['Address', 'Address Line 2', 'Town', 'State', 'Postcode'];
const CONTACT = ['First Name', 'Last Name', 'Email', 'Phone', 'Secondary Phone'];

test('what each section of a seller’s profile shows [A108] [A109] [A110] [A111] [A117]', async () => {
  await open(SELLER);
  assert.match(screen.getByText(/^User ID/).textContent ?? '', /^User ID B1 /);
  assert.equal(facts('Contact Details'), {
    'First Name': 'Ada',
    'Last Name': 'Miller',
    Email: 'ada@example.com',
    Phone: '0412345678',
    'Secondary Phone': '0267421234',
  });
  assert.equal(facts('Business Details'), {
    'Trading Name': 'Miller Pastoral',
    Profession: 'Producer',
    'Seller Type': 'Vendor',
    PIC: 'NA123456',
    'State Of PIC': 'NSW',
    'Job Title': 'Manager',
    'Years In Industry': '12',
    'Permit Number': '345',
    'Years Permit Held': '6',
    'Uses An Agent': 'Yes',
    'Agent Name': 'Bob Hill',
    'Agent Phone': '0267425678',
    'Agency Name': 'Hill & Co',
    'Special Conditions Of Sale': 'Cash only',
  });
  assert.equal(facts('Address Details'), {
    'Office Address': '12 Conadilly St, GUNNEDAH NSW 2380',
    'Postal Address': 'PO Box 7, Counter 3, DALBY QLD 4405',
  });
  assert.equal(facts('Customer Details'), {
    'Trades Through A Company': 'Yes',
    'Company Name': 'Miller Company',
    ACN: '004085616',
    'Given Name': 'Eve',
    'Last Name': 'Mill',
  });
});

test('the kinds of stock that were asked for or approved are ticked [A113] [A114] [A115] [A129] [A130]', async () => {
  const { press } = await open(SELLER);
  const ticked = (part: HTMLElement) =>
    within(part)
      .getAllByRole<HTMLInputElement>('checkbox')
      .map(({ checked }) => checked);
  const view = screen.getByRole('region', { name: 'Stock Types' });
  assert.equal(
    ['Sheep', 'Cattle', 'Goat'].map((name) => within(view).getAllByLabelText(name).length),
    [1, 1, 1],
  );
  assert.equal(ticked(view), [true, true, false]);
  await press('Edit');
  for (const name of ['Sheep', 'Cattle'])
    assert.ok(within(group('Stock Types')).getByLabelText<HTMLInputElement>(name).disabled, name);
});

for (const [who, me] of [
  ['a guest', GUEST],
  ['a buyer', { ...GUEST, type: 'buyer', status: 'approved-buyer' }],
] as const)
  test(`[A127] the form of ${who} has names, e-mail, phones, business and office address alone`, async () => {
    const { press } = await open(me);
    await press('Edit');
    assert.equal(fieldsOf(document.querySelector('form')), [
      ...CONTACT,
      ...['Trading Name', 'Profession'],
      ...ADDRESS,
    ]);
  });

test('the form of a seller has every field [A118] [A119] [A120] [A121] [A122] [A123] [A124] [A125] [A126]', async () => {
  const { user, press } = await open(SELLER);
  await press('Edit');
  assert.equal(fieldsOf(group('Contact Details')), CONTACT);
  assert.equal(fieldsOf(group('Business Details')), [
    ...['Trading Name', 'Profession', 'Seller Type', 'PIC', 'Is The PIC From Another State?', 'Job Title'],
    ...['Years In Industry', 'Permit Number', 'Years Permit Held', 'Are You Using An Agent?'],
    ...['Agent Name', 'Agent Phone', 'Agency Name', 'Special Conditions Of Sale'],
  ]);
  assert.equal(
    within(screen.getByLabelText('Seller Type'))
      .getAllByRole<HTMLOptionElement>('option')
      .map(({ value }) => value),
    ['', 'Vendor', 'Agent'],
  );
  assert.is(screen.getByLabelText<HTMLSelectElement>('Seller Type').value, 'Vendor'); // [A119]
  assert.equal(fieldsOf(group('Office Address')), ADDRESS);
  assert.equal(fieldsOf(group('Postal Address')), ADDRESS);
  await user.click(screen.getByLabelText('Same as Office Address')); // [A112]
  assert.equal(fieldsOf(group('Postal Address')), []);
  for (const name of ['Sheep', 'Cattle', 'Goat'])
    assert.ok(within(group('Stock Types')).getByLabelText(name), name);
  const company = 'Do You Trade Through A Company?';
  const names = ['Given Name', 'Last Name'];
  assert.equal(fieldsOf(group('Customer Details')), [company, 'Company Name', 'ACN', ...names]);
  await user.click(within(group('Customer Details')).getByLabelText('No'));
  assert.equal(fieldsOf(group('Customer Details')), [
    ...[company, 'Legal Name Of Trading Entity', 'ABN'],
    ...names,
  ]);
});

test('[A526] the names of the agent, the agency and the trading entity begin with a capital as well', async () => {
  const { user, press } = await open({ ...SELLER, doYouTradeThroughCompany: false });
  await press('Edit');
  for (const label of ['Agent Name', 'Agency Name', 'Legal Name Of Trading Entity']) {
    const name = screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));
    await user.clear(name);
    await user.type(name, 'hill & sons');
    assert.is(name.value, 'Hill & sons', label);
  }
});

test('[A508] the PIC of a seller is one of the office’s state, or of the other state while its box is ticked', async () => {
  const { user, press } = await open(SELLER);
  await press('Edit');
  const group = screen.getByRole('radiogroup', { name: 'Is The PIC From Another State?' });
  const another = (answer: string) => user.click(within(group).getByLabelText(answer));
  const message = () => screen.queryAllByText(/ must be .* \([A-Z]+\)/)[0]?.textContent ?? '';
  await another('Yes');
  await user.selectOptions(screen.getByLabelText(/^State Of PIC/), 'QLD');
  await press('Save Profile');
  await waitFor(() => assert.match(message(), '(QLD)'));
  // The state that was chosen stays in the form, unseen.
  await another('No');
  await waitFor(() => assert.is(message(), ''));
  await user.clear(screen.getByLabelText(/^PIC( \*)?$/));
  await user.type(screen.getByLabelText(/^PIC( \*)?$/), 'QABC1234');
  await press('Save Profile');
  await waitFor(() => assert.match(message(), '(NSW)'));
});

test('[B313] [B314] what is missing in the profile, and what is not valid, is named field by field', async () => {
  const { user, press } = await open(GUEST);
  await press('Edit');
  const WRONG = {
    'First Name': 'Ada7',
    'Last Name': '7',
    Email: 'nobody',
    Phone: '1',
    'Trading Name': '<>',
    Postcode: 'x',
  };
  const labels = Object.keys(WRONG);
  const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}( \\*)?$`));
  const listed = () =>
    within(screen.getByRole('alert'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replace(/\. It .*$/, ''));
  for (const label of labels) await user.clear(field(label));
  await press('Save Profile');
  await waitFor(() =>
    assert.equal(
      listed(),
      labels.map((label) => `Please Enter ${label}`),
    ),
  );
  for (const [label, text] of Object.entries(WRONG)) await user.type(field(label), text);
  await press('Save Profile');
  await waitFor(() =>
    assert.equal(
      listed(),
      labels.map((label) => `Sorry, invalid ${label}`),
    ),
  );
});

test('a seller’s save sends every field, trimmed, and leads back to the view [A132] [A460] [A534] [A536] [A639] [A640]', async () => {
  let sent: unknown;
  server.use(
    handles('put', 'users/me', async (request) => {
      sent = await request.json();
      return { user: SELLER };
    }),
  );
  const { user, press } = await open(SELLER);
  await press('Edit');
  const firstName = screen.getByLabelText(/^First Name/);
  await user.clear(firstName);
  await user.type(firstName, ' Eve ');
  const town = within(group('Postal Address')).getByLabelText<HTMLInputElement>(/^Town/);
  await user.clear(town);
  await user.type(town, 'roma ');
  assert.is(town.value, 'ROMA ');
  await user.click(screen.getByLabelText('Goat'));
  await press('Save Profile');
  assert.ok(await screen.findByRole('button', { name: 'Edit' }));
  assert.is(screen.queryByRole('button', { name: 'Save Profile' }), null);
  await waitFor(() =>
    assert.equal(sent, {
      user: {
        ...ANSWERS,
        firstName: 'Eve',
        postalAddress: { ...ANSWERS.postalAddress, town: 'ROMA' },
        customerDetails: CUSTOMER,
        stockTypes: ['Sheep', 'Goat'],
      },
    }),
  );
});

test('[A537] [A636] a field that another answer took away is in the way of no save, and what was typed there is not sent', async () => {
  let sent: unknown;
  server.use(
    handles('put', 'users/me', async (request) => {
      sent = await request.json();
      return { user: SELLER };
    }),
  );
  const { user, press } = await open(SELLER);
  await press('Edit');
  const answer = (question: RegExp, text: string) =>
    user.click(within(screen.getByRole('radiogroup', { name: question })).getByLabelText(text));
  const retype = async (label: RegExp, text: string) => {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), text);
  };
  const profession = screen.getByLabelText(/^Profession/);
  await user.selectOptions(profession, await screen.findByRole('option', { name: 'Other (Specify)' }));
  await retype(/^Other Profession/, '<>');
  await retype(/^Agent Phone/, '04x');
  await retype(/^Agency Name/, 'a'.repeat(31));
  await answer(/Company/, 'No');
  await retype(/^ABN/, '123');
  await press('Save Profile');
  await screen.findByRole('alert');
  assert.is(sent, undefined, 'not valid, while it is asked');
  await user.selectOptions(profession, 'Producer');
  await answer(/Agent/, 'No');
  await answer(/Company/, 'Yes');
  await press('Save Profile');
  await waitFor(() =>
    assert.equal(sent, {
      user: {
        ...ANSWERS,
        ...{ areYouUsingAgent: false, agentName: '', agentPhone: '', agencyName: '' },
        customerDetails: CUSTOMER,
        stockTypes: ['Sheep'],
      },
    }),
  );
});

test('[A536] every text of the profile is sent without the spaces around it', async () => {
  let sent: unknown;
  server.use(
    handles('put', 'users/me', async (request) => {
      sent = await request.json();
      return { user: SELLER };
    }),
  );
  const { press } = await open(SELLER);
  await press('Edit');
  const texts = screen.getAllByRole<HTMLInputElement>('textbox');
  for (const text of texts) fireEvent.change(text, { target: { value: ` ${text.value} ` } });
  await press('Save Profile');
  await waitFor(() =>
    assert.equal(sent, { user: { ...ANSWERS, customerDetails: CUSTOMER, stockTypes: ['Sheep'] } }),
  );
});

test('a profile that cannot be saved: logged, no spinner, and the form says why [A741] [A742]', async () => {
  server.use(refuses('put', 'users/me', 500));
  const logged: unknown[][] = [];
  const { warn } = console;
  console.warn = (...said) => void logged.push(said);
  try {
    const { press } = await open(GUEST);
    await press('Edit');
    await press('Save Profile');
    assert.match((await screen.findByRole('alert')).textContent ?? '', 'Bad request. Please try again later');
  } finally {
    console.warn = warn;
  }
  assert.equal(
    logged.map(([, error]) => (error as { status?: number }).status),
    [500],
  );
  const save = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Save Profile' });
  assert.ok(save.every(({ disabled, dataset }) => !disabled && dataset['loading'] === undefined));
});

test.run();
