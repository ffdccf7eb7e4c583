import { LIVESTOCK_AGENT } from '@saleyard/domain/account/profile.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { startCommandApi } from '../test-support/running-command-api.ts';

/** Which fields of a person the calls take and which they refuse: what the forms say is said again by the server. */
const test = suite('fields of an account, by the calls that take them', { limitMs: 60_000 });

let api: Awaited<ReturnType<typeof startCommandApi>>;
let seller: string;
let agent: string;
let guest: string;
test.before(async () => {
  api = await startCommandApi();
  const approved = { status: 'approved-seller', type: 'seller', approvedStockTypes: ['Cattle'] } as const;
  for (const email of ['sells@farm.example', 'agent@farm.example']) await api.register(email, approved);
  await api.register('asks@farm.example', { status: 'registered', type: 'guest' });
  seller = await api.signIn('sells@farm.example');
  agent = await api.signIn('agent@farm.example');
  guest = await api.signIn('asks@farm.example');
  assert.equal(await refused(seller, COMPLETE), []);
  assert.equal(await refused(agent, { ...COMPLETE, sellerType: 'agent' }), []);
});
test.after(() => api.stop());

type Fields = Record<string, unknown>;

/** The fields that a call refused, each once and by its name in the call's `user`; [] when it was taken. The first error is the headline. */
function refusedFields({ status, body }: { status: number; body: Fields }): string[] {
  if (status < 300) return [];
  assert.is(status, 400, JSON.stringify(body));
  const errors = body['errors'] as { field?: string }[];
  const fields = errors.flatMap(({ field }) => (field ? [field.replace('user.', '')] : []));
  return [...new Set(fields)].sort();
}

const change = (cookie: string, user: Fields) => api.call('PUT', 'users/me', { cookie, body: { user } });
const refused = async (cookie: string, user: Fields) => refusedFields(await change(cookie, user));

const OFFICE = { address1: '12 Rural Road', address2: '', town: 'GUNNEDAH', state: 'NSW', postcode: '2380' };
const NOWHERE = { address1: '', address2: '', town: '', state: '', postcode: '' };
/** The fields of a postal address that has nothing but a second line. */
const POSTAL_FIELDS = ['address1', 'postcode', 'state', 'town'].map((name) => `postalAddress.${name}`);
const COMPANY = { companyName: 'Miller Pastoral', ACN: '004085616', givenName: 'Ada', lastName: 'Miller' };
const NOBODY = { companyName: '', ACN: '', givenName: '', lastName: '', legalNameOfTradingEntity: '' };

const COMPLETE = {
  doYouTradeThroughCompany: true,
  customerDetails: { ...COMPANY, legalNameOfTradingEntity: '' },
  PIC: 'NA123456',
  isPICFromAnotherState: false,
  officeAddress: OFFICE,
  profession: 'Producer',
};

const long = (characters: number) => 'a'.repeat(characters);

