import { csvSheet, type Sheet } from '@saleyard/contract/rows-file.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { lotColumns } from '@saleyard/domain/listing/lots-file.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { parse } from 'csv-parse/sync';
import * as assert from 'uvu/assert';
import { lotsOf, lotsTemplate, matchPictures } from './lots-sheet.ts';

const test = suite('lots of a spreadsheet');
const { cattle } = FORMS;
const known = {
  days: { today: '2026-09-01', live: '2026-09-30' },
  known: { agencyName: 'Hill & Co' },
  saleConditions: '',
  sections: null,
};
const sheetOf = (text: string): Sheet => csvSheet(parse, text);
const read = (text: string, chosen?: Record<string, number | null>) =>
  lotsOf(sheetOf(text), cattle, known, chosen);
const taken = (text: string, chosen?: Record<string, number | null>) => {
  const of = read(text, chosen);
  if (of.outcome !== 'read') throw new Error(JSON.stringify(of));
  return of;
};

test('a row is a lot, under the row number of the spreadsheet; headings may be written in many ways', () => {
  const { lots, problems, leftOut } = taken(
    'Gunnedah store sale,,,\n\nHEAD,Owner,Start Price ($ per head),Sold by,Title\n40,Hill,1200,head,Steers\nTotal,,,,\n25,Dale,1.2x,head,Cows\n',
  );
  assert.equal(
    lots.map(({ row, content }) => [row, content.count, content.details['vendorName'], content.startCents]),
    [[4, 40, 'Hill', 120_000]],
  );
  assert.equal(
    problems.map(({ row, column, value }) => [row, column, value]),
    [[6, 'Start Price ($ per head)', '1.2x']],
  );
  assert.equal(
    leftOut.map(({ row }) => row),
    [1, 5],
  );
});

test('prices under headings that say cents are cents', () => {
  const { lots } = taken('Title,Head,unit,startCents,reserveCents\nSteers,40,head,40000,45000\n');
  assert.equal(
    lots.map(({ content }) => [content.startCents, content.reserveCents]),
    [[40_000, 45_000]],
  );
});

test('a heading that is no column is asked about, and what the person chooses is taken', () => {
  const text = 'Title,Mob,Colour\nSteers,40,Red\n';
  const of = read(text);
  assert.is(of.outcome, 'unclear');
  assert.match(of.outcome === 'unclear' ? of.why : '', '“Mob”, “Colour”');
  const { lots, unused } = taken(text, { title: 0, count: 1 });
  assert.is(lots[0]?.content.count, 40);
  assert.equal(unused, ['Colour']);
});

test('rows that are alike are two lots, and the same rows of another file are known again', () => {
  const keysOf = (text: string) => taken(text).lots.map(({ key }) => key);
  const [first, second] = keysOf('Title,Head\nSteers,40\nSteers,40\n');
  assert.is.not(first, second);
  assert.equal(keysOf('Title,Head\nCows,3\nSteers,40\n').slice(1), [first]);
});

test('the template names every column of the form, and a row below it is read', () => {
  for (const form of Object.values(FORMS)) {
    const { rows } = sheetOf(lotsTemplate(form));
    assert.is(rows[0]?.length, lotColumns(form).length);
    const cells = lotColumns(form).map(({ name }) => (name === 'title' ? 'Steers' : ''));
    const of = lotsOf({ rows: [...rows, cells] }, form, known);
    assert.is(of.outcome === 'read' && of.lots.length, 1, `${form.kind} ${JSON.stringify(of).slice(0, 300)}`);
    assert.equal(of.outcome === 'read' && of.unused, []);
  }
});

test('a row that is longer than the headings begins no lot; a column without a heading is asked about', () => {
  const { lots, problems, leftOut } = taken(
    'Title,Head,Sold by,Start Price\nAngus,20,Head,1,250\nCows,20,Head,900\nTotal,40,,,note\n',
  );
  assert.equal(
    [lots.map(({ row }) => row), problems, leftOut.map(({ row }) => row)],
    [[3], [{ row: 2, column: 'column 5', value: '250', rule: 'it has 5 values for 4 columns' }], [4]],
  );
  const text = 'Title,Head,,Sold by,Start Price\nAngus,20,Reserve 1500!,Head,1250\n';
  const of = read(text);
  assert.is(of.outcome === 'unclear' && of.why, 'No heading is above the values of column 3');
  const chosen = taken(text, { title: 0, count: 1, unit: 3, startCents: 4 });
  assert.equal([chosen.lots.length, chosen.unused], [1, ['column 3']]);
  assert.is(read(',Title,Head\n,Cows,20\nTotal,,20\n').outcome, 'read');
});

test('a title with the words of a sum is a lot where its row says how or what is sold', () => {
  const titles = (text: string, form = FORMS.sheep) => {
    const of = lotsOf(sheetOf(text), form, known);
    if (of.outcome !== 'read') throw new Error(JSON.stringify(of));
    return [of.lots.map(({ content }) => content.details['title']), of.leftOut.map(({ row }) => row)];
  };
  assert.equal(
    titles(
      'Title,Head,Sex,Start Price\nLambs avg 45 kg,100,,150\nSheep average weight 52 kg,20,Ewes,\nLightest lambs,9,,$99\nTotal,129,,\nAverage,43,,124.50\nTotal lambs,129,,\n',
    ),
    [
      ['Lambs avg 45 kg', 'Sheep average weight 52 kg', 'Lightest lambs'],
      [5, 6, 7],
    ],
  );
  assert.equal(titles('Sold by,Title,Head\nHead,Lightest cattle,10\nTotal,,10\n', cattle), [
    ['Lightest cattle'],
    [3],
  ]);
});

test('more rows than a file may have are refused as a whole', () => {
  const of = read(`Title,Head\n${'Steers,40\n'.repeat(201)}`);
  assert.match(of.outcome === 'unreadable' ? of.message : '', 'has 201 lots. At most 200');
});

test('pictures are found by their names, in any case, folder and ending', () => {
  const files = ['IMG_1.JPG', 'two.heic', 'three.png', 'spare.jpg'].map((name) => new File(['x'], name));
  const { of, missing, unused } = matchPictures(
    [
      { row: 2, pictures: ['img_1.jpg', 'C:\\sale\\Two.jpg', 'four.jpg'] },
      { row: 3, pictures: ['three', 'img_1.jpg'] },
      { row: 4, pictures: [] },
    ],
    files,
  );
  assert.equal(
    [2, 3, 4].map((row) => of.get(row)?.map(({ name }) => name)),
    [['IMG_1.JPG', 'two.heic'], ['three.png', 'IMG_1.JPG'], []],
  );
  assert.equal(missing, [{ row: 2, name: 'four.jpg' }]);
  assert.equal(
    unused.map(({ name }) => name),
    ['spare.jpg'],
  );
});

test.run();
