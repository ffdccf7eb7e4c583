/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import { LIVESTOCK_AGENT } from '@saleyard/domain/account/profile.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { bodiesOf } from '@/test-support/sent-bodies.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { forgetPerson } = await import('@/lib/session.ts');
const { ProfileScreen } = await import('./profile-screen.tsx');
const { changesOf, problemsIn, valuesOf } = await import('./profile-form.ts');

const NO_PASSKEYS = { totp: false, recoveryCodesLeft: 0, demanded: false, passkeys: [] };
const test = suite('profile', { limitMs: 30_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() =>
  server.resetHandlers(
    answers('professions', { professions: [{ name: 'Producer' }, { name: 'Other (Specify)' }] }),
    answers('users/me/second-factor', NO_PASSKEYS),
  ),
);
test.after(() => server.close());

const OFFICE = {
  address1: '12 Conadilly St',
  address2: '',
  town: 'GUNNEDAH',
  state: 'NSW',
  postcode: '2380',
};
const SELLER = person({
  type: 'seller',
  status: 'approved-seller',
  PIC: 'NA123456',
  officeAddress: OFFICE,
  postalAddress: OFFICE,
  stockTypes: ['Sheep'],
  approvedStockTypes: ['Cattle'],
  doYouTradeThroughCompany: true,
  customerDetails: {
    companyName: 'Miller Pastoral',
    ACN: '004085616',
    givenName: 'Ada',
    lastName: 'Miller',
    legalNameOfTradingEntity: '',
  },
});

async function open(me: Me) {
  server.use(answers('users/me', { user: me }));
  const user = userEvent.setup();
  const { client, went } = renderScreen(<ProfileScreen />);
  await screen.findByRole('heading', { name: 'My Profile' }); // [A100]
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return { user, press, client, went };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));
const part = (name: string) => screen.queryByRole('region', { name });

test('a guest’s profile is short, a seller’s is whole [A109] [A110] [A127]', async () => {
  await open(person());
  for (const name of ['Contact Details', 'Business Details', 'Address Details']) assert.ok(part(name), name);
  for (const name of ['Stock Types', 'Customer Details', 'Bank Details']) assert.is(part(name), null, name);
  assert.ok(screen.getByText('B1')); // [A108]
  await open(SELLER);
  // [A113] [A117]
  for (const name of ['Stock Types', 'Customer Details', 'Bank Details']) assert.ok(part(name), name);
});

for (const sellerType of ['Agent', 'Vendor'])
  test(`an ${sellerType} has the profile of a seller [A004] [A005]`, async () => {
    await open({ ...SELLER, sellerType });
    for (const name of ['Stock Types', 'Customer Details', 'Bank Details']) assert.ok(part(name), name);
  });

test('stock types can be changed only in edit mode, and not those asked for or approved [A128] [A129] [A130]', async () => {
  const { press } = await open(SELLER);
  const boxes = () =>
    Object.fromEntries(
      ['Sheep', 'Cattle', 'Goat'].map((name) => [
        name,
        screen.getByLabelText<HTMLInputElement>(name).disabled,
      ]),
    );
  assert.equal(boxes(), { Sheep: true, Cattle: true, Goat: true }); // [A114] [A115] [A116]
  await press('Edit');
  assert.ok(screen.getByRole('button', { name: 'Save Profile' }));
  assert.is(screen.queryByRole('button', { name: 'Edit' }), null); // [A103]
  assert.equal(boxes(), { Sheep: true, Cattle: true, Goat: false });
});

