import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { readSheet } from '@/lib/rows-file.ts';
import { spreadsheetFile, type TestSheet } from '@/test-support/spreadsheet-files.ts';
import { weightColumns, weightsOf } from './weights-file.ts';

const test = suite('files of weights as scales, spreadsheets and people write them');
const { cattle } = FORMS;
const columns = weightColumns(cattle);

async function fileOf(file: string | Uint8Array<ArrayBuffer>) {
  const read = await readSheet(new Blob([file]), columns);
  assert.is(read.outcome, 'read', JSON.stringify(read));
  if (read.outcome !== 'read') throw new Error('not read');
  return { read, of: weightsOf(read.sheet, cattle) };
}

/** Heads as "row id weight score", and what is named, as "row rule". */
async function takenOf(file: string | Uint8Array<ArrayBuffer>) {
  const { of } = await fileOf(file);
  if (of.outcome !== 'read') return { heads: [of.outcome === 'unclear' ? of.why : of.message], named: [] };
  return {
    heads: of.heads.map(({ row, head }) =>
      [row, head['animalIndividualId'] ?? '-', head['weightLive'], head['fatScore']].join(' '),
    ),
    named: [
      ...of.leftOut.map(({ row, why }) => `${row} ${why}`),
      ...of.problems.map(({ row, rule }) => `${row} ${rule}`),
    ],
  };
}

const HEADS = 'EID,Weight,Fat Score';
const TWO = `${HEADS}\n982 1,412.5,3\n982 2,398,2\n`;
const TAKEN = ['2 982 1 412.5 3', '3 982 2 398 2'];

test('a row that sums up others is never a head, by any of its names, and is named', async () => {
  const names = [
    ...[
      'Total',
      'TOTALS:',
      'Totals',
      'Total head',
      'Total Weight',
      'Total kg',
      'Grand Total',
      'Sub-total',
      'Total (2)',
    ],
    ...[
      'Average',
      'Averages',
      'Average:',
      'AVERAGE =',
      'Average Weight',
      'Avg',
      'Avg.',
      'Avg Wt',
      'Avge',
      'Ave',
      'Av.',
    ],
    ...[
      'Mob average',
      'Overall average',
      'Group total',
      'Total/Avg',
      'Totals / Averages',
      'Mean',
      'Mean weight',
      'Median',
    ],
    ...[
      'Count',
      'Count: 2',
      'COUNT 2 head',
      'Head count',
      'No. Head',
      'No of Head',
      'Number of animals',
      'Tally',
      'Sum:',
    ],
    ...[
      'Min',
      'Max.',
      'Minimum weight',
      'Heaviest',
      'Lightest',
      'Std Dev',
      'Standard deviation',
      'SD',
      'Summary',
      'Range',
    ],
  ];
  for (const name of names) {
    const { heads, named } = await takenOf(`${TWO}${name},405,3\n`);
    assert.equal(heads, TAKEN, name);
    assert.equal(named, [`4 it sums up other rows (${name})`], name);
  }
  const second = await takenOf('VID,EID,Weight,Fat Score\n1,982 1,400,3\n2,Average,405,3\n,,Total,810\n');
  assert.equal(second.heads, ['2 982 1 400 3']);
});

test('an animal whose number looks like such a name is a head', async () => {
  for (const id of ['AV12', 'SD 101', 'MAX1', 'TOTAL5', 'Maximus', 'Avery', '101', 'Head 4', 'No 7'])
    assert.equal((await takenOf(`${HEADS}\n${id},400,3\n`)).heads, [`2 ${id} 400 3`], id);
});

test('sums and averages below the last row are no heads where nothing names them', async () => {
  const three = `${HEADS}\n982 1,412.5,3\n982 2,398,2\n982 3,400,3\n`;
  for (const [end, rows] of [
    [',1210.5,\n', [5]],
    [',"1,210.5",8\n', [5]],
    [',403.5,2.67\n', [5]],
    [',403.50,\n', [5]],
    [',1210.5,\n,403.5,2.67\n', [5, 6]],
    ['\n,1210.5,8\n', [6]],
  ] as const) {
    const { heads, named } = await takenOf(three + end);
    assert.is(heads.length, 3, end);
    assert.equal(
      named,
      rows.map((row) => `${row} it sums up other rows`),
      end,
    );
  }
  // A head without a tag is one, also where it weighs what the others do on average.
  assert.is((await takenOf(`${three},403.5,3\n`)).heads.length, 4);
  assert.is((await takenOf('Weight,Fat\n400,3\n402,3\n404,3\n402,3\n')).heads.length, 4);
  assert.is((await takenOf('Weight,Fat\n400,3\n402,3\n404,3\n1206,9\n')).heads.length, 3);
});

