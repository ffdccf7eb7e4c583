import * as assert from 'uvu/assert';
import {
  areDocuments,
  countsOf,
  fullRunPage,
  hasPassed,
  type PartResult,
  readResults,
} from './full-run-page.ts';
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

test('a command counts the plants that were caught, or the seeds that held', () => {
  const counts = (output: string, code: number | null) => {
    const { passed, failed } = countsOf(output, code);
    return [passed, failed];
  };
  assert.equal(counts('caught A001\n\n103 passed, 0 failed\n', 0), [103, 0]);
  assert.equal(counts('NOT CAUGHT A001\n\n101 passed, 2 failed\n', 1), [101, 2]);
  assert.equal(
    counts('100 of 1000 seeds, 8.3 simulated hours\n1000 seeds held, 83.3 simulated hours\n', 0),
    [1_000, 0],
  );
  assert.equal(
    counts(
      '100 of 1000 seeds, 8.3 simulated hours\n142 of 1000 seeds, 11.8 simulated hours\nseed 7: 1 s\n',
      1,
    ),
    [141, 1],
  );
  assert.equal(
    [counts('', 1), counts('', 0), counts('', null)],
    [
      [0, 1],
      [1, 0],
      [0, 1],
    ],
  );
});

test('documents are Markdown, and files in docs/', () => {
  assert.ok(areDocuments(['docs/live-room.png', 'web/README.md']));
  assert.not.ok(areDocuments(['web/docs/page.ts']));
  for (const read of ['plants/selling.diff', 'cited.txt', 'replaced.txt', 'readings.md'])
    assert.not.ok(areDocuments([`docs/specification/${read}`]), read);
  assert.not.ok(areDocuments(['docs/reference/openapi.json']));
});

test.run();
