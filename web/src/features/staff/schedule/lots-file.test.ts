import { csvColumns, readLotsCsv } from '@saleyard/command-api/sales/lots-csv.ts';
import { LOTS_PER_REQUEST } from '@saleyard/contract/staff.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { problemsOf } from './lot-draft.ts';
import { readLotsFile, templateCsv } from './lots-file.ts';

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
  assert.is(problem?.message, 'Start price stands in a file as whole cents, like 120000');
});

test('problems name the file’s own lines, also below a quoted line break', () => {
  const { lines } = read('title,agentComment\nfirst,"two\nlines"\nsecond,\n');
  assert.equal(lines, [3, 4]);
});

test('a file that can not be read says why', () => {
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

test.run();