test('a file without headings loses no head: the person says what its columns are', async () => {
  for (const text of ['982 1,412.5,3\n982 2,398,2\n', '\n\n982 1;412,5;3\n982 2;398,0;2\n']) {
    const { read, of } = await fileOf(text);
    assert.is(of.outcome === 'unclear' && of.why, 'The file has no headings');
    const chosen = { animalIndividualId: 0, weightLive: 1, fatScore: 2 };
    const taken = weightsOf(read.sheet, cattle, chosen);
    assert.equal(taken.outcome === 'read' && taken.heads.map(({ head }) => head['weightLive']), [412.5, 398]);
  }
  assert.match((await takenOf('Beast,Heft,Cover\n7,412,3\n')).heads[0] ?? '', 'No column was found');
});

test('rows of units, lines, repeated and two-line headings are no heads', async () => {
  for (const [text, named] of [
    [`${HEADS}\n,(kg),(1-5)\n982 1,400,3\n`, '2 it has the units of the columns'],
    [`${HEADS}\n-----,-----,---\n982 1,400,3\n`, '2 it is a line between rows'],
    [`${HEADS}\n${HEADS}\n982 1,400,3\n`, '2 it repeats the headings'],
    ['Electronic,Live,Fat\nID,Weight,Score\n982 1,400,3\n', '1 it is above the headings'],
    ['Animal,,Weighing,\nEID,VID,Weight,Fat Score\n982 1,7,400,3\n', '1 it is above the headings'],
  ] as const) {
    const { heads, named: of } = await takenOf(text);
    assert.equal([heads, of], [['3 982 1 400 3'], [named]], text);
  }
});

test('headings have units and other words; a weight in pounds is never taken as kilograms', async () => {
  for (const heading of [
    ...[
      'Weight kg',
      'Weight, kg',
      'Weight/kg',
      'Weight - kg',
      'WEIGHT KGS',
      'Weight in kg',
      'Live weight [kg]',
    ],
    ...[
      'Liveweight (kg/hd)',
      'LWT (kg)',
      'L.W.',
      'Wgt',
      'Kgs',
      'Weight*',
      'Wt_kg',
      'Live Wt.',
      'Current weight (kg)',
    ],
    ...['Animal Weight', 'Scale weight', 'Actual Weight', 'Final weight'],
  ])
    assert.equal(
      (await takenOf(`EID,"${heading}",Fat Score\n982 1,400,3\n`)).heads,
      ['2 982 1 400 3'],
      heading,
    );
  for (const heading of [
    'Fat',
    'Fat Sc',
    'Fat scr.',
    'F.S.',
    'Fat Score (1-5)',
    'Fat Score 1-5',
    'Fat Score /5',
  ])
    assert.equal((await takenOf(`EID,Weight,"${heading}"\n982 1,400,3\n`)).heads, ['2 982 1 400 3'], heading);
  for (const heading of [
    ...[
      'EID Number',
      'EID No.',
      'E-ID',
      'EID (15 digit)',
      'RFID Number',
      'RFID Tag',
      'NLIS Number',
      'NLIS RFID',
    ],
    ...[
      'NLIS Tag No',
      'Elec ID',
      'Electronic ID No',
      'Electronic Tag',
      'Lifetime ID',
      'Tag ID',
      'Tag #',
      'Animal No',
    ],
    ...['Ear tag', 'Eartag number', 'Visual', 'Visual Tag No', 'VID'],
  ])
    assert.equal(
      (await takenOf(`"${heading}",Weight,Fat Score\n982 1,400,3\n`)).heads,
      ['2 982 1 400 3'],
      heading,
    );
  assert.equal((await takenOf('ID,EID,Weight,Fat Score\n7,982 1,400,3\n')).heads, ['2 982 1 400 3']);
  assert.equal((await takenOf('Weight (lb),Weight (kg),Fat\n882,400,3\n')).heads, ['2 - 400 3']);
  for (const heading of ['Weight (lb)', 'Weight lbs', 'Live Wt, pounds'])
    assert.equal(
      (await takenOf(`"${heading}",Fat\n882,3\n`)).heads,
      ['No column was found for Live Weight'],
      heading,
    );
});

test('an animal’s number keeps its digits, is found twice however it is written, and a shortened one is named', async () => {
  for (const [cell, id] of [
    ['982 000123456781', '982 000123456781'],
    ['0982000123456781', '0982000123456781'],
    ['982-000-123456781', '982-000-123456781'],
    ["'982000123456781", '982000123456781'],
    ['="982000123456781"', '982000123456781'],
    ['"=""982000123456781"""', '982000123456781'],
    ['982000123456781.00', '982000123456781'],
    ['"982,000,123,456,781"', '982000123456781'],
    ['9.82000123456781E+14', '982000123456781'],
    ['\u00a0982\u00a0000123456781\u00a0', '982\u00a0000123456781'],
  ] as const) {
    assert.equal((await takenOf(`${HEADS}\n${cell},400,3\n`)).heads, [`2 ${id} 400 3`], cell);
    const twice = await takenOf(`${HEADS}\n982000123456781,400,3\n${cell},401,3\n`);
    assert.equal([twice.heads.length, twice.named], [1, ['3 is also in row 2']], cell);
  }
  for (const cell of ['9.82E+14', '9.82e14', '9.82000123E+14', '9.82 E+14', '9.82E+014', '"9,82E+14"'])
    assert.match((await takenOf(`${HEADS}\n${cell},400,3\n`)).named.join(), 'last digits are lost', cell);
});

