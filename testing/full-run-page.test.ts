import * as assert from 'uvu/assert';
import { areDocuments, fullRunPage, hasPassed, type PartResult, readResults } from './full-run-page.ts';
import { suite } from './suite.ts';

const test = suite('the page of the full run');

const PASSED: PartResult = {
  commit: 'abc1234',
  date: '2026-11-26',
  passed: 12,
  failed: 0,
  skipped: 1,
  minutes: 3.5,
  processorMinutes: 4.2,
};

test('results are read back as they were written, for parts that still exist', () => {
  const results = new Map([
    ['unit', PASSED],
    ['loadtest/attack', { ...PASSED, failed: 2, commit: 'def5678+' }],
    ['gone', PASSED],
  ]);
  const page = fullRunPage(['unit', 'loadtest/attack', 'e2e'], results);
  assert.match(page, 'e2e (not run yet)');
  results.delete('gone');
  assert.equal(readResults(page), results);
  assert.equal(readResults(''), new Map());
});

test('a part that passed is not run again until something other than documents changes', () => {
  const after =
    (...files: string[]) =>
    () =>
      files;
  assert.ok(hasPassed(PASSED, after()));
  assert.ok(hasPassed(PASSED, after('docs/reference/full-run.md', 'README.md')));
  assert.not.ok(hasPassed(PASSED, after('README.md', 'domain/money.ts')));
  assert.not.ok(
    hasPassed(PASSED, () => null),
    'its commit is unknown',
  );
  assert.not.ok(hasPassed({ ...PASSED, failed: 1 }, after()));
  assert.not.ok(hasPassed({ ...PASSED, passed: 0 }, after()), 'nothing was run');
  assert.not.ok(hasPassed({ ...PASSED, commit: 'abc1234+' }, after()), 'what ran was not committed');
  assert.not.ok(hasPassed(undefined, after()));
});

test('documents are Markdown, and files in docs/', () => {
  assert.ok(areDocuments(['docs/live-room.png', 'web/README.md']));
  assert.not.ok(areDocuments(['web/docs/page.ts']));
  for (const read of ['plants/selling.diff', 'cited.txt', 'replaced.txt', 'readings.md'])
    assert.not.ok(areDocuments([`docs/specification/${read}`]), read);
  assert.not.ok(areDocuments(['docs/reference/openapi.json']));
});

test.run();
