import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogueRows } from '@saleyard/contract/catalogue-file.ts';
import { csvText, type RowColumn, type Sheet, tableOf } from '@saleyard/contract/rows-file.ts';
import { allCatalogueFields, TERM_COLUMNS } from '@saleyard/domain/listing/forms/catalogue.ts';
import { headFields } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { lotColumns, readLots } from '@saleyard/domain/listing/lots-file.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { readWeights, WEIGHT_HEADINGS } from '@saleyard/domain/listing/weights-file.ts';

import { notRun, suite } from '@saleyard/testing/suite.ts';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { spreadsheetFile, type TestCell, type TestSheet } from '@/test-support/spreadsheet-files.ts';
import { readSheet } from './rows-file.ts';

const test = suite('files of rows, for each kind of them', { limitMs: 60_000 });
const { cattle } = FORMS;
const days = { today: '2026-09-01', live: '2026-09-30' };

const WEIGHTS: readonly RowColumn[] = headFields(cattle).map(({ name, title, required, type }) => ({
  name,
  title,
  headings: WEIGHT_HEADINGS[name] ?? [],
  required: required ?? false,
  ranked: type === 'text',
}));
const LOTS: readonly RowColumn[] = lotColumns(cattle);
const CATALOGUE: ReadonlySet<string> = new Set(
  [...TERM_COLUMNS, ...allCatalogueFields()].map(({ name }) => name),
);

const blob = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)]);

/** Whether each filled row of a sheet is taken, named with a problem, or named as left out. */
function assertAccounted(
  { rows }: Sheet,
  { headingRow, seen }: { headingRow: number; seen: ReadonlySet<number> },
): void {
  for (const [index, cells] of rows.entries())
    if (cells.some((cell) => cell.trim() !== '') && index + 1 !== headingRow)
      assert.ok(seen.has(index + 1), `row ${index + 1} of ${JSON.stringify(rows).slice(0, 400)}`);
}

/** Reads a sheet as each kind of file. No kind may throw, drop a row in silence, or take a value outside its limits. */
function readAsEachKind(sheet: Sheet): void {
  const weights = tableOf(sheet, WEIGHTS);
  if (weights.outcome === 'read') {
    const { heads, problems } = readWeights(cattle, weights.rows);
    const seen = new Set(
      [...heads, ...problems, ...weights.problems, ...weights.leftOut].map(({ row }) => row),
    );
    assertAccounted(sheet, { headingRow: weights.headingRow, seen });
    for (const { head } of heads) {
      const [kg, score] = [Number(head['weightLive']), Number(head['fatScore'])];
      assert.ok(kg > 0 && kg <= LOT_LIMITS.kgPerHead && [1, 2, 3, 4, 5].includes(score));
    }
  }
  for (const chosen of [undefined, { title: 0, count: 1, vendorName: 2 }]) {
    const lots = tableOf(sheet, LOTS, { chosen, isEachKnown: true });
    if (lots.outcome !== 'read') continue;
    const read = readLots(cattle, lots.rows, { days });
    const seen = new Set(
      [...read.lots, ...read.problems, ...lots.problems, ...lots.leftOut].map(({ row }) => row),
    );
    assertAccounted(sheet, { headingRow: lots.headingRow, seen });
    const wrong = new Set(read.problems.map(({ row }) => row));
    for (const { row, content } of read.lots) {
      assert.not.ok(wrong.has(row), 'nothing is half taken');
      assert.ok(content.count === null || (content.count > 0 && content.count <= LOT_LIMITS.count));
    }
  }
  const catalogue = catalogueRows(parse, csvText(sheet), CATALOGUE);
  if (catalogue.outcome === 'unreadable') assert.ok(catalogue.problems.length > 0);
}