test('[A098] [A102] a profile is read until a press on Edit, and has fields then', async () => {
  const { press } = await open(person());
  const own = { 'First Name': 'Ada', Email: 'ada@example.com', 'Trading Name': 'Miller Pastoral' };
  const inFields = () =>
    Object.keys(own).map(
      (label) => screen.queryByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`))?.value ?? null,
    );
  const isRead = () => {
    for (const text of Object.values(own)) assert.ok(screen.getByText(text), text);
    assert.equal(inFields(), [null, null, null]);
  };
  isRead();
  await press('Edit');
  assert.equal(inFields(), Object.values(own));
  await press('Cancel');
  isRead();
});

test('Cancel restores what is stored [A131]', async () => {
  const { user, press } = await open(person());
  await press('Edit');
  await user.clear(field('Trading Name'));
  await user.type(field('Trading Name'), 'other');
  await press('Cancel');
  assert.ok(screen.getByText('Miller Pastoral'));
  await press('Edit');
  assert.is(field('Trading Name').value, 'Miller Pastoral');
});

test('what can’t be saved says so above the form [A521]; a wrong PIC comes first [A520]', async () => {
  const { user, press } = await open(SELLER);
  await press('Edit');
  await user.clear(field('Trading Name'));
  await press('Save Profile');
  const summary = await screen.findByRole('alert');
  assert.ok(within(summary).getByRole('heading', { name: 'Please fill required fields' }));
  await user.clear(field('PIC'));
  await user.type(field('PIC'), 'qabc1234');
  assert.is(field('PIC').value, 'QABC1234'); // [A533]
  await press('Save Profile');
  await waitFor(() => assert.ok(screen.getByRole('heading', { name: /^Sorry, invalid PIC\./ })));
});

test('the inputs of the profile keep what is typed, letters in their case [A526] [A534] [A452] [A456] [A460]', async () => {
  const { user, press } = await open(SELLER);
  await press('Edit');
  const typed = async (label: string, text: string) => {
    const input = screen.getAllByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`))[0];
    assert.ok(input, label);
    if (!input) return null;
    await user.clear(input);
    await user.type(input, text);
    return input.value;
  };
  assert.is(await typed('First Name', 'eve7'), 'Eve7');
  assert.is(await typed('Last Name', 'van dyk'), 'Van dyk');
  assert.is(await typed('Given Name', 'ada'), 'Ada');
  const [, lastOfCustomer] = screen.getAllByLabelText<HTMLInputElement>(/^Last Name/);
  await user.clear(lastOfCustomer as HTMLInputElement);
  await user.type(lastOfCustomer as HTMLInputElement, 'van dyk');
  assert.is(lastOfCustomer?.value, 'Van dyk');
  assert.is(await typed('Company Name', 'miller company'), 'Miller company');
  assert.is(await typed('Phone', '+61 412 345 678'), '+61 412 345 678');
  assert.is(await typed('Secondary Phone', 'x02'), 'x02');
  assert.is(await typed('Years In Industry', '1a2'), '1a2');
  assert.is(await typed('Permit Number', '1-2'), '1-2');
  assert.is(await typed('Years Permit Held', '3y'), '3y');
  assert.is(await typed('Town', 'tamworth'), 'TAMWORTH');
  assert.is(await typed('Postcode', '23a801'), '23a801');
  assert.is(await typed('PIC', 'na12-34567'), 'NA12-34567');
  assert.is(await typed('Trading Name', 'miller <grazing>'), 'Miller <grazing>'); // [A453]
  await user.tab();
  const rule = "It can only have letters, digits, spaces and the signs & ' . , ( ) / + -.";
  assert.ok(await screen.findByText(`Sorry, invalid Trading Name. ${rule}`)); // [A450]
  await user.selectOptions(
    field('Profession'),
    await screen.findByRole('option', { name: 'Other (Specify)' }),
  );
  assert.is(await typed('Other Profession', 'shearer'), 'Shearer'); // [A454]
});

test('saving sends the fields of the person’s form, and leads back to the view [A132] [A616]', async () => {
  let sent: { user: Record<string, unknown> } = { user: {} };
  server.use(
    handles('put', 'users/me', async (request) => {
      sent = (await request.json()) as { user: Record<string, unknown> };
      return { user: person({ tradingName: 'Miller Grazing' }) };
    }),
  );
  const { user, press } = await open(person());
  await press('Edit');
  await user.clear(field('Trading Name'));
  await user.type(field('Trading Name'), 'miller grazing ');
  await press('Save Profile');
  assert.ok(await screen.findByText('Miller Grazing'));
  const { user: body } = sent;
  assert.is(body['tradingName'], 'Miller grazing', 'trimmed'); // [A536]
  assert.equal(Object.keys(body).sort(), [
    ...['email', 'firstName', 'lastName', 'officeAddress', 'otherProfession', 'phone', 'profession'],
    ...['secondaryPhone', 'tradingName'],
  ]); // [A127]
});

