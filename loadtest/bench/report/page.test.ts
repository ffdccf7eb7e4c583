import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type Row, verdict } from '../row.ts';
import { page, type Result } from './page.ts';

const test = suite('the page of the benchmarks');

const row = (part: Partial<Row>): Row => ({
  bench: 'bids',
  subject: 'ours',
  peer: 'theirs',
  value: 80,
  peerValue: 100,
  unit: 'bids/s',
  ratio: 0.8,
  target: 0.5,
  ...part,
});
const result = (rows: readonly Row[], part: Partial<Result> = {}): Result => ({
  name: 'bids',
  title: 'Bids',
  boundBy: 'the disk',
  rows,
  curves: [],
  ...part,
});
const when = { date: '2026-01-02', commit: '`abc`', machine: 'one', load: '0.1 processes', minutes: '3' };
const written = (...results: Result[]) => page(results, when).get('benchmarks.md') ?? '';

test('a target is the least ratio, and the most where less is better', () => {
  assert.is(verdict(row({ ratio: 0.5 })), 'met');
  assert.is(verdict(row({ ratio: 0.49 })), 'MISSED');
  assert.is(verdict(row({ ratio: 5, target: 5, better: 'less' })), 'met');
  assert.is(verdict(row({ ratio: 5.1, target: 5, better: 'less' })), 'MISSED');
  assert.is(verdict(row({ target: null })), '');
  assert.is(verdict(row({ ratio: Number.NaN })), 'not run');
});

test('missed targets, peers that were not run and benchmarks that did not end are listed first', () => {
  const missed = row({ bench: 'slow bids', ratio: 0.2 });
  const notRun = row({
    bench: 'other bids',
    peerValue: Number.NaN,
    ratio: Number.NaN,
    note: 'not run: install it',
  });
  const text = written(
    result([row({}), missed, notRun]),
    result([], { name: 'x', title: 'X', failed: 'it broke\n  at' }),
  );
  const head = text.slice(0, text.indexOf('## All of them'));
  assert.match(head, '- slow bids: 0.20× theirs, where at least 0.5× is asked for');
  assert.match(head, '- other bids, theirs: not run: install it');
  assert.match(head, '- X: it broke\n');
  assert.not.match(head, 'Every');
});

test('a run that met all targets is shown as such', () => {
  assert.match(written(result([row({})])), 'Every target that was measured is met.');
});

test('pictures hold figures only, and each is shown', () => {
  const curves = [{ label: 'bid', points: [0.5, 0.99, 0.999].map((share, n) => ({ share, ms: n + 1 })) }];
  const rows = [row({}), row({ bench: 'other', peerValue: Number.NaN, ratio: Number.NaN })];
  const files = page([result(rows, { curves })], when);
  const pictures = [...files.keys()].filter((name) => name.endsWith('.svg'));
  assert.equal(pictures.sort(), [
    'benchmarks/bids-spread.svg',
    'benchmarks/bids.svg',
    'benchmarks/targets.svg',
  ]);
  for (const name of pictures) {
    assert.match(files.get('benchmarks.md') ?? '', `(${name})`);
    assert.not.match(files.get(name) ?? '', /NaN|undefined|Infinity/);
  }
});

test.run();
