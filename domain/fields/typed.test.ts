import { suite } from '@saleyard/testing/suite.ts';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import {
  meaningOf,
  type Parser,
  parseAge,
  parseCellDate,
  parseDate,
  parseHead,
  parseMoney,
  parseNumber,
  parseWeight,
  parseWhole,
  plainLines,
  plainText,
} from './typed.ts';
import {
  parseAbn,
  parseAcn,
  parseBsb,
  parseDigits,
  parseEmail,
  parseName,
  parsePhone,
  parsePic,
  parsePostcode,
  parseState,
} from './typed-codes.ts';

const test = suite('what people type');

const weight = parseWeight({ most: 2_000 });
const KINDS: Readonly<Record<string, Parser<string> | Parser<number>>> = {
  phone: parsePhone,
  'PIC of NSW': parsePic('NSW'),
  'PIC of any state': parsePic(''),
  ABN: parseAbn,
  ACN: parseAcn,
  'e-mail address': parseEmail,
  state: parseState,
  BSB: parseBsb,
  'account number': parseDigits(20),
  'postcode of NSW': parsePostcode('NSW'),
  'whole number': parseWhole(0, 100_000),
  'number of head': parseHead(1, 5_000),
  'day in a file': parseCellDate,
  weight,
  'weight of a file with decimal commas': parseWeight({ most: 2_000, decimalComma: true }),
  'dollars per head': parseMoney('head'),
  'cents per kg': parseMoney('kg'),
  age: parseAge(600),
  share: parseNumber({ most: 100, unit: '%' }),
  date: parseDate,
  'name of a business': parseName('business', 30),
  'name of a person': parseName('person', 30),
};

