import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { isAbn, isAcn, isBsb, isMobile, isPhone, isPic, isPostOfficeBox } from './identifiers.ts';
import { isPostcodeOf } from './postcode-regions.ts';
import {
  abnRule,
  acnRule,
  addressLine,
  addressProblems,
  bsbRule,
  businessName,
  digitsOnly,
  EMPTY_ADDRESS,
  INPUT_FILTERS,
  INVALID_BSB,
  INVALID_MOBILE,
  optional,
  personName,
  phoneNumber,
  picRule,
  postcodeRule,
  type Rule,
  stateRule,
} from './rules.ts';

const test = suite('fields of people, businesses and addresses');

type Table = { valid: readonly string[]; invalid: readonly string[] };

function holds(judge: (text: string) => boolean, { valid, invalid }: Table): void {
  for (const text of valid) assert.ok(judge(text), `${text} is valid`);
  for (const text of invalid) assert.not.ok(judge(text), `${text} is invalid`);
}

const accepts = (rule: Rule) => (text: string) => rule(text) === null;

const PICS: Readonly<Record<string, Table>> = {
  NSW: {
    valid: ['NA123456', 'NK000001'],
    invalid: ['NL123456', 'NA12345', 'NA1234567', 'N1234567', 'na123456', 'QABC1234'],
  }, // [A495]
  QLD: { valid: ['QABC1234'], invalid: ['QAB12345', 'QABC123', 'QABC12345', 'NA123456'] }, // [A496]
  VIC: { valid: ['3ABCD123'], invalid: ['3ABC1234', 'VABCD123', '3ABCD12'] }, // [A497]
  WA: { valid: ['WABC1234'], invalid: ['WABCD123', 'WAB12345'] }, // [A498]
  SA: {
    valid: ['SA123456', 'SB123456', 'SC123456', 'SK123456'],
    invalid: ['SD123456', 'SA12345', 'S1234567'],
  }, // [A499]
  NT: { valid: ['TABC1234'], invalid: ['TABCD123', 'NABC1234'] }, // [A500]
  TAS: { valid: ['MABC1234'], invalid: ['MABCD123', 'TABC1234'] }, // [A501]
  ACT: { valid: ['NA123456'], invalid: ['NL123456', 'AA123456'] },
};

for (const [state, table] of Object.entries(PICS)) {
  test(`[A487] a PIC of ${state} is of its pattern and has 8 characters [A486]`, () => {
    holds((pic) => isPic(pic, state), table);
    holds(accepts(picRule(state)), { valid: table.valid, invalid: ['', ...table.invalid] });
    for (const pic of table.valid) assert.is(pic.length, 8);
  });
}

test('a PIC of a state that is not known is one of any state', () => {
  holds(accepts(picRule('')), { valid: ['QABC1234', '3ABCD123'], invalid: ['', 'XABC1234'] });
  assert.is(picRule('NSW')(''), 'Please Enter PIC');
  assert.is(picRule('NSW')('QABC1234'), 'Sorry, invalid PIC');
});

test('[A484] an ABN has 11 digits whose weighted sum is a multiple of 89', () => {
  const table = {
    valid: ['51824753556', '53004085616', '83914571673'],
    invalid: [
      '',
      '51824753557',
      '5182475355',
      '518247535560',
      '11824753556',
      '51 824 753 556',
      'abcdefghijk',
    ],
  };
  holds(isAbn, table);
  holds(accepts(abnRule), table);
  assert.is(abnRule(''), 'Please Enter ABN');
  assert.is(abnRule('51824753557'), 'Sorry, invalid ABN');
});

test('an ABN with one wrong digit, or two adjacent digits swapped, is invalid', () => {
  const abn = '51824753556';
  for (let at = 0; at < abn.length; at += 1) {
    for (let digit = 0; digit < 10; digit += 1) {
      const other = abn.slice(0, at) + digit + abn.slice(at + 1);
      assert.is(isAbn(other), other === abn, other);
    }
    const exchanged = abn.slice(0, at) + (abn[at + 1] ?? '') + abn[at] + abn.slice(at + 2);
    assert.is(isAbn(exchanged), exchanged === abn, exchanged);
  }
});

