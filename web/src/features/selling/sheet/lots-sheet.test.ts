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
