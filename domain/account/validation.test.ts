import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { EMPTY_ADDRESS, type Problem } from '../fields/rules.ts';
import {
  confirmProblem,
  emailProblem,
  madePasswordProblem,
  newPasswordProblem,
  passwordProblem,
  securityCodeProblem,
} from './credentials.ts';
import {
  type AccessRequest,
  accessRequestHeadline,
  accessRequestProblems,
  bankProblems,
  EMPTY_CUSTOMER,
  FILL_CORRECTLY,
  FILL_REQUIRED,
  OTHER_PROFESSION,
  type Profile,
  personalProblems,
  profileHeadline,
  profileProblems,
  registrationProblems,
} from './validation.ts';

const test = suite('validation of accounts');

const fieldsOf = (problems: readonly Problem[]) => problems.map(({ field }) => field);
const messageOf = (problems: readonly Problem[], field: string) =>
  problems.find((problem) => problem.field === field)?.message;

type Row = [text: string, message: string | null];

const INVALID_EMAIL =
  'Sorry, invalid Email. It must be one e-mail address of at most 60 characters, such as name@example.com, without spaces.';
const INVALID_PASSWORD =
  'Sorry, invalid password. It must be 6 to 50 letters, digits and symbols like &@%+/!#$^?:,(){}~_-';

const EMAILS: readonly Row[] = [
  ['', 'Please Enter Email'], // [A416]
  ['a@b.c', null],
  ['ada@example.com', null],
  ['not an address', INVALID_EMAIL], // [A417]
  ['ada@example', INVALID_EMAIL],
  [`${'a'.repeat(48)}@example.com`, null],
  [`${'a'.repeat(49)}@example.com`, INVALID_EMAIL], // [A418]
  ['a@', INVALID_EMAIL],
];
const PASSWORDS: readonly Row[] = [
  ['', 'Please Enter Password'], // [A420]
  ['abc12', INVALID_PASSWORD], // [A422]
  ['abc123', null],
  ['a'.repeat(50), null],
  ['a'.repeat(51), INVALID_PASSWORD],
  ['&@%+/!#$^?:,(){}~_-', null],
  ['with space', INVALID_PASSWORD], // [A421]
  ['pässword', INVALID_PASSWORD],
];
const INVALID_NEW =
  'Please Enter New Password min. 6 characters long, can include letters,numbers and special characters like &@%+/!#$^?:,(){}~_&-';

test('e-mail addresses', () => {
  for (const [email, message] of EMAILS) assert.is(emailProblem(email), message, email);
});

test('passwords, and new ones in other words [A427] [A428] [B310]', () => {
  for (const [password, message] of PASSWORDS) {
    assert.is(passwordProblem(password), message, password);
    const isMixed = /[a-z]/.test(password) && /\d/.test(password);
    const made =
      message === null && !isMixed ? 'The password must have at least one letter and one digit' : message;
    assert.is(madePasswordProblem(password), made, password);
    const other = password === '' || message === null ? made : INVALID_NEW;
    assert.is(newPasswordProblem(password), other, password);
  }
});

test('the repeated password and the security code [A423] [A424] [A425]', () => {
  assert.is(confirmProblem('', 'abc123'), 'Please Enter Confirm Password');
  assert.is(confirmProblem('abc124', 'abc123'), 'Passwords must match'); // [B311]
  assert.is(confirmProblem('abc123', 'abc123'), null);
  assert.is(securityCodeProblem(' '), 'Please Enter Security Code');
  assert.is(securityCodeProblem('123456'), null);
});

const ADA = {
  firstName: 'Ada',
  lastName: 'Miller',
  email: 'ada@example.com',
  phone: '0412345678',
  secondaryPhone: '',
};

test('step 1 of registration requires names, e-mail and phone, not the second phone', () => {
  assert.equal(personalProblems(ADA), []);
  const empty = { firstName: '', lastName: '', email: '', phone: '', secondaryPhone: '' };
  assert.equal(personalProblems(empty), [
    { field: 'firstName', message: 'Please Enter First Name' },
    { field: 'lastName', message: 'Please Enter Last Name' },
    { field: 'email', message: 'Please Enter Email' },
    { field: 'phone', message: 'Please Enter Phone' },
  ]);
  assert.equal(fieldsOf(personalProblems({ ...ADA, secondaryPhone: '123' })), ['secondaryPhone']);
});

