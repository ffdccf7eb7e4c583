import { readFileSync } from 'node:fs';
import path from 'node:path';
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

/** Files whose text matches, by name. */
const holding = async (files: RegExp, text: RegExp): Promise<string[]> =>
  (await testFiles(ROOT))
    .map(({ name }) => name)
    .filter((name) => files.test(name) && text.test(readFileSync(path.join(ROOT, name), 'utf8')));

test('contracts of ports, and attacks on roles and secrecy, run in npm test', async () => {
  const contracts = await holding(/^platform\//, /'[./\w-]*test-support\/contract\.ts'/);
  assert.ok(contracts.length > 15);
  assert.equal(contracts.filter(isOnlyInFull), []);
  const names = new Set((await testFiles(ROOT)).map(({ name }) => name));
  const attacks = ['access', 'known-emails', 'practice'].map((name) => `verification/attack/attacks/${name}`);
  for (const name of [...attacks, 'gateway/secrecy', 'gateway/socket/private-sale'])
    assert.ok(names.has(`${name}.int.ts`), name);
});

test('a workspace with integration tests has some in npm test, but what loads and measures', async () => {
  const tests = (await testFiles(ROOT)).filter(({ kind }) => kind === 'int').map(({ name }) => name);
  const workspacesOf = (files: string[]) => [...new Set(files.map((name) => name.split('/')[0]))];
  const short = workspacesOf(tests.filter((name) => !isOnlyInFull(name)));
  assert.equal(
    workspacesOf(tests).filter((workspace) => !short.includes(workspace)),
    ['loadtest', 'testing'],
  );
});

test('a file starts one browser, and axe and pictures are of the full run', async () => {
  assert.equal(await holding(/\.e2e\.ts$/, /\bnew Browser\([\s\S]*\bnew Browser\(|chromium\.launch/), []);
  const looks = await holding(
    /\.e2e\.ts$/,
    /\b(axeFindings|looksRightInBothThemes|keepPicture|AxeBuilder)\b/,
  );
  assert.ok(looks.length > 0);
  assert.equal(
    looks.filter((name) => !isOnlyInFull(name)),
    [],
  );
});

test('.ci/run runs npm test where nothing was built', () => {
  assert.match(readFileSync(path.join(ROOT, '.ci/run'), 'utf8'), /^rm -rf web\/dist\n[\s\S]*^npm test /m);
});

test('a file belongs to one part, by its kind, workspace and folder', () => {
  const file = (name: string, kind: 'unit' | 'int' | 'e2e') => ({ name, kind });
  assert.is(partOf(file('web/a.test.tsx', 'unit')), 'unit');
  assert.is(partOf(file('app/e2e/a.full.e2e.ts', 'e2e')), 'e2e');
  assert.is(partOf(file('platform/mail/a.int.ts', 'int')), 'platform');
  assert.is(partOf(file('verification/attack/attacks/a.int.ts', 'int')), 'verification/attack');
});

test('browsers, integration tests of the web and those of the server that read its pages need a built web', async () => {
  const ofServer = (await testFiles(ROOT)).filter(
    ({ name, kind }) => kind === 'int' && name.startsWith('app/'),
  );
  const text = ({ name }: { name: string }) => readFileSync(path.join(ROOT, name), 'utf8');
  assert.equal(
    ofServer.filter(needsWeb),
    ofServer.filter((file) => text(file).includes("accept: 'text/html'")),
  );

  assert.ok(needsWeb({ name: 'app/e2e/a.e2e.ts', kind: 'e2e' }));
  assert.ok(needsWeb({ name: 'web/a.int.ts', kind: 'int' }));
  assert.not.ok(needsWeb({ name: 'web/a.test.ts', kind: 'unit' }));
});

test.run();
