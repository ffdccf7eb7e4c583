import { suite } from '@saleyard/testing/suite.ts';
import { strToU8, zipSync } from 'fflate';
import * as assert from 'uvu/assert';
import { spreadsheetFile, type TestSheet } from '@/test-support/spreadsheet-files.ts';
import { readSheet } from './rows-file.ts';
import { readSpreadsheet } from './spreadsheet.ts';

const test = suite('spreadsheets');

const read = (bytes: Uint8Array<ArrayBuffer>) => readSheet(new Blob([bytes]), []);
async function rowsOf(...sheets: TestSheet[]) {
  const of = await read(spreadsheetFile(sheets));
  assert.is(of.outcome, 'read', JSON.stringify(of));
  return of.outcome === 'read' ? of.sheet.rows : [];
}
async function refusalOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const of = await read(bytes);
  assert.is(of.outcome, 'unreadable', JSON.stringify(of).slice(0, 500));
  return of.outcome === 'unreadable' ? of.message : '';
}

test('texts, numbers, days, yes and no, and the results of formulas are read as they are shown', async () => {
  const day = { xml: '<c s="1"><v>46357</v></c>' };
  const formulas = [
    { xml: '<c><f>SUM(B2:B9)</f><v>412.5</v></c>' },
    { xml: '<c t="str"><f>A1&amp;"x"</f><v>Anguš</v></c>' },
    { xml: '<c t="b"><v>1</v></c>' },
    { xml: '<c t="inlineStr"><is><t>here</t></is></c>' },
  ];
  const rows = await rowsOf({ rows: [['P & M O’Brien', 40, 412.5, 982000123456781, day], formulas] });
  assert.equal(rows, [
    ['P & M O’Brien', '40', '412.5', '982000123456781', '2026-12-01'],
    ['412.5', 'Anguš', 'true', 'here', ''],
  ]);
});

test('rows keep their numbers past empty rows and cells that only have a format', async () => {
  const rows = await rowsOf({
    rows: [[null, null], ['Title', 'Head'], [null], ['Steers', 40]],
    extra: '<row r="900000" spans="1:3"><c r="XFD900000" s="1"/></row><row r="1048576"/>',
  });
  assert.equal(rows, [
    ['', ''],
    ['Title', 'Head'],
    ['', ''],
    ['Steers', '40'],
  ]);
});

test('merged cells count for each row that they cover; across columns they are in the first', async () => {
  const rows = await rowsOf({
    rows: [
      ['Sale of 14 March', null],
      ['Vendor', 'Head'],
      ['Hill', 10],
      [null, 20],
      [null, 30],
      ['Dale', 5],
    ],
    merged: ['A1:B1', 'A3:A5', 'A6:A900000'],
  });
  assert.equal(
    rows.map(([first]) => first),
    ['Sale of 14 March', 'Vendor', 'Hill', 'Hill', 'Hill', 'Dale'],
  );
  assert.is(rows[0]?.[1], '');
});

test('the first visible sheet with something in it is read, and the others are named', async () => {
  const of = await read(
    spreadsheetFile([
      { name: 'Lists', rows: [['x']], hidden: true },
      { name: 'Empty', rows: [[null]] },
      { name: 'Lots & heads', rows: [['Title']] },
      { name: 'Notes', rows: [['y']] },
    ]),
  );
  assert.equal(of, {
    outcome: 'read',
    sheet: { rows: [['Title']] },
    of: { name: 'Lots & heads', unread: ['Empty', 'Notes'] },
  });
});

test('what is no spreadsheet, or says too little, is refused with the reason', async () => {
  const file = spreadsheetFile([{ rows: [['a']] }]);
  assert.match(await refusalOf(spreadsheetFile([{ rows: [] }])), 'empty');
  assert.match(await refusalOf(spreadsheetFile([{ rows: [['a']], hidden: true }])), 'empty');
  assert.match(await refusalOf(zipSync({ 'word/document.xml': strToU8('<w/>') })), 'not a spreadsheet');
  assert.match(await refusalOf(file.slice(0, file.length - 30)), 'cannot be read');
  assert.match(
    await refusalOf(spreadsheetFile([{ rows: [['a']] }], { without: ['xl/_rels/workbook.xml.rels'] })),
    'cannot be read',
  );
  const noResult = { xml: '<c t="str"><f>A1</f></c>' };
  assert.match(
    await refusalOf(spreadsheetFile([{ rows: [['a'], [null, noResult]] }])),
    'Cell B2 has a formula',
  );
  assert.type(await refusalOf(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0])), 'string');
});

test('a file that unpacks to far more than it is stops at the limit, in spite of what its directory claims', async () => {
  const most = 1_000_000;
  const large = new Uint8Array(most + 1).fill(32);
  const bomb = zipSync({
    'xl/workbook.xml': strToU8('<workbook/>'),
    'xl/worksheets/sheet1.xml': large,
    'xl/media/image.xml': large,
  });
  assert.ok(bomb.length < 10_000);
  const lying = bomb.slice();
  const view = new DataView(lying.buffer);
  for (let at = 0; at < lying.length - 4; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
  for (const file of [bomb, lying]) {
    const of = await readSpreadsheet(file, [], most);
    assert.match(of.outcome === 'unreadable' ? of.message : '', 'too large once unpacked');
  }
  const known = await readSpreadsheet(bomb, [], most + 1_000);
  assert.match(known.outcome === 'unreadable' ? known.message : '', 'empty', 'one is within it');
});

test('cells far away are refused and not made', async () => {
  const far = async (at: string) =>
    refusalOf(
      spreadsheetFile([
        { rows: [['a']], extra: `<row r="${/\d+/.exec(at)?.[0]}"><c r="${at}"><v>1</v></c></row>` },
      ]),
    );
  for (const at of ['XFD1', 'A1048576', 'ALL20000', 'ZZZZ999999999'])
    assert.match(await far(at), 'far below or beside', at);
});

test.run();
