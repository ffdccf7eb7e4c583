import { CatalogueLotsBody } from '@saleyard/contract/staff.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as assert from 'uvu/assert';
import { isBlank, type LotDraft, lotBody, nextDraft, problemsOf } from './lot-draft.ts';

const test = suite('lots as typed');

const draft = (change: Partial<LotDraft> = {}): LotDraft => ({
  ...nextDraft('k', 'cattle'),
  title: '40 Angus weaner steers',
  count: '40',
  startCents: '1200',
  incrementCents: '1000',
  vendorName: 'Wirrabilla Pastoral',
  town: 'Gunnedah',
  postcode: '2380',
  breed: 'Angus',
  sex: 'Steers',
  stockCategory: 'Weaner',
  ...change,
});
const messages = (...drafts: LotDraft[]) =>
  problemsOf(drafts, 'cattle').map(({ row, message }) => `${row}: ${message}`);

test('a whole lot has no problems, and what is sent fits the wire', () => {
  const full = draft({
    reserveCents: '1,450.50',
    maxVendorBids: '2',
    ageMinMonths: '8',
    ageMaxMonths: '10',
    weightAverageKg: '265.5',
    agentComment: 'Quiet',
  });
  assert.equal(messages(full), []);
  const body = lotBody(full);
  assert.is(body.startCents, 120_000);
  assert.is(body.reserveCents, 145_050);
  const fits = new Ajv2020({ strict: true }).compile(CatalogueLotsBody);
  assert.ok(fits({ lots: [body, lotBody(draft())] }), JSON.stringify(fits.errors));
});

test('what is missing is named as the table names it', () => {
  assert.equal(messages(draft({ title: '', town: ' ' })), ['0: Please Enter Title', '0: Please Enter Town']);
});

test('amounts are checked in their unit', () => {
  assert.equal(messages(draft({ startCents: '12.345' })), [
    '0: Start price must be dollars per head, like 1250 or 412.50',
  ]);
  assert.equal(messages(draft({ unit: 'kg', incrementCents: '2', startCents: '4.12' })), [
    '0: Start price must be whole cents per kg, like 412',
  ]);
  assert.is(lotBody(draft({ unit: 'kg', incrementCents: '2', startCents: '412' })).startCents, 412);
});

test('[S349] a weight over the most that a head may weigh is refused', () => {
  assert.equal(messages(draft({ weightAverageKg: '4125' })), [
    '0: Average weight must be a number from 0 to 2000',
  ]);
  assert.equal(messages(draft({ weightAverageKg: '2,000 kg' })), []);
});

test('a reserve below the start price is refused in the specification’s words', () => {
  assert.equal(messages(draft({ reserveCents: '1100' })), [
    "0: Your Reserve Price can't be lower than your Start Price",
  ]);
  assert.equal(messages(draft({ reserveCents: '1200' })), []);
});

test('ranges stand the right way round', () => {
  assert.equal(messages(draft({ ageMinMonths: '11', ageMaxMonths: '9' })), [
    '0: Age from must not be more than Age to',
  ]);
  assert.equal(messages(draft({ weightMinKg: '300', weightMaxKg: '250' })), [
    '0: Lightest must not be more than Heaviest',
  ]);
});

test('a lot number stands once; rows are counted as people see them', () => {
  assert.equal(messages(draft({ number: '7' }), draft({ number: '8' }), draft({ number: '7' })), [
    '2: Lot 7 is already row 1',
  ]);
});

test('increments are those of the kind, and sheep are sold by the head', () => {
  assert.equal(messages(draft({ incrementCents: '300' })), ['0: Increment must be one of 5, 10, 20']);
  const sheep = problemsOf([draft({ unit: 'kg', incrementCents: '100', startCents: '150' })], 'sheep');
  assert.equal(
    sheep.map(({ message }) => message),
    ['Sheep are sold by the head: Sold per must be head'],
  );
});

test('a new row carries place and vendor on, counts the lot number on, and says nothing yet', () => {
  const next = nextDraft('n', 'cattle', draft({ number: '9' }));
  assert.is(next.number, '10');
  assert.is(next.vendorName, 'Wirrabilla Pastoral');
  assert.is(next.title, '');
  assert.ok(isBlank(next));
  assert.not.ok(isBlank(draft()));
});

test.run();
