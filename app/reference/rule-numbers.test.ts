import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@saleyard/testing/conventions/sources.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { MARKED, withNumbers } from './rule-numbers.ts';

const test = suite('numbers in rules and guides');

/** A number with a unit, or dollars. */
const WITH_UNIT =
  /\$\d(?:[\d,]*\d)?|\b\d[\d,.]*(?: to \d[\d.]*)?\s(?:%|µs|ms|s|min|seconds?|minutes?|hours?|days?|KiB|MiB|KB|MB|GB|kg|characters?|bytes?|sockets?|messages?)(?![\w-])/g;
/** Parts of a page that are no text: marked numbers, code, and addresses of links. */
const NO_TEXT = [MARKED, /```[\s\S]*?```/g, /`[^`]*`/g, /\]\([^)]*\)/g];

const unmarked = (page: string): string[] =>
  NO_TEXT.reduce((text, part) => text.replace(part, '#'), page.replace(/\s+/g, ' ')).match(WITH_UNIT) ?? [];

const read = (name: string): string => readFileSync(path.join(ROOT, 'docs', name), 'utf8');

/** Numbers of guides that are no constants of the code, with what they are. */
const BY_HAND: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'guides/storms.md': {},
  'guides/run-a-sale.md': {},
  'guides/operate.md': {
    'what a process or another server needs': [
      '512 MB',
      '200 MB',
      '20 KiB',
      '2 GB',
      '8 MB',
      '256 MB',
      '16 MB',
    ],
    measured: ['4 s', '1 GB', '200 MB', '0.4 s', '1.5 s', '2 s', '2 to 3.5 s', '1 s'],
    'measured with the read models of a log, and in proportion': [
      '278 MB',
      '528 MB',
      '37 s',
      '301 s',
      '41 MB',
      '83 MB',
      '1.1 GB',
      '2.1 GB',
      '75 s',
    ],
    'what EventStoreDB takes to elect a leader': ['2 to 4 s'],
    'set in deploy/': ['30 s', '1 s'],
  },
};

test('a number with a unit is found unless it is marked', () => {
  const page =
    'Within 5 s, or <!--pingMs-->10 s<!---->, at 16\nKiB, $1,000, 90 % or 300 characters; `7 s`; 3 streams.';
  assert.equal(unmarked(page), ['5 s', '16 KiB', '$1,000', '90 %', '300 characters']);
});

test('every number with a unit in a rule comes from a constant', () => {
  for (const name of ['rules/engine.md', 'rules/gateway.md']) {
    assert.ok(read(name).match(MARKED)?.length, name);
    assert.equal(unmarked(read(name)), [], name);
  }
});

test('every number with a unit in a rendered guide comes from a constant, or is listed here', () => {
  for (const [name, reasons] of Object.entries(BY_HAND)) {
    const found = new Set(unmarked(read(name)));
    const listed = new Set(Object.values(reasons).flat());
    assert.ok(read(name).match(MARKED)?.length, name);
    assert.equal([...found].sort(), [...listed].sort(), name);
  }
});

test('a name that no constant has is an error', () => {
  assert.throws(() => withNumbers('<!--nothing-->5 s<!---->'), /no constant is called nothing/);
  assert.is(withNumbers('<!--pingMs-->0 s<!---->'), '<!--pingMs-->10 s<!---->');
});

test.run();