/** What each text means; null where it must be said to be wrong. */
const MEANINGS: Readonly<Record<string, Readonly<Record<string, string | number | null>>>> = {
  'day in a file': {
    '1/10/2026 0:00': '2026-10-01',
    '2026-10-01T06:30:00Z': '2026-10-01',
    '2026-09-30T20:30:00Z': '2026-10-01',
    '2026-09-30 14:30:00.000+00:00': '2026-10-01',
    '30/09/2026 8:30 pm UTC': '2026-10-01',
    '2026-09-30T13:59:00Z': '2026-09-30',
    '2026-09-30T20:30:00+10:00': '2026-09-30',
    '2026-09-30T23:30:00+0930': '2026-09-30',
    '1/10/26 8:01 am': '2026-10-01',
    '1/10/26 12:01 am': '2026-10-01',
    '46295': '2026-09-30',
    '46295.75': '2026-09-30',
    '1234': null,
    '99999': null,
    '412.5': null,
  },
  'number of head': {
    '40': 40,
    '40 head': 40,
    '1,250 hd': 1_250,
    '40.0 Head': 40,
    '40 cattle': null,
    head: null,
    '0': null,
  },
  phone: {
    'Mob: 0412 345 678': '0412345678',
    'tel:0412345678': '0412345678',
    'Ph. (02) 6742 1234': '0267421234',
    'Mobile no. 0412 345 678': '0412345678',
    'Mob 0412 345 678 or 0267421234': null,
    '+61 412 345 678': '0412345678',
    '0061 412 345 678': '0412345678',
    '0011 61 412 345 678': '0412345678',
    '61412345678': '0412345678',
    '+61 (0)412 345 678': '0412345678',
    '(02) 6742-1234': '0267421234',
    '+61 2 6742 1234': '0267421234',
    '0412 345 678': '0412345678',
    '0412.345.678': '0412345678',
    '０４１２３４５６７８': '0412345678',
    '0412\u00a0345\u00a0678': '0412345678',
    '\u202a0412345678\u202c': '0412345678',
    '1300 123 456': '1300123456',
    '+1 212 555 0100': null,
    '+64 21 345 678': null,
    '412 345 678': null,
    '0412 345 67': null,
    '0412 345 6789': null,
    '0412 345 678 or 0267421234': null,
    '0412 345 678 ext 2': null,
    '041234567O': null,
  },
  'PIC of NSW': {
    'NA 123 456': 'NA123456',
    na123456: 'NA123456',
    'NA-123456': 'NA123456',
    NL123456: null,
    QABC1234: null,
    NA1234567: null,
    'NA123456 / NB123456': null,
  },
  'PIC of any state': { '3abcd 123': '3ABCD123', X: null },
  ABN: {
    'ABN 51 824 753 556': '51824753556',
    'A.B.N.: 51824753556': '51824753556',
    'ABN 51 824 753 557': null,
    'ACN 51 824 753 556': null,
    '51 824 753 556': '51824753556',
    '51-824-753-556': '51824753556',
    '51824753557': null,
    '518247535561': null,
    '-51824753556': null,
    '004085616': null,
  },
  ACN: { '004 085 616': '004085616', '51 824 753 556': null, '004 085 6161': null, '004085617': null },
  'e-mail address': {
    'Ada.Miller@Example.com': 'Ada.Miller@Example.com',
    ' ada@example.com\t': 'ada@example.com',
    '\u200bada@example.com\u00a0': 'ada@example.com',
    'ａｄａ＠example.com': 'ada@example.com',
    "o'brien+lots@farm.example.com.au": "o'brien+lots@farm.example.com.au",
    'ada @example.com': null,
    'ada@example.com, bob@example.com': null,
    'Ada <ada@example.com>': null,
    'mailto:ada@example.com': null,
    'ada@example': null,
    'ada@example.com.': null,
    'ada@example..com': null,
    'ada@@example.com': null,
  },
  state: {
    NSW: 'NSW',
    ' nsw ': 'NSW',
    'N.S.W.': 'NSW',
    'New South Wales': 'NSW',
    tasmania: 'TAS',
    NZ: null,
    'NSW/QLD': null,
    '': null,
  },
  BSB: {
    '062-000': '062000',
    '062 000': '062000',
    '0 6 2 - 0 0 0': null,
    '062000': '062000',
    '062-00': null,
    '062-000x': null,
  },
  'account number': {
    '12 345 678': '12345678',
    '0012-3456': '00123456',
    '12345.6': null,
    '1e5': null,
    '-123': null,
  },
  'postcode of NSW': { '2380': '2380', ' 2380 ': '2380', '2380x1': null, '23801': null, '4350': null },
  'whole number': {
    '10': 10,
    '10.0': 10,
    '10.': 10,
    '010': 10,
    '1,250': 1_250,
    '1 250': 1_250,
    '1\u202f250': 1_250,
    '１０': 10,
    '1.5': null,
    '1,5': null,
    '1.250': null,
    '-3': null,
    '1e3': null,
    '0x10': null,
    ten: null,
    '10 or 12': null,
    '10/12': null,
    '12,34': null,
    '1,2500': null,
    '0,125': null,
    '0 125': null,
    '100001': null,
    '': null,
  },
  weight: {
    '412.5': 412.5,
    '412,5': 412.5,
    '412,50': 412.5,
    '412.555': 412.56,
    '412.554': 412.55,
    '1.005': 1.01,
    '0.5': 0.5,
    '.5': 0.5,
    '412.5 kg': 412.5,
    '412.5KG': 412.5,
    '1,250': 1_250,
    '1,250.5': 1_250.5,
    '4125': 2_000,
    '2000.01': 2_000,
    '412,500': null,
    '0,500': null,
    '412.5.1': null,
    '412-5': null,
    '412/5': null,
    '4e2': null,
    'n/a': null,
    '': null,
  },
  'weight of a file with decimal commas': {
    '412,5': 412.5,
    '412,555': 412.56,
    '1.250,5': 1_250.5,
    '412.5': 412.5,
    '412,5,1': null,
  },
  'dollars per head': {
    '1,250': 125_000,
    '$412.50': 41_250,
    '$ 412.5': 41_250,
    A$412: 41_200,
    '412 /head': 41_200,
    '412.500': 41_250,
    '412,50': null,
    '0,500': null,
    '41,25': null,
    '4.125': null,
    '412-': null,
    '1e3': null,
    '0': null,
    '': null,
  },
  'cents per kg': { '412': 412, '412c': 412, '412 ¢': 412, '412.0': 412, '4.12': null, '$4.12': null },
  age: {
    '18': 18,
    '18 months': 18,
    '18 mths': 18,
    '1.5 years': 18,
    '2 yrs': 24,
    '1.5': null,
    '12-18': null,
    '601': null,
  },
  share: { '20': 20, '20%': 20, '12.5 %': 12.5, '101': null, '-1': null },
  date: {
    'Tue 1 Dec 2026': '2026-12-01',
    'Tuesday, 1 December 2026': '2026-12-01',
    'Dec 1, 2026': '2026-12-01',
    'December 1st 2026': '2026-12-01',
    'Dec 2026': null,
    'Feb 30, 2026': null,
    '1/12/26': '2026-12-01',
    '01/12/2026': '2026-12-01',
    '1-12-2026': '2026-12-01',
    '1.12.26': '2026-12-01',
    '1 Dec 2026': '2026-12-01',
    '1st December 2026': '2026-12-01',
    '1 Sept 26': '2026-09-01',
    '2026-12-01': '2026-12-01',
    '29/02/2028': '2028-02-29',
    '29/2/26': null,
    '31/11/2026': null,
    '12/31/2026': null,
    '1/12': null,
    '1/12/226': null,
    tomorrow: null,
    '1 Demember 2026': null,
    '01/12/2026 10:00': null,
  },
  'name of a business': {
    "P & M O'Brien": "P & M O'Brien",
    ' Miller & Sons ': 'Miller & Sons',
    'Miller\u00a0&\tSons': 'Miller & Sons',
    'O‘Brien – Pastoral': 'O‘Brien – Pastoral',
    'Cafe\u0301': 'Café',
    '\u202aMiller\u202c': 'Miller',
    'Miller 🐄': null,
    "The Trustee for the K & M O'Brien Family Trust": null,
    'a@b': null,
    '&': null,
  },
  'name of a person': {
    "Ada O'Neill-Smith": "Ada O'Neill-Smith",
    'Ada OʼNeill': 'Ada OʼNeill',
    'Ada 👩‍🌾': null,
    'Ada O’Neill': 'Ada O’Neill',
    José: 'José',
    Ada7: null,
    'Ada<b>': null,
  },
};