test('[A485] an ACN has 9 digits, the last of which checks the others', () => {
  const table = {
    valid: ['004085616', '010499966', '001000004', '005749986'],
    invalid: ['', '004085617', '00408561', '0040856160', '000000000', '004 085 616'],
  };
  holds(isAcn, table);
  holds(accepts(acnRule), table);
  assert.is(acnRule(''), 'Please Enter ACN');
  assert.is(acnRule('004085617'), 'Sorry, invalid ACN');
});

test('[A481] a phone has 10 digits', () => {
  const table = {
    valid: ['0267421234', '0412345678', '1300123456'],
    invalid: ['', '026742123', '02674212345', '02 6742 1234', '+61267421234', 'abcdefghij'],
  };
  holds(isPhone, table);
  holds(accepts(phoneNumber('Phone')), table);
});

test('[A482] a mobile is 04 and 8 digits; an invalid one is reported [A488] [B307]', () => {
  holds(isMobile, { valid: ['0412345678'], invalid: ['0512345678', '041234567', '04123456789', ''] });
  const rule = phoneNumber('Phone');
  assert.is(rule('041234567'), 'Mobile numbers should be 10 digits and start with 04XX XXX XXX');
  assert.is(INVALID_MOBILE, 'Mobile numbers should be 10 digits and start with 04XX XXX XXX');
  assert.is(rule('6742123'), 'Sorry, invalid Phone'); // [B308] without its area code
  assert.is(rule(''), 'Please Enter Phone');
  assert.is(optional(rule)(''), null);
  assert.is(optional(rule)('1'), 'Sorry, invalid Phone');
});

test('[A483] a postcode has 4 digits and exists in its state', () => {
  holds((postcode) => isPostcodeOf(postcode, 'NSW'), {
    valid: ['2380', '2000', '2899'],
    invalid: ['', '238', '23800', '4350', '2001x', '2999'],
  });
  holds((postcode) => isPostcodeOf(postcode, 'NT'), { valid: ['0800', '0870'], invalid: ['800', '0700'] });
  holds(accepts(postcodeRule('QLD')), { valid: ['4350', '4000'], invalid: ['', '2380', '4999'] });
  assert.is(postcodeRule('QLD')('2380'), 'Sorry, invalid Postcode');
  assert.is(postcodeRule('QLD')(''), 'Please Enter Postcode');
  assert.is(postcodeRule('')('2380'), null, 'before a state is chosen');
  assert.not.ok(isPostcodeOf('2380', 'Queensland'));
});

test('a BSB is six digits, with optional spaces and hyphens between them; an invalid one is reported [A525] [B309]', () => {
  const table = {
    valid: ['062000', '062-000', '062 000', ' 062000 '],
    invalid: ['', '06200', '0620000', '062a00', '062-00'],
  };
  holds(accepts(bsbRule), table);
  assert.is(bsbRule('1'), 'Please Enter 6 Digit BSB');
  assert.is(INVALID_BSB, 'Please Enter 6 Digit BSB');
  assert.not.ok(isBsb(`0${' '.repeat(30)}62000`), 'at most 30 characters');
});

const long = (characters: number) => 'a'.repeat(characters);

test('[A489] the name of a person has 1 to 30 characters of those that names are made of [A449]', () => {
  const rule = personName('First Name');
  holds(accepts(rule), {
    valid: ['A', 'Ada', "O'Neill", 'Anne-Marie', 'José', 'St. John', long(30)],
    invalid: ['', '  ', long(31), 'Ada7', 'Ada<b>', '-', 'Ada@'],
  });
  assert.is(rule(''), 'Please Enter First Name'); // [B313]
  assert.is(rule('Ada7'), 'Sorry, invalid First Name'); // [B314]
});

test('[A490] the name of a business has 1 to 30 characters, digits and signs among them [A450] [A451] [A491]', () => {
  holds(accepts(businessName('Trading Name')), {
    valid: ['Miller & Sons', '5 Mile Pastoral Co.', 'A/B (Rural)', long(30)],
    invalid: ['', long(31), '<script>', '&', 'A@B'],
  });
});

