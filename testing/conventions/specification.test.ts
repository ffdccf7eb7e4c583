import * as assert from 'uvu/assert';
import {
  citesOrMay,
  parsePlants,
  plantable,
  planted,
  readPlants,
  readReplaced,
  testFilesOf,
} from '../specification/plants.ts';
import {
  CITED_FILE,
  citationsIn,
  citationsOf,
  citingFiles,
  compare,
  readRecorded,
  readRequirements,
  readTable,
} from '../specification/requirements.ts';
import { suite } from '../suite.ts';
import { sources } from './sources.ts';

const test = suite('the specification');

const requirements = readRequirements();
const known = new Set(requirements.map(({ id }) => id));
const citations = citationsOf(citingFiles());

test('each requirement is written once', () => {
  assert.ok(requirements.length >= 1_792, `only ${requirements.length} requirements are written`);
  assert.is(known.size, requirements.length);
});

test('a requirement that is cited is written, and a citation holds one id', () => {
  const missing = citations.mentions
    .filter(({ id }) => !known.has(id))
    .map(({ id, file }) => `${id}, cited by ${file}`);
  assert.equal(missing, []);
  assert.equal(citations.malformed, []);
});

test('a requirement that was cited is still cited, and every cited one is recorded', () => {
  const [file] = sources(/^docs\/specification\/cited\.txt$/);
  assert.ok(file, `${CITED_FILE} is missing`);
  const { lost, unrecorded } = compare(readRecorded(file.text), citations.cited);
  assert.equal(lost, [], `cited no more: ${lost.join(' ')}`);
  assert.equal(unrecorded, [], `run npm run spec -- --record to add ${unrecorded.join(' ')}`);
});

test('a row that a reading replaces is cited by no test, and its reading is written', () => {
  const [readings] = sources(/^docs\/specification\/readings\.md$/);
  const replaced = [...readReplaced()];
  assert.ok(replaced.length > 0);
  assert.equal(
    replaced.filter(([id]) => !known.has(id) || citations.cited.has(id)),
    [],
  );
  assert.equal(
    replaced.filter(([, reading]) => !readings?.text.includes(reading)),
    [],
  );
});