test('a seller saves: the same postal address, no state of another PIC, and fields of no other form [A537] [A637] [A638]', async () => {
  const bodies: Record<string, unknown>[] = [];
  server.use(
    handles('put', 'users/me', async (request) => {
      bodies.push(((await request.json()) as { user: Record<string, unknown> }).user);
      return { user: SELLER };
    }),
  );
  const postalAddress = { ...OFFICE, address1: 'PO Box 1' };
  const { user, press } = await open({ ...SELLER, postalAddress, anotherStatePIC: 'QLD', ABN: '123' });
  await press('Edit');
  await user.click(screen.getByRole('checkbox', { name: /Same as Office Address/i }));
  await press('Save Profile');
  await waitFor(() => assert.is(bodies.length, 1));
  const [sent = {}] = bodies;
  assert.equal([sent['postalAddress'], sent['anotherStatePIC'], sent['ABN']], [OFFICE, '', '']);
  for (const name of ['postalSameAsOffice', 'confirmPassword', 'operationType'])
    assert.not.ok(name in sent, name); // [A639] [A640]
  const again = await open({
    ...SELLER,
    PIC: 'QABC1234',
    isPICFromAnotherState: true,
    anotherStatePIC: 'QLD',
  });
  await again.press('Edit');
  await again.press('Save Profile');
  await waitFor(() => assert.is(bodies.length, 2));
  assert.is(bodies[1]?.['anotherStatePIC'], 'QLD', 'kept while its box is ticked'); // [A638]
});

test('a seller’s save: the postal address of the office, no state of a PIC that needs none [A637] [A638]', () => {
  const values = valuesOf({
    ...SELLER,
    postalAddress: { ...OFFICE, address1: 'PO Box 1' },
    anotherStatePIC: 'QLD',
  });
  assert.not.ok(values.postalSameAsOffice);
  const sent = changesOf({ ...values, postalSameAsOffice: true }, SELLER);
  assert.equal(sent.postalAddress, OFFICE);
  assert.is(sent.anotherStatePIC, '');
  // The subset for the answer about a company.
  assert.equal(sent.customerDetails, {
    companyName: 'Miller Pastoral',
    ACN: '004085616',
    givenName: 'Ada',
    lastName: 'Miller',
  });
  for (const name of ['postalSameAsOffice', 'confirmPassword', 'operationType']) assert.not.ok(name in sent); // [A639] [A640]
  assert.equal(problemsIn(values, SELLER), []);
});

test('what another answer takes away is dropped, and cannot be in the way of saving', () => {
  const typed = {
    ...valuesOf(SELLER),
    areYouUsingAgent: false,
    agentName: 'Bob',
    agentPhone: '04x',
    agencyName: '<>',
    doYouTradeThroughCompany: true,
    ABN: '123',
    profession: 'Producer',
    otherProfession: '!',
  };
  assert.equal(problemsIn(typed, SELLER), []);
  const { agentName, agentPhone, agencyName, ABN, otherProfession } = changesOf(typed, SELLER);
  assert.equal([agentName, agentPhone, agencyName, ABN, otherProfession], ['', '', '', '', '']);
  const asked = { ...typed, areYouUsingAgent: true, doYouTradeThroughCompany: false };
  assert.ok(problemsIn(asked, SELLER).some(({ field }) => field === 'agentPhone'));
  assert.equal([changesOf(asked, SELLER).agentPhone, changesOf(asked, SELLER).ABN], ['04x', '123']);
});

test('a text that is too long is named with its rule, in every field of the profile', () => {
  const long = (most: number) => 'a'.repeat(most + 1);
  const typed = {
    ...{ ...valuesOf(SELLER), areYouUsingAgent: true, saleConditions: long(150) },
    ...{ jobTitle: long(30), agentName: long(30), agencyName: ` ${long(30)} ` },
  };
  const rule = (title: string, most: number) =>
    `Sorry, invalid ${title}. It can have at most ${most} characters, and this has ${most + 1}.`;
  assert.equal(
    problemsIn(typed, SELLER).map(({ message }) => message),
    [
      rule('Job Title', 30),
      rule('Agent Name', 30),
      rule('Agency Name', 30),
      rule('Special Conditions Of Sale', 150),
    ],
  );
  assert.equal(
    problemsIn({ ...typed, areYouUsingAgent: false }, SELLER).map(({ field }) => field),
    ['jobTitle', 'saleConditions'],
    'without an agent the fields are not there',
  );
});

for (const [label, choice] of [
  ['Profession', LIVESTOCK_AGENT],
  ['Seller Type', 'Agent'],
] as const)
  test(`[A509] a vendor who becomes an agent by ${label} saves without a PIC`, async () => {
    const sent: string[] = [];
    server.use(
      answers('professions', { professions: [{ name: 'Producer' }, { name: LIVESTOCK_AGENT }] }),
      handles('put', 'users/me', async (request) => {
        sent.push(((await request.json()) as { user: Me }).user.PIC);
        return { user: SELLER };
      }),
    );
    const { user, press } = await open({ ...SELLER, sellerType: 'Vendor' });
    await press('Edit');
    await user.clear(field('PIC'));
    await press('Save Profile');
    assert.ok(await screen.findByRole('heading', { name: 'Please Enter PIC' }));
    assert.equal(sent, []);
    await user.selectOptions(field(label), await screen.findByRole('option', { name: choice }));
    await press('Save Profile');
    await waitFor(() => assert.equal(sent, ['']));
  });