const SAMPLES = [
  ...['', ' ', 'Title', 'Head', 'Vendor', 'Weight', 'EID', 'Fat Score', 'unit', 'count', 'title', 'Total'],
  ...['Average', '412.5', '412,5', '3', '40', '1,250', '982 000123456781', '9.82E+14', 'P & M O’Brien'],
  ...['yes', '31/12/2026', '2026-02-31', '$1,200', 'head', 'c/kg', '"', "'", ';', '\t', 'é', '\0', '=1+1'],
  ...['-1', '1e99', 'NaN', 'Infinity', '__proto__', 'constructor', '\u202e', '😀'],
] as const;
const cell = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...SAMPLES) }, fc.string({ maxLength: 12 }));
const table = fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 14 });
const HEADS = [
  ['EID', 'Weight', 'Fat Score'],
  ['Title', 'Head', 'Vendor', 'Sold by', 'Start', 'Avg Wt (kg)', 'Delivery', 'Photos'],
  ['unit', 'count', 'title', 'vendorName', 'startCents'],
] as const;
const withHeads = fc
  .tuple(fc.constantFrom(null, ...HEADS), table)
  .map(([heads, rows]) => (heads === null ? rows : [[...heads], ...rows]));

test('any text in any encoding, and any bytes, are read or refused with the reason', async () => {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const utf16 = (text: string, isLittle: boolean) =>
    Uint8Array.from(
      [...Array(text.length).keys()].flatMap((at) => {
        const unit = text.charCodeAt(at);
        return isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255];
      }),
    );
  const latin = (text: string) => Uint8Array.from([...text].map((sign) => sign.charCodeAt(0) & 255));
  const encodings = [
    utf8,
    (text: string) => utf8(`\uFEFF${text}`),
    (text: string) => utf16(`\uFEFF${text}`, true),
    (text: string) => utf16(`\uFEFF${text}`, false),
    (text: string) => utf16(text, true),
    latin,
  ] as const;
  const file = fc
    .tuple(
      withHeads,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.constantFrom(...encodings),
      fc.constantFrom('', 'sep=;\r\n', '\r\n\r\n'),
    )
    .map(([rows, between, end, encode, before]) =>
      encode(before + rows.map((cells) => cells.join(between)).join(end)),
    );
  await fc.assert(
    fc.asyncProperty(fc.oneof(file, fc.uint8Array({ maxLength: 300 })), async (bytes) => {
      const read = await readSheet(blob(bytes), WEIGHTS);
      if (read.outcome === 'unreadable') assert.ok(read.message.length > 10);
      else readAsEachKind(read.sheet);
    }),
    { seed: 36_41, numRuns: 1_200 },
  );
});

