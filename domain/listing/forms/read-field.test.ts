import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { meaningOf } from '../../fields/typed.ts';
import { allCatalogueFields } from './catalogue.ts';
import { type Field, headFields, lotFields, type Value } from './field.ts';
import { FORMS } from './forms.ts';
import { normalised, valueProblem } from './problems.ts';
import { readField } from './read-field.ts';

const test = suite('fields read from text');

const FIELDS = new Map<string, Field>(
  Object.values(FORMS).flatMap((form) =>
    [...lotFields(form), ...headFields(form)].map((field) => [field.name, field] as const),
  ),
);
const fieldNamed = (name: string): Field => {
  const field = FIELDS.get(name);
  assert.ok(field, name);
  return field;
};

/** What each text means in a field; a rule, where it breaks one. */
const MEANINGS: Readonly<Record<string, Readonly<Record<string, Value | RegExp>>>> = {
  weightLive: { '412,5': 412.5, '412.555 kg': 412.56, heavy: /weight in kg/, '412,500': /with a point/ },
  fatScore: { '3': 3, '3.0': 3, '7': /whole number from 1 to 5/, '2.5': /whole number/ },
  ageMinMonths: { '18': 18, '1.5 years': 18, '1.5': /whole months from 0 to 600/ },
  fatScore1: { '20%': 20, '101': /from 0 to 100/ },
  earliestDelivery: { '1/12/26': '2026-12-01', '31/02/2026': /DD\/MM\/YYYY/, soon: /DD\/MM\/YYYY/ },
  vendorPhone: {
    '+61 412 345 678': '0412345678',
    '(02) 6742 1234': '0267421234',
    '0412 345 67': /10 digits/,
    '+64 21 345 678': /10 digits/,
  },
  vendorEmail: { ' Vera@Farm.example.com ': 'Vera@Farm.example.com', 'vera@farm': /one e-mail address/ },
  vendorPic: { 'na 123-456': 'NA123456', 'NA 123 4567': /must be 8 letters and digits/ },
  postcode: { ' 2 380 ': '2380', '２３８０': '2380', '238O': /4 digits/ },
  state: { nsw: 'NSW', 'Western Australia': 'WA', Wales: /one of NSW/ },
  temperament: { quiet: 'Quiet', ' GOOD ': 'Good', wild: /one of Quiet/ },
  euAccredited: { Yes: true, n: false, TRUE: true, perhaps: /yes or no/ },
  grazingConditions: {
    'lucerne; Stubble': ['Lucerne', 'Stubble'],
    'Lucerne,stubble': ['Lucerne', 'Stubble'],
    Moon: /some of Native Pasture/,
  },
  title: { '10 Angus\u00a0Steers\t🐄': '10 Angus Steers 🐄' },
  town: { ' Gunnedah\u200b': 'GUNNEDAH' },
  agentComment: { 'one\ntwo ': 'one\ntwo' },
};

for (const [name, meanings] of Object.entries(MEANINGS)) {
  for (const [typed, meaning] of Object.entries(meanings)) {
    test(`${name}: "${typed}" ${meaning instanceof RegExp ? 'is said to be wrong' : `means ${meaning}`}`, () => {
      const field = fieldNamed(name);
      const read = readField(field, typed);
      const rule = 'rule' in read ? read.rule : valueProblem(field, read.value);
      if (meaning instanceof RegExp) assert.match(rule ?? '', meaning);
      else {
        assert.is(rule, null);
        assert.equal(meaningOf(read), meaning);
      }
    });
  }
}

test('a number that breaks its rule: the same rule in a call as where it is typed, and no most where there is none', () => {
  assert.is(valueProblem(fieldNamed('ageMinMonths'), 1.5), 'must be whole months from 0 to 600');
  const open = { name: 'x', title: 'X', type: 'number' } as const;
  assert.is(valueProblem(open, -1), 'must be a number 0 or more');
  assert.is(valueProblem({ ...open, whole: true, least: 1 }, 1.5), 'must be a whole number 1 or more');
});

test('a listing keeps texts as they mean, and one that breaks its rule as it was typed', () => {
  const of = (values: Record<string, Value>) => normalised(lotFields(FORMS.cattle), values);
  assert.equal(of({ vendorPhone: '+61 412 345 678', town: 'Gunnedah\u00a0', hornStatus: 'polled' }), {
    vendorPhone: '0412345678',
    town: 'GUNNEDAH',
    hornStatus: 'Polled',
  });
  assert.equal(of({ vendorPhone: '0412 345 67', earliestDelivery: '31/02/2026' }), {
    vendorPhone: '0412 345 67',
    earliestDelivery: '31/02/2026',
  });
});

test('what a field means is read as itself again', () => {
  for (const field of allCatalogueFields())
    for (const typed of ['NSW', '10 Angus', '12', '412.5', '1/12/26', 'yes']) {
      const value = meaningOf(readField(field, typed));
      if (typeof value === 'string') assert.is(meaningOf(readField(field, value)), value, field.name);
    }
});

test.run();
