import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../suite.ts';
import { ROOT, sources } from './sources.ts';

const test = suite('terms');

/** Words that the glossary keeps out of names: the first column of its last table. */
const unused = readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8')
  .split('\n## ')
  .at(-1)
  ?.split('\n')
  .flatMap((line) => /^\| ([a-z, ]+) \|/.exec(line)?.[1]?.split(', ') ?? [])
  .filter((word) => word !== 'not');

const BANNED = new Set(unused?.flatMap((word) => [word, `${word}s`, `${word}ed`]));

/** The one suite, and names that are part of a format: the role, its header. */
const ALLOWED = new Set(['testing/suite.ts']);

const CODE = /\.(ts|tsx|mjs|cjs)$/;
/** A name that is declared: at the top of a file, in a function, or as a member of a class, a type or an object. */
const DECLARED = [
  /^(?:export )?(?:default )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|type|interface) ([A-Za-z_$][\w$]*)/gm,
  /^ +(?:(?:static|private|readonly|async|get|set|abstract|const|let|function\*?) )*#?([A-Za-z_$][\w$]*)(?=\??[:(<]| =)/gm,
];

/** The words of a name, in lower case: `BidDesk`, `bid-desk` and `BID_DESK` are bid, desk. */
const partsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());

const bannedIn = (name: string): string[] => partsOf(name).filter((word) => BANNED.has(word));

const code = sources(CODE).filter(({ name }) => !ALLOWED.has(name));

test('the glossary says which words are not used', () => {
  assert.ok(BANNED.size > 20);
  assert.equal(bannedIn('BidDesk'), ['desk']);
  assert.equal(bannedIn('createPasswords'), []);
});

test('files are named in standard terms', () => {
  const found = code.flatMap(({ name }) => bannedIn(name).map((word) => `${name}: ${word}`));
  assert.equal(found, []);
});

test('what files declare is named in standard terms', () => {
  const found = code.flatMap(({ name, text }) =>
    DECLARED.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap(([, declared = '']) =>
      bannedIn(declared).map((word) => `${name}: ${declared} (${word})`),
    ),
  );
  assert.equal(found, []);
});

test('what the glossary points to is there', () => {
  const glossary = readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8');
  const names = sources(/./).map(({ name }) => name);
  const missing = [...glossary.matchAll(/`([\w-]+\/[\w*/.-]+)`/g)]
    .map(([, named = '']) => named)
    .filter((named) => {
      const pattern = new RegExp(`^${named.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}`);
      return !names.some((name) => pattern.test(name) || name.includes(named.replaceAll('*/', '/')));
    });
  assert.equal(missing, []);
});

test.run();