const BUSINESS = {
  password: 'paddock7',
  confirmPassword: 'paddock7',
  tradingName: 'Miller Pastoral',
  profession: 'Producer',
  otherProfession: '',
  officeAddress: { state: 'NSW', postcode: '2380' },
};

test('step 2 of registration requires password, trading name, state, postcode and profession', () => {
  assert.equal(registrationProblems(BUSINESS), []);
  const empty = {
    password: '',
    confirmPassword: '',
    tradingName: '',
    profession: '',
    otherProfession: '',
    officeAddress: { state: '', postcode: '' },
  };
  assert.equal(fieldsOf(registrationProblems(empty)), [
    ...['password', 'confirmPassword', 'tradingName', 'profession'],
    ...['officeAddress.state', 'officeAddress.postcode'],
  ]);
  // [A439]
  const differs = registrationProblems({ ...BUSINESS, confirmPassword: 'paddock8' });
  assert.equal(differs, [{ field: 'confirmPassword', message: 'Passwords must match' }]);
  const { confirmPassword: _, ...sent } = BUSINESS;
  assert.equal(registrationProblems(sent), [], 'a request repeats no password');
});

test('[A444] another profession is named by the person', () => {
  const other = { ...BUSINESS, profession: OTHER_PROFESSION };
  assert.equal(OTHER_PROFESSION, 'Other (Specify)');
  assert.equal(registrationProblems(other), [
    { field: 'otherProfession', message: 'Please Enter Other Profession' },
  ]);
  assert.equal(registrationProblems({ ...other, otherProfession: 'Drover' }), []);
});

const OFFICE = {
  ...EMPTY_ADDRESS,
  address1: '12 Conadilly St',
  town: 'GUNNEDAH',
  state: 'NSW',
  postcode: '2380',
};

const REQUEST: AccessRequest = {
  doYouTradeThroughCompany: true,
  customerDetails: {
    companyName: 'Miller Pastoral',
    ACN: '004085616',
    givenName: 'Ada',
    lastName: 'Miller',
    legalNameOfTradingEntity: '',
  },
  ABN: '',
  officeAddress: OFFICE,
  postalAddress: EMPTY_ADDRESS,
  postalSameAsOffice: true,
  PIC: 'NA123456',
  isPICFromAnotherState: false,
  anotherStatePIC: '',
  areYouUsingAgent: false,
  agentName: '',
  acceptedTerms: true,
  registeredForGST: null,
  stockTypes: [],
};

const UNANSWERED: AccessRequest = {
  ...REQUEST,
  doYouTradeThroughCompany: null,
  customerDetails: EMPTY_CUSTOMER,
  officeAddress: EMPTY_ADDRESS,
  PIC: '',
  isPICFromAnotherState: null,
  areYouUsingAgent: null,
};

const wrong = (change: Partial<AccessRequest>, kind: 'buyer' | 'buyer-and-seller' = 'buyer') =>
  accessRequestProblems({ ...REQUEST, ...change }, kind);

test('a request in the name of a company requires its name, its ACN and a person', () => {
  assert.equal(wrong({}), []);
  // [S426] [S427] [S428] [S429]
  assert.equal(fieldsOf(wrong({ customerDetails: EMPTY_CUSTOMER })), [
    ...['customerDetails.companyName', 'customerDetails.ACN'],
    ...['customerDetails.givenName', 'customerDetails.lastName'],
  ]);
});

test('another requires the legal name, its ABN and a person', () => {
  const entity = { doYouTradeThroughCompany: false, customerDetails: EMPTY_CUSTOMER };
  // [S430] [S431] [S432] [S433]
  assert.equal(fieldsOf(wrong(entity)), [
    ...['customerDetails.legalNameOfTradingEntity', 'ABN'],
    ...['customerDetails.givenName', 'customerDetails.lastName'],
  ]);
  const customerDetails = {
    ...EMPTY_CUSTOMER,
    legalNameOfTradingEntity: 'The Miller Trust',
    givenName: 'Ada',
    lastName: 'Miller',
  };
  assert.equal(wrong({ doYouTradeThroughCompany: false, customerDetails, ABN: '51824753556' }), []);
});