test('nothing is sent while a field is not valid [A636]', async () => {
  // A call of `PUT users/me` would fail the test: nobody answers it.
  const { user, press } = await open(person());
  await press('Edit');
  await user.clear(field('Phone'));
  await user.type(field('Phone'), '0412');
  await press('Save Profile');
  const summary = within(await screen.findByRole('alert'));
  assert.ok(summary.getByText('Mobile numbers should be 10 digits and start with 04XX XXX XXX')); // [A488] [B307]
  assert.ok(screen.getByRole('button', { name: 'Save Profile' }), 'still being changed');
});

const PASSWORDS = ['Old Password', 'New Password', 'Confirm New Password'] as const;

async function changePassword(...texts: [string, string, string]) {
  const opened = await open(person());
  await opened.press('Change Password'); // [A107]
  // [A133] [A134] [A135] [A285]
  for (const [index, label] of PASSWORDS.entries()) {
    const password = screen.getByLabelText<HTMLInputElement>(label);
    assert.is(password.type, 'password', label);
    if (texts[index]) await opened.user.type(password, texts[index] ?? '');
  }
  return opened;
}

test('the dialog of passwords names what is missing [A427], and checks a field when it is left [A429]', async () => {
  const { user, press } = await changePassword('', '', '');
  const INVALID = /^Please Enter New Password min. 6 characters long/;
  await user.type(screen.getByLabelText('New Password'), 'abc');
  assert.is(screen.queryByText(INVALID), null);
  await user.tab();
  assert.ok(screen.getByText(INVALID));
  await user.clear(screen.getByLabelText('New Password'));
  await press('Confirm'); // [A137]
  assert.is(screen.getAllByText('Please Enter Password').length, 3);
  await press('Cancel'); // [A136]
  assert.is(screen.queryByRole('dialog'), null);
});

test('a confirmation that is another password is not sent', async () => {
  const { press } = await changePassword('paddock7', 'stockyard8', 'stockyard9');
  await press('Confirm');
  // By the readings it is compared here too.
  assert.ok(screen.getByText('Passwords must match')); // [B311]
  assert.ok(screen.getByRole('dialog', { name: 'Change Password' }));
});

test('an invalid new password closes the dialog and is reported [A430]', async () => {
  const { press } = await changePassword('paddock7', 'abc', 'abc');
  await press('Confirm');
  assert.is(screen.queryByLabelText('Old Password'), null);
  assert.ok(
    screen.getByText(
      'Please Enter New Password min. 6 characters long, can include letters,numbers and special characters like &@%+/!#$^?:,(){}~_&-', // [A428]
    ),
  );
});

test('a changed password is confirmed [A432] [A618]; a wrong old one as well [A721]', async () => {
  let sent: unknown;
  server.use(
    handles('put', 'users/me/change-password', async (request) => {
      sent = await request.json();
      return { changed: true };
    }),
  );
  const { press } = await changePassword('paddock7', 'stockyard8', 'stockyard8');
  await press('Confirm');
  assert.ok(await screen.findByText('Your password has been changed successfully'));
  assert.equal(sent, {
    user: { oldPassword: 'paddock7', newPassword: 'stockyard8', confirmPassword: 'stockyard8' },
  });
  const wrong = { code: 'wrong-password', message: 'Wrong Password. Password you entered is not valid' };
  server.use(refuses('put', 'users/me/change-password', 404, wrong));
  const again = await changePassword('paddock7', 'stockyard8', 'stockyard8');
  await again.press('Confirm');
  assert.ok(await screen.findByText(wrong.message)); // [B379]
});