/** In each row the values that are taken, then those that are refused. A row ends by a value that is taken again. */
const taken: readonly [string, (text: string) => Fields, string[], string[]][] = [
  // [A449] [A489] [A502]
  [
    'firstName',
    (firstName) => ({ firstName }),
    ["O'Neill", 'José', 'A', long(30), 'Ada'],
    ['', long(31), 'Ada7'],
  ],
  // [A449] [A489] [A503]
  ['lastName', (lastName) => ({ lastName }), ['St. John', 'A', long(30), 'Miller'], ['', '7', long(31)]],
  // [A504]
  ['email', (email) => ({ email }), [`${long(47)}@farm.example`, 'sells@farm.example'], ['', 'x', long(61)]],
  // [A455] [A481] [A482] [A494] [A505] [A527]
  [
    'phone',
    (phone) => ({ phone }),
    ['0267421234', '0412345678'],
    ['', '1', '026742123', '041234567', '04123456789', '02674212345', 'O267421234'],
  ],
  // [A455] [A494] [A506] [A528]
  [
    'secondaryPhone',
    (secondaryPhone) => ({ secondaryPhone }),
    ['0267421299', ''],
    ['1', 'abcdefghij', 'O267421299', '02674212999'],
  ],
  // [A455] [A494] [A529]
  ['agentPhone', (agentPhone) => ({ agentPhone }), ['0267421298', ''], ['1', 'O267421298', '02674212988']],
  // [A450] [A490] [A511]
  [
    'tradingName',
    (tradingName) => ({ tradingName }),
    ['Miller & Sons', 'A', long(30), "A/B (Rural), O'Dea + Co-op", '5 Mile Co.'],
    ['', long(31), '&', 'Miller @ Sons', 'Miller <b>', 'Miller #1', 'Miller; Sons'],
  ],
  // [A512]
  ['profession', (profession) => ({ profession }), ['Producer'], ['', 'Farmer @ home']],
  // [A451] [A513]
  [
    'otherProfession',
    (otherProfession) => ({ profession: 'Other (Specify)', otherProfession }),
    ['Drover', long(30)],
    ['', long(31), 'Drover < 20'],
  ],
  // [A492] [A530]
  [
    'yearsInIndustry',
    (yearsInIndustry) => ({ yearsInIndustry }),
    ['1', '21', '1'.repeat(30)],
    ['two', '1'.repeat(31)],
  ],
  // [A491] [A531]
  [
    'SSPermitNumber',
    (SSPermitNumber) => ({ SSPermitNumber }),
    ['2', '1'.repeat(30), '20411'],
    ['two', '1'.repeat(31)],
  ],
  // [A532]
  [
    'SSPermitNumberOfYears',
    (SSPermitNumberOfYears) => ({ SSPermitNumberOfYears }),
    ['3', '12', ''],
    ['two', '3y', '-3'],
  ],
  // [A493]
  [
    'officeAddress.address1',
    (address1) => ({ officeAddress: { ...OFFICE, address1 } }),
    ['1', long(82), '12 Rural Road'],
    ['', long(83), '#', 'PO Box 7'],
  ],
  [
    'officeAddress.address2',
    (address2) => ({ officeAddress: { ...OFFICE, address2 } }),
    ['1', long(82), ''],
    [long(83), '#'],
  ],
  // [A514]
  ['officeAddress.town', (town) => ({ officeAddress: { ...OFFICE, town } }), ['GUNNEDAH'], ['', '#']],
  // [A459] [A483] [A515]
  [
    'officeAddress.postcode',
    (postcode) => ({ officeAddress: { ...OFFICE, postcode } }),
    ['2000', '2380'],
    ['', '238', '23800', '4350', '238O'],
  ],
  // [A458] [A484] [A507]
  [
    'ABN',
    (ABN) => ({
      doYouTradeThroughCompany: false,
      customerDetails: { ...NOBODY, givenName: 'Ada', lastName: 'Miller', legalNameOfTradingEntity: 'Trust' },
      ABN,
    }),
    ['53004085616', '51824753556'],
    ['', '51824753557', '5182475355', '518247535560', '5182475355G'],
  ],
  // [A490]
  [
    'customerDetails.companyName',
    (companyName) => ({ doYouTradeThroughCompany: true, customerDetails: { ...COMPANY, companyName } }),
    ['A', long(30), 'Miller Pastoral'],
    ['', long(31), 'Miller @ Sons'],
  ],
  // [A449] [A489]
  [
    'customerDetails.givenName',
    (givenName) => ({ doYouTradeThroughCompany: true, customerDetails: { ...COMPANY, givenName } }),
    ['A', long(30), 'Ada'],
    ['', long(31), 'Ada7'],
  ],
  // [A449]
  [
    'customerDetails.lastName',
    (lastName) => ({ doYouTradeThroughCompany: true, customerDetails: { ...COMPANY, lastName } }),
    ["O'Neill-St. John", 'Miller'],
    ['', long(31), 'Miller7', 'Miller & Sons'],
  ],
  // [A485]
  [
    'customerDetails.ACN',
    (ACN) => ({ doYouTradeThroughCompany: true, customerDetails: { ...COMPANY, ACN } }),
    ['010499966', '004085616'],
    // The check digits of the last two fit.
    ['', '004085617', '00408561', '0040856160', '00408662', '0040856106'],
  ],
];

for (const [field, of, right, wrong] of taken)
  test(`${field} is taken or refused by its rule`, async () => {
    for (const value of wrong)
      assert.equal(await refused(seller, of(value)), [field], `${field}: "${value}"`);
    for (const value of right) assert.equal(await refused(seller, of(value)), [], `${field}: "${value}"`);
  });