test('the office address is required and no PO Box; the postal one unless it is the same', () => {
  assert.is(
    fieldsOf(wrong({ officeAddress: EMPTY_ADDRESS })).filter((f) => f.startsWith('office')).length,
    4,
  ); // [S434]
  const box = { ...OFFICE, address1: 'PO Box 7' };
  assert.equal(fieldsOf(wrong({ officeAddress: box })), ['officeAddress.address1']);
  const postal = fieldsOf(wrong({ postalSameAsOffice: false }));
  assert.is(postal.length, 4); // [S435]
  assert.equal(wrong({ postalSameAsOffice: false, postalAddress: box }), [], 'post goes to a box');
});

test('the PIC is of the office’s state, or of the state that is named for it [S437] [S438]', () => {
  assert.equal(wrong({ PIC: 'QABC1234' }), [
    { field: 'PIC', message: 'Sorry, invalid PIC. It must be N, a letter A–K, 6 digits (NSW).' },
  ]);
  const queensland = { isPICFromAnotherState: true, anotherStatePIC: 'QLD' };
  assert.equal(wrong({ ...queensland, PIC: 'QABC1234' }), []);
  assert.equal(fieldsOf(wrong({ ...queensland, PIC: 'NA123456' })), ['PIC']);
  assert.equal(fieldsOf(wrong({ isPICFromAnotherState: true })), ['anotherStatePIC']);
  assert.equal(fieldsOf(wrong({ isPICFromAnotherState: null })), ['isPICFromAnotherState']);
});

test('an agent is named when one is used, and the terms are accepted [S440] [S441]', () => {
  assert.equal(fieldsOf(wrong({ areYouUsingAgent: true })), ['agentName']);
  assert.equal(wrong({ areYouUsingAgent: true, agentName: 'Ben Carter' }), []);
  assert.equal(fieldsOf(wrong({ areYouUsingAgent: null })), ['areYouUsingAgent']);
  assert.equal(fieldsOf(wrong({ acceptedTerms: false })), ['acceptedTerms']);
});

test('who wants to sell also says whether they are registered for GST and what they sell [B312]', () => {
  // [S436] [S439] [A182]
  assert.equal(fieldsOf(wrong({}, 'buyer-and-seller')), ['registeredForGST', 'stockTypes']);
  assert.equal(wrong({ registeredForGST: false, stockTypes: ['Goat'] }, 'buyer-and-seller'), []);
});

test('above a request that can’t be sent: nothing was filled in, or something is wrong [A462] [A463]', () => {
  const headline = (request: AccessRequest) =>
    accessRequestHeadline(request, accessRequestProblems(request, 'buyer'));
  assert.is(headline(REQUEST), null);
  assert.is(headline({ ...REQUEST, PIC: '' }), 'Please correctly fill required fields'); // [S425]
  assert.is(headline(UNANSWERED), 'Please correctly provide at least 1 field'); // [S444]
  assert.is(FILL_CORRECTLY, 'Please correctly fill required fields');
});

const PROFILE: Profile = {
  ...ADA,
  tradingName: 'Miller Pastoral',
  profession: 'Producer',
  otherProfession: '',
  doYouTradeThroughCompany: true,
  customerDetails: REQUEST.customerDetails,
  ABN: '',
  PIC: 'NA123456',
  isPICFromAnotherState: false,
  anotherStatePIC: '',
  officeAddress: OFFICE,
  postalAddress: EMPTY_ADDRESS,
  postalSameAsOffice: true,
};
const SELLER = { seller: true, agent: false };
const problems = (change: Partial<Profile>, who = SELLER) => profileProblems({ ...PROFILE, ...change }, who);

