import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { KIND_TYPES } from '../stock.ts';
import { CATTLE_WITH_BRAND } from '../test-support/one-more-field.ts';
import {
  allCatalogueFields,
  type CatalogueEntry,
  contentOf,
  entryProblems,
  isAlwaysRequired,
  type Naming,
  nextNumber,
  numbersOf,
  repeatedNumbers,
} from './catalogue.ts';
import { catalogueFields, type Form } from './field.ts';
import { FORMS } from './forms.ts';
import { ageText, lotView, publicFields, valueIn, weightText } from './lot-view.ts';

const test = suite('lots of a catalogue');

const naming: Naming = { nameOf: ({ name }) => name, amount: String };
const entry = (change: Partial<CatalogueEntry> = {}): CatalogueEntry => ({
  unit: 'head',
  count: 20,
  startCents: 100_000,
  incrementCents: 1_000,
  vendorName: 'Secret Pastoral',
  title: '20 Angus Steers',
  town: 'Gunnedah',
  state: 'NSW',
  postcode: '2380',
  breed: 'Angus',
  sex: 'Steers',
  stockCategory: 'Store',
  ...change,
});
const said = (change: Partial<CatalogueEntry>, tabs?: readonly string[], form: Form = FORMS.cattle) =>
  entryProblems(form, entry(change), naming, tabs).map(({ field, message }) => `${field}: ${message}`);

test('fields shared by all forms are columns of every catalogue, in the order of the forms', () => {
  const names = [
    ...['title', 'vendorName', 'town', 'state', 'postcode', 'breed', 'sex', 'stockCategory', 'sire', 'dam'],
    ...['ageMinMonths', 'ageMaxMonths', 'weightAverageKg', 'weightCurfewKg', 'weightMinKg', 'weightMaxKg'],
    ...['euAccredited', 'lpaAccredited', 'msaAccredited', 'pcasAccredited', 'russianAccredited'],
    ...['saudiAccredited', 'organic', 'grassFed', 'antibioticFree', 'gmoFree', 'jBasScore'],
    ...['assessorType', 'allocatedSection', 'additionalTitle', 'agentComment'],
  ];
  const columns = KIND_TYPES.map((kind) => catalogueFields(FORMS[kind]).map(({ name }): string => name));
  const isShared = (name: string): boolean => columns.every((own) => own.includes(name));
  for (const own of columns) assert.equal(own.filter(isShared), names);
  const all = allCatalogueFields().map(({ name }): string => name);
  assert.equal(all.filter(isShared), names);
  assert.equal(all.toSorted(), [...new Set(columns.flat())].sort(), 'with those of one kind, each once');
  assert.equal(
    allCatalogueFields()
      .filter((field) => isAlwaysRequired(field))
      .map(({ name }) => name),
    names.slice(0, 8),
  );
});

test('contradictions are reported by field', () => {
  assert.equal(said({}), []);
  assert.equal(said({ incrementCents: 300 }), [
    'incrementCents: incrementCents must be one of 500, 1000, 2000',
  ]);
  assert.equal(said({ reserveCents: 99_999 }), [
    "reserveCents: Your Reserve Price can't be lower than your Start Price",
  ]);
  assert.equal(said({ startCents: 1e9, count: 10_000 }), [
    'startCents: the lot is worth more than can be sold in one lot',
  ]);
  assert.equal(said({ ageMinMonths: 9, ageMaxMonths: 8 }), [
    'ageMinMonths: ageMinMonths must not be more than ageMaxMonths',
  ]);
  assert.equal(said({ weightMinKg: 9, weightMaxKg: 8 }), [
    'weightMinKg: weightMinKg must not be more than weightMaxKg',
  ]);
  assert.equal(said({ allocatedSection: 'C' }, ['A', 'B']), [
    "allocatedSection: allocatedSection must be one of the sale's sections: A, B",
  ]);
  assert.equal(said({ unit: 'kg', incrementCents: 1 }, undefined, FORMS.goat), [
    'unit: Goats are sold by the head: unit must be head',
  ]);
  assert.equal(repeatedNumbers([{ number: '1' }, {}, { number: '1' }]), [
    { row: 2, number: '1', earlier: 0 },
  ]);
});

test('numbers that people read as the same are the same', () => {
  const numbers = ['2', '2 ', '02', 'A7', 'a7', '20'].map((number) => ({ number }));
  assert.equal(
    repeatedNumbers(numbers).map(({ row, earlier }) => [row, earlier]),
    [
      [1, 0],
      [2, 0],
      [4, 3],
    ],
  );
  assert.equal(numbersOf([{ number: '01' }, {}], 0), ['01', '2']);
  assert.equal(numbersOf([{}, { number: '01 ' }], 0), ['2', '01 ']);
  assert.is(nextNumber(['3', '012 ']), '13');
});