const pics: readonly [string, string[], string[]][] = [
  ['NSW', ['NA123456', 'NK000001'], ['NL123456', 'NA12345', 'NA1234567', 'N1234567', 'QABC1234']], // [A495]
  ['QLD', ['QABC1234'], ['QAB12345', 'QABCD123', 'QABC123', 'QABC12345', 'NA123456']], // [A496]
  ['VIC', ['3ABCD123'], ['3ABC1234', '3ABCDE12', 'VABCD123', '3ABCD12', '3ABCD1234']], // [A497]
  ['WA', ['WABC1234'], ['WABCD123', 'WAB12345', 'WABC123', 'WABC12345', 'QABC1234']], // [A498]
  [
    'SA',
    ['SA123456', 'SB123456', 'SC123456', 'SK123456'],
    ['SD123456', 'SA12345', 'SA1234567', 'S1234567', 'NA123456'],
  ], // [A499]
  ['NT', ['TABC1234'], ['TABCD123', 'TAB12345', 'TABC123', 'TABC12345', 'NABC1234']], // [A500]
  ['TAS', ['MABC1234'], ['MABCD123', 'MAB12345', 'MABC123', 'MABC12345', 'TABC1234']], // [A501]
  ['ACT', ['NA123456'], ['NL123456', 'NA12345', 'NA1234567', 'AA123456', 'QABC1234']], // [A487]
];

for (const [state, right, wrong] of pics)
  test(`the PIC of a profile is one of ${state} when that is its state [A457] [A486] [A487]`, async () => {
    const of = (PIC: string) => ({ isPICFromAnotherState: true, anotherStatePIC: state, PIC });
    for (const PIC of wrong) assert.equal(await refused(seller, of(PIC)), ['PIC'], PIC);
    for (const PIC of right) assert.equal(await refused(seller, of(PIC)), [], PIC);
  });

test('the PIC of a profile: of the office’s state, unless another is named; an agent may have none', async () => {
  const home = { isPICFromAnotherState: false, anotherStatePIC: '' };
  assert.equal(await refused(seller, { ...home, PIC: 'QABC1234' }), ['PIC']);
  assert.equal(await refused(seller, { ...home, PIC: 'NA123456' }), []);
  assert.equal(await refused(seller, { ...home, PIC: '' }), ['PIC']);
  for (const anotherStatePIC of ['', 'NZ'])
    assert.equal(await refused(seller, { isPICFromAnotherState: true, anotherStatePIC }), [
      'anotherStatePIC',
    ]); // [A510]
  assert.equal(await refused(agent, { ...home, PIC: '' }), [], 'an agent'); // [A509]
  for (const becomes of [{ sellerType: 'agent' }, { profession: LIVESTOCK_AGENT }]) {
    assert.equal(await refused(seller, { ...home, ...becomes, PIC: '' }), [], 'becomes an agent'); // [A509]
    const isNone = { sellerType: '', profession: COMPLETE.profession };
    assert.equal(await refused(seller, isNone), ['PIC'], 'stops being an agent'); // [A509]
    assert.equal(await refused(seller, { ...COMPLETE, sellerType: '' }), []);
  }
  assert.equal(await refused(agent, { ...home, PIC: 'X' }), ['PIC'], 'an agent');
});

test('[A508] a PIC is of the office’s state, or of the other state while its box is ticked', async () => {
  const [nsw, qld] = [{ PIC: 'NA123456' }, { PIC: 'QABC1234' }];
  for (const { office, own, other } of [
    { office: { ...OFFICE, state: 'QLD', postcode: '4350' }, own: qld, other: nsw },
    { office: OFFICE, own: nsw, other: qld },
  ]) {
    const elsewhere = office.state === 'NSW' ? 'QLD' : 'NSW';
    const of = (isTicked: boolean) => ({
      officeAddress: office,
      isPICFromAnotherState: isTicked,
      anotherStatePIC: elsewhere,
    });
    assert.equal(await refused(seller, { ...of(true), ...own }), ['PIC'], `${office.state}, ticked`);
    assert.equal(await refused(seller, { ...of(true), ...other }), [], `${office.state}, ticked`);
    assert.equal(await refused(seller, { ...of(false), ...other }), ['PIC'], `${office.state}, not ticked`);
    assert.equal(await refused(seller, { ...of(false), ...own }), [], `${office.state}, not ticked`);
  }
});

test('the customer details of a seller depend on the company [A516] [A517] [A518]', async () => {
  assert.equal(await refused(seller, { doYouTradeThroughCompany: true, customerDetails: NOBODY, ABN: '' }), [
    ...['customerDetails.ACN', 'customerDetails.companyName'],
    ...['customerDetails.givenName', 'customerDetails.lastName'],
  ]);
  const entity = { doYouTradeThroughCompany: false, customerDetails: NOBODY, ABN: '' };
  assert.equal(await refused(seller, entity), [
    ...['ABN', 'customerDetails.givenName', 'customerDetails.lastName'],
    'customerDetails.legalNameOfTradingEntity',
  ]);
});