test('the profile of a seller: each field by its rule', () => {
  assert.equal(problems({}), []);
  const one: readonly [string, Partial<Profile>][] = [
    ['firstName', { firstName: '' }],
    ['lastName', { lastName: '7' }],
    ['email', { email: 'x' }],
    ['phone', { phone: '1' }],
    ['secondaryPhone', { secondaryPhone: '1' }],
    ['tradingName', { tradingName: '' }],
    ['profession', { profession: '' }],
    ['otherProfession', { profession: OTHER_PROFESSION }],
    ['officeAddress.town', { officeAddress: { ...OFFICE, town: '' } }],
    ['officeAddress.postcode', { officeAddress: { ...OFFICE, postcode: '4350' } }],
    ['PIC', { PIC: 'QABC1234' }],
    ['anotherStatePIC', { isPICFromAnotherState: true, anotherStatePIC: '' }],
  ];
  for (const [field, change] of one) assert.equal(fieldsOf(problems(change)), [field]);
  assert.equal(problems({ PIC: 'QABC1234', isPICFromAnotherState: true, anotherStatePIC: 'QLD' }), []);
});

test('a seller’s customer details depend on the company', () => {
  const empty = { customerDetails: EMPTY_CUSTOMER };
  assert.equal(fieldsOf(problems(empty)), [
    ...['customerDetails.companyName', 'customerDetails.ACN'],
    ...['customerDetails.givenName', 'customerDetails.lastName'],
  ]);
  assert.equal(fieldsOf(problems({ ...empty, doYouTradeThroughCompany: false })), [
    ...['customerDetails.legalNameOfTradingEntity', 'ABN'],
    ...['customerDetails.givenName', 'customerDetails.lastName'],
  ]);
});

test('the postal address of a profile is checked unless it is the same', () => {
  assert.is(problems({ postalSameAsOffice: false }).length, 4);
});

test('an agent needs no PIC, but a PIC that is given is right', () => {
  const agent = { seller: true, agent: true };
  assert.equal(problems({ PIC: '' }, agent), []);
  assert.equal(fieldsOf(problems({ PIC: 'X' }, agent)), ['PIC']);
});

test('who does not sell has a short profile', () => {
  const guest = { seller: false, agent: false };
  const short = {
    PIC: '',
    customerDetails: EMPTY_CUSTOMER,
    doYouTradeThroughCompany: null,
    officeAddress: { ...EMPTY_ADDRESS, state: 'NSW', postcode: '2380' },
  };
  assert.equal(problems(short, guest), []);
  const nowhere = { ...short, officeAddress: EMPTY_ADDRESS };
  assert.equal(fieldsOf(problems(nowhere, guest)), ['officeAddress.state', 'officeAddress.postcode']);
  const box = { ...short, officeAddress: { ...OFFICE, address1: 'PO Box 1' } };
  assert.equal(fieldsOf(problems(box, guest)), ['officeAddress.address1']);
});

test('above a profile that can’t be saved: an invalid PIC, else that fields are missing [A520] [A521]', () => {
  assert.is(profileHeadline(problems({})), null);
  assert.match(profileHeadline(problems({ PIC: 'X', firstName: '' })) ?? '', /^Sorry, invalid PIC\./);
  assert.is(profileHeadline(problems({ firstName: '' })), 'Please fill required fields'); // [S510]
  assert.is(FILL_REQUIRED, 'Please fill required fields');
});

test('a bank account: a name, six digits of the branch, a number', () => {
  const BANK = { accountName: ' A Miller ', BSB: ' 062-000 ', accountNumber: '12345678' };
  const said = (change: object) => bankProblems({ ...BANK, ...change });
  assert.equal(said({}), []); // [S414]
  assert.equal(said({ accountName: ` ${'x'.repeat(30)} ` }), []); // [S411]
  assert.is(messageOf(said({ accountName: '' }), 'accountName'), 'Please Enter Account Name');
  assert.match(
    messageOf(said({ accountName: 'x'.repeat(31) }), 'accountName') ?? '',
    'at most 30 characters',
  ); // [S412]
  assert.is(messageOf(said({ BSB: '06200' }), 'BSB'), 'Please Enter 6 Digit BSB');
  assert.equal(fieldsOf(said({ accountNumber: '12-34x' })), ['accountNumber']); // [S415]
  assert.equal(fieldsOf(said({ accountNumber: '' })), ['accountNumber']);
});

test.run();