test('a lot becomes the content of its listing: empty values are dropped, the assessor is the agent', () => {
  const content = contentOf('cattle', entry({ agentComment: '', ageMinMonths: 0, ageMaxMonths: null }));
  assert.equal(content.details, {
    title: '20 Angus Steers',
    vendorName: 'Secret Pastoral',
    town: 'Gunnedah',
    state: 'NSW',
    postcode: '2380',
    breed: 'Angus',
    sex: 'Steers',
    stockCategory: 'Store',
    ageMinMonths: 0,
    assessorType: 'Agent Assessed',
  });
  assert.is(content.reserveCents, null);
  assert.is(content.startCents, 100_000);
});

test('buyers see the public fields of the form and nothing private', () => {
  const lot = entry({
    ageMinMonths: 8,
    ageMaxMonths: 10,
    weightAverageKg: 282.456,
    weightCurfewKg: 275,
    agentComment: 'Quiet.',
  });
  const view = lotView('cattle', contentOf('cattle', lot));
  assert.equal(view, {
    publicDetails: {
      title: '20 Angus Steers',
      agentComment: 'Quiet.',
      majorBreed: 'Angus',
      sex: 'Steers',
      stockCategory: 'Store',
      location: { town: 'Gunnedah', state: 'NSW' },
      summary: { age: '8 - 10 mths', weight: '282.46 kg' },
      titleLive: '20 Angus Steers, 8 - 10 mths',
      age: { min: 8, max: 10, average: 9 },
      weight: { average: 282.456, curfew: 275, min: null, max: null },
    },
    inlineDetails: {
      postcode: '2380',
      assessorType: 'Agent Assessed',
      sire: '',
      dam: '',
      jBasScore: null,
      euAccredited: null,
      lpaAccredited: null,
      msaAccredited: null,
      pcasAccredited: null,
      russianAccredited: null,
      saudiAccredited: null,
      organic: null,
      grassFed: null,
      antibioticFree: null,
      gmoFree: null,
      haveWeaned: '',
      temperament: '',
      drenchedDate: '',
      withholding: '',
      earliestDelivery: '',
      latestDelivery: '',
    },
    additionalTitle: '',
    allocatedSection: '',
    media: [],
    optiweighAllowed: false,
    mobEntryWeight: null,
    weightGain: 0,
    weightGainTotal: 0,
    adjustWeight: 0,
    countWeighed: 1,
  });
  assert.not.ok(JSON.stringify(view).includes('Secret Pastoral'));
  assert.is(lotView('goat', null).inlineDetails.assessorType, 'Vendor Assessed');
  assert.is(lotView('goat', null).publicDetails.title, '');
});

test('ages and weights read as people write them', () => {
  assert.is(ageText(8, 10), '8 - 10 mths');
  assert.is(ageText(8, 8), '8 mths');
  assert.is(ageText(null, 10), '10 mths');
  assert.is(ageText(null, null), '');
  assert.is(weightText(282.456, 275), '282.46 kg');
  assert.is(weightText(null, 275), '275 kg');
  assert.is(weightText(null, null), '');
});

test('a new field of a form is a new column, value and public detail', () => {
  const form = CATTLE_WITH_BRAND;
  assert.ok(allCatalogueFields([form]).some(({ name }) => name === 'brand'));
  const branded = { ...entry(), brand: 'T9' };
  const content = contentOf('cattle', branded, form);
  assert.is(content.details['brand'], 'T9');
  const view = lotView('cattle', content, form);
  const shown = publicFields(form).find(({ name }) => name === 'brand');
  assert.is(shown && valueIn(shown, view), 'T9');
  const long = entryProblems(form, { ...entry(), brand: 'x'.repeat(21) } as CatalogueEntry, naming);
  assert.equal(
    long.map(({ message }) => message),
    ['brand can have at most 20 characters'],
  );
});

test('a lot without a number gets its place, or the next that no other has', () => {
  assert.equal(numbersOf([{}, { number: '7' }, {}], 0), ['1', '7', '3']);
  assert.equal(numbersOf([{ number: '2' }, {}, {}], 0), ['2', '3', '4']);
  assert.equal(numbersOf([{}, {}], 8), ['9', '10']);
  assert.is(nextNumber([]), '1');
  assert.is(nextNumber(['3', 'A7', '12']), '13');
});

test.run();