test('weights have decimal commas, thousands and units in each usual way', async () => {
  for (const [text, kg] of [
    ['Weight;Fat\n1.020;3\n398,5;2\n', [1_020, 398.5]],
    ['Weight;Fat\n1.020,50;3,0\n398;2\n', [1_020.5, 398]],
    ['Weight;Fat\n1 020,5;3\n398,25;2\n', [1_020.5, 398.25]],
    ['Weight\tFat\n1,020.5 kg\t3.0\n398KGS\t2\n', [1_020.5, 398]],
    ['Weight|Fat\n1020.5|3\n398.|2\n', [1_020.5, 398]],
    ['Weight, kg;Fat, 1-5\n1020,5;3,0\n398,0;2,0\n', [1_020.5, 398]],
    ['sep=|\r\nWeight|Fat\r\n1020.5|3\r\n398|2\r\n', [1_020.5, 398]],
    ['Weight,Fat\r\n1020.5,3\r\n398,2\r\n\u001a', [1_020.5, 398]],
  ] as const) {
    const { of } = await fileOf(text);
    assert.equal(of.outcome === 'read' && of.heads.map(({ head }) => head['weightLive']), kg, text);
  }
  for (const cell of ['~401', '882 lb', '4O1', '12:30', '400-410', '0', '-400', '#N/A', 'heavy'])
    assert.equal((await takenOf(`${HEADS}\n982 1,${cell},3\n`)).heads, [], cell);
  for (const score of ['0', '6', '3.5', '3+', '2-3', 'FS3', '-', ''])
    assert.equal((await takenOf(`${HEADS}\n982 1,400,${score}\n`)).heads, [], score);
});

const sheet = (name: string, rows: TestSheet['rows'], extra = ''): TestSheet => ({ name, rows, extra });
const HEADINGS = ['EID', 'Weight', 'Fat Score'];

test('of several sheets the one with the columns is read, and the others are named', async () => {
  const bytes = spreadsheetFile([
    sheet('Summary', [
      ['Mob', 'North'],
      ['Weight', 405],
    ]),
    sheet('Session 1', [HEADINGS, [982000123456781, 412.5, 3]]),
    sheet('Notes', [['x']]),
  ]);
  const { read, of } = await fileOf(bytes);
  assert.equal(read.of, { name: 'Session 1', unread: ['Summary', 'Notes'] });
  assert.is(of.outcome === 'read' && of.heads[0]?.head['animalIndividualId'], '982000123456781');
});

test('rows that a spreadsheet hides are left out and named; numbers, formulas and errors are read as shown', async () => {
  const hidden = (row: number, attribute: string) =>
    `<row r="${row}" ${attribute}><c r="A${row}"><v>98200000000000${row}</v></c><c r="B${row}"><v>500</v></c><c r="C${row}"><v>3</v></c></row>`;
  const rows: TestSheet['rows'] = [
    HEADINGS,
    [
      { xml: '<c><v>9.82000123456781E+14</v></c>' },
      { xml: '<c><f>B9/2</f><v>412.59999999999997</v></c>' },
      3,
    ],
    ['982000123456782', { xml: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' }, 3],
  ];
  const { heads, named } = await takenOf(
    spreadsheetFile([
      sheet('A', rows, hidden(4, 'hidden="1"') + hidden(5, 'ht="0" hidden="true"') + hidden(6, 'hidden="0"')),
    ]),
  );
  assert.equal(heads, ['2 982000123456781 412.6 3', '6 982000000000006 500 3']);
  assert.equal(named.slice(0, 2), ['4 it is hidden in the spreadsheet', '5 it is hidden in the spreadsheet']);
  assert.match(named[2] ?? '', /^3 must/);
});

test('a file of another kind is refused with what it is', async () => {
  const pdf = '%PDF-1.4';
  for (const [file, why] of [
    ['<html><table><tr><td>EID</td></tr></table></html>', 'web page'],
    ['\n<?xml version="1.0"?><Workbook/>', 'web page'],
    [pdf, 'PDF'],
    ['{\\rtf1\\ansi EID,Live Wt (kg)}', 'text document'],
    ['{\n  "kind": "cattle", "lot": { "count": 40 } }', 'JSON'],
    ['[{"EID": "982000123456781"}]', 'JSON'],
    ['\ufeff{"lots": [{ "title": "Steers" ', 'JSON'],
    [`scanned by a copier\n${pdf}`, 'PDF'],
    [Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), 'old Excel'],
    [Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46), 'picture'],
  ] as const) {
    const read = await readSheet(new Blob([file]), columns);
    assert.match(read.outcome === 'unreadable' ? read.message : 'it was read', why);
  }
  const empty = await fileOf('');
  assert.is(empty.of.outcome === 'unreadable' && empty.of.message, 'The file is empty');
});

test.run();
