import * as assert from 'uvu/assert';
import { dearest, longestFirst } from './order.ts';
import { suite } from './suite.ts';
import type { Kind } from './test-files.ts';

const test = suite('the order of test files');

const file = (name: string, kind: Kind) => ({ name, kind });
const FILES = [
  file('a.test.ts', 'unit'),
  file('b.int.ts', 'int'),
  file('c.e2e.ts', 'e2e'),
  file('d.test.ts', 'unit'),
];
const times = (wallMs: number, processorMs: number) => ({ wallMs, processorMs });

test('on a new machine browsers come first, then real parts, then what is pure', () => {
  assert.equal(
    longestFirst(FILES, {}).map(({ name }) => name),
    ['c.e2e.ts', 'b.int.ts', 'a.test.ts', 'd.test.ts'],
  );
});

test('later the longest come first, after files that never ran', () => {
  const known = { 'a.test.ts': times(900, 1), 'b.int.ts': times(50, 2), 'd.test.ts': times(60, 3) };
  assert.equal(
    longestFirst(FILES, known).map(({ name }) => name),
    ['c.e2e.ts', 'a.test.ts', 'd.test.ts', 'b.int.ts'],
  );
});

test('the dearest are those of the most processor time', () => {
  const lines = dearest({ slow: times(90_000, 1_000), dear: times(8_000, 12_340), cheap: times(1, 1) }, 2);
  assert.is(lines.length, 3);
  assert.match(lines[1] ?? '', /12\.3 +8\.0 +dear$/);
  assert.match(lines[2] ?? '', /1\.0 +90\.0 +slow$/);
});

test.run();
