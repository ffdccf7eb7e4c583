import { csvColumns, readLotsCsv } from '@saleyard/command-api/sales/lots-csv.ts';
import { csvSheet, csvText } from '@saleyard/contract/rows-file.ts';
import { LOTS_PER_REQUEST } from '@saleyard/contract/staff.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { parse } from 'csv-parse/sync';
import * as assert from 'uvu/assert';
import { problemsOf } from './lot-draft.ts';
import { catalogueTable, catalogueText, readLotsFile, templateCsv } from './lots-file.ts';

const test = suite('lots from a file');

const read = (text: string) => {
  const file = readLotsFile(text);
  if (file.outcome !== 'read') throw new Error(file.message);
  return file;
};
const complaint = (text: string): string => {
  const file = readLotsFile(text);
  return file.outcome === 'unreadable' ? file.message : 'read';
};

test('the template has the server’s columns, and its example is a lot without problems to both', async () => {
  const template = templateCsv();
  assert.equal(new Set(template.split('\n')[0]?.split(',')), new Set(csvColumns().keys()));
  assert.equal(problemsOf(read(template).drafts, 'cattle'), []);
  assert.is((await readLotsCsv(template, async () => null)).outcome, 'read');
});

test('cents of the file become amounts as people type them', () => {
  const { drafts } = read('unit,startCents,reserveCents\nhead,120050,\nkg,412,430\n');
  assert.equal(
    drafts.map(({ startCents, reserveCents }) => [startCents, reserveCents]),
    [
      ['1200.50', ''],
      ['412', '430'],
    ],
  );
});

test('an amount that is not whole cents is a problem of its row', () => {
  const { drafts } = read('unit,startCents\nhead,$1200.50\n');
  const problem = problemsOf(drafts, 'cattle').find(({ column }) => column === 'startCents');
  assert.is(problem?.message, 'Start price in a file is in whole cents, like 120000');
});

test('problems name the rows of the spreadsheet, also below a quoted line break', () => {
  const { lines } = read('title,agentComment\nfirst,"two\nlines"\nsecond,\n');
  assert.equal(lines, [2, 3]);
});

test('a file that cannot be read says why', () => {
  assert.match(complaint(''), 'holds no lots');
  assert.match(complaint('title\n'), 'holds no lots');
  assert.match(
    complaint('title,colour\na,b\n'),
    'Row 1: there is no column "colour"; the columns are number, ',
  );
  assert.is(complaint('title,title\na,b\n'), 'Row 1: the column "title" stands twice.');
  assert.is(complaint('title,sex\na,b,c\n'), 'Row 2: it has 3 values for 2 columns.');
  assert.match(complaint('title\n"never closed\n'), 'This is not CSV');
  assert.match(complaint(`title\n${'x\n'.repeat(LOTS_PER_REQUEST + 1)}`), 'At most 2000 lots');
});

test('headings in any case, titles above, trailing commas, other signs and encodings are read', () => {
  const plain = 'unit,title,count\nhead,10 Angus Steers,10\n';
  const titles = (text: string) => read(text).drafts.map(({ title, count }) => [title, count]);
  for (const text of [
    plain,
    'Unit,Title,Count\nhead,10 Angus Steers,10\n',
    'unit;title;count\nhead;10 Angus Steers;10\n',
    'sep=;\nunit;title;count\nhead;10 Angus Steers;10\n',
    'unit,title,count,,\nhead,10 Angus Steers,10,,\n',
    'Gunnedah store sale,,\n\nunit,title,count\nhead,10 Angus Steers,10\n,,\nTotal,,10\n',
  ])
    assert.equal(titles(text), [['10 Angus Steers', '10']], text);
  const { lines, leftOut } = read('Gunnedah store sale,,\n\nunit,title,count\nhead,a,10\nTotal,,10\n');
  assert.equal([lines, leftOut.map(({ row }) => row)], [[4], [1, 5]]);
});

