import * as assert from 'uvu/assert';
import { ROOT } from './run-files.ts';
import { suite } from './suite.ts';
import { isOnlyInFull, needsWeb, partOf, testFiles } from './test-files.ts';

const test = suite('test files');

test('a file with .full. before its kind runs only in the full run', () => {
  assert.ok(isOnlyInFull('app/e2e/browse.full.e2e.ts'));
  assert.not.ok(isOnlyInFull('app/e2e/visitor.e2e.ts'));
  assert.not.ok(isOnlyInFull('testing/full-run-page.test.ts'));
});

test('every unit test runs in npm test, and a journey of each person', async () => {
  const files = await testFiles(ROOT);
  const short = files.filter(({ name }) => !isOnlyInFull(name));
  const units = files.filter(({ kind }) => kind === 'unit');
  assert.equal(
    units.filter((file) => !short.includes(file)),
    [],
  );
  assert.equal(
    short.flatMap(({ name, kind }) => (kind === 'e2e' ? [name] : [])),
    ['auditor', 'buyer', 'clerk', 'seller', 'visitor'].map((person) => `app/e2e/${person}.e2e.ts`),
  );
});

test('a file belongs to one part, by its kind, workspace and folder', () => {
  const file = (name: string, kind: 'unit' | 'int' | 'e2e') => ({ name, kind });
  assert.is(partOf(file('web/a.test.tsx', 'unit')), 'unit');
  assert.is(partOf(file('app/e2e/a.full.e2e.ts', 'e2e')), 'e2e');
  assert.is(partOf(file('platform/mail/a.int.ts', 'int')), 'platform');
  assert.is(partOf(file('verification/attack/attacks/a.int.ts', 'int')), 'verification/attack');
});

test('only browsers, and integration tests of the web, need a built web', () => {
  assert.ok(needsWeb({ name: 'app/e2e/a.e2e.ts', kind: 'e2e' }));
  assert.ok(needsWeb({ name: 'web/a.int.ts', kind: 'int' }));
  assert.not.ok(needsWeb({ name: 'web/a.test.ts', kind: 'unit' }));
});

test.run();
