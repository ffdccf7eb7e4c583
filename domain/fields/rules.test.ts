import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { isAbn, isAcn, isMobile, isPhone, isPic, isPostOfficeBox } from './identifiers.ts';
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

function holds(check: (text: string) => boolean, { valid, invalid }: Table): void {
  for (const text of valid) assert.ok(check(text), `${text} is valid`);
  for (const text of invalid) assert.not.ok(check(text), `${text} is invalid`);
}

const accepts = (rule: Rule) => (text: string) => rule(text) === null;

const PICS: Readonly<Record<string, Table>> = {
  NSW: {
    valid: ['NA123456', 'NK000001'],
    invalid: ['NL123456', 'NA12345', 'NA1234567', 'N1234567', 'QABC1234'],
  },
  QLD: { valid: ['QABC1234'], invalid: ['QAB12345', 'QABC123', 'QABC12345', 'NA123456'] },
  VIC: { valid: ['3ABCD123'], invalid: ['3ABC1234', 'VABCD123', '3ABCD12'] },
  WA: { valid: ['WABC1234'], invalid: ['WABCD123', 'WAB12345'] },
  SA: {
    valid: ['SA123456', 'SB123456', 'SC123456', 'SK123456'],
    invalid: ['SD123456', 'SA12345', 'S1234567'],
  },
  NT: { valid: ['TABC1234'], invalid: ['TABCD123', 'NABC1234'] },
  TAS: { valid: ['MABC1234'], invalid: ['MABCD123', 'TABC1234'] },
  ACT: { valid: ['NA123456'], invalid: ['NL123456', 'AA123456'] },
};

for (const [state, table] of Object.entries(PICS)) {
  test(`a PIC of ${state} is of its pattern and has 8 characters`, () => {
    holds((pic) => isPic(pic, state), table);
    holds(accepts(picRule(state)), { valid: table.valid, invalid: ['', ...table.invalid] });
    for (const pic of table.valid) assert.is(pic.length, 8);
  });
}

test('a PIC of a state that is not known is one of any state', () => {
  holds(accepts(picRule('')), { valid: ['QABC1234', '3ABCD123'], invalid: ['', 'XABC1234'] });
  assert.is(picRule('NSW')(''), 'Please Enter PIC');
  assert.is(picRule('NSW')('QABC1234'), 'Sorry, invalid PIC. It must be N, a letter A–K, 6 digits (NSW).');
});

