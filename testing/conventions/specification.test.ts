import * as assert from 'uvu/assert';
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
  const { lost, unrecorded } = compare(readRecorded(file.text), citations.proven);
  assert.equal(lost, [], `cited no more: ${lost.join(' ')}`);
  assert.equal(unrecorded, [], `run npm run spec -- --record to add ${unrecorded.join(' ')}`);
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

test('only tests and what they share prove; production code only mentions', () => {
  const { proven, mentions } = citationsOf([
    { name: 'web/src/a.tsx', text: '[A001]' },
    { name: 'web/src/a.test.tsx', text: '[A002] and again [A002]' },
    { name: 'platform/test-support/b.ts', text: '[A002]' },
  ]);
  assert.equal([...proven], [['A002', ['web/src/a.test.tsx', 'platform/test-support/b.ts']]]);
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
