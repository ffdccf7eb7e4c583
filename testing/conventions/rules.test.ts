import * as assert from 'uvu/assert';
import { suite } from '../suite.ts';
import { isTest, sources } from './sources.ts';

const test = suite('the rule book');

/** A rule's id wherever it is cited: [E3], [T8], [G2], [N4]. */
const ID = /\[([ETGN]\d{1,2})\]/g;

const idsIn = (text: string): string[] => [...text.matchAll(ID)].map((match) => match[1] ?? '');

/** Ids that the book writes: a line of docs/rules that begins with the id (as a list item or a heading). */
const written = new Map<string, string>();
const twice: string[] = [];
for (const { name, text } of sources(/^docs\/rules\/.*\.md$/)) {
  for (const match of text.matchAll(/^(?:[-*]|#{2,4})\s+\**\[([ETGN]\d{1,2})\]/gm)) {
    const id = match[1] ?? '';
    if (written.has(id)) twice.push(id);
    written.set(id, name);
  }
}

const code = sources(
  /^(domain|contract|http|mails|platform|command-api|projections|gateway|web|app|verification|loadtest)\/.*\.tsx?$/,
);
const cited = new Map<string, string>();
const tested = new Set<string>();
for (const { name, text } of code) {
  for (const id of idsIn(text)) {
    if (!cited.has(id)) cited.set(id, name);
    if (isTest(name)) tested.add(id);
  }
}

test('it is written, each id once', () => {
  assert.ok(written.size >= 21, `only ${written.size} rules are written`);
  assert.equal(twice, []);
});

test('an id that is cited is written', () => {
  const missing = [...cited]
    .filter(([id]) => !written.has(id))
    .map(([id, name]) => `${id}, cited by ${name}`);
  assert.equal(missing, []);
});

test('an id that is written is cited by code and tested', () => {
  const untested = [...written.keys()].filter((id) => !tested.has(id));
  assert.equal(untested, []);
  const inCode = new Set(code.filter(({ name }) => !isTest(name)).flatMap(({ text }) => idsIn(text)));
  assert.equal(
    [...written.keys()].filter((id) => !inCode.has(id)),
    [],
  );
});

test.run();
