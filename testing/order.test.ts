import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { LONGEST, longestFirst } from './order.ts';
import { suite } from './suite.ts';

const test = suite('the order of test files');
const root = fileURLToPath(new URL('..', import.meta.url));

test('the longest come first, then what is not pure, then the rest as it was', () => {
  const [first = '', second = ''] = LONGEST;
  const files = ['a.test.ts', second, 'b.int.ts', 'b.test.tsx', first].map((file) => ({
    file: path.join(root, file),
  }));
  assert.equal(
    longestFirst(files, root).map(({ file }) => path.relative(root, file)),
    [first, second, 'b.int.ts', 'a.test.ts', 'b.test.tsx'],
  );
});

test('each file that is named as long exists, once', () => {
  assert.equal(
    LONGEST.filter((file) => !existsSync(path.join(root, file))),
    [],
  );
  assert.is(new Set(LONGEST).size, LONGEST.length);
});

test.run();