test('[A519] the postal address of a seller is checked unless it is the same as the office', async () => {
  assert.equal(await refused(seller, { postalAddress: { ...NOWHERE, address2: 'Shed 2' } }), POSTAL_FIELDS);
  assert.equal(await refused(seller, { postalAddress: NOWHERE }), [], 'none of its own');
});

test('a bank account: a name of 1 to 30 characters, six digits of the branch, digits of the account', async () => {
  const BANK = { accountName: ' A Miller ', BSB: ' 062-000 ', accountNumber: '12345678' };
  const said = (bank: Fields) => refused(seller, { bank: { ...BANK, ...bank } });
  assert.equal(await said({}), []);
  for (const accountName of ['A', ` ${long(30)} `]) assert.equal(await said({ accountName }), []); // [A522] [S411]
  for (const accountName of ['', ' ', long(31)])
    assert.equal(await said({ accountName }), ['bank.accountName']); // [S411]
  // [S414]
  assert.equal(await said({ BSB: `  062${' '.repeat(24)}000  ` }), [], '30 characters');
  assert.equal(await said({ BSB: `062${' '.repeat(25)}000` }), ['bank.BSB'], '31 characters');
  for (const BSB of ['', '06200', '0620000']) assert.equal(await said({ BSB }), ['bank.BSB']); // [A525]
  for (const accountNumber of ['', '12e4', '1.5', 'A1234567', '12_34', '12345678x'])
    assert.equal(await said({ accountNumber }), ['bank.accountNumber']); // [A524] [S415]
});

const REGISTRATION = {
  firstName: 'Ann',
  lastName: 'Archer',
  email: 'ann@farm.example',
  phone: '0491570101',
  password: 'hunter22',
  tradingName: 'Archer Pastoral',
  profession: 'Producer',
  officeAddress: { state: 'NSW', postcode: '2380' },
};

test('a registration is refused for each field that it must have', async () => {
  const register = async (user: Fields) =>
    refusedFields(await api.call('POST', 'users', { body: { user: { ...REGISTRATION, ...user } } }));
  const required: readonly [Fields, string][] = [
    [{ firstName: '' }, 'firstName'], // [A433]
    [{ lastName: '' }, 'lastName'], // [A434]
    [{ firstName: 'Ann7' }, 'firstName'], // [A449]
    [{ lastName: 'Archer & Sons' }, 'lastName'], // [A449]
    [{ email: '' }, 'email'], // [A435]
    [{ phone: '' }, 'phone'], // [A436]
    [{ password: '' }, 'password'], // [A438]
    // [B310]
    ...['hunt3', '1234567', 'hunters'].map((password): [Fields, string] => [{ password }, 'password']),
    [{ tradingName: '' }, 'tradingName'], // [A440]
    [{ tradingName: 'Archer @ Sons' }, 'tradingName'], // [A450]
    [{ officeAddress: { state: '', postcode: '2380' } }, 'officeAddress.state'], // [A441]
    [{ officeAddress: { state: 'NSW', postcode: '' } }, 'officeAddress.postcode'], // [A442]
    [{ profession: '' }, 'profession'], // [A443]
    [{ profession: 'Other (Specify)' }, 'otherProfession'], // [A444]
    [{ profession: 'Other (Specify)', otherProfession: 'Drover <20' }, 'otherProfession'], // [A451]
    [{ secondaryPhone: '1' }, 'secondaryPhone'],
  ];
  for (const [user, field] of required) assert.equal(await register(user), [field], JSON.stringify(user));
  assert.equal(await register({}), [], 'a second phone is not asked for'); // [A437]
});

const messagesOf = ({ body }: { body: Fields }) =>
  (body['errors'] as { field?: string; message: string }[]).map(({ field, message }) =>
    field === undefined ? message : `${field}: ${message}`,
  );

test('an empty field of a registration is refused by the messages of its form', async () => {
  const nothing = Object.fromEntries(Object.keys(REGISTRATION).map((name) => [name, '']));
  const user = { ...nothing, officeAddress: { state: '', postcode: '' } };
  const answer = await api.call('POST', 'users', { body: { user } });
  assert.is(answer.status, 400);
  assert.equal(messagesOf(answer), [
    'Please correctly fill required fields', // [A448]
    'user.firstName: Please Enter First Name', // [A433]
    'user.lastName: Please Enter Last Name', // [A434]
    'user.email: Please Enter Email', // [A435]
    'user.phone: Please Enter Phone', // [A436]
    'user.password: Please Enter Password', // [A438]
    'user.tradingName: Please Enter Trading Name', // [A440]
    'user.profession: Please Enter Profession', // [A443]
    'user.officeAddress.state: Please Enter State', // [A441]
    'user.officeAddress.postcode: Please Enter Postcode', // [A442]
  ]);
});

