import { csvSheet, encodingOf, textOf } from '@saleyard/contract/rows-file.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { weightsOf, weightsTemplate } from './weights-file.ts';

const test = suite('files of weights');
const { cattle } = FORMS;
const abblamb = FORMS['sheep-abblamb'];

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, little = true, mark = true): Uint8Array => {
  const units = [...(mark ? '\uFEFF' : ''), ...text].map((character) => character.charCodeAt(0));
  return Uint8Array.from(
    units.flatMap((unit) => (little ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
  );
};
const read = (text: string | Uint8Array, form = cattle, chosen?: Record<string, number | null>) =>
  weightsOf(csvSheet(parse, textOf(typeof text === 'string' ? utf8(text) : text)), form, chosen);
const taken = (text: string | Uint8Array, form = cattle) => {
  const of = read(text, form);
  assert.is(of.outcome, 'read', JSON.stringify(of));
  if (of.outcome !== 'read') throw new Error('not read');
  return of;
};
const weightsIn = (text: string | Uint8Array, form = cattle) =>
  taken(text, form).heads.map(({ head }) => head['weightLive']);

const HEADS = 'EID,Weight,Fat Score';
const PLAIN = `${HEADS}\r\n982 000123456781,412.5,3\r\n982 000123456782,398,2\r\n`;

test('each encoding and each sign between cells gives the same heads', () => {
  const expected = taken(PLAIN).heads;
  assert.equal(expected, [
    { row: 2, head: { animalIndividualId: '982 000123456781', weightLive: 412.5, fatScore: 3 } },
    { row: 3, head: { animalIndividualId: '982 000123456782', weightLive: 398, fatScore: 2 } },
  ]);
  const tabs = PLAIN.replaceAll(',', '\t');
  const files: readonly [string, Uint8Array][] = [
    ['UTF-8 with its mark', utf8(`\uFEFF${PLAIN}`)],
    ['UTF-16', utf16(PLAIN)],
    ['UTF-16, big end first', utf16(PLAIN, false)],
    ['UTF-16 without its mark', utf16(tabs, true, false)],
    ['tabs', utf8(tabs)],
    ['semicolons', utf8(PLAIN.replaceAll(',', ';'))],
    ['line feeds', utf8(PLAIN.replaceAll('\r\n', '\n'))],
    ['carriage returns', utf8(PLAIN.replaceAll('\r\n', '\r'))],
    ['no line end at the end', utf8(PLAIN.trimEnd())],
    ['quotes', utf8(PLAIN.replaceAll(/[^,\r\n]+/g, '"$&"'))],
    ['trailing commas', utf8(PLAIN.replaceAll('\r\n', ',,\r\n'))],
    ['empty first column', utf8(PLAIN.replaceAll(/^(?=.)/gm, ','))],
    ['fat score with a decimal', utf8(PLAIN.replaceAll(/,(\d)\r/g, ',$1.0\r'))],
  ];
  for (const [name, bytes] of files) assert.equal(taken(bytes).heads, expected, name);
  const moved = expected.map(({ row, head }) => ({ row: row + 1, head }));
  assert.equal(taken(`sep=;\r\n${PLAIN.replaceAll(',', ';')}`).heads, moved, 'sep=');
  assert.equal(taken(utf16(`sep=\t\r\n${tabs}`)).heads, moved, 'sep= with tabs');
});

test('Windows-1252 is read where the bytes are not UTF-8', () => {
  const bytes = Uint8Array.from([
    ...utf8('EID,Weight,Fat Score,Vendor\n1,400,3,O'),
    0x92,
    ...utf8('Brien\n'),
  ]);
  assert.is(encodingOf(bytes), 'windows-1252');
  assert.match(textOf(bytes), 'O’Brien');
});

test('decimal commas, units and thousands are read; what may mean two weights is refused', () => {
  assert.equal(weightsIn('Weight;Fat Score\n412,5;3\n398;2\n'), [412.5, 398]);
  assert.equal(weightsIn('Weight;Fat Score\n412,555;3\n398,5;2\n'), [412.56, 398.5]);
  assert.equal(weightsIn('Weight;Fat Score\n412.5;3\n'), [412.5]);
  assert.equal(weightsIn('Weight;Fat Score\n412.555;3\n398.125;2\n'), [412.56, 398.13]);
  assert.equal(weightsIn('Weight,Fat Score\n"412,5",3\n"1,020.5",2\n412.5 kg,3\n'), [412.5, 1_020.5, 412.5]);
  const { heads, problems } = taken('Weight,Fat Score\n"412,500",3\n400,2\n');
  assert.equal([heads.length, problems.map(({ row }) => row)], [1, [2]]);
});

test('headings are found in any case, with spaces, units and synonyms', () => {
  const weights = [
    'weight',
    'WEIGHT',
    ' Weight (kg) ',
    'Live Wt (kg)',
    'LiveWeight',
    'live_weight',
    'Wt',
    'weightLive',
  ];
  const scores = ['Fat Score', 'FAT', 'F/S', 'fatscore', 'Fat score (1-5)', 'FS'];
  const ids = ['EID', 'Electronic ID', 'RFID', 'NLISID', 'NLIS ID', 'VID', 'Visual ID', 'Tag', 'Animal ID'];
  for (const heading of weights) assert.equal(weightsIn(`${heading},Fat Score\n400,3\n`), [400], heading);
  for (const heading of scores) assert.equal(weightsIn(`Weight,${heading}\n400,3\n`), [400], heading);
  for (const heading of ids)
    assert.is(
      taken(`${heading},Weight,Fat Score\n982 1,400,3\n`).heads[0]?.head['animalIndividualId'],
      '982 1',
      heading,
    );
  const both = taken('VID,EID,Weight,Fat Score\n101,982 1,400,3\n');
  assert.is(
    both.heads[0]?.head['animalIndividualId'],
    '982 1',
    'the electronic number before the visual one',
  );
  assert.equal(both.unused, ['VID']);
});

test('preamble, empty and summary rows are left out, and said by their rows', () => {
  const file = `Gunnedah yards,,\n\n${HEADS}\n982 1,412.5,3\n,,\n982 2,398,2\nAverage,405.25,2.5\nCount,2,\nTotal:,,\n`;
  const { heads, leftOut } = taken(file);
  assert.equal(
    heads.map(({ row }) => row),
    [4, 6],
  );
  assert.equal(
    leftOut.map(({ row }) => row),
    [1, 7, 8, 9],
  );
  assert.match(leftOut[1]?.why ?? '', 'Average');
});

test('each problem has its row, column, value and rule, and its row is not taken', () => {
  const { heads, problems, notes } = taken(
    `${HEADS}\n982 1,412.5,3\n982 2,,2\n982 3,heavy,3\n982 4,400,9\n9.82E+14,400,3\n982 1,401,3\n982 5,4125,3\n`,
  );
  assert.equal(
    heads.map(({ row, head }) => [row, head['weightLive']]),
    [
      [2, 412.5],
      [8, 2_000],
    ],
  );
  assert.equal(
    problems.map(({ row, column, value }) => [row, column, value]),
    [
      [3, 'Weight', ''],
      [4, 'Weight', 'heavy'],
      [5, 'Fat Score', '9'],
      [6, 'EID', '9.82E+14'],
      [7, 'EID', '982 1'],
    ],
  );
  assert.match(problems[2]?.rule ?? '', 'from 1 to 5');
  assert.match(problems[3]?.rule ?? '', 'last digits are lost');
  assert.is(problems[4]?.rule, 'is also in row 2');
  assert.equal(
    notes.map(({ row, value }) => [row, value]),
    [[8, '4125']],
  );
});

test('a row that is longer than the headings is named and not taken: its comma may be of a decimal', () => {
  const { heads, problems } = taken(`${HEADS}\n982 1,412,5,3\n982 2,398,2\nAverage,405,2,5\n`);
  assert.equal(
    heads.map(({ row, head }) => [row, head['weightLive'], head['fatScore']]),
    [[3, 398, 2]],
  );
  assert.equal(problems, [{ row: 2, column: 'column 4', value: '3', rule: 'it has 4 values for 3 columns' }]);
  const alone = taken('Weight\n412,5\n', abblamb);
  assert.equal([alone.heads, alone.problems.map(({ rule }) => rule)], [[], ['it has 2 values for 1 column']]);
});

test('a filled column without a heading is named as not used', () => {
  const { heads, unused } = taken('EID,,Weight,Fat,,\n982 1,lame,400,3,,\n');
  assert.equal([heads.length, unused], [1, ['column 2']]);
});

test('a file without weights, or without fat scores but for abblamb, is not taken', () => {
  const noScore = read('EID,VID,Weight\n982 1,A12,412\n');
  assert.is(noScore.outcome, 'unclear');
  assert.match(noScore.outcome === 'unclear' ? noScore.why : '', 'Fat Score');
  assert.equal(weightsIn('EID,VID,Weight\n982 1,A12,412\n', abblamb), [412]);
  assert.is(read('id,fat score\n1,3\n').outcome, 'unclear');
  for (const text of ['', ' \n,,\n', `${HEADS}\n`]) assert.is(read(text).outcome, 'unreadable', text);
  // What the person chooses is taken.
  const chosen = read('Beast,Heft,Cover\n7,412,3\n', cattle, {
    animalIndividualId: 0,
    weightLive: 1,
    fatScore: 2,
  });
  assert.is(chosen.outcome === 'read' && chosen.heads.length, 1);
  assert.is(
    read('Weight,Live Weight,Fat\n400,410,3\n').outcome,
    'unclear',
    'two weights: the person chooses',
  );
});

test('more than 2000 heads are refused as a whole', () => {
  const rows = (count: number) => `Weight,Fat\n${'400,3\n'.repeat(count)}`;
  assert.is(taken(rows(2_000)).heads.length, 2_000);
  const over = read(rows(2_001));
  assert.is(
    over.outcome === 'unreadable' && over.message,
    'Maximum allowed upload of head weighted is 2000 per lot',
  );
});

test('the template of a form is a file that it reads', () => {
  for (const form of [cattle, abblamb]) assert.is(taken(weightsTemplate(form), form).problems.length, 0);
});

test('any text and any bytes are read or refused, and every row is accounted for', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      '412.5',
      '412,5',
      '3',
      '982 000123456781',
      '9.82E+14',
      'Average',
      'Weight',
      '"',
      'é',
      '-1',
      '\0',
    ),
    fc.string({ maxLength: 8 }),
  );
  const line = fc.array(cell, { maxLength: 6 });
  const sign = fc.constantFrom(',', ';', '\t', '|');
  const text = fc
    .tuple(fc.boolean(), fc.array(line, { maxLength: 12 }), sign, fc.constantFrom('\n', '\r\n', '\r'))
    .map(([hasHeads, lines, between, end]) =>
      [...(hasHeads ? [['EID', 'Weight', 'Fat Score']] : []), ...lines]
        .map((cells) => cells.join(between))
        .join(end),
    );
  const bytes = fc.oneof(
    text.map(utf8),
    text.map((of) => utf16(of)),
    fc.uint8Array({ maxLength: 200 }),
  );
  fc.assert(
    fc.property(bytes, (file) => {
      let sheet: ReturnType<typeof csvSheet>;
      try {
        sheet = csvSheet(parse, textOf(file));
      } catch {
        return;
      }
      const of = weightsOf(sheet, cattle);
      if (of.outcome !== 'read') return;
      const said = new Set([...of.heads, ...of.leftOut, ...of.problems].map(({ row }) => row));
      for (const [index, cells] of sheet.rows.entries())
        if (cells.some((one) => one.trim() !== '') && index + 1 !== of.headingRow)
          assert.ok(said.has(index + 1));
      for (const { head } of of.heads) {
        assert.ok(Number(head['weightLive']) > 0 && Number(head['weightLive']) <= 2_000);
        assert.ok([1, 2, 3, 4, 5].includes(Number(head['fatScore'])));
      }
    }),
    { seed: 36_5, numRuns: 1_500 },
  );
});

test.run();