test('[A492] years held and permits are digits, at most 30 of them', () => {
  holds(accepts(digitsOnly('Years in Industry')), {
    valid: ['1', '30', '1'.repeat(30)],
    invalid: ['', '1.5', '-1', 'two', '1'.repeat(31)],
  });
});

test('[A493] a line of an address has 1 to 82 characters', () => {
  holds(accepts(addressLine('Address')), {
    valid: ['1', 'Unit 4/12 Conadilly St', 'RMB 7, "Kia Ora"'.replaceAll('"', "'"), long(82)],
    invalid: ['', long(83), '<b>', '#'],
  });
});

test('a state is one of Australia', () => {
  holds(accepts(stateRule('State')), { valid: ['NSW', 'ACT'], invalid: ['', 'nsw', 'NZ', 'constructor'] });
});

test('a PO box or bag is recognised in all spellings', () => {
  holds(isPostOfficeBox, {
    valid: ['PO Box 12', 'P.O. Box 12', 'p o box 1', 'GPO Box 4', 'G.P.O. Box 4', 'Locked Bag 9', 'POBox 3'],
    invalid: ['12 Box Ridge Rd', 'Post Office Lane', '4 Port St', 'Private Rd', 'Tempo Box Factory'],
  });
});

const OFFICE = {
  ...EMPTY_ADDRESS,
  address1: '12 Conadilly St',
  town: 'GUNNEDAH',
  state: 'NSW',
  postcode: '2380',
};

test('an address has a street, a town, a state and a postcode of it', () => {
  const said = (change: object, box = false) =>
    addressProblems({ ...OFFICE, ...change }, { at: 'officeAddress', box });
  assert.equal(said({}), []);
  assert.equal(
    addressProblems(EMPTY_ADDRESS, { at: 'postalAddress', box: true }).map(({ field }) => field),
    ['postalAddress.address1', 'postalAddress.town', 'postalAddress.state', 'postalAddress.postcode'],
  );
  assert.equal(said({ postcode: '4350' }), [
    { field: 'officeAddress.postcode', message: 'Sorry, invalid Postcode' },
  ]);
  // [A472]
  assert.equal(said({ address1: 'PO Box 12' }), [
    { field: 'officeAddress.address1', message: 'Office Address must not be a PO Box' },
  ]);
  assert.equal(said({ address2: 'Locked Bag 3' })[0]?.field, 'officeAddress.address2');
  assert.equal(said({ address1: 'PO Box 12' }, true), []);
});

type Filtered = { as: keyof typeof INPUT_FILTERS; typed: string; kept: string };
const FILTERED: readonly Filtered[] = [
  { as: 'personName', typed: 'ada7 o’neill<', kept: 'Ada o’neill' },
  { as: 'personName', typed: ' élise', kept: 'Élise' },
  { as: 'businessName', typed: 'miller & sons; 2', kept: 'Miller & sons 2' },
  { as: 'addressLine', typed: '12 <Conadilly> St', kept: '12 Conadilly St' },
  { as: 'town', typed: 'gunnedah', kept: 'GUNNEDAH' },
  { as: 'phone', typed: '0412 345 678 999', kept: '0412345678' },
  { as: 'digits', typed: '12a.5', kept: '125' },
  { as: 'pic', typed: 'na12-3456789', kept: 'NA123456' },
  { as: 'abn', typed: '51 824 753 556 7', kept: '51824753556' },
  { as: 'acn', typed: '004 085 616 1', kept: '004085616' },
  { as: 'postcode', typed: '2380x1', kept: '2380' },
  { as: 'bsb', typed: '062-000x', kept: '062-000' },
  { as: 'accountNumber', typed: '12 34-56', kept: '123456' },
];

for (const { as, typed, kept } of FILTERED) {
  test(`as it is typed, ${as} keeps "${kept}" of "${typed}"`, () => {
    assert.is(INPUT_FILTERS[as](typed), kept);
  });
}

test.run();