test('an ABN has 11 digits whose weighted sum is a multiple of 89', () => {
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
  holds(accepts(abnRule), { ...table, invalid: table.invalid.filter((abn) => !abn.includes(' ')) });
  assert.is(abnRule('51 824 753 556'), null);
  assert.is(abnRule(''), 'Please Enter ABN');
  assert.match(abnRule('51824753557') ?? '', /^Sorry, invalid ABN\. It has a wrong digit/);
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

test('an ACN has 9 digits, the last of which checks the others', () => {
  const table = {
    valid: ['004085616', '010499966', '001000004', '005749986'],
    invalid: ['', '004085617', '00408561', '0040856160', '000000000', '004 085 616'],
  };
  holds(isAcn, table);
  holds(accepts(acnRule), { ...table, invalid: table.invalid.filter((acn) => !acn.includes(' ')) });
  assert.match(acnRule('51 824 753 556') ?? '', 'this is an ABN');
  assert.is(acnRule(''), 'Please Enter ACN');
  assert.match(acnRule('004085617') ?? '', /^Sorry, invalid ACN\. It has a wrong digit/);
});

test('a phone has 10 digits', () => {
  holds(isPhone, {
    valid: ['0267421234', '0412345678', '1300123456'],
    invalid: ['', '026742123', '02674212345', '02 6742 1234', '+61267421234', 'abcdefghij'],
  });
  holds(accepts(phoneNumber('Phone')), {
    valid: ['0267421234', '02 6742 1234', '(02) 6742 1234', '+61267421234', '1300 123 456'],
    invalid: ['', '026742123', '02674212345', '+6126742123', 'abcdefghij', '02 6742 1234 x5'],
  });
});

test('a mobile is 04 and 8 digits; an invalid one is reported [A488] [B307]', () => {
  holds(isMobile, { valid: ['0412345678'], invalid: ['0512345678', '041234567', '04123456789', ''] });
  const rule = phoneNumber('Phone');
  assert.is(rule('041234567'), 'Mobile numbers should be 10 digits and start with 04XX XXX XXX');
  assert.is(INVALID_MOBILE, 'Mobile numbers should be 10 digits and start with 04XX XXX XXX');
  assert.match(rule('6742123') ?? '', /^Sorry, invalid Phone\. It must be 10 digits with the area code/); // [B308] without its area code
  assert.is(rule(''), 'Please Enter Phone');
  assert.is(optional(rule)(''), null);
  assert.match(optional(rule)('1') ?? '', /^Sorry, invalid Phone/);
});

test('a postcode has 4 digits and exists in its state', () => {
  holds((postcode) => isPostcodeOf(postcode, 'NSW'), {
    valid: ['2380', '2000', '2899'],
    invalid: ['', '238', '23800', '4350', '2001x', '2999'],
  });
  holds((postcode) => isPostcodeOf(postcode, 'NT'), { valid: ['0800', '0870'], invalid: ['800', '0700'] });
  holds(accepts(postcodeRule('QLD')), { valid: ['4350', '4000'], invalid: ['', '2380', '4999'] });
  assert.is(postcodeRule('QLD')('2380'), 'Sorry, invalid Postcode. It must be one of QLD.');
  assert.is(postcodeRule('QLD')(''), 'Please Enter Postcode');
  assert.is(postcodeRule('')('2380'), null, 'before a state is chosen');
  assert.not.ok(isPostcodeOf('2380', 'Queensland'));
});

test('a BSB is six digits, with optional spaces and hyphens between them; an invalid one is reported [B309]', () => {
  const table = {
    valid: ['062000', '062-000', '062 000', ' 062000 '],
    invalid: ['', '06200', '0620000', '062a00', '062-00'],
  };
  holds(accepts(bsbRule), table);
  assert.is(bsbRule('1'), 'Please Enter 6 Digit BSB');
  assert.is(INVALID_BSB, 'Please Enter 6 Digit BSB');
});

const long = (characters: number) => 'a'.repeat(characters);

test('the name of a person has 1 to 30 characters of those that names are made of [A449]', () => {
  const rule = personName('First Name');
  holds(accepts(rule), {
    valid: ['A', 'Ada', "O'Neill", 'Anne-Marie', 'José', 'St. John', long(30)],
    invalid: ['', '  ', long(31), 'Ada7', 'Ada<b>', '-', 'Ada@'],
  });
  assert.is(rule(''), 'Please Enter First Name'); // [B313]
  assert.match(rule('Ada7') ?? '', /^Sorry, invalid First Name\. It can only have letters/); // [B314]
});

test('the name of a business has 1 to 30 characters, digits and signs among them [A450] [A451]', () => {
  holds(accepts(businessName('Trading Name')), {
    valid: ['Miller & Sons', '5 Mile Pastoral Co.', 'A/B (Rural)', long(30)],
    invalid: ['', long(31), '<script>', '&', 'A@B'],
  });
});

test('years held and permits are digits, at most 30 of them', () => {
  holds(accepts(digitsOnly('Years in Industry')), {
    valid: ['1', '30', '1'.repeat(30), '12 34'],
    invalid: ['', '1.5', '-1', 'two', '1'.repeat(31)],
  });
});

test('a line of an address has 1 to 82 characters', () => {
  holds(accepts(addressLine('Address')), {
    valid: ['1', 'Unit 4/12 Conadilly St', 'RMB 7, "Kia Ora"'.replaceAll('"', "'"), long(82)],
    invalid: ['', long(83), '<b>', '#'],
  });
});

test('a state is one of Australia', () => {
  holds(accepts(stateRule('State')), { valid: ['NSW', 'ACT', ' nsw'], invalid: ['', 'NZ', 'constructor'] });
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
    { field: 'officeAddress.postcode', message: 'Sorry, invalid Postcode. It must be one of NSW.' },
  ]);
  assert.equal(said({ address1: 'PO Box 12' }), [
    { field: 'officeAddress.address1', message: 'Office Address must not be a PO Box' },
  ]);
  assert.equal(said({ address2: 'Locked Bag 3' })[0]?.field, 'officeAddress.address2');
  assert.equal(said({ address1: 'PO Box 12' }, true), []);
});

test.run();