test('headings that are no column are chosen, and the server reads what was chosen', async () => {
  const text =
    'Gunnedah store sale,,,,\nStart,Head,Title,Colour,Sold per\n120000,10,"Steers, quiet",Red,head\nTotal,,,,\n90000,5,Cows,,head\n';
  const sheet = csvSheet(parse, text);
  const of = catalogueTable(sheet);
  assert.is(of.outcome === 'unclear' && of.why, 'No column is called “Start”, “Colour”');
  const chosen = catalogueTable(sheet, { startCents: 0, count: 1, title: 2, unit: 4 });
  if (chosen.outcome !== 'read') throw new Error(chosen.outcome);
  assert.equal(chosen.unused, ['Colour']);
  const sent = catalogueText(sheet, chosen);
  const { drafts, lines } = read(sent);
  assert.equal(
    drafts.map(({ title, count, startCents }) => [title, count, startCents]),
    [
      ['Steers, quiet', '10', '1200'],
      ['Cows', '5', '900'],
    ],
  );
  assert.equal(lines, [3, 5]);
  const server = await readLotsCsv(sent, async () => null);
  assert.equal(server.outcome === 'read' && server.lines, [3, 5]);
  const named = csvSheet(parse, 'unit,title,count\nhead,a,1\n');
  const table = catalogueTable(named);
  assert.is(table.outcome === 'read' && catalogueText(named, table), csvText(named));
});

test('a row that is longer than the headings is a problem of the file, also where columns are chosen', () => {
  const sheet = csvSheet(parse, 'Sold per,Title,count,Start\nhead,Cows,20,1,250\n');
  const of = catalogueTable(sheet, { unit: 0, title: 1, count: 2, startCents: 3 });
  if (of.outcome !== 'read') throw new Error(of.outcome);
  assert.is(complaint(catalogueText(sheet, of)), 'Row 2: it has 5 values for 4 columns.');
  const unnamed = catalogueTable(csvSheet(parse, 'unit,title,,count\nhead,Cows,quiet,20\n'));
  assert.is(unnamed.outcome === 'unclear' && unnamed.why, 'No heading is above the values of column 3');
});

test('prices under a heading in dollars are sent as cents, and one that is no price is named', async () => {
  const sheet = csvSheet(
    parse,
    'Sold by,Title,Head,Start price ($),Step ($)\nkg,Steers,20,4.00,0.02\nhead,Cows,5,"1,250",10.00\nhead,Bulls,1,POA,10\n',
  );
  const of = catalogueTable(sheet, { unit: 0, title: 1, count: 2, startCents: 3, incrementCents: 4 });
  if (of.outcome !== 'read') throw new Error(of.outcome);
  const sent = catalogueText(sheet, of);
  const { drafts } = read(sent);
  assert.equal(
    drafts.map(({ startCents, incrementCents }) => [startCents, incrementCents]),
    [
      ['400', '2'],
      ['1250', '1000'],
      ['$POA (not cents)', '1000'],
    ],
  );
  const server = await readLotsCsv(sent, async () => null);
  assert.equal(server.outcome === 'read' && server.lots.map((lot) => lot['startCents']), [
    400,
    125_000,
    '$POA',
  ]);
});

test('a title with the words of a sum is a lot where its row says how it is sold', async () => {
  const text =
    'unit,title,count,startCents\nhead,Lightest lambs,10,9000\nhead,Lambs avg 45 kg,10,\nTotal,,20,\n,Average,10,9000\n';
  const sheet = csvSheet(parse, text);
  const table = catalogueTable(sheet);
  assert.equal(table.outcome === 'read' && table.leftOut.map(({ row }) => row), [4, 5]);
  const { drafts } = read(text);
  assert.equal(
    drafts.map(({ title }) => title),
    ['Lightest lambs', 'Lambs avg 45 kg'],
  );
});

test('the files that people have are read, and each lot keeps its values', () => {
  const heads = 'unit,count,title,vendorName,agentComment';
  const row = 'head,10,"10 Angus, drafted; quiet",P & M O’Brien,"two\nlines"';
  const sheet = csvSheet(parse, `\uFEFF${heads}\r\n\r\n${row}\r\n`);
  const { drafts, lines } = read(csvText(sheet));
  assert.equal(
    drafts.map(({ title, vendorName, agentComment }) => [title, vendorName, agentComment]),
    [['10 Angus, drafted; quiet', 'P & M O’Brien', 'two\nlines']],
  );
  assert.equal(lines, [3]);
});

test.run();
