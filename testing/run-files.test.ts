import * as assert from 'uvu/assert';
import { runFiles } from './run-files.ts';
import { suite } from './suite.ts';

const test = suite('run test files');

test('when the web cannot be built, this is said with what the build printed, and nothing is run', async () => {
  const printed: unknown[] = [];
  const { log } = console;
  console.log = (text: unknown) => printed.push(text);
  const result = await runFiles(
    [{ name: 'web/bundle-size.int.ts', kind: 'int' }],
    { isFull: false, isLong: false },
    { showsTimes: false, build: () => Promise.resolve('vite.config.ts: no such plugin\n') },
  ).finally(() => {
    console.log = log;
  });
  assert.equal(printed, ["The web can't be built, so no test was run:\nvite.config.ts: no such plugin"]);
  assert.equal(result, { passed: 0, failed: 1, skipped: 1, processorMs: 0 });
});

test.run();