test('any spreadsheet is read or refused: formulas, days, merged cells, hidden sheets, damage', async () => {
  const odd: fc.Arbitrary<TestCell> = fc.oneof(
    { weight: 6, arbitrary: cell },
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.constantFrom<TestCell>(
      null,
      { xml: '<c s="1"><v>46357</v></c>' },
      { xml: '<c s="1"><v>-5</v></c>' },
      { xml: '<c s="99"><v>1</v></c>' },
      { xml: '<c><f>SUM(A1:A9)</f><v>412.5</v></c>' },
      { xml: '<c t="str"><f>A1</f><v></v></c>' },
      { xml: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' },
      { xml: '<c t="b"><v>1</v></c>' },
      { xml: '<c t="s"><v>9999</v></c>' },
      { xml: '<c t="inlineStr"><is><t>in</t></is></c>' },
    ),
  );
  const sheet: fc.Arbitrary<TestSheet> = fc.record(
    {
      rows: fc
        .tuple(fc.constantFrom(null, ...HEADS), fc.array(fc.array(odd, { maxLength: 6 }), { maxLength: 8 }))
        .map(([heads, rows]): TestCell[][] => (heads === null ? rows : [[...heads], ...rows])),
      hidden: fc.boolean(),
      merged: fc.array(fc.constantFrom('A1:A4', 'B2:C3', 'A9:A900000', 'ZZZ1:ZZZ9'), { maxLength: 2 }),
    },
    { requiredKeys: ['rows'] },
  );
  const file = fc
    .tuple(fc.array(sheet, { minLength: 1, maxLength: 3 }), fc.option(fc.tuple(fc.nat(), fc.nat(255))))
    .map(([sheets, damage]) => {
      const bytes = spreadsheetFile(sheets, { level: damage === null ? 0 : 6 });
      if (damage !== null) bytes[damage[0] % bytes.length] = damage[1];
      return bytes;
    });
  await fc.assert(
    fc.asyncProperty(file, async (bytes) => {
      const read = await readSheet(blob(bytes), WEIGHTS);
      if (read.outcome === 'unreadable') assert.ok(read.message.length > 10);
      else readAsEachKind(read.sheet);
    }),
    { seed: 36_42, numRuns: 400 },
  );
});

const INPUTS = fileURLToPath(new URL('../../../../shared/data/inputs', import.meta.url));

/** What each of the files that people have comes to: the rows that are taken, and what is named. */
const WANTED: Readonly<Record<string, { taken: number; names?: RegExp }>> = {
  'weights/02-trutest-no-fat.csv': { taken: 0, names: /No column was found for Fat Score/ },
  'weights/03-gallagher-heads.csv': { taken: 2 },
  'weights/04-blank-weight-row.csv': { taken: 2, names: /^3 weightLive must not be empty/ },
  'weights/05-summary-rows.csv': { taken: 2, names: /5 .*Average.*6 .*Count/s },
  'weights/08-unit-heads.csv': { taken: 1 },
  'weights/23-too-heavy.csv': { taken: 1, names: /2 weightLive 4,125 kg is more/ },
  'weights/29-one-bad-of-80.csv': { taken: 79, names: /fatScore|weightLive/ },
  'catalogue-csv/03-trailing-commas.csv': { taken: 2 },
  'catalogue-csv/08-cp1252.csv': { taken: 1 },
  'catalogue-csv/09-utf16le.csv': { taken: 1 },
  'catalogue-csv/10-title-row-above.csv': { taken: 1, names: /1 it is above the headings/ },
  'catalogue-csv/11-heading-case.csv': { taken: 1 },
};

async function outcomeOf(name: string): Promise<{ taken: number; says: string }> {
  const read = await readSheet(blob(readFileSync(join(INPUTS, name))), WEIGHTS);
  if (read.outcome === 'unreadable') return { taken: 0, says: read.message };
  if (name.startsWith('weights/')) {
    const of = tableOf(read.sheet, WEIGHTS);
    if (of.outcome !== 'read') return { taken: 0, says: of.outcome === 'unclear' ? of.why : of.message };
    const { heads, problems, notes } = readWeights(cattle, of.rows);
    const said = [...problems, ...notes].map(({ row, field, rule }) => `${row} ${field} ${rule}`);
    return {
      taken: heads.length,
      says: [...said, ...of.leftOut.map(({ row, why }) => `${row} ${why}`)].join('\n'),
    };
  }
  const of = catalogueRows(parse, csvText(read.sheet), CATALOGUE);
  if (of.outcome !== 'read') return { taken: 0, says: of.problems.map(({ message }) => message).join('\n') };
  return { taken: of.rows.length, says: of.leftOut.map(({ row, why }) => `${row} ${why}`).join('\n') };
}

if (existsSync(INPUTS)) {
  test('each file that people have gives its rows, and names what is left out', async () => {
    for (const folder of ['weights', 'catalogue-csv'])
      for (const file of readdirSync(join(INPUTS, folder))) {
        const name = `${folder}/${file}`;
        const { taken, says } = await outcomeOf(name);
        const wanted = WANTED[name];
        if (wanted === undefined) assert.ok(taken > 0 || says !== '', `${name}: nothing is taken or named`);
        else {
          assert.is(taken, wanted.taken, `${name}: ${says}`);
          if (wanted.names !== undefined) assert.match(says, wanted.names, name);
        }
      }
  });
} else notRun('files of rows that people have', 'put inputs into ../shared/data beside the checkout');

test.run();