test('[S510] a profile that lacks the state of its PIC alone is refused as one with missing fields', async () => {
  const says = ['Please fill required fields', 'user.anotherStatePIC: Please Enter State of PIC'];
  assert.equal(messagesOf(await change(seller, { isPICFromAnotherState: true, anotherStatePIC: '' })), says);
});

test('[A502] [A503] [A504] [A505] an empty field of a profile is refused by the message of its form', async () => {
  for (const [field, title] of [
    ['firstName', 'First Name'],
    ['lastName', 'Last Name'],
    ['email', 'Email'],
    ['phone', 'Phone'],
  ] as const)
    for (const cookie of [seller, guest]) {
      const says = ['Please fill required fields', `user.${field}: Please Enter ${title}`]; // [A521]
      assert.equal(messagesOf(await change(cookie, { [field]: '' })), says);
      const request = await change(guest, { ...REQUEST, [field]: '' });
      assert.equal(messagesOf(request), ['Please correctly fill required fields', says[1]], 'as a request');
    }
});

const REQUEST = {
  ...COMPLETE,
  isRequestedAsBuyer: true,
  areYouUsingAgent: false,
  agentName: '',
  acceptedTerms: true,
};

test('a request for access is refused for each field that it must have', async () => {
  const ask = (user: Fields) => refused(guest, { ...REQUEST, ...user });
  const company = (name: string, value = '') => ({ customerDetails: { ...COMPANY, [name]: value } });
  const entity = { ...NOBODY, givenName: 'Ada', lastName: 'Miller', legalNameOfTradingEntity: 'The Trust' };
  const without = (name: string) => ({
    doYouTradeThroughCompany: false,
    ABN: '51824753556',
    customerDetails: { ...entity, [name]: '' },
  });
  const sells = { isRequestedAsSeller: true, registeredForGST: true, stockTypes: ['Cattle'] };
  const required: readonly [Fields, string][] = [
    [company('ACN'), 'customerDetails.ACN'], // [A464]
    // [A485]
    [company('ACN', '00408662'), 'customerDetails.ACN'],
    [company('ACN', '0040856106'), 'customerDetails.ACN'],
    [company('companyName'), 'customerDetails.companyName'], // [A465]
    [company('givenName'), 'customerDetails.givenName'], // [A466]
    [company('lastName'), 'customerDetails.lastName'], // [A467]
    [without('legalNameOfTradingEntity'), 'customerDetails.legalNameOfTradingEntity'], // [A468]
    [{ ...without('ACN'), ABN: '' }, 'ABN'], // [A469]
    [without('givenName'), 'customerDetails.givenName'], // [A470]
    [without('lastName'), 'customerDetails.lastName'], // [A471]
    [{ officeAddress: { ...OFFICE, address1: 'PO Box 7' } }, 'officeAddress.address1'], // [A472]
    [{ PIC: 'QABC1234' }, 'PIC'], // [A475]
    [{ isPICFromAnotherState: true, anotherStatePIC: 'QLD' }, 'PIC'], // [A475]
    [{ areYouUsingAgent: true }, 'agentName'], // [A477]
    [{ acceptedTerms: false }, 'acceptedTerms'], // [A478]
    [{ ...sells, registeredForGST: undefined }, 'registeredForGST'], // [A474]
  ];
  for (const [user, field] of required) assert.equal(await ask(user), [field], JSON.stringify(user));
  const noStock = await change(guest, { ...REQUEST, ...sells, stockTypes: [] });
  assert.is(noStock.status, 400, 'no kind of stock'); // [A183] [A476]
  assert.match(JSON.stringify(noStock.body), 'Please choose at least one stock type.');
  const postal = { postalAddress: { ...NOWHERE, address2: 'Shed 2' } };
  assert.equal(await ask(postal), POSTAL_FIELDS, 'a postal address of its own is whole'); // [A473]
  const townless = { ...OFFICE, town: '' };
  const both = { officeAddress: townless, postalAddress: townless };
  assert.equal(await ask(both), ['officeAddress.town'], 'the same as the office'); // [A473]
  const box = { postalAddress: { ...OFFICE, address1: 'PO Box 7' } };
  const other = { isPICFromAnotherState: true, anotherStatePIC: 'QLD', PIC: 'QABC1234' };
  assert.equal(await ask({ ...box, ...other, ...sells }), [], 'post goes to a box, a PIC is of its state'); // [A475]
});

test.run();