test('bank details are asked for as a whole, and shown with the number hidden [A282] [A283] [A284]', async () => {
  const bank = { accountName: 'A Miller', BSB: '062000', accountNumber: '12345678' };
  let sent: unknown;
  server.use(
    handles('put', 'users/me', async (request) => {
      sent = await request.json();
      return { user: { ...SELLER, bank } };
    }),
  );
  const { user, press } = await open({ ...SELLER, bank });
  assert.ok(screen.getByText('•••••678'));
  await press('Change Bank Details');
  await user.type(field('BSB'), '062000');
  await user.type(field('Account Number'), '12345678');
  await press('Save Bank Details');
  assert.ok((await screen.findAllByText('Please Enter Account Name')).length > 0); // [S413]
  assert.is(sent, undefined);
  await user.clear(field('BSB'));
  await user.clear(field('Account Number'));
  await user.type(field('Account Name'), 'A Miller');
  await user.type(field('BSB'), '062-00');
  assert.is(field('BSB').value, '062-00');
  await user.type(field('Account Number'), '12345678');
  await press('Save Bank Details');
  assert.is((await screen.findAllByText('Please Enter 6 Digit BSB')).length, 2);
  await user.type(field('BSB'), '0');
  await press('Save Bank Details');
  await waitFor(() => assert.equal(sent, { user: { bank } })); // [S232]
});

test('a seller edits the whole profile [A111] [A112] [A118] [A119] [A120] [A121] [A122] [A123] [A124] [A125] [A126]', async () => {
  const { press, user } = await open({ ...SELLER, areYouUsingAgent: true });
  await press('Edit');
  const group = (name: RegExp) => screen.getByRole('radiogroup', { name });
  for (const name of ['Contact Details', 'Business Details', 'Stock Types', 'Customer Details'])
    assert.ok(screen.getByRole('group', { name }), name);
  assert.ok(part('Address Details'));
  for (const label of ['Seller Type', 'Years In Industry', 'Permit Number', 'Years Permit Held'])
    assert.ok(field(label), label);
  for (const label of ['Agent Name', 'Agent Phone', 'Agency Name', 'Company Name', 'ACN', 'Given Name'])
    assert.ok(field(label), label);
  assert.ok(group(/Are You Using An Agent/));
  for (const extra of ['Job Title', 'Special Conditions Of Sale']) assert.ok(field(extra), extra);
  assert.ok(group(/Company/));
  const same = screen.getByRole<HTMLInputElement>('checkbox', { name: /Same as Office Address/i });
  for (const name of ['Office Address', 'Postal Address'])
    assert.ok(screen.getByRole('group', { name }), name);
  if (same.checked) await user.click(same);
  for (const label of ['Address', 'Town', 'State', 'Postcode'])
    assert.is(screen.getAllByLabelText(new RegExp(`^${label}( \\*)?$`)).length, 2, label);
});

test('the phone of the agent stays as it is typed; Other (Specify) shows a field for it [A535]', async () => {
  const { user, press } = await open({ ...SELLER, areYouUsingAgent: true });
  server.use(answers('professions', { professions: [{ name: 'Producer' }, { name: 'Other (Specify)' }] }));
  await press('Edit');
  await user.type(field('Agent Phone'), '04-12 x3');
  assert.is(field('Agent Phone').value, '04-12 x3');
  assert.is(screen.queryByLabelText(/^Other Profession/), null);
  await user.selectOptions(field('Profession'), 'Other (Specify)');
  assert.ok(field('Other Profession'));
});

/** Chooses a file in the part of the page that has this name. */
async function choose(user: Awaited<ReturnType<typeof open>>['user'], name: string, file: File) {
  const input = screen.getByRole('region', { name }).querySelector<HTMLInputElement>('input[type=file]');
  await user.upload(input as HTMLInputElement, file);
}

const PNG = new File(['a picture'], 'Our logo.png', { type: 'image/png' });

test('Change Logo sends the picture as it is, and Cancel leaves it [A104] [A105] [A106] [A624]', async () => {
  const { user, press } = await open(person());
  await press('Change Logo');
  const input = part('Logo')?.querySelector<HTMLInputElement>('input[type=file]');
  assert.is(input?.accept, 'image/png,.png,image/jpeg,.jpg,.jpeg');
  await press('Cancel');
  assert.is(part('Logo'), null);
  const sent: { name: string; type: string | null }[] = [];
  const logo = { name: 'Our logo.png', type: 'image/png', url: '/api/v1/users/me/files/logo/1' };
  server.use(
    handles('post', 'users/me/logo', (request) => {
      const name = decodeURIComponent(request.headers.get('file-name') ?? '');
      sent.push({ name, type: request.headers.get('content-type') });
      return { user: person({ logo }) };
    }),
  );
  await press('Change Logo');
  const bodies = await bodiesOf(async () => {
    await choose(user, 'Logo', PNG);
    const picture = await screen.findByAltText<HTMLImageElement>('Logo of Miller Pastoral');
    assert.match(picture.src, /files\/logo\/1$/); // [A625]
  });
  assert.equal(sent, [{ name: 'Our logo.png', type: 'image/png' }]);
  assert.is(bodies.length, 1);
  assert.is(bodies[0], PNG);
});