for (const [kind, meanings] of Object.entries(MEANINGS)) {
  for (const [typed, meaning] of Object.entries(meanings)) {
    test(`${kind}: "${typed}" ${meaning === null ? 'is said to be wrong' : `means ${meaning}`}`, () => {
      const parsed = KINDS[kind]?.(typed);
      assert.ok(parsed);
      if (meaning === null) assert.ok('rule' in parsed && /^\S/.test(parsed.rule), JSON.stringify(parsed));
      else assert.is(meaningOf<string | number>(parsed), meaning);
    });
  }
}

test('a day of a file that is another one in Australia is named', () => {
  assert.equal(parseCellDate('2026-09-30T20:30:00Z'), {
    value: '2026-10-01',
    note: 'was read as 01/10/2026, the day in Sydney at that time',
  });
  assert.equal(parseCellDate('2026-10-01T06:30:00Z'), { value: '2026-10-01' });
});

test('a text is stored with every sign that is seen, and none that is not', () => {
  for (const [typed, stored] of [
    ['  10 Angus\u00a0Steers\t(EU) 🐄 ', '10 Angus Steers (EU) 🐄'],
    ['line\r\nbreak', 'line break'],
    ['\ufeffVisible\u200b', 'Visible'],
    ['👩‍🌾', '👩‍🌾'],
    ['½ price', '½ price'],
  ] as const)
    assert.is(plainText(typed), stored, typed);
  assert.is(plainLines('one\ntwo\u00a0 \n'), 'one\ntwo');
});

test('a weight over the cap is capped, and this is said', () => {
  const parsed = weight('4125');
  assert.ok('note' in parsed);
  assert.match(parsed.note ?? '', '4,125 kg');
  assert.equal(weight('2000'), { value: 2_000 });
});

test('a message about a name that is too long says how long it is', () => {
  const parsed = parseName('business', 30)("The Trustee for the K & M O'Brien Family Trust");
  assert.match('rule' in parsed ? parsed.rule : '', 'at most 30 characters, and this has 46');
});

/** Signs that leave a value as it is wherever they are in it. */
const SIGNS = ' .,-+()/$¢%kgcmonthsyearsABN0123456789٣é\u00a0';

test('no digit is left out: a text with a value has its digits, in their order', () => {
  const text = fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 14 });
  // A phone may have the country's prefix, a weight is rounded and capped, an age may be in years, a year may be short.
  const exact = ['ABN', 'ACN', 'BSB', 'account number', 'postcode of NSW', 'whole number', 'cents per kg'];
  fc.assert(
    fc.property(text, fc.constantFrom(...exact), (typed, kind) => {
      const value = meaningOf<string | number>(KINDS[kind]?.(typed) ?? { rule: '' });
      if (value === null) return;
      const digits = (of: string) => of.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
      const given = typed.replace(/[.,]0*\s*(¢|c)?(\/\s*kg)?\s*$/, '');
      assert.is(digits(String(value)), digits(given), `${kind} "${typed}"`);
    }),
    { seed: 36_2, numRuns: 4_000 },
  );
});

test('what is stored means itself when it is typed again', () => {
  const text = fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 16 });
  fc.assert(
    fc.property(text, fc.constantFrom(...Object.keys(KINDS)), (typed, kind) => {
      const parse = KINDS[kind] as Parser<string | number>;
      const value = meaningOf(parse(typed));
      if (value === null || kind === 'dollars per head') return;
      assert.is(meaningOf(parse(String(value))), value, `${kind} "${typed}"`);
    }),
    { seed: 36_3, numRuns: 6_000 },
  );
});

test('a weight that is written with a point or a comma is the same weight, to the hundredth', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 199_999 }), (hundredths) => {
      const kg = hundredths / 100;
      assert.is(meaningOf(weight(String(kg))), kg);
      assert.is(meaningOf(weight(kg.toFixed(2).replace('.', ','))), kg);
      assert.is(meaningOf(weight(`${kg.toFixed(2)}4`)), kg, 'three decimals are rounded');
    }),
    { seed: 36_4 },
  );
});

test.run();
