import * as assert from 'uvu/assert';
import { readResult } from './result.ts';
import { suite } from './suite.ts';

const test = suite('a test file’s result');
const uvu = (total: number, passed: number, skipped = 0) =>
  `  Total:     ${total}\n  Passed:    ${passed}\n  Skipped:   ${skipped}\n  Duration:  1.00ms\n`;

test('counts what passed', () => {
  const result = readResult('a.test.ts', uvu(3, 3), 0, false);
  assert.equal([result.passed, result.failed, result.skipped], [3, 0, 0]);
});

test('counts what failed', () => {
  assert.is(readResult('a.test.ts', uvu(3, 1), 1, false).failed, 2);
});

test('a file that ends without totals is a failure, even with exit 0', () => {
  assert.is(readResult('a.test.ts', 'nothing', 0, false).failed, 1);
});

test('a file that passes and then crashes is a failure', () => {
  assert.is(readResult('a.test.ts', uvu(3, 3), 134, false).failed, 1);
});

test('a file stopped at its limit is a failure', () => {
  assert.is(readResult('a.test.ts', '', null, true).failed, 1);
});

test('a suite that is not run is skipped and named', () => {
  const result = readResult(
    'a.int.ts',
    `NOT RUN: EventStoreDB (to enable: EVENTSTORE_URL)\n${uvu(1, 1)}`,
    0,
    false,
  );
  assert.equal([result.passed, result.skipped], [1, 1]);
  assert.equal(result.notRun, ['EventStoreDB (to enable: EVENTSTORE_URL)']);
});

test.run();
