import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { lotFields } from './forms/field.ts';
import { FORMS } from './forms/forms.ts';
import { lotColumns, readLots } from './lots-file.ts';
import { submitProblems } from './validation.ts';

const test = suite('files of lots');
const { cattle, goat } = FORMS;
const days = { today: '2026-09-01', live: '2026-09-30' };

const WHOLE = {
  title: '40 Angus weaner steers',
  vendorName: "P & M O'Brien",
  vendorPic: 'NA 123456',
  vendorPhone: '412345678',
  town: 'Gunnedah',
  state: 'New South Wales',
  postcode: '2380',
  breed: 'Angus',
  sex: 'Steer(s)',
  stockCategory: 'Weaners',
  haveWeaned: 'yes',
  weightAverageKg: '265,5 kg',
  temperament: 'quiet',
  assessmentDate: '2026-08-30',
  earliestDelivery: '1/10/2026',
  count: '1,250',
  unit: '$/head',
  startCents: '$1,200',
  reserveCents: '1450.50',
  incrementCents: '10',
  maxVendorBids: '2',
  adjustWeight: '-5%',
  weightGain: '0.5 kg/day',
  description: 'Quiet line\nfrom one breeder',
  pictures: 'one.jpg; two.JPG',
  organic: 'No',
  euAccredited: 'x',
};
const read = (cells: Record<string, string>, form = cattle, more = {}) =>
  readLots(form, [{ row: 2, cells }], { days, ...more });
const problemsOf = (cells: Record<string, string>, form = cattle) =>
  read({ ...WHOLE, ...cells }, form).problems.map(({ column, rule }) => `${column}: ${rule}`);

test('a whole row is a lot that lacks only what is declared and signed for each lot', () => {
  const { lots, problems } = read(WHOLE);
  assert.equal(problems, []);
  const [lot] = lots;
  assert.ok(lot);
  assert.equal(lot.pictures, ['one.jpg', 'two.JPG']);
  assert.equal(lot.toDo, []);
  const { content } = lot;
  assert.equal(
    [content.unit, content.startCents, content.reserveCents, content.incrementCents, content.count],
    ['head', 120_000, 145_050, 1_000, 1_250],
  );
  assert.equal([content.adjustWeight, content.weightGain, content.maxVendorBids], [-5, 0.5, 2]);
  const { vendorPic, vendorPhone, state, town, weightAverageKg, earliestDelivery, temperament, organic } =
    content.details;
  assert.equal(
    [vendorPic, vendorPhone, state, town, weightAverageKg, earliestDelivery, temperament, organic],
    ['NA123456', '0412345678', 'NSW', 'GUNNEDAH', 265.5, '2026-10-01', 'Quiet', undefined],
  );
  assert.is(content.details['euAccredited'], true);
  assert.equal(
    submitProblems(cattle, content, days).map(({ field }) => field),
    ['acceptenceOnTerms', 'isLicencedAgent', 'vendorSignedForm'],
  );
});

test('each problem names its column, value and rule, and its row gives no lot', () => {
  const { lots, problems } = read({ ...WHOLE, count: '10.5', vendorEmail: 'me at home', postcode: '23' });
  assert.equal(lots, []);
  assert.equal(
    problems.map(({ row, column, value }) => [row, column, value]),
    [
      [2, 'vendorEmail', 'me at home'],
      [2, 'postcode', '23'],
      [2, 'count', '10.5'],
    ],
  );
  assert.equal(problemsOf({ reserveCents: '1000' }), [
    "reserveCents: Your Reserve Price can't be lower than your Start Price",
  ]);
  assert.match(problemsOf({ incrementCents: '7' })[0] ?? '', /incrementCents: must be .* or /);
  assert.equal(problemsOf({ earliestDelivery: '29/09/2026' }), [
    'earliestDelivery: cannot be earlier than the auction date',
  ]);
  assert.equal(problemsOf({ vendorPic: 'QA123456' }).length, 1);
  assert.equal(problemsOf({ ageMinMonths: '12', ageMaxMonths: '8' }), [
    'ageMinMonths: must not be more than Age to',
  ]);
  assert.match(problemsOf({ title: 'x'.repeat(121) })[0] ?? '', 'at most 120');
  assert.match(problemsOf({ temperament: 'Wild' })[0] ?? '', 'must be one of Quiet');
});