test('licence and policy are shown to those whom staff check, and a failed upload says so [A628] [S495]', async () => {
  const { user } = await open(SELLER);
  assert.ok(part('Licence and Policy'));
  server.use(
    refuses('post', 'users/me/license-file', 400, {
      code: 'unfit-file',
      message: 'Please choose a PDF, PNG or JPEG file.',
      field: 'licenseFile',
    }),
  );
  await choose(user, 'Licence', new File(['no pdf'], 'licence.pdf', { type: 'application/pdf' }));
  const said = await screen.findByRole('alert');
  assert.match(said.textContent ?? '', 'File upload error');
  assert.match(said.textContent ?? '', 'Please choose a PDF, PNG or JPEG file.');
  server.use(refuses('post', 'users/me/policy-file', 400, { code: 'unfit-file', message: 'Too large.' }));
  await choose(user, 'Insurance policy', new File(['no pdf'], 'policy.pdf', { type: 'application/pdf' }));
  await waitFor(() => {
    const failed = screen
      .getAllByRole('alert')
      .filter(({ textContent }) => textContent?.includes('File upload error'));
    assert.is(failed.length, 2);
  });
  await open(person());
  assert.is(part('Licence and Policy'), null, 'a guest is not asked');
});

test('a second press while it is being saved sends nothing more', async () => {
  const sent: string[] = [];
  let answer = () => {};
  const saving = (me: Me) =>
    handles('put', 'users/me', async (request) => {
      sent.push(JSON.stringify(await request.json()));
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { user: me };
    });
  const { user, press } = await open(SELLER);
  server.use(saving(SELLER));
  const pressTwice = async (button: string, count: number) => {
    await press(button);
    await press(button);
    await waitFor(() => assert.is(sent.length, count));
    answer();
  };
  await press('Change Bank Details');
  await user.type(field('Account Name'), 'A Miller');
  await user.type(field('BSB'), '062000');
  await user.type(field('Account Number'), '12345678');
  await pressTwice('Save Bank Details', 1);
  await screen.findByRole('button', { name: 'Change Bank Details' });
  await press('Edit');
  await pressTwice('Save Profile', 2);
  await screen.findByRole('button', { name: 'Edit' });
  assert.is(sent.length, 2);
});

test('a profile with changes is left only after a question', async () => {
  const { user, press } = await open(SELLER);
  await press('Edit');
  await user.type(field('First Name'), 'x');
  await user.click(screen.getByRole('link', { name: 'Back to My Admin' }));
  assert.ok(await screen.findByRole('heading', { name: 'Leave without saving?' }));
  await press('Leave');
  await waitFor(() => assert.is(screen.queryByRole('dialog'), null));
  const again = await open(SELLER);
  await again.press('Edit');
  await again.user.click(screen.getByRole('link', { name: 'Back to My Admin' }));
  await waitFor(() => assert.is(again.went(), '/main/manage')); // [A101]
  assert.is(screen.queryByRole('dialog'), null, 'nothing was changed');
});

test('a session that ends leaves what was typed in the profile', async () => {
  const { user, press, client } = await open(SELLER);
  await press('Edit');
  await user.type(field('First Name'), 'x');
  const typed = field('First Name').value;
  forgetPerson(client);
  assert.ok(await screen.findByRole('heading', { name: 'Sign in again' }));
  assert.is(field('First Name').value, typed);
});

const STATUSES: readonly [Me['status'], string][] = [
  ['registered', 'Guest Account'], // [A317]
  ['registered-updated', 'Guest Account'], // [A318]
  ['approved-buyer', 'Buyer'], // [A319]
  ['approved-buyer-updated', 'Buyer'], // [A320]
  ['approved-buyer-seller', 'Buyer and Seller'], // [A321]
  ['approved-seller', 'Seller'], // [A322]
  ['partially-approved', 'must complete profile'], // [A323]
  ['partially-approved:updated', 'under review, approval expected within 24 hours'], // [A324] [B405]
];

for (const [status, label] of STATUSES) {
  test(`${status} is shown as '${label}'`, async () => {
    await open(person({ status }));
    assert.ok(screen.getByText(label, { exact: true }));
  });
}

test.run();