test('each plant still applies: its text occurs once in its file, and a test cites its ids', () => {
  const files = plantable();
  const problems = readPlants().flatMap((plant) => {
    const uncited = plant.ids.filter((id) => !citations.cited.has(id));
    if (uncited.length > 0) return [`${plant.place}: no test cites ${uncited.join(' ')}`];
    try {
      planted(plant, files);
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  });
  assert.is(problems.join('\n'), '');
});

const EXAMPLE = `# of a sale
A001 B002 the price is doubled
@ domain/price.ts
 const a = 1;
-  const b = 2;
+  const b = 4;
`;

test('a plant replaces its lines wherever they are, and keeps the others', () => {
  const [plant, ...more] = parsePlants({ name: 'sale.diff', text: EXAMPLE });
  assert.equal(more, []);
  assert.ok(plant);
  assert.equal(
    [plant.ids, plant.why, plant.file],
    [['A001', 'B002'], 'the price is doubled', 'domain/price.ts'],
  );
  const name = 'domain/price.ts';
  const text = '// first\n    const a = 1;\n\n    const b = 2;\n// last\n';
  assert.is(planted(plant, [{ name, text }]), '// first\nconst a = 1;\n  const b = 4;\n// last\n');
});

test('a plant that does not apply says why, and where its text is now', () => {
  const [plant] = parsePlants({ name: 'sale.diff', text: EXAMPLE });
  assert.ok(plant);
  const lines = 'const a = 1;\nconst b = 2;\n';
  const moved = { name: 'domain/money.ts', text: lines };
  assert.throws(() => planted(plant, [moved]), /sale.diff:2 .* does not exist; moved to domain\/money.ts\?/);
  assert.throws(
    () => planted(plant, [{ name: 'domain/price.ts', text: '' }, moved]),
    /lacks the text; moved/,
  );
  assert.throws(() => planted(plant, [{ name: 'domain/price.ts', text: lines + lines }]), /2 times/);
});

test('a plant that is malformed or changes nothing is refused', () => {
  const parse = (text: string) => () => parsePlants({ name: 'sale.diff', text });
  assert.throws(parse('the price is doubled\n'), /sale.diff:1: expected/);
  assert.throws(parse('A001 the price is doubled\n-a\n'), /sale.diff:2: expected/);
  assert.throws(parse('A001 nothing\n@ a.ts\n a\n'), /changes nothing/);
  assert.throws(parse('A001 no text\n@ a.ts\n+a\n'), /changes nothing/);
});

test('a shared file is run by the tests that import it, and cheap tests run first', () => {
  const files = [
    { name: 'app/a.e2e.ts', text: '' },
    { name: 'platform/b.int.ts', text: "import { contract } from './test-support/contract.ts';" },
    { name: 'platform/c.test.ts', text: '' },
  ];
  const citing = ['app/a.e2e.ts', 'platform/test-support/contract.ts', 'platform/c.test.ts'];
  assert.equal(testFilesOf(citing, files), ['platform/c.test.ts', 'platform/b.int.ts', 'app/a.e2e.ts']);
});

const TESTS = `
const ROWS = ['a']; // [A001]
test('[A002] is named', () => {
  assert.ok(1);
});
test(
  'cites beside an assertion',
  async () => {
    assert.ok(1); // [A003]
  },
);
test('cites nothing (1)', () => assert.ok(1));
test('ends indented', () =>
  onStoppedClock(() => {
    assert.ok(1); // [A006]
  }));
test('follows it', () => {
  assert.ok(1); // [A007]
});
for (const n of [1])
  test(\`the number is \${n}\`, () => {
    assert.ok(n); // [A004]
  }, 900);
`;

test('a plant is caught by a test that cites its id; by any where the file does not say which one does', () => {
  const named = ['[A002] is named', 'cites beside an assertion', 'cites nothing (1)'];
  const names = [...named, 'ends indented', 'follows it', 'the number is 7'];
  const catching = (id: string) => names.filter((name) => citesOrMay(id, name, TESTS));
  assert.equal(catching('A002'), ['[A002] is named']);
  assert.equal(catching('A003'), ['cites beside an assertion']);
  assert.equal(catching('A004'), ['the number is 7']);
  assert.equal(catching('A006'), ['ends indented']);
  assert.equal(catching('A007'), ['follows it']);
  assert.equal(catching('A001'), names, 'cited beside the tests');
  assert.equal(catching('A005'), names, 'cited by a file that tests share');
});

test('a citation is one id in brackets; other brackets that begin like one are reported', () => {
  assert.equal(citationsIn('[A001] is read, [E3] and [T08] are rules, list[0] and [S] are code'), {
    ids: ['A001'],
    malformed: [],
  });
  assert.equal(citationsIn('[A001][B002] [S12] [A001, A002] [B0045]'), {
    ids: ['A001', 'B002'],
    malformed: ['[S12]', '[A001, A002]', '[B0045]'],
  });
});

test('only tests and what they share cite; production code only mentions', () => {
  const { cited, mentions } = citationsOf([
    { name: 'web/src/a.tsx', text: '[A001]' },
    { name: 'web/src/a.test.tsx', text: '[A002] and again [A002]' },
    { name: 'platform/test-support/b.ts', text: '[A002]' },
  ]);
  assert.equal([...cited], [['A002', ['web/src/a.test.tsx', 'platform/test-support/b.ts']]]);
  assert.is(mentions.length, 3);
});

test('the recorded list may be out of order or repeat itself, as a merge leaves it', () => {
  const recorded = readRecorded('B002\nA001\n\nB002\n');
  assert.equal(
    compare(
      recorded,
      new Map([
        ['A001', []],
        ['S003', []],
      ]),
    ),
    {
      lost: ['B002'],
      unrecorded: ['S003'],
    },
  );
});

test('a row that is no requirement is refused', () => {
  const head = 'id\tsection\tarea\trequirement\n';
  assert.is(readTable({ name: 't', text: `${head}A001\t1\tlot\tIt is so.\n` }).length, 1);
  assert.throws(() => readTable({ name: 't', text: `${head}A01\t1\tlot\tIt is so.\n` }), /t:2/);
  assert.throws(() => readTable({ name: 't', text: `${head}A001\t1\tlot\n` }), /t:2/);
  assert.throws(() => readTable({ name: 't', text: 'A001\t1\tlot\tIt is so.\n' }), /not a table/);
});

test.run();