test('a price needs its unit, which is known where stock is sold one way only', () => {
  const { unit: _, ...cells } = WHOLE;
  const needing = ({ problems }: ReturnType<typeof read>) =>
    problems.map(({ column, rule }) => `${column} ${rule}`);
  assert.equal(needing(read(cells)), ['startCents needs Bidding: Head or Kg'], 'once a row');
  assert.equal(needing(read({ ...cells, startCents: '' })), ['reserveCents needs Bidding: Head or Kg']);
  assert.is(read({ count: '5', startCents: '100' }, goat).lots[0]?.content.startCents, 10_000);
  assert.equal(read({ count: '5', unit: 'kg', startCents: '100' }, goat).problems[0]?.column, 'unit');
  assert.is(read({ count: '5', unit: 'c/kg', startCents: '412' }).lots[0]?.content.startCents, 412);
});

test('a price is read as its heading says: cents per head, or dollars per kg', () => {
  const priceUnder = (heading: string, startCents: string, unit = 'head') => {
    const { lots, problems } = read({ count: '5', unit, startCents }, cattle, {
      headings: { startCents: heading },
    });
    return lots[0]?.content.startCents ?? problems[0]?.rule;
  };
  for (const heading of ['startCents', 'Start (cents)', 'Start c/hd', 'Start, cents per head'])
    assert.is(priceUnder(heading, '40000'), 40_000, heading);
  for (const heading of [
    'Start Price ($ per head, or cents per kg)',
    'Start',
    'Start $ (c/kg)',
    'Start $/hd',
  ])
    assert.equal([priceUnder(heading, '400'), priceUnder(heading, '412', 'kg')], [40_000, 412], heading);
  assert.is(priceUnder('startCents', '$400'), 'must be whole cents per head, such as 41250');
  assert.equal([priceUnder('Start $/kg', '4.12', 'kg'), priceUnder('Start $/kg', '4', 'kg')], [412, 400]);
  for (const heading of [
    'Start price ($)',
    'Start Price $',
    'Start, dollars',
    'Start $/kg',
    'Start A$ per kg',
  ])
    assert.equal(
      ['4.00', '5', '$4.12'].map((price) => priceUnder(heading, price, 'kg')),
      [400, 500, 412],
      heading,
    );
  assert.is(priceUnder('Start price ($)', '400'), 40_000);
  assert.is(priceUnder('Start $/kg', '4c', 'kg'), 'must be dollars per kg, such as 4.12');
  const { problems } = read({ count: '5', unit: 'head', incrementCents: '700' }, cattle, {
    headings: { incrementCents: 'incrementCents' },
  });
  assert.match(problems[0]?.rule ?? '', /^must be .*500/);
});

test('what a row does not say is known of the seller, or is named as left to do', () => {
  const { lots } = read({ title: 'Steers' }, cattle, {
    known: { agencyName: 'Hill & Co' },
    saleConditions: 'x',
  });
  const [lot] = lots;
  assert.equal(lot?.content.details, { title: 'Steers', agencyName: 'Hill & Co' });
  assert.is(lot?.content.saleConditions, 'x');
  assert.is(lot?.content.count, null);
  for (const title of ['Number of Head', 'Vendor', 'Bidding', 'Temperament', 'Stock Description'])
    assert.ok(lot?.toDo.includes(title), title);
  assert.not.ok(lot?.toDo.some((title) => title === 'acceptenceOnTerms'));
});

test('a weight over the cap is capped, and said', () => {
  const { lots, notes } = read({ ...WHOLE, weightAverageKg: '4125' });
  assert.is(lots[0]?.content.details['weightAverageKg'], 2_000);
  assert.equal(
    notes.map(({ column, value }) => [column, value]),
    [['weightAverageKg', '4125']],
  );
});

test('every form has a column for each field that is typed, each with a title of its own', () => {
  for (const form of Object.values(FORMS)) {
    const columns = lotColumns(form);
    assert.is(new Set(columns.map(({ title }) => title)).size, columns.length, form.kind);
    for (const { name, type } of lotFields(form))
      assert.is(
        columns.some((one) => one.name === name),
        type !== 'user',
        name,
      );
  }
});

test.run();
